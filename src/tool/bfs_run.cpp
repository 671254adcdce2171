#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/random.hpp>
#include <yoke/validate_bfs.hpp>

#include "bfs.hpp"
#include "errors.hpp"
#include "memory.hpp"
#include "progress.hpp"

namespace yoke::tool {
namespace {

// Different vertices that have an edge, by chance.
template <class Word>
std::vector<std::uint64_t> random_sources(HostGraph<Word> const& graph, std::uint64_t count,
                                          std::uint64_t seed) {
  std::vector<std::uint64_t> candidates;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    if (graph.offsets()(v + 1) > graph.offsets()(v)) candidates.push_back(v);
  }
  if (candidates.empty()) throw Failure("no vertex of the graph has an edge: name one with --from");
  Philox const random(seed);
  count = std::min<std::uint64_t>(count, candidates.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    std::swap(candidates[i], candidates[i + random.below(i, candidates.size() - i)]);
  }
  candidates.resize(count);
  return candidates;
}

// What is traversed when a vertex is reached, twice: an undirected edge has two ends, a loop one.
template <class Word>
std::vector<std::uint64_t> count_ends(HostGraph<Word> const& graph) {
  std::vector<std::uint64_t> ends(graph.vertices());
  std::span<std::uint64_t> const ends_of(ends);
  Kokkos::parallel_for(
      "yoke::tool::bfs::ends",
      Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::uint64_t>>(HostExec(), 0, ends.size()),
      [graph, ends_of](std::uint64_t v) {
        auto const begin = graph.neighbours().data() + graph.offsets()(v);
        auto const end = graph.neighbours().data() + graph.offsets()(v + 1);
        auto const arcs = static_cast<std::uint64_t>(end - begin);
        auto const loops = static_cast<std::uint64_t>(std::count(begin, end, static_cast<Word>(v)));
        ends_of[v] = graph.is_symmetric() ? arcs + loops : 2 * arcs;
      });
  HostExec().fence("yoke::tool::bfs: ends");
  return ends;
}

// The levels and parents of the last search, in host memory.
template <class Word>
struct Tree {
  Numbers<Word, Kokkos::HostSpace> level, parent;
};

template <class Word>
class Searches {
 public:
  Searches(BfsArguments const& arguments, HostGraph<Word> const& graph, BfsOutcome& outcome)
      : arguments_(arguments),
        graph_(graph),
        outcome_(outcome),
        ends_(count_ends(graph)),
        timed_(arguments, "bfs", outcome),
        tree_{make_numbers<Word, Kokkos::HostSpace>("level", graph.vertices()),
              make_numbers<Word, Kokkos::HostSpace>("parent", graph.vertices())} {
    outcome.vertices = graph.vertices();
    outcome.arcs = graph.arcs();
    if (!arguments.from.empty()) {
      outcome.searches.push_back({.from = arguments.from});
      return;
    }
    for (auto const v : random_sources(graph, arguments.sources, arguments.source_seed)) {
      outcome.searches.push_back({.from = {v}});
    }
  }

  template <class Executor>
  void run(Executor const& executor) {
    using Memory = WorkMemory<Executor>;
    auto const placed = place_graph(executor, graph_, outcome_.upload);
    auto const level = make_numbers<Word, Memory>("level", graph_.vertices());
    auto const parent = make_numbers<Word, Memory>("parent", graph_.vertices());
    BfsPlan<Executor, Word, Word> plan(executor, graph_.vertices(), graph_.arcs(),
                                       timed_.options());
    for (Search& search : outcome_.searches) {
      auto const sources = sources_in<Memory>(search.from);
      search.times.seconds = timed_.run(
          "searching", plan, [&] { search.reached = plan(placed, sources, level, parent); });
      Kokkos::deep_copy(tree_.level, level);
      Kokkos::deep_copy(tree_.parent, parent);
      if (!study(search)) return;
    }
  }

  void write_trace(Outputs& outputs) const { timed_.write_trace(outputs); }

  Tree<Word> const& tree() const { return tree_; }

 private:
  static constexpr Word unreached = std::numeric_limits<Word>::max();

  template <class Memory>
  auto sources_in(std::vector<std::uint64_t> const& vertices) const {
    auto const sources = make_numbers<Word, Memory>("sources", vertices.size());
    auto const mirror = Kokkos::create_mirror_view(sources);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (vertices[i] >= graph_.vertices()) {
        throw Failure(fmt::format("there is no vertex {} to search from: the graph has {}",
                                  vertices[i], graph_.vertices()));
      }
      mirror(i) = static_cast<Word>(vertices[i]);
    }
    Kokkos::deep_copy(sources, mirror);
    return sources;
  }

  // Counts what was reached, and verifies it where asked to. False: there is a fault.
  bool study(Search& search) {
    std::uint64_t ends = 0, reached = 0;
    std::span<std::uint64_t const> const ends_of(ends_);
    Kokkos::parallel_reduce(
        "yoke::tool::bfs::study",
        Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::uint64_t>>(HostExec(), 0,
                                                                        graph_.vertices()),
        [ends_of, level = tree_.level](std::uint64_t v, std::uint64_t& ends_here,
                                       std::uint64_t& reached_here, std::uint64_t& depth_here) {
          if (level(v) == unreached) return;
          ends_here += ends_of[v];
          ++reached_here;
          depth_here = std::max<std::uint64_t>(depth_here, level(v));
        },
        ends, reached, Kokkos::Max<std::uint64_t>(search.depth));
    HostExec().fence("yoke::tool::bfs: study");
    search.edges = ends / 2;
    if (!arguments_.verify) return true;
    outcome_.fault = find_fault(search, reached);
    return !outcome_.fault;
  }

  std::optional<std::string> find_fault(Search const& search, std::uint64_t reached) const {
    auto const from = fmt::format("the search from vertex {}", search.from.front());
    if (reached != search.reached) {
      return fmt::format("{} reached {} vertices and counted {}", from, reached, search.reached);
    }
    auto const fault = yoke::tool::find_fault("edges", search.edges, [&] {
      return validate_bfs(HostExec(), graph_, sources_in<Kokkos::HostSpace>(search.from),
                          tree_.level, tree_.parent);
    });
    return fault ? std::optional(fmt::format("{}: {}", from, *fault)) : std::nullopt;
  }

  BfsArguments const& arguments_;
  HostGraph<Word> graph_;
  BfsOutcome& outcome_;
  std::vector<std::uint64_t> ends_;
  TimedRuns<BfsArguments, BfsOutcome> timed_;
  Tree<Word> tree_;
};

template <class Word>
BfsOutcome search_words(BfsArguments const& arguments, Outputs& outputs) {
  auto const loaded = load_graph<Word>(arguments.graph);
  write_ids(arguments.graph, loaded.report, outputs);
  BfsOutcome outcome;
  Searches<Word> searches(arguments, loaded.graph, outcome);
  on_space(arguments.space, [&](auto const& executor) { searches.run(executor); });
  if (outcome.fault) return outcome;
  searches.write_trace(outputs);
  auto const& [level, parent] = searches.tree();
  write_output(outputs, arguments.output, arguments.output_type, level, Largest::is_minus_one);
  write_output(outputs, arguments.parents, arguments.output_type, parent, Largest::is_minus_one);
  return outcome;
}

}  // namespace

double BfsOutcome::mean_teps() const {
  double inverse = 0;
  for (auto const& search : searches) inverse += 1 / search.teps();
  return static_cast<double>(searches.size()) / inverse;
}

double BfsOutcome::mean_seconds() const {
  double sum = 0;
  for (auto const& search : searches) sum += search.times.best();
  return sum / static_cast<double>(searches.size());
}

BfsOutcome search_graph(BfsArguments const& arguments, Outputs& outputs) {
  return is_wide(arguments.graph) ? search_words<std::uint64_t>(arguments, outputs)
                                  : search_words<std::uint32_t>(arguments, outputs);
}

}  // namespace yoke::tool
