#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/all_pairs_distances_options.hpp>

#include "json.hpp"
#include "key_file.hpp"
#include "matrix_file.hpp"
#include "output.hpp"
#include "run.hpp"
#include "weighted_source.hpp"

// `yoke distances` in two files: its command line with the report, and the finding of distances.
namespace yoke::tool {

enum class MatrixFormat { text, npy };

struct DistancesArguments : WeightedArguments {
  bool matrix = false;             // INPUT is one, whatever its name
  KeyType weights = KeyType::f64;  // of a graph: i16, i32, f32 or f64
  std::string next;                // where it goes
  std::optional<MatrixFormat> output_type;
  AllPairsOptions options;

  bool reads_matrix() const { return matrix || is_matrix_name(graph.input); }
  // Are the weights still needed when distances are found in their place?
  bool keeps_weights() const { return verify || energy || repeat > 1; }
};
struct DistancesOutcome : RunOutcome<AllPairsAlgorithm, AllPairsReport> {
  KeyType type = KeyType::f64;
  std::uint64_t vertices = 0, pairs = 0;
  std::optional<std::uint64_t> arcs;  // of a graph
  Json farthest;                      // the largest distance of a pair with a path
  std::string farthest_text;
};

// What an output is written as. Throws UsageError where its name stands for neither.
MatrixFormat matrix_format(std::string const& name, DistancesArguments const& arguments);

Facts facts_of(DistancesOutcome const& outcome, DistancesArguments const& arguments);

// Reads the weights, finds distances as often as asked, verifies and writes.
DistancesOutcome find_all_distances(DistancesArguments const& arguments, Outputs& outputs);

}  // namespace yoke::tool
