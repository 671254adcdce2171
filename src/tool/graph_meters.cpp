#include <Kokkos_Core.hpp>
#include <bit>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/generate_graph.hpp>

#include "bfs.hpp"
#include "components.hpp"
#include "memory.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

// An R-MAT graph.
template <class Index, class Memory>
class TunedGraph {
 public:
  explicit TunedGraph(TunedInput const& input) {
    RmatShape const shape{.scale = static_cast<int>(std::bit_width(input.size)) - 1,
                          .edge_factor = static_cast<double>(input.edges_per_vertex)};
    auto const made = build_graph(HostExec(), generate_edges<Index>(HostExec(), shape));
    for (std::size_t v = 0; v < input.size && sources_.size() < searches; ++v) {
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
class TunedComponents : TunedGraph<Index, Memory> {
 public:
  explicit TunedComponents(TunedInput const& input)
      : TunedGraph<Index, Memory>(input),
        label_(make_numbers<Index, Memory>("label", input.size)) {}

  auto planned(Hybrid<> const& hybrid) {
    auto const& graph = this->graph_;
    return [&graph, label = label_,
            plan = ConnectedComponentsPlan<Hybrid<>, Index>(
                hybrid, graph.vertices(), graph.arcs())]() mutable { plan(graph, label); };
  }

 private:
  Numbers<Index, Memory> label_;
};

template <class Index, class Memory>
class TunedSearches : TunedGraph<Index, Memory> {
 public:
  explicit TunedSearches(TunedInput const& input)
      : TunedGraph<Index, Memory>(input),
        level_(make_numbers<Index, Memory>("level", input.size)),
        parent_(make_numbers<Index, Memory>("parent", input.size)) {}

  std::size_t calls() const { return this->sources_.size(); }

  auto planned(Hybrid<> const& hybrid) {
    auto const& graph = this->graph_;
    return
        [this, plan = BfsPlan<Hybrid<>, Index>(hybrid, graph.vertices(), graph.arcs())]() mutable {
          for (Index const source : this->sources_) plan(this->graph_, source, level_, parent_);
        };
  }

 private:
  Numbers<Index, Memory> level_, parent_;
};

template <template <class, class> class Calls>
std::vector<TunedCapability> tuned_graphs(char const* name) {
  constexpr std::size_t most_vertices = std::size_t(1) << 26;  // whose arcs have 32-bit offsets
  // Some calls ask for no share of rows with less than 8 arcs, which 4 edges make.
  return {{name, "vertices", tuned_sizes(20, 22), make_meter<Calls>, most_vertices, {5, 16}}};
}

}  // namespace

std::vector<TunedCapability> tuned_components() {
  return tuned_graphs<TunedComponents>("connected_components");
}

std::vector<TunedCapability> tuned_searches() { return tuned_graphs<TunedSearches>("bfs"); }

}  // namespace yoke::tool
