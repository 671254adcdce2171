#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <yoke/generate.hpp>
#include <yoke/list_ranking_options.hpp>

#include "number_file.hpp"
#include "output.hpp"
#include "spaces.hpp"

// `yoke rank` in three files: its command line, the ranking, the report.
namespace yoke::tool {

struct RankArguments {
  std::string input, output;
  std::optional<std::uint64_t> random;
  ListShape shape;
  std::optional<Format> type, output_type;
  Space space = has_device ? Space::device : Space::host;
  ListRankOptions options;
  int repeat = 1;
  bool verify = false, phases = false, json = false;
  std::string timeline;
};

struct RankOutcome {
  std::uint64_t nodes = 0;
  std::uint64_t lists = 0;
  ListRankAlgorithm algorithm = ListRankAlgorithm::automatic;
  std::size_t workspace_bytes = 0;
  std::vector<double> seconds;             // of each run
  std::optional<double> upload, download;  // once, where the list had to be brought to a device
  ListRankReport report;                   // of the last run, where asked for
  std::optional<std::string> fault;        // what --verify found

  double best() const { return *std::ranges::min_element(seconds); }
};

// Reads or generates the list, ranks it as often as asked, verifies and writes.
RankOutcome rank_lists(RankArguments const& arguments);

Json to_json(RankOutcome const& outcome, RankArguments const& arguments);
Facts to_facts(RankOutcome const& outcome, RankArguments const& arguments);

}  // namespace yoke::tool
