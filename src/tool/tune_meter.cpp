#include "tune_meter.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/generate.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>

#include "graph_source.hpp"
#include "memory.hpp"

namespace yoke::tool {
namespace {

using Index = std::uint32_t;
using PinnedNumbers = Numbers<Index, PinnedSpace>;

// One random list.
class ListRankMeter : public TuneMeter {
 public:
  explicit ListRankMeter(std::size_t size)
      : successor_(make_numbers<Index, PinnedSpace>("successor", size)),
        rank_(make_numbers<Index, PinnedSpace>("rank", size)) {
    generate_lists(HostExec(), successor_);
  }

  double measure(double host_share) override {
    ListRankOptions options;
    options.split = Split(host_share);
    ListRankPlan<Hybrid<>, Index> plan(hybrid_, successor_.extent(0), options);
    plan(successor_, rank_);  // the first run of a plan pays for its fresh memory
    Kokkos::Timer const timer;
    plan(successor_, rank_);
    return timer.seconds();
  }

 private:
  Hybrid<> hybrid_;
  PinnedNumbers successor_, rank_;
};

// An R-MAT graph with 16 edges a vertex.
class GraphMeter : public TuneMeter {
 public:
  explicit GraphMeter(std::size_t vertices) {
    RmatShape const shape{.scale = static_cast<int>(std::bit_width(vertices)) - 1};
    std::optional<double> no_matter;
    graph_ = place_graph<Hybrid<>, Index>(
        hybrid_, build_graph(HostExec(), generate_edges<Index>(HostExec(), shape)), no_matter);
  }

 protected:
  Hybrid<> hybrid_;
  Graph<Index, Index, PinnedSpace> graph_;
};

class ComponentsMeter : public GraphMeter {
 public:
  explicit ComponentsMeter(std::size_t vertices)
      : GraphMeter(vertices), label_(make_numbers<Index, PinnedSpace>("label", vertices)) {}

  double measure(double host_share) override {
    ComponentsOptions options;
    options.split = Split(host_share);
    ConnectedComponentsPlan<Hybrid<>, Index> plan(hybrid_, graph_.vertices(), graph_.arcs(),
                                                  options);
    plan(graph_, label_);
    Kokkos::Timer const timer;
    plan(graph_, label_);
    return timer.seconds();
  }

 private:
  PinnedNumbers label_;
};

class BfsMeter : public GraphMeter {
 public:
  explicit BfsMeter(std::size_t vertices)
      : GraphMeter(vertices),
        level_(make_numbers<Index, PinnedSpace>("level", vertices)),
        parent_(make_numbers<Index, PinnedSpace>("parent", vertices)) {
    // Evenly spread over the vertices that have an edge; labels are shuffled.
    for (std::size_t v = 0; v < vertices && sources_.size() < searches; ++v) {
      if (graph_.offsets()(v + 1) > graph_.offsets()(v)) sources_.push_back(static_cast<Index>(v));
    }
  }

  double measure(double host_share) override {
    BfsOptions options;
    options.split = Split(host_share);
    BfsPlan<Hybrid<>, Index> plan(hybrid_, graph_.vertices(), graph_.arcs(), options);
    plan(graph_, Index(0), level_, parent_);
    Kokkos::Timer const timer;
    for (Index const source : sources_) plan(graph_, source, level_, parent_);
    return timer.seconds();
  }

 private:
  static constexpr std::size_t searches = 4;
  PinnedNumbers level_, parent_;
  std::vector<Index> sources_;
};

template <class Meter>
std::unique_ptr<TuneMeter> make(std::size_t size) {
  return std::make_unique<Meter>(size);
}

std::vector<std::size_t> sizes_up_to(int exponent) {
  std::vector<std::size_t> sizes;
  for (int e = 16; e <= exponent; e += 2) sizes.push_back(std::size_t(1) << e);
  return sizes;
}

}  // namespace

std::vector<TunedCapability> const& tuned_capabilities() {
  constexpr std::size_t most_nodes = std::numeric_limits<Index>::max() - 1;
  constexpr std::size_t most_vertices = std::size_t(1) << 26;  // whose arcs have 32-bit offsets
  static std::vector<TunedCapability> const all{
      {"list_rank", "nodes", sizes_up_to(has_device ? 26 : 22), most_nodes, false,
       make<ListRankMeter>},
      {"connected_components", "vertices", sizes_up_to(has_device ? 22 : 20), most_vertices, true,
       make<ComponentsMeter>},
      {"bfs", "vertices", sizes_up_to(has_device ? 22 : 20), most_vertices, true, make<BfsMeter>}};
  return all;
}

}  // namespace yoke::tool
