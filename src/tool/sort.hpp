#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/sort_options.hpp>

#include "arguments.hpp"
#include "key_file.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "run.hpp"
#include "tuned_capability.hpp"

// `yoke sort` in three files: its command line, the sorting, the report.
namespace yoke::tool {

struct SortArguments : RunArguments {
  std::string input, output, permutation;
  std::optional<KeyType> type;
  std::optional<Format> permutation_type;
  bool reverse = false;
  SortOptions options;
};

struct SortOutcome : RunOutcome<SortAlgorithm, SortReport> {
  KeyType type = KeyType::u32;
  std::uint64_t keys = 0;
};

// Reads the keys, sorts them, or finds their order, as often as asked, verifies and writes.
SortOutcome sort_file(SortArguments const& arguments, Outputs& outputs);

Facts facts_of(SortOutcome const& outcome, SortArguments const& arguments);

// For `yoke tune`.
std::vector<TunedCapability> tuned_sorts();

}  // namespace yoke::tool
