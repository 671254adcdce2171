#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <yoke/graph_io.hpp>
#include <yoke/output_files.hpp>
#include <yoke/weighted_graph.hpp>

#include "host_graph.hpp"
#include "output.hpp"
#include "parser.hpp"

namespace yoke::tool {

// The type of weights, by the words that types of keys have.
enum class WeightType { none, i32, i64, f32, f64 };

std::string_view to_string(WeightType type);

// Calls function(Weight()), which returns a Result, for a type that is not none.
template <class Result, class Function>
Result with_weight_type(WeightType type, Function const& function) {
  switch (type) {
    case WeightType::i32:
      return function(std::int32_t());
    case WeightType::i64:
      return function(std::int64_t());
    case WeightType::f32:
      return function(float());
    default:
      return function(double());
  }
}

// --weights.
Option add_weight_type(Parser parser, WeightType& type, std::string const& description);

template <class Word, class Weight>
using WeightedHostGraph = WeightedGraph<Word, Word, Weight, Kokkos::HostSpace>;

// How a graph is written, but for progress.
struct GraphOutput {
  GraphFormat format = GraphFormat::automatic;
  bool header = false;
  WeightType weights = WeightType::none;
};

// The format of a file of this name. Throws std::invalid_argument where no such file can be.
GraphFormat written_format(std::string const& name, GraphOutput const& output);

// --header, for commands that write a graph to the file of this name, which help calls `what`.
void add_graph_header(Parser parser, GraphOutput& output, std::string const& name,
                      std::string const& what);

// With progress. Returns how many vertices the file does not tell of: those of an edge list without
// a header that come after all that have an edge.
template <class Word>
std::uint64_t save_graph(OutputFile& file, HostGraph<Word> const& graph,
                         GraphOutput const& output = {});
extern template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint32_t> const&,
                                         GraphOutput const&);
extern template std::uint64_t save_graph(OutputFile&, HostGraph<std::uint64_t> const&,
                                         GraphOutput const&);

// The same with the graph's weights, which are of the output's type.
template <class Word, class Weight>
std::uint64_t save_graph(OutputFile& file, WeightedHostGraph<Word, Weight> const& graph,
                         GraphOutput const& output);

// The report's lines about these vertices, where there are any.
void add_left_out(Facts& facts, std::uint64_t vertices);

}  // namespace yoke::tool
