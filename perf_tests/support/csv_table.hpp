#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/machine.hpp"

namespace yoke_perf {

// A figure of a source that may not be there.
using Figure = std::optional<double>;

// A CSV file that grows row by row, so that what was measured survives a run that is cut short. It
// begins with what the figures depend on, in lines that start with '#'.
class CsvTable {
 public:
  CsvTable(std::filesystem::path const& path, std::string const& columns,
           std::vector<std::string> const& more_facts = {})
      : path_(path), file_(path) {
    for (auto const& [fact, value] : describe_environment()) {
      file_ << "# " << fact << ": " << value << '\n';
    }
    for (auto const& fact : more_facts) file_ << "# " << fact << '\n';
    file_ << columns << std::endl;
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
