#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#include <yoke/weighted_graph_io.hpp>
#ifdef YOKE_HAS_MPI
#include <yoke/mpi/weighted_graph_io.hpp>
#endif

#include "arguments.hpp"
#include "graph_output.hpp"
#include "graph_reading.hpp"
#include "graph_source.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "run.hpp"

// Graphs with weights to work on.
namespace yoke::tool {

// What the commands that read such a graph have in common.
struct WeightedArguments : RunArguments {
  GraphArguments graph;
  std::string output, weight_column;
};

// INPUT, OUTPUT, and what says how the graph is read: these options are returned.
std::vector<Option> add_weighted_graph(Parser parser, WeightedArguments& arguments,
                                       Directions directions, std::string const& what_is_read,
                                       std::string const& what_is_written);

// Calls work(Word(), Weight()), which returns an Outcome, for the words that the graph takes.
template <class Outcome, class Work>
Outcome with_weighted_types(GraphArguments const& graph, WeightType weights, Work const& work) {
  return with_weight_type<Outcome>(weights, [&](auto weight) {
    return is_wide(graph) ? work(std::uint64_t(), weight) : work(std::uint32_t(), weight);
  });
}

// Of several edges that --merge makes one, the lightest stays.
WeightedBuildOptions weighted_build_options(GraphArguments const& arguments);

// The file's graph. Writes what --ids and --names ask for.
template <class Word, class Weight>
WeightedHostGraph<Word, Weight> load_weighted(GraphArguments const& arguments,
                                              std::string const& weight_column, Outputs& outputs) {
  GraphFileReport report;
  auto const graph = read_noted(arguments, report, [&](GraphReadOptions options) {
    options.weight_column = weight_column;
    return read_weighted_graph<Weight, Word, Word>(arguments.file(), options,
                                                   weighted_build_options(arguments));
  });
  arguments.close();
  write_ids(arguments, report, outputs);
  return graph;
}

// --weights and --weight-column, for commands that else count edges.
void add_optional_weights(Parser parser, WeightedArguments& arguments, WeightType& weights,
                          std::string const& description);

// A file's graph with weights, or without them any graph: work(graph) returns an Outcome.
template <class Outcome, class Work>
Outcome with_loaded(WeightedArguments const& arguments, WeightType weights, Outputs& outputs,
                    Work const& work) {
  if (weights != WeightType::none) {
    return with_weighted_types<Outcome>(arguments.graph, weights, [&](auto word, auto weight) {
      return work(load_weighted<decltype(word), decltype(weight)>(
          arguments.graph, arguments.weight_column, outputs));
    });
  }
  auto const plain = [&](auto word) {
    auto const loaded = load_graph<decltype(word)>(arguments.graph);
    write_ids(arguments.graph, loaded.report, outputs);
    return work(loaded.graph);
  };
  return is_wide(arguments.graph) ? plain(std::uint64_t()) : plain(std::uint32_t());
}

// The type of a graph's weights; void: it has none.
template <class Graph>
struct WeightOf {
  using Type = void;
};
template <class Word, class Weight>
struct WeightOf<WeightedHostGraph<Word, Weight>> {
  using Type = Weight;
};
template <class Graph>
using WordOf = typename Graph::Neighbours::non_const_value_type;

// As place_graph.
template <class Executor, class Word, class Weight>
auto place_weighted(Executor const& executor, WeightedHostGraph<Word, Weight> const& graph,
                    std::optional<double>& seconds) {
  using Memory = WorkMemory<Executor>;
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    return graph;
  } else {
    double of_weights = 0;
    auto const rows = place_graph(executor, static_cast<HostGraph<Word> const&>(graph), seconds);
    WeightedGraph<Word, Word, Weight, Memory> const placed(
        unchecked, rows.kind(), rows.offsets(), rows.neighbours(),
        place_array(executor, graph.weights(), of_weights));
    if (seconds) *seconds += of_weights;
    return placed;
  }
}

// Of either kind.
template <class Executor, class Graph>
auto place_any(Executor const& executor, Graph const& graph, std::optional<double>& seconds) {
  if constexpr (std::is_void_v<typename WeightOf<Graph>::Type>) {
    return place_graph(executor, graph, seconds);
  } else {
    return place_weighted(executor, graph, seconds);
  }
}

// As GraphPart.
template <class Word, class Weight>
struct WeightedPart {
  WeightedHostGraph<Word, Weight> own;
  std::uint64_t first = 0;               // of its own vertices
  std::uint64_t vertices = 0, arcs = 0;  // of all ranks
};

template <class Word, class Weight>
WeightedPart<Word, Weight> whole_part(WeightedHostGraph<Word, Weight> const& graph) {
  return {graph, 0, graph.vertices(), graph.arcs()};
}

#ifdef YOKE_HAS_MPI
template <class Word, class Weight>
using WeightedRows = DistributedWeightedGraph<Word, Word, Weight, Kokkos::HostSpace>;

template <class Word, class Weight>
WeightedPart<Word, Weight> part_of(WeightedRows<Word, Weight> const& rows) {
  return {WeightedHostGraph<Word, Weight>(unchecked, rows.kind(), rows.offsets(), rows.neighbours(),
                                          rows.weights()),
          rows.first_vertex(), rows.vertices(), sum_of_ranks(rows.own_arcs())};
}

template <class Word, class Weight>
WeightedPart<Word, Weight> read_weighted_part(GraphArguments const& arguments) {
  Progress const progress("reading " + arguments.input);
  Distributed<HostExec> const cluster(MPI_COMM_WORLD);
  WeightedRows<Word, Weight> const rows = read_weighted_graph<Weight, Word, Word>(
      cluster, arguments.input, arguments.read_options(), weighted_build_options(arguments));
  arguments.close();
  return part_of(rows);
}
#endif

// load_weighted, or on several ranks the rank's rows of a .wsg or .yoke file.
template <class Word, class Weight>
WeightedPart<Word, Weight> load_weighted_part(GraphArguments const& arguments,
                                              std::string const& weight_column, Outputs& outputs) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) return read_weighted_part<Word, Weight>(arguments);
#endif
  return whole_part(load_weighted<Word, Weight>(arguments, weight_column, outputs));
}

// The part of the symmetric graph of all ranks' edges. This rank's follow those of the ranks
// before.
template <class Word, class Weight>
WeightedPart<Word, Weight> build_weighted_part(
    WeightedEdgeList<Word, Weight, Kokkos::HostSpace> const& edges) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    Distributed<HostExec> const cluster(MPI_COMM_WORLD);
    WeightedRows<Word, Weight> const rows =
        build_graph(cluster, edges, {}, RowPartition::even_arcs);
    return part_of(rows);
  }
#endif
  return whole_part<Word, Weight>(build_graph(HostExec(), edges));
}

// As save_part.
template <class Word, class Weight>
std::uint64_t save_weighted_part(Outputs& outputs, std::string const& name,
                                 WeightedPart<Word, Weight> const& part,
                                 GraphOutput const& output) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    auto const& graph = part.own;
    Progress const progress("writing " + name);
    WeightedRows<Word, Weight> const rows(unchecked, graph.kind(), graph.offsets(),
                                          graph.neighbours(), graph.weights(), part.first,
                                          part.vertices);
    auto const open_from = [&](std::uint64_t begin) -> OutputFile& {
      return outputs.part_from(name, begin);
    };
    write_graph(Distributed<HostExec>(MPI_COMM_WORLD), open_from, rows,
                {written_format(name, output), {}});
    return 0;
  }
#endif
  return save_graph(outputs[name], part.own, output);
}

// As place_part.
template <class Executor, class Word, class Weight>
auto place_weighted_part(Executor const& executor, WeightedPart<Word, Weight> const& part,
                         std::optional<double>& seconds) {
  return place_weighted(executor, part.own, seconds);
}
#ifdef YOKE_HAS_MPI
template <class Space, class Word, class Weight>
auto place_weighted_part(Distributed<Space> const& cluster, WeightedPart<Word, Weight> const& part,
                         std::optional<double>& seconds) {
  auto const placed = place_weighted(cluster, part.own, seconds);
  return DistributedWeightedGraph<Word, Word, Weight, WorkMemory<Distributed<Space>>>(
      unchecked, placed.kind(), placed.offsets(), placed.neighbours(), placed.weights(), part.first,
      part.vertices);
}
#endif

}  // namespace yoke::tool
