#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/connected_components.hpp>
#include <yoke/detail/primitives/hash.hpp>

#include "mpi/graphs.hpp"
#include "mpi/measure.hpp"

// Searches from vertices of the largest component, one a run, with levels and parents. Traversed
// edges are counted as Graph500 does, and their rate is the harmonic mean over the runs.
namespace yoke_perf::mpi {

inline constexpr Word unreached = ~Word(0);

// Graph500's rules, of the rank's own vertices against the levels of all: the source alone is its
// own parent, at level 0; a parent is a neighbour, one level up, so that parents form a tree; and
// every arc joins levels that differ by one at most, or two vertices that are not reached.
struct CountWrongSearched {
  Words<Memory> all_levels, level, parent;
  RankGraph::Offsets offsets;
  RankGraph::Neighbours neighbours;
  std::uint64_t base;
  Word source;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    Word const depth = level(i), above = parent(i);
    bool const is_source = base + i == source;
    bool has_parent = is_source ? above == source : depth == unreached && above == unreached;
    faults += is_source != (depth == 0);
    for (Word arc = offsets(i); arc < offsets(i + 1); ++arc) {
      Word const u = neighbours(arc), other = all_levels(u);
      has_parent = has_parent || (u == above && depth != unreached && other + 1 == depth);
      if (depth == unreached || other == unreached) {
        faults += depth != other;
      } else {
        faults += depth > other ? depth - other > 1 : other - depth > 1;
      }
    }
    faults += !has_parent;
  }
};

struct CountReached {
  Words<Memory> level;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& reached) const {
    reached += level(i) != unreached;
  }
};

struct CountReachedArcs {
  Words<Memory> level;
  RankGraph::Offsets offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& arcs) const {
    if (level(i) != unreached) arcs += offsets(i + 1) - offsets(i);
  }
};

// So many vertices of the largest component: the same for any number of ranks.
inline std::vector<Word> sources_of(Cluster const& cluster, RankGraph const& graph, int count) {
  Words<Memory> const own("label", graph.own_vertices()), all("labels", graph.vertices());
  yoke::connected_components(cluster, graph, own);
  gather(cluster, own, all);
  auto const label = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), all);
  std::vector<Word> sizes(graph.vertices());
  for (std::size_t v = 0; v < sizes.size(); ++v) ++sizes[label(v)];
  auto const largest =
      static_cast<Word>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  std::vector<Word> sources;
  for (std::uint64_t k = 0; sources.size() < static_cast<std::size_t>(count); ++k) {
    auto const v = static_cast<Word>(yoke::detail::hash(k) % sizes.size());
    if (label(v) == largest) sources.push_back(v);
  }
  return sources;
}

// One space's own searches of the whole graph.
struct OneSpaceSearch {
  WholeGraph graph;
  Words<Memory> level{"level", graph.vertices()}, parent{"parent", graph.vertices()};
  yoke::BfsPlan<Device, Word> plan{Device(), graph.vertices(), graph.arcs()};
  Samples samples = {};

  void run(Word source, bool counts) {
    Kokkos::fence("yoke_perf: before the clock starts");
    Kokkos::Timer const timer;
    plan(graph, source, level, parent);
    if (counts) samples.add(timer.seconds());
  }
};

inline nlohmann::json measure_bfs(Settings const& settings, Cluster const& cluster,
                                  NamedGraph const& named) {
  auto const graph = make_graph(cluster, named.shape);
  auto const sources = sources_of(cluster, graph, settings.runs + 1);
  std::uint64_t const own = graph.own_vertices();
  std::optional<OneSpaceSearch> one;
  if (settings.against_one && cluster.rank() == 0) {
    one.emplace(OneSpaceSearch{make_graph(Device(), named.shape)});
  }
  Words<Memory> const level("level", own), parent("parent", own), all("all", graph.vertices());
  yoke::BfsReport report;
  yoke::BfsPlan<Cluster, Word> plan(cluster, own, graph.own_arcs(), {.report = &report});
  std::size_t run = 0, reached = 0;
  std::uint64_t edges = 0;
  double seconds_per_edge = 0;
  Work work{"bfs_" + named.name, cluster.network().sum(graph.own_arcs()), {}, {}, {},
            &report.phases};
  work.prepare = [&] {
    Kokkos::deep_copy(level, 7);
    Kokkos::deep_copy(parent, 7);
    if (one) one->run(sources[run], run > 0);
  };
  work.run = [&] { reached = plan(graph, sources[run], level, parent); };
  work.count_faults = [&] {
    gather(cluster, level, all);
    auto faults =
        count(own, CountWrongSearched{all, level, parent, graph.offsets(), graph.neighbours(),
                                      graph.first_vertex(), sources[run]});
    faults += count(graph.vertices(), CountReached{all}) != reached;
    if (one) faults += count(graph.vertices(), CountDifferent<Words<Memory>>{one->level, all});
    // Without loops, an edge is two arcs.
    edges = cluster.network().sum(count(own, CountReachedArcs{level, graph.offsets()})) / 2;
    ++run;
    return faults;
  };
  work.timed = [&](double seconds) { seconds_per_edge += seconds / static_cast<double>(edges); };
  auto result = measure(settings, cluster, work);
  double const rate = settings.runs / seconds_per_edge;
  result["harmonic_TEPS"] = rate;
  if (cluster.rank() != 0) return result;
  std::printf("  %.4g traversed edges a second, harmonic mean of %d searches\n", rate,
              settings.runs);
  if (!one) return result;
  double const ratio = result["median_ms"].get<double>() / (one->samples.median() * 1e3);
  result["one_space_median_ms"] = one->samples.median() * 1e3;
  std::printf("  one space, by turns: median %.3f ms; the ranks take %.3f times as long\n",
              one->samples.median() * 1e3, ratio);
  return result;
}

}  // namespace yoke_perf::mpi
