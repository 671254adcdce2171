#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>
#include <yoke/bfs.hpp>
#include <yoke/counted.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/random.hpp>
#include <yoke/validate_bfs.hpp>

#include "bfs.hpp"
#include "errors.hpp"
#include "graph_part.hpp"
#include "memory.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

// Different vertices that have an edge, by chance: the same for any number of ranks.
template <class Word>
std::vector<std::uint64_t> random_sources(GraphPart<Word> const& part, std::uint64_t count,
                                          std::uint64_t seed) {
  auto const& graph = part.own.graph;
  std::vector<std::uint64_t> own;
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) {
    if (graph.offsets()(v + 1) > graph.offsets()(v)) own.push_back(part.first + v);
  }
  std::uint64_t const candidates = sum_of_ranks(own.size());
  std::uint64_t const before = sum_of_ranks_before(own.size());
  if (candidates == 0) throw Failure("no vertex of the graph has an edge: name one with --from");
  Philox const random(seed);
  // The first places of a shuffle of all candidates, of which those that moved are kept.
  std::unordered_map<std::uint64_t, std::uint64_t> moved;
  auto const at = [&](std::uint64_t place) {
    auto const found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  std::vector<std::uint64_t> sources;
  for (std::uint64_t i = 0; i < std::min(count, candidates); ++i) {
    std::uint64_t const drawn = i + random.below(i, candidates - i);
    std::uint64_t const candidate = at(drawn);
    moved[drawn] = at(i);
    bool const is_own = candidate >= before && candidate - before < own.size();
    sources.push_back(sum_of_ranks(is_own ? own[candidate - before] : 0));
  }
  return sources;
}

// What is traversed when a vertex is reached, twice: an undirected edge has two ends, a loop one.
template <class Word>
std::vector<std::uint64_t> count_ends(GraphPart<Word> const& part) {
  auto const& graph = part.own.graph;
  std::vector<std::uint64_t> ends(graph.vertices());
  std::span<std::uint64_t> const ends_of(ends);
  Kokkos::parallel_for(
      "yoke::tool::bfs::ends",
      Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::uint64_t>>(HostExec(), 0, ends.size()),
      [graph, ends_of, first = part.first](std::uint64_t v) {
        auto const begin = graph.neighbours().data() + graph.offsets()(v);
        auto const end = graph.neighbours().data() + graph.offsets()(v + 1);
        auto const arcs = static_cast<std::uint64_t>(end - begin);
        auto const loops =
            static_cast<std::uint64_t>(std::count(begin, end, static_cast<Word>(first + v)));
        ends_of[v] = graph.is_symmetric() ? arcs + loops : 2 * arcs;
      });
  HostExec().fence("yoke::tool::bfs: ends");
  return ends;
}

// The levels and parents of the last search, in host memory: of several ranks, of this one's part.
template <class Word>
struct Tree {
  Numbers<Word, Kokkos::HostSpace> level, parent;
};

template <class Word>
class Searches {
 public:
  Searches(BfsArguments const& arguments, GraphPart<Word> const& part, BfsOutcome& outcome)
      : arguments_(arguments),
        part_(part),
        graph_(part.own.graph),
        outcome_(outcome),
        ends_(count_ends(part)),
        timed_(arguments, "bfs", outcome),
        tree_{make_numbers<Word, Kokkos::HostSpace>("level", graph_.vertices()),
              make_numbers<Word, Kokkos::HostSpace>("parent", graph_.vertices())} {
    outcome.vertices = part.vertices;
    outcome.arcs = part.arcs;
    if (!arguments.from.empty()) {
      outcome.searches.push_back({.from = arguments.from});
      return;
    }
    for (auto const v : random_sources(part, arguments.sources, arguments.source_seed)) {
      outcome.searches.push_back({.from = {v}});
    }
  }

  template <class Executor>
  void run(Executor const& executor) {
    using Memory = WorkMemory<Executor>;
    auto const placed = place_part(executor, part_, outcome_.upload);
    auto const level = make_numbers<Word, Memory>("level", graph_.vertices());
    auto const parent = make_numbers<Word, Memory>("parent", graph_.vertices());
    BfsPlan<Executor, Word, Word> plan(executor, graph_.vertices(), graph_.arcs(),
                                       timed_.options());
    for (Search& search : outcome_.searches) {
      auto const sources = sources_in<Memory>(search.from);
      search.times.seconds = timed_.run(
          "searching", plan, [&] { search.reached = plan(placed, sources, level, parent); });
      add_traffic_of(executor, outcome_.traffic);
      Kokkos::deep_copy(tree_.level, level);
      Kokkos::deep_copy(tree_.parent, parent);
      if (!study(search)) return;
    }
  }

  void write_trace(Outputs& outputs) const { timed_.write_trace(outputs); }

  Tree<Word> const& tree() const { return tree_; }

 private:
  static constexpr Word unreached = std::numeric_limits<Word>::max();

  // Of several ranks the first one's part is all of them.
  template <class Memory>
  auto sources_in(std::vector<std::uint64_t> const& vertices) const {
    check_vertices(vertices, part_.vertices);
    return vertices_in<Word, Memory>(rank() == 0 ? vertices : std::vector<std::uint64_t>(),
                                     part_.vertices);
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
    search.edges = sum_of_ranks(ends) / 2;
    search.depth = largest_of_ranks(search.depth);
    if (!arguments_.verify) return true;
    outcome_.fault = find_fault(search, reached);
    return !outcome_.fault;
  }

  std::optional<std::string> find_fault(Search const& search, std::uint64_t reached) const {
    auto const from = fmt::format("the search from vertex {}", search.from.front());
    if (reached != search.reached) {
      return fmt::format("{} reached {} and counted {}", from,
                         show_count(reached, "vertex", "vertices"), search.reached);
    }
    auto const fault = yoke::tool::find_fault("edges", search.edges, [&] {
      return validate_bfs(HostExec(), graph_, sources_in<Kokkos::HostSpace>(search.from),
                          tree_.level, tree_.parent);
    });
    return fault ? std::optional(fmt::format("{}: {}", from, *fault)) : std::nullopt;
  }

  BfsArguments const& arguments_;
  GraphPart<Word> const& part_;
  HostGraph<Word> graph_;
  BfsOutcome& outcome_;
  std::vector<std::uint64_t> ends_;
  TimedRuns<BfsArguments, BfsOutcome> timed_;
  Tree<Word> tree_;
};

template <class Word>
BfsOutcome search_words(BfsArguments const& arguments, Outputs& outputs) {
  auto const part = load_part<Word>(arguments.graph);
  write_ids(arguments.graph, part.own.report, outputs);
  BfsOutcome outcome;
  Searches<Word> searches(arguments, part, outcome);
  on_ranks_or_space(arguments.space, [&](auto const& executor) { searches.run(executor); });
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
