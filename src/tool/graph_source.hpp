#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#include <yoke/graph.hpp>
#include <yoke/graph_io.hpp>
#include <yoke/graph_shape.hpp>
#include <yoke/output_files.hpp>

#include "host_graph.hpp"
#include "input_generator.hpp"
#include "memory.hpp"
#include "outputs.hpp"
#include "parser.hpp"
#include "run.hpp"

namespace yoke::tool {

// A graph to work on: of a file, or a generated one.
struct GraphArguments {
  std::string input;
  std::optional<GraphShape> random;
  std::uint64_t seed = 1;
  InputGenerator generator = InputGenerator::philox;
  GraphFormat format = GraphFormat::automatic;
  bool wide = false, directed = false, drop_loops = false, merge = false, compact = false;
  bool sparse_ids = false, lenient = false, symmetrise = false;
  std::uint64_t skip_lines = 0, max_memory = 0, base = 0;
  std::array<std::string, 2> columns;
  std::string ids;    // the file for what compaction replaces; empty: none
  std::string names;  // the file for the words that numbers replace; empty: ids are numbers

  // The file or the shape asked for.
  std::string random_text;
  std::string name() const { return random ? random_text : input; }

  // The file, opened when it is first asked for, and once: a pipe cannot be read again. Throws
  // UsageError where an option was given that does nothing for a file of its format.
  GraphFile const& file() const;
  // Is there a file of one of these formats, or one that is not open yet?
  bool may_read(std::initializer_list<GraphFormat> formats) const;
  // "a.mtx, a matrix_market file", or "a generated graph".
  std::string describe() const;
  std::optional<Parser> parser;  // with the options below, for file()
  // Once it is read: a pipe's bytes take memory.
  void close() const { file_.reset(); }
  // What is read of it, without progress and report.
  GraphReadOptions read_options() const;
  GraphBuildOptions build_options() const;

 private:
  mutable std::optional<GraphFile> file_;
};

Option add_graph_format(Parser parser, std::string const& name, GraphFormat& format,
                        std::string const& description);

enum class Directions { always_both, as_asked };

// --random and --seed.
void add_random_graph(Parser parser, GraphArguments& arguments);
// --max-memory.
Option add_max_memory(Parser parser, GraphArguments& arguments);
// What says how a graph file is read, and --directed where that makes sense.
std::vector<Option> add_graph_options(Parser parser, GraphArguments& arguments,
                                      Directions directions);
// --ids: an output, for commands that have add_graph_options.
void add_ids(Parser parser, GraphArguments& arguments);
// What --ids and --names ask for.
void write_ids(GraphArguments const& arguments, GraphFileReport const& report, Outputs& outputs);
// settle_names and with_output (arguments.hpp).
void settle_graph(GraphArguments& arguments, std::string& output, std::string const& command);
Case with_output(std::string const& output, GraphArguments const& graph);

// Throws Failure where a generated graph of such words, or a rank's part of it, takes more memory
// than it may.
void check_memory(GraphArguments const& arguments, std::size_t word_bytes);

// Does it take 64-bit vertices and offsets?
bool is_wide(GraphArguments const& arguments);

// A graph in host memory with what it needs to stay there, and what its file said.
template <class Word>
struct LoadedGraph {
  HostGraph<Word> graph;
  GraphFileReport report;
  std::optional<MappedGraph<Word, Word>> mapping;  // of a binary file that is used as it is
};

template <class Word>
LoadedGraph<Word> load_graph(GraphArguments const& arguments);
extern template LoadedGraph<std::uint32_t> load_graph(GraphArguments const&);
extern template LoadedGraph<std::uint64_t> load_graph(GraphArguments const&);

template <class Executor, class View>
auto place_array(Executor const& executor, View const& array, double& seconds) {
  auto const there = make_numbers<typename View::non_const_value_type, WorkMemory<Executor>>(
      "graph", array.extent(0));
  if constexpr (std::is_same_v<Executor, Hybrid<>>) {
    seconds += timed_copy(HostExec(), there, array);
  } else {
    seconds += timed_copy(executor, there, array);
  }
  return there;
}

// The graph in the executor's memory, copied only if it has to be; then `seconds` says how long it
// took.
template <class Executor, class Word>
auto place_graph(Executor const& executor, HostGraph<Word> const& graph,
                 std::optional<double>& seconds) {
  using Memory = WorkMemory<Executor>;
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    return graph;
  } else {
    double total = 0;
    Graph<Word, Word, Memory> placed(unchecked, graph.kind(),
                                     place_array(executor, graph.offsets(), total),
                                     place_array(executor, graph.neighbours(), total));
    if (!graph.is_symmetric() && graph.has_incoming()) {
      placed =
          placed.with_incoming(unchecked, place_array(executor, graph.incoming_offsets(), total),
                               place_array(executor, graph.incoming_neighbours(), total));
    }
    if constexpr (!std::is_same_v<Executor, Hybrid<>>) seconds = total;
    return placed;
  }
}

}  // namespace yoke::tool
