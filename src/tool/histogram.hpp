#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/histogram_options.hpp>

#include "arguments.hpp"
#include "key_file.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "run.hpp"
#include "tuned_capability.hpp"

// `yoke histogram` in three files: its command line, the counting, the report.
namespace yoke::tool {

struct HistogramArguments : RunArguments {
  std::string input, output, bounds;
  std::optional<KeyType> type;
  std::optional<Format> output_type;
  std::uint64_t bins = 0;
  std::string lower, upper;  // by default the least value, and the first above the greatest
  HistogramOptions options;
};

struct HistogramOutcome : RunOutcome<HistogramAlgorithm, HistogramReport> {
  KeyType type = KeyType::u32;
  std::uint64_t values = 0, bins = 0, counted = 0;
  std::uint64_t fullest = 0, most = 0;  // a bin, and how many values are in it
};

// Reads the values and counts them as often as asked, verifies and writes.
HistogramOutcome count_file(HistogramArguments const& arguments, Outputs& outputs);

Facts facts_of(HistogramOutcome const& outcome, HistogramArguments const& arguments);

// For `yoke tune`.
std::vector<TunedCapability> tuned_histograms();

}  // namespace yoke::tool
