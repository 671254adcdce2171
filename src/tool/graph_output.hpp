#pragma once

#include <cstdint>
#include <string>
#include <yoke/graph_io.hpp>
#include <yoke/output_files.hpp>

#include "host_graph.hpp"
#include "output.hpp"
#include "parser.hpp"

namespace yoke::tool {

// How a graph is written, but for progress.
struct GraphOutput {
  GraphFormat format = GraphFormat::automatic;
  bool header = false;
};

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

// The report's lines about these vertices, where there are any.
void add_left_out(Facts& facts, std::uint64_t vertices);

}  // namespace yoke::tool
