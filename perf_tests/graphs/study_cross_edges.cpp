// Banerjee's thesis, chapter 7: the components of a graph that is a list of edges.
//
// Algorithm 13, of the cross edges between the sides' components: his threads lower both ends'
// labels to the smaller one, over and over until none changes. Here each edge links the roots of
// its ends, once.
//
// Section 7.5, hooks of Soman's algorithm: which of two roots becomes the other's parent. He names
// a random choice, and the larger label alternating with the smaller one, which `soman` does.

#include <functional>
#include <string>
#include <vector>

#include "components/afforest_steps.hpp"
#include "components/cross_edges.hpp"
#include "components/smallest_labels.hpp"
#include "components/soman_steps.hpp"
#include "graphs/studies.hpp"
#include "yoke/detail/primitives/hash.hpp"

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

// Which of two roots is hooked under the other in a round: one order of all vertices, so that no
// cycle comes about.
struct ByLabels {
  std::uint64_t round;
  KOKKOS_FUNCTION bool is_hooked(Vertex one, Vertex other) const {
    return round % 2 == 0 ? one < other : one > other;
  }
};
struct AtRandom {
  std::uint64_t round;
  KOKKOS_FUNCTION bool is_hooked(Vertex one, Vertex other) const { return rank(one) < rank(other); }

 private:
  // A bijection, so that no two vertices share a rank.
  KOKKOS_FUNCTION std::uint64_t rank(Vertex v) const {
    return yoke::detail::hash(yoke::detail::hash(round) ^ v);
  }
};

// Counts the edges between two trees, which are stars. Any of several hooks of a root may last.
template <class Order>
struct HookEdges {
  Labels parent;
  CrossEdges edges;
  Order order;
  KOKKOS_FUNCTION void operator()(std::uint64_t e, std::uint64_t& left) const {
    Vertex const one = yoke::detail::relaxed_load(&parent(edges.from(e)));
    Vertex const other = yoke::detail::relaxed_load(&parent(edges.to(e)));
    if (one == other) return;
    ++left;
    bool const is_one = order.is_hooked(one, other);
    yoke::detail::relaxed_store(&parent(is_one ? one : other), is_one ? other : one);
  }
};

struct JumpToRoots {
  Labels parent;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex root = yoke::detail::relaxed_load(&parent(v));
    for (Vertex next; (next = yoke::detail::relaxed_load(&parent(root))) != root;) root = next;
    yoke::detail::relaxed_store(&parent(v), root);
  }
};

// Labels say which vertices are nearer to the roots, and these jump first. Random ranks do not.
components::JumpToRoot<Device, Vertex> jumps(Labels const& parent, ByLabels const& order) {
  return {parent, order.round % 2 == 0};
}
JumpToRoots jumps(Labels const& parent, AtRandom const&) { return {parent}; }

// Returns the number of components.
template <class Order>
std::uint64_t by_hooks(Device const& exec, CrossEdges const& edges, Labels const& parent,
                       Labels const& label, int& rounds) {
  std::uint64_t left = 1;
  for (rounds = 0; left > 0; ++rounds) {
    Order const order{static_cast<std::uint64_t>(rounds)};
    Kokkos::parallel_reduce("yoke_perf::hook", WideRange<Device>(exec, 0, edges.from.extent(0)),
                            HookEdges<Order>{parent, edges, order}, left);
    Kokkos::parallel_for("yoke_perf::jump", WideRange<Device>(exec, 0, parent.extent(0)),
                         jumps(parent, order));
  }
  return components::label_by_smallest<Device, Vertex>(exec, parent, label,
                                                       components::AnyRootForest<Device, Vertex>{});
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

struct Way {
  char const* name;
  // Returns the number of components. The labels have been set to the vertices.
  std::function<std::uint64_t(CrossEdges const&, Labels const&, int& rounds)> run;
};

// Times each way on the same lists of edges.
void run_ways(StudySettings const& settings, std::string const& study,
              std::vector<Way> const& ways) {
  Table table(settings, study, "graph,vertices,edges,way,rounds,ours_ms");
  KnownGraph known;
  Device const exec;
  std::uint64_t const n = std::min<std::uint64_t>(1u << 20, settings.max_nodes);
  // A path whose vertices are shuffled takes thousands of rounds of repeated minima.
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
    for (auto const& way : ways) {
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
            [&] { count = way.run(edges, Labels(label), rounds); },
            [&] { return known.find_fault(exec, label, count); });
        if (run > 0) samples.add(1e3 * seconds);  // the first one warms up
      }
      table.row(name, label.extent(0), edges.from.extent(0), way.name, rounds, samples.median());
    }
  }
}

void run_algorithm_13(StudySettings const& settings) {
  Device const exec;
  run_ways(settings, "thesis_algorithm_13",
           {{"repeated minima",
             [&](CrossEdges const& edges, Labels const& label, int& rounds) {
               return by_repeated_minima(exec, edges, label, rounds);
             }},
            {"links of roots", [&](CrossEdges const& edges, Labels const& label, int&) {
               return by_links_of_roots(exec, edges, label);
             }}});
}

template <class Order>
Way hooks(char const* name) {
  return {name, [](CrossEdges const& edges, Labels const& label, int& rounds) {
            Device const exec;
            Numbers<Vertex, typename Device::memory_space> const parent(
                Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::parent"),
                label.extent(0));
            Kokkos::deep_copy(exec, parent, label);
            return by_hooks<Order>(exec, edges, Labels(parent), label, rounds);
          }};
}

void run_hooks(StudySettings const& settings) {
  run_ways(settings, "thesis_section_7_5",
           {hooks<AtRandom>("random parents"), hooks<ByLabels>("by labels, alternating")});
}

}  // namespace

std::vector<Study> cross_edge_studies() {
  return {{"thesis_algorithm_13", "cross edges: repeated minima beside links of roots",
           run_algorithm_13},
          {"thesis_section_7_5", "hooks of Soman's algorithm: random parents beside labels",
           run_hooks}};
}

}  // namespace yoke_perf
