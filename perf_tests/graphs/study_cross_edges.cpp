// Banerjee's thesis, Algorithm 13: the components of a graph that is a list of edges, as the cross
// edges between the sides' components are. His threads lower both ends' labels to the smaller one,
// over and over until none changes. Here each edge links the roots of its ends, once.

#include <string>
#include <vector>

#include "components/afforest_steps.hpp"
#include "components/cross_edges.hpp"
#include "components/smallest_labels.hpp"
#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

namespace components = yoke::detail::components;
using Labels = yoke::detail::Array<Device, Vertex>;
using CrossEdges = components::CrossEdges<Device, Vertex>;

// Counts the edges that lowered a label.
struct LowerLabels {
  Labels label;
  CrossEdges edges;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& changed) const {
    Vertex const u = edges.from(e), v = edges.to(e);
    Vertex const of_u = yoke::detail::relaxed_load(&label(u));
    Vertex const of_v = yoke::detail::relaxed_load(&label(v));
    if (of_u < of_v) Kokkos::atomic_min(&label(v), of_u);
    if (of_v < of_u) Kokkos::atomic_min(&label(u), of_v);
    changed += of_u != of_v;
  }
};

struct CountOwnLabels {
  Labels label;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& roots) const {
    roots += label(v) == v;
  }
};

// Returns the number of components.
std::uint64_t by_repeated_minima(Device const& exec, CrossEdges const& edges, Labels const& label,
                                 int& rounds) {
  std::uint64_t changed = 1, roots = 0;
  for (rounds = 0; changed > 0; ++rounds) {
    Kokkos::parallel_reduce("yoke_perf::lower_labels",
                            WideRange<Device>(exec, 0, edges.from.extent(0)),
                            LowerLabels{label, edges}, changed);
  }
  Kokkos::parallel_reduce("yoke_perf::count_own_labels",
                          WideRange<Device>(exec, 0, label.extent(0)), CountOwnLabels{label},
                          roots);
  return roots;
}

std::uint64_t by_links_of_roots(Device const& exec, CrossEdges const& edges, Labels const& label) {
  components::Labels<Device, Vertex> const labels{label, {}};
  std::uint64_t roots = 0;
  Kokkos::parallel_for("yoke_perf::link_cross_edges",
                       WideRange<Device>(exec, 0, edges.from.extent(0)),
                       components::LinkCrossEdges<Device, Vertex>{labels, edges});
  Kokkos::parallel_reduce("yoke_perf::settle", WideRange<Device>(exec, 0, label.extent(0)),
                          components::SettleAndCount<Device, Vertex>{labels}, roots);
  return roots;
}

// The ends of each edge of a graph, once, in the device's memory.
struct EdgeArrays {
  Numbers<Vertex, typename Device::memory_space> from, to;

  explicit EdgeArrays(KnownGraph::HostGraph const& graph) {
    std::vector<Vertex> lower, higher;
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (auto arc = graph.offsets()(v); arc < graph.offsets()(v + 1); ++arc) {
        if (graph.neighbours()(arc) <= v) continue;
        lower.push_back(v);
        higher.push_back(graph.neighbours()(arc));
      }
    }
    from = copy(lower);
    to = copy(higher);
  }

 private:
  static Numbers<Vertex, typename Device::memory_space> copy(std::vector<Vertex> const& ends) {
    Kokkos::View<Vertex const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        here(ends.data(), ends.size());
    Numbers<Vertex, typename Device::memory_space> const there("yoke_perf::ends", ends.size());
    Kokkos::deep_copy(there, here);
    return there;
  }
};

void run_algorithm_13(StudySettings const& settings) {
  Table table(settings, "thesis_algorithm_13", "graph,vertices,edges,way,rounds,ours_ms");
  KnownGraph known;
  Device const exec;
  std::uint64_t const n = std::min<std::uint64_t>(1u << 20, settings.max_nodes);
  // A path whose vertices are shuffled takes thousands of rounds.
  std::uint64_t const path = n / 64;
  for (auto const& [name, shape] : std::vector<std::pair<std::string, yoke::GraphShape>>{
           {"random", yoke::UniformShape{n, 2 * n, true, settings.seed}},
           {"sparse random", yoke::UniformShape{n, n, true, settings.seed}},
           {"path", yoke::GridShape{path, 1, 1, false, settings.seed}},
           {"path of shuffled vertices", yoke::GridShape{path, 1, 1, true, settings.seed}}}) {
    known.hold(name, shape);
    EdgeArrays const ends(known.on<Host>());
    Numbers<Vertex, typename Device::memory_space> const label("yoke_perf::label",
                                                               known.on<Host>().vertices());
    CrossEdges const edges{Labels(ends.from), Labels(ends.to)};
    for (bool const is_his : {true, false}) {
      std::uint64_t count = 0;
      int rounds = 1;
      Samples samples;
      for (int run = 0; run <= settings.runs; ++run) {
        double const seconds = time_checked(
            [&] {
              Kokkos::parallel_for("yoke_perf::own_labels",
                                   WideRange<Device>(exec, 0, label.extent(0)),
                                   components::OwnLabels<Device, Vertex>{Labels(label)});
            },
            [&] {
              count = is_his ? by_repeated_minima(exec, edges, Labels(label), rounds)
                             : by_links_of_roots(exec, edges, Labels(label));
            },
            [&] { return known.find_fault(exec, label, count); });
        if (run > 0) samples.add(1e3 * seconds);  // the first one warms up
      }
      table.row(name, label.extent(0), edges.from.extent(0),
                is_his ? "repeated minima" : "links of roots", rounds, samples.median());
    }
  }
}

}  // namespace

std::vector<Study> cross_edge_studies() {
  return {{"thesis_algorithm_13", "cross edges: repeated minima beside links of roots",
           run_algorithm_13}};
}

}  // namespace yoke_perf
