#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/machine.hpp"

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
std::vector<Study> dehne_studies();
std::vector<Study> duan_studies();
std::vector<Study> banerjee_studies();
std::vector<Study> traits_studies();

// A figure of a source that may not be there.
using Figure = std::optional<double>;

// A CSV file that grows row by row, so that what was measured survives a run that is cut short. It
// begins with what the figures depend on, in lines that start with '#'.
class Table {
 public:
  Table(StudySettings const& settings, std::string const& name, std::string const& columns)
      : path_(settings.folder / (name + ".csv")), file_(path_) {
    for (auto const& [fact, value] : describe_environment()) {
      file_ << "# " << fact << ": " << value << '\n';
    }
    file_ << "# seed: " << settings.seed << ", runs: " << settings.runs << " (the median counts)\n"
          << columns << std::endl;
    check();
  }

  template <class... Values>
  void row(Values const&... values) {
    std::string line;
    // One by one: g++ 12 warns of what its std::string does where they are joined first.
    ((line += line.empty() ? "" : ",", line += cell(values)), ...);
    file_ << line << std::endl;
    check();
  }

 private:
  // Quoted where it has a comma, as names of machines do.
  static std::string cell(std::string const& text) {
    return text.find(',') == std::string::npos ? text : '"' + text + '"';
  }
  static std::string cell(char const* text) { return cell(std::string(text)); }
  static std::string cell(Figure const& figure) { return figure ? cell(*figure) : ""; }
  static std::string cell(double value) {
    std::ostringstream text;
    text.precision(6);
    text << value;
    return text.str();
  }
  template <class Integer>
  requires std::is_integral_v<Integer>
  static std::string cell(Integer value) { return std::to_string(value); }

  void check() const {
    if (!file_) throw std::runtime_error("cannot write " + path_.string());
  }

  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace yoke_perf
