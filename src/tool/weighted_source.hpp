#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#include <yoke/weighted_graph_io.hpp>

#include "arguments.hpp"
#include "graph_output.hpp"
#include "graph_reading.hpp"
#include "graph_source.hpp"
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

// The file's graph. Of several edges that --merge makes one, the lightest stays. Writes what --ids
// and --names ask for.
template <class Word, class Weight>
WeightedHostGraph<Word, Weight> load_weighted(GraphArguments const& arguments,
                                              std::string const& weight_column, Outputs& outputs) {
  GraphFileReport report;
  auto const graph = read_noted(arguments, report, [&](GraphReadOptions options) {
    options.weight_column = weight_column;
    auto const plain = arguments.build_options();
    WeightedBuildOptions const build{
        .symmetrise = plain.symmetrise,
        .drop_loops = plain.drop_loops,
        .repeated = plain.merge_multi_edges ? RepeatedEdges::least : RepeatedEdges::keep};
    return read_weighted_graph<Weight, Word, Word>(arguments.file(), options, build);
  });
  arguments.close();
  write_ids(arguments, report, outputs);
  return graph;
}

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

}  // namespace yoke::tool
