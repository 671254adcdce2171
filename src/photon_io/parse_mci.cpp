#include "photon_io/parse_mci.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

#include "files/memory_limit.hpp"
#include "files/text.hpp"
#include "yoke/detail/photons/tally_shape.hpp"

namespace yoke::detail::files {
namespace {

// What a real number must be beside finite.
struct Range {
  char const* expected;
  bool (*holds)(double);
};
constexpr Range above_zero{"above 0", [](double x) { return x > 0; }};
constexpr Range from_zero{"from 0 up", [](double x) { return x >= 0; }};
constexpr Range from_one{"from 1 up", [](double x) { return x >= 1; }};
constexpr Range a_mean_cosine{"above -1 and below 1", [](double x) { return -1 < x && x < 1; }};

double parse_real(std::string_view token, std::string const& what, Range const& range) {
  auto const expected = ", where " + what + " is expected, " + range.expected;
  if (token.empty()) throw Fault{token.data(), "the line ends" + expected};
  std::string_view const digits = token.front() == '+' ? token.substr(1) : token;
  double value = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  bool const is_number = end == digits.data() + digits.size() && !token.starts_with("+-");
  if (!is_number || error == std::errc::invalid_argument || std::isnan(value)) {
    throw Fault{token.data(), quoted(token) + " is no number" + expected};
  }
  if (error == std::errc() && std::isfinite(value) && range.holds(value)) return value;
  throw Fault{token.data(), quoted(token) + " is out of range" + expected};
}

std::uint64_t parse_count(std::string_view token, std::string const& what) {
  auto const expected = ", where " + what + " is expected, a whole number from 1 up";
  if (token.empty()) throw Fault{token.data(), "the line ends" + expected};
  std::uint64_t count = 0;
  auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), count);
  bool const is_whole = error == std::errc() && end == token.data() + token.size();
  if (is_whole && count > 0) return count;
  if (error == std::errc::result_out_of_range) {
    throw Fault{token.data(), quoted(token) + " does not fit in 64 bits" + expected};
  }
  throw Fault{token.data(), quoted(token) + " stands" + expected};
}

// The lines that hold data, one after the other, and the words of the one it is at.
class DataLines {
 public:
  explicit DataLines(std::string_view text)
      : text_(text), lines_(text), words_(text.substr(0, 0)) {}

  // Goes to the next line; `what` is what it is to hold. Comments end it, but for a name's.
  void next(std::string const& what) {
    if (advance()) return;
    char const* const end = text_.data() + text_.size();
    throw Fault{end, "the file ends where " + what + " should be"};
  }
  bool advance() {
    std::string_view line;
    while (lines_.next(line)) {
      auto const first = Tokens(line).next();
      if (first.empty() || first.front() == '#') continue;
      whole_ = line;
      words_ = Tokens(line.substr(0, line.find('#')));
      return true;
    }
    return false;
  }

  std::string_view word() { return words_.next(); }
  // A word that may hold '#', at the line's beginning.
  std::string_view name() {
    Tokens words(whole_);
    auto const word = words.next();
    auto const rest =
        whole_.substr(static_cast<std::size_t>(word.data() - whole_.data()) + word.size());
    words_ = Tokens(rest.substr(0, rest.find('#')));
    return word;
  }
  void end(std::string const& after) {
    auto const more = word();
    if (more.empty()) return;
    throw Fault{more.data(), quoted(more) + " follows " + after +
                                 ", where the line should end, or a comment begin with '#'"};
  }

 private:
  std::string_view text_, whole_;
  Lines lines_;
  Tokens<> words_;
};

class MciParser {
 public:
  MciParser(std::string_view text, std::uint64_t memory_limit)
      : text_(text), lines_(text), limit_(memory_limit) {}

  std::vector<McmlRun> parse() {
    read_version();
    std::uint64_t const count = read_count("the number of runs");
    std::vector<McmlRun> runs;  // as many as are promised may be more than there are
    for (std::uint64_t i = 1; i <= count; ++i) runs.push_back(read_run(i, count));
    if (lines_.advance()) {
      auto const more = lines_.name();
      throw Fault{more.data(), quoted(more) + " follows the last of " + std::to_string(count) +
                                   " runs, where the file should end"};
    }
    return runs;
  }

 private:
  void read_version() {
    lines_.next("the version of the format, 1.0,");
    auto const version = lines_.word();
    if (version != "1.0" && version != "1") {
      throw Fault{version.data(), quoted(version) +
                                      " stands where the version of the format is "
                                      "expected, 1.0"};
    }
    lines_.end("the version");
  }

  std::uint64_t read_count(std::string const& what) {
    lines_.next(what);
    auto const count = parse_count(lines_.word(), what);
    lines_.end(what);
    return count;
  }

  double read_index(std::string const& what) {
    lines_.next(what);
    auto const index = parse_real(lines_.word(), what, from_one);
    lines_.end(what);
    return index;
  }

  McmlRun read_run(std::uint64_t number, std::uint64_t count) {
    McmlRun run;
    read_output(run, "the output of run " + std::to_string(number) + " of " +
                         std::to_string(count) + ", a name and A or B,");
    run.photons = read_count("the number of photons");
    read_grid(run.grid);
    std::uint64_t const layers = read_count("the number of layers");
    run.tissue.index_above = read_index("the refractive index above the layers");
    for (std::uint64_t i = 1; i <= layers; ++i) {
      run.tissue.layers.push_back(read_layer(i, layers));
    }
    run.tissue.index_below = read_index("the refractive index below the layers");
    check_limits(run);
    return run;
  }

  void read_output(McmlRun& run, std::string const& what) {
    lines_.next(what);
    auto const name = lines_.name(), format = lines_.word();
    bool const is_ascii = format == "A" || format == "a";
    run.asks_binary = format == "B" || format == "b";
    if (!is_ascii && !run.asks_binary) {
      throw Fault{format.data(), (format.empty() ? "the line ends" : quoted(format) + " stands") +
                                     " where A (ASCII) or B is expected, the format of " +
                                     quoted(name)};
    }
    lines_.end("the format");
    // Messages and reports show it: a terminal would obey such a character.
    auto const is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    if (std::ranges::any_of(name, is_control)) {
      throw Fault{name.data(),
                  quoted(name) + " holds a control character, where a name is expected"};
    }
    run.output = name;
    auto const [first, is_new] = places_.try_emplace(run.output, name.data());
    if (is_new) return;
    throw Fault{name.data(), quoted(name) + " is the output of the run on line " +
                                 std::to_string(line_of(text_, first->second)) +
                                 ", where another name is expected"};
  }

  void read_grid(PhotonGrid& grid) {
    lines_.next("dz and dr");
    grid.dz = parse_real(lines_.word(), "dz", above_zero);
    grid.dr = parse_real(lines_.word(), "dr", above_zero);
    lines_.end("dr");
    lines_.next("nz, nr and na");
    auto const nz = lines_.word();
    grid.nz = parse_count(nz, "nz");
    grid.nr = parse_count(lines_.word(), "nr");
    grid.na = parse_count(lines_.word(), "na");
    lines_.end("na");
    check_memory(grid, nz.data());
  }

  // What MCML would take, and the library does not, is seen before the runs, not after some.
  void check_limits(McmlRun const& run) const {
    try {
      static_cast<void>(photons::TallyShape(run.tissue, run.grid));
    } catch (std::invalid_argument const& error) {
      std::string_view const name = run.output, reason = error.what();
      throw Fault{places_.at(run.output), quoted(name) + " cannot be simulated: " +
                                              std::string(reason.substr(reason.find(": ") + 2))};
    }
  }

  // A cell is a number of 64 bits while photons are counted and another one when they are; as
  // doubles, so that no product wraps.
  void check_memory(PhotonGrid const& grid, char const* at) const {
    auto const nz = static_cast<double>(grid.nz), nr = static_cast<double>(grid.nr),
               na = static_cast<double>(grid.na);
    double const cells = nr * (nz + 2 * na) + nz + 2 * nr + 2 * na;
    if (2 * sizeof(double) * cells <= static_cast<double>(limit_)) return;
    throw Fault{at, "a grid of " + std::to_string(grid.nz) + " depths, " + std::to_string(grid.nr) +
                        " radii and " + std::to_string(grid.na) + " angles" + more_than(limit_)};
  }

  TissueLayer read_layer(std::uint64_t number, std::uint64_t count) {
    auto const of_layer = " of layer " + std::to_string(number);
    lines_.next("layer " + std::to_string(number) + " of " + std::to_string(count) +
                ", n mua mus g d,");
    TissueLayer layer{};
    layer.refractive_index = parse_real(lines_.word(), "n" + of_layer, from_one);
    layer.absorption = parse_real(lines_.word(), "mua" + of_layer, from_zero);
    layer.scattering = parse_real(lines_.word(), "mus" + of_layer, from_zero);
    layer.anisotropy = parse_real(lines_.word(), "g" + of_layer, a_mean_cosine);
    layer.thickness = parse_real(lines_.word(), "d" + of_layer, above_zero);
    lines_.end("d" + of_layer);
    return layer;
  }

  std::string_view text_;
  DataLines lines_;
  std::uint64_t limit_;
  std::map<std::string, char const*> places_;  // of the outputs' names
};

}  // namespace

std::vector<McmlRun> parse_mci(std::string_view text, std::uint64_t memory_limit) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return MciParser(text, memory_limit).parse();
}

}  // namespace yoke::detail::files
