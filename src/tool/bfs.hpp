#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <yoke/bfs_options.hpp>

#include "arguments.hpp"
#include "graph_source.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "run.hpp"
#include "tuned_capability.hpp"

// `yoke bfs` in three files: its command line, the searches, the report.
namespace yoke::tool {

struct BfsArguments : RunArguments {
  GraphArguments graph;
  std::vector<std::uint64_t> from;  // one search from all of these
  std::uint64_t sources = 1;        // else so many searches, each from a random vertex
  std::uint64_t source_seed = 1;
  std::string output, parents;
  std::optional<Format> output_type;
  BfsOptions options;
};

// A search from one vertex, or from those that were asked for.
struct Search {
  std::vector<std::uint64_t> from;
  std::uint64_t reached = 0;
  std::uint64_t depth = 0;  // the largest level
  // As Graph500 counts them: the edges whose ends were reached.
  std::uint64_t edges = 0;
  RunTimes times = {};

  double teps() const { return static_cast<double>(edges) / times.best(); }
};

// The times are those of all runs.
struct BfsOutcome : RunOutcome<BfsAlgorithm, BfsReport> {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::vector<Search> searches;

  double mean_teps() const;     // harmonic, over the searches
  double mean_seconds() const;  // of the searches' best
};

// Reads or generates the graph, searches it, verifies and writes.
BfsOutcome search_graph(BfsArguments const& arguments, Outputs& outputs);

Facts facts_of(BfsOutcome const& outcome, BfsArguments const& arguments);

// For `yoke tune`.
std::vector<TunedCapability> tuned_searches();

}  // namespace yoke::tool
