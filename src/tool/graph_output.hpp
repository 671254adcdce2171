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

// --header: for commands that write a graph file called `what`.
void add_graph_header(Parser parser, bool& header, std::string const& what);
// Throws UsageError where a header is asked for and the file of this name would have none.
void check_header(std::string const& name, GraphOutput const& output);

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
void report_left_out(std::uint64_t vertices, Facts& facts);
void report_left_out(std::uint64_t vertices, Json& json);

}  // namespace yoke::tool
