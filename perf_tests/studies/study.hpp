#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "support/csv_table.hpp"

namespace yoke_perf {

// What the command line asks of a study.
struct StudySettings {
  std::filesystem::path folder = ".";
  // Sizes of the source outside of these are left out.
  std::uint64_t min_nodes = 1;
  std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();
  int runs = 5;
  std::uint64_t seed = 1;
  // Graphs of the user's own, for the studies that take any.
  std::vector<std::string> files;
  // Names of graphs, for the studies that know many; none: all.
  std::vector<std::string> graphs;
  // A series of many calls of one kind ends after so many seconds.
  double seconds = 1;
  // Names of a capability's table, for the studies that compare algorithms; none: all that there
  // are for both sides.
  std::vector<std::string> algorithms;
  // Which characters a string's key has beside it, for the study of that; none: all choices.
  std::vector<std::string> windows;
  // A series ends with the size that took so many seconds.
  double longest = std::numeric_limits<double>::infinity();

  bool includes(std::uint64_t nodes) const { return nodes >= min_nodes && nodes <= max_nodes; }
  bool includes_graph(std::string const& name) const {
    return graphs.empty() || std::find(graphs.begin(), graphs.end(), name) != graphs.end();
  }

  // Those of the source's sizes that are wanted; where all are larger, the largest that may be.
  std::vector<std::uint64_t> sizes(std::vector<std::uint64_t> const& source) const {
    std::vector<std::uint64_t> wanted;
    for (auto const size : source) {
      if (includes(size)) wanted.push_back(size);
    }
    if (wanted.empty() && *std::min_element(source.begin(), source.end()) > max_nodes) {
      wanted.push_back(max_nodes);
    }
    return wanted;
  }
};

// A table or figure of a source, measured again.
struct Study {
  std::string name;  // also of its file, NAME.csv
  std::string what;
  std::function<void(StudySettings const&)> run;
};

std::vector<Study> rehman_studies();
Study rehman_sublists_study();
std::vector<Study> dehne_studies();
std::vector<Study> duan_studies();
std::vector<Study> banerjee_studies();
std::vector<Study> traits_studies();

// A study's CSV file.
class Table : public CsvTable {
 public:
  Table(StudySettings const& settings, std::string const& name, std::string const& columns)
      : CsvTable(settings.folder / (name + ".csv"), columns,
                 {"seed: " + std::to_string(settings.seed) +
                  ", runs: " + std::to_string(settings.runs) + " (the median counts)"}) {}
};

}  // namespace yoke_perf
