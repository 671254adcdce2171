#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "files/text.hpp"
#include "yoke/mcml_io.hpp"

// What the readers of MCML's formats share: lines, numbers, and what is checked of every run.
namespace yoke::detail::files {

// What a real number must be beside finite.
struct Range {
  char const* expected;
  bool (*holds)(double);
};
inline constexpr Range above_zero{"above 0", [](double x) { return x > 0; }};
inline constexpr Range from_zero{"from 0 up", [](double x) { return x >= 0; }};
inline constexpr Range a_mean_cosine{"above -1 and up to 1",
                                     [](double x) { return -1 < x && x <= 1; }};

// Throw Fault where a word is no such number; `what` names it.
double parse_real(std::string_view token, std::string const& what, Range const& range);
std::uint64_t parse_count(std::string_view token, std::string const& what);

// The lines that hold data, one after the other, and the words of the one it is at.
class DataLines {
 public:
  explicit DataLines(std::string_view text)
      : text_(text), lines_(text), words_(text.substr(0, 0)) {}

  // Goes to the next line; `what` is what it is to hold. Comments end it, but for a name's.
  void next(std::string const& what);
  bool advance();

  std::string_view word() { return words_.next(); }
  // A word that may hold '#', at the line's beginning.
  std::string_view name();
  void end(std::string const& after);

  std::string_view text() const { return text_; }

 private:
  std::string_view text_, whole_;
  Lines lines_;
  Tokens<> words_;
};

// A run that is being read: where its name stands, and what is checked as its parts come.
class MciRunReader {
 public:
  MciRunReader(DataLines& lines, std::uint64_t memory_limit)
      : lines_(lines), limit_(memory_limit) {}

  // The line of the output's name and format.
  void read_output(McmlRun& run, std::string const& what) {
    lines_.next(what);
    read_output(run);
  }
  void read_output(McmlRun& run);  // which it is at already
  // The memory that the grid takes, and then all that the library asks of it; what is wrong is said
  // of the lines of the widths or of the counts.
  void check_grid(PhotonGrid const& grid, std::string_view widths, std::string_view counts) const;
  void check_index(char const* name, double index, std::string_view at) const;
  void check_layer(TissueLayer const& layer, std::size_t number, std::string_view at) const;
  void check_layers(std::size_t count) const;

 private:
  // What the library refuses is said of the line where it stands.
  template <class Check>
  void refuse_at(std::string_view at, Check const& check) const {
    try {
      check();
    } catch (std::invalid_argument const& error) {
      std::string_view const reason = error.what();
      throw Fault{at.data(), quoted(output_) + " cannot be simulated: " +
                                 std::string(reason.substr(reason.find(": ") + 2))};
    }
  }

  DataLines& lines_;
  std::uint64_t limit_;
  std::string_view output_;                    // of the run, in the text
  std::map<std::string, char const*> places_;  // of all outputs' names
};

}  // namespace yoke::detail::files
