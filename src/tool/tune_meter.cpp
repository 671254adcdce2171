#include "tune_meter.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <bit>
#include <cstdint>
#include <limits>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/generate.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/list_ranking.hpp>

#include "memory.hpp"
#include "spaces.hpp"

namespace yoke::tool {
namespace {

// One random list.
template <class Index, class Memory>
class ListRankMeter : public TuneMeter {
 public:
  explicit ListRankMeter(std::size_t size)
      : successor_(make_numbers<Index, Memory>("successor", size)),
        rank_(make_numbers<Index, Memory>("rank", size)) {
    auto const made = make_numbers<Index, Kokkos::HostSpace>("made", size);
    generate_lists(HostExec(), made);
    Kokkos::deep_copy(successor_, made);
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
  Numbers<Index, Memory> successor_, rank_;
};

// An R-MAT graph with 16 edges a vertex.
template <class Index, class Memory>
class GraphMeter : public TuneMeter {
 public:
  explicit GraphMeter(std::size_t vertices) {
    RmatShape const shape{.scale = static_cast<int>(std::bit_width(vertices)) - 1};
    auto const made = build_graph(HostExec(), generate_edges<Index>(HostExec(), shape));
    for (std::size_t v = 0; v < vertices && sources_.size() < searches; ++v) {
      if (made.offsets()(v + 1) > made.offsets()(v)) sources_.push_back(static_cast<Index>(v));
    }
    auto const offsets = make_numbers<Index, Memory>("offsets", made.offsets().extent(0));
    auto const neighbours = make_numbers<Index, Memory>("neighbours", made.arcs());
    Kokkos::deep_copy(offsets, made.offsets());
    Kokkos::deep_copy(neighbours, made.neighbours());
    graph_ = Graph<Index, Index, Memory>(unchecked, made.kind(), offsets, neighbours);
  }

 protected:
  static constexpr std::size_t searches = 4;

  Graph<Index, Index, Memory> graph_;
  // Spread evenly over the vertices that have an edge: labels are shuffled.
  std::vector<Index> sources_;
};

template <class Index, class Memory>
class ComponentsMeter : public GraphMeter<Index, Memory> {
 public:
  explicit ComponentsMeter(std::size_t vertices)
      : GraphMeter<Index, Memory>(vertices),
        label_(make_numbers<Index, Memory>("label", vertices)) {}

  double measure(double host_share) override {
    auto const& graph = this->graph_;
    ComponentsOptions options;
    options.split = Split(host_share);
    ConnectedComponentsPlan<Hybrid<>, Index> plan(this->hybrid_, graph.vertices(), graph.arcs(),
                                                  options);
    plan(graph, label_);
    Kokkos::Timer const timer;
    plan(graph, label_);
    return timer.seconds();
  }

 private:
  Numbers<Index, Memory> label_;
};

template <class Index, class Memory>
class BfsMeter : public GraphMeter<Index, Memory> {
 public:
  explicit BfsMeter(std::size_t vertices)
      : GraphMeter<Index, Memory>(vertices),
        level_(make_numbers<Index, Memory>("level", vertices)),
        parent_(make_numbers<Index, Memory>("parent", vertices)) {}

  double measure(double host_share) override {
    auto const& graph = this->graph_;
    BfsOptions options;
    options.split = Split(host_share);
    BfsPlan<Hybrid<>, Index> plan(this->hybrid_, graph.vertices(), graph.arcs(), options);
    plan(graph, Index(0), level_, parent_);
    Kokkos::Timer const timer;
    for (Index const source : this->sources_) plan(graph, source, level_, parent_);
    return timer.seconds();
  }

 private:
  Numbers<Index, Memory> level_, parent_;
};

template <template <class, class> class Meter, class Index>
std::unique_ptr<TuneMeter> make_in(std::size_t size, TunedPlace place) {
  if constexpr (has_device) {
    if (place == TunedPlace::pinned)
      return std::make_unique<Meter<Index, Kokkos::SharedHostPinnedSpace>>(size);
    if (place == TunedPlace::device) {
      return std::make_unique<Meter<Index, DeviceExec::memory_space>>(size);
    }
  }
  return std::make_unique<Meter<Index, Kokkos::HostSpace>>(size);
}

template <template <class, class> class Meter>
std::unique_ptr<TuneMeter> make(std::size_t size, TunedArrays const& arrays) {
  return arrays.wide ? make_in<Meter, std::uint64_t>(size, arrays.place)
                     : make_in<Meter, std::uint32_t>(size, arrays.place);
}

std::vector<std::size_t> sizes_up_to(int exponent) {
  std::vector<std::size_t> sizes;
  for (int e = 16; e <= exponent; e += 2) sizes.push_back(std::size_t(1) << e);
  return sizes;
}

}  // namespace

std::vector<TunedPlace> tuned_places() {
  if (!has_device) return {TunedPlace::pageable};
  return {TunedPlace::pinned, TunedPlace::pageable, TunedPlace::device};
}

std::vector<TunedCapability> const& tuned_capabilities() {
  constexpr std::size_t most_nodes = std::numeric_limits<std::uint32_t>::max() - 1;
  constexpr std::size_t most_vertices = std::size_t(1) << 26;  // whose arcs have 32-bit offsets
  auto const list_sizes = sizes_up_to(has_device ? 26 : 22);
  auto const graph_sizes = sizes_up_to(has_device ? 22 : 20);
  auto const in = [](std::vector<TunedPlace> const& places) {
    return has_device ? places : tuned_places();
  };
  static std::vector<TunedCapability> const all{
      {"list_rank", "nodes", list_sizes, most_nodes, false, tuned_places(), make<ListRankMeter>},
      {"connected_components", "vertices", graph_sizes, most_vertices, true,
       in({TunedPlace::pinned, TunedPlace::pageable}), make<ComponentsMeter>},
      {"bfs", "vertices", graph_sizes, most_vertices, true, in({TunedPlace::pinned}),
       make<BfsMeter>}};
  return all;
}

}  // namespace yoke::tool
