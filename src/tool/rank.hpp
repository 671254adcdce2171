#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <yoke/generate.hpp>
#include <yoke/list_ranking_options.hpp>

#include "arguments.hpp"
#include "number_file.hpp"
#include "output.hpp"
#include "run.hpp"
#include "tuned_capability.hpp"

// `yoke rank` in three files: its command line, the ranking, the report.
namespace yoke::tool {

struct RankArguments : RunArguments {
  std::string input, output;
  std::optional<std::uint64_t> random;
  ListShape shape;
  std::optional<Format> type, output_type;
  ListRankOptions options;
};

struct RankOutcome : RunOutcome<ListRankAlgorithm, ListRankReport> {
  std::uint64_t nodes = 0;
  std::uint64_t lists = 0;
};

// Reads or generates the list, ranks it as often as asked, verifies and writes.
RankOutcome rank_lists(RankArguments const& arguments, Outputs& outputs);

Facts facts_of(RankOutcome const& outcome, RankArguments const& arguments);

// For `yoke tune`.
std::vector<TunedCapability> tuned_lists();

}  // namespace yoke::tool
