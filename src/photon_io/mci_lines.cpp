#include "photon_io/mci_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include "files/memory_limit.hpp"
#include "yoke/counted.hpp"
#include "yoke/messages.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::files {
namespace {

// What looks like a blank, or like nothing, and parts no words: of UTF-8, and of Latin-1.
struct Unseen {
  std::string_view bytes;
  char const* name;
};
constexpr std::array unseen{
    Unseen{"\xc2\xa0", "a no-break space"}, Unseen{"\xe2\x80\xaf", "a narrow no-break space"},
    Unseen{"\xef\xbb\xbf", "a byte order mark"}, Unseen{"\xa0", "a no-break space of Latin-1"}};

// Characters, counted from 1, of which UTF-8 has several bytes.
std::size_t column_of(std::string_view line, std::size_t at) {
  auto const begins = [](unsigned char byte) { return (byte & 0xc0u) != 0x80u; };
  return 1 + static_cast<std::size_t>(std::ranges::count_if(line.substr(0, at), begins));
}

void check_is_seen(std::string_view line) {
  for (auto const& [bytes, name] : unseen) {
    auto const at = line.find(bytes);
    // Behind another byte of that kind, Latin-1's is a part of a letter.
    bool const is_part =
        bytes.size() == 1 && at != line.npos && at > 0 && (line[at - 1] & 0x80) != 0;
    if (at == line.npos || is_part) continue;
    throw Fault{line.data() + at, std::string(name) + " stands in column " +
                                      std::to_string(column_of(line, at)) +
                                      ", where only blanks and tabs part words"};
  }
}

}  // namespace

double parse_real(std::string_view token, std::string const& what, Range const& range) {
  auto const expected = ", where " + what + " is expected, " + range.expected;
  if (token.empty()) throw Fault{token.data(), "the line ends" + expected.substr(1)};
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

std::uint64_t parse_count(std::string_view token, std::string const& what, std::uint64_t most) {
  bool const is_any = most == std::numeric_limits<std::uint64_t>::max();
  auto const expected = ", where " + what + " is expected, a whole number " +
                        (is_any ? "from 1 up" : show_range(1, most));
  if (token.empty()) throw Fault{token.data(), "the line ends" + expected.substr(1)};
  std::uint64_t count = 0;
  auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), count);
  bool const is_whole = error != std::errc::invalid_argument && end == token.data() + token.size();
  bool const is_too_much = is_whole && (error != std::errc() || count > most);
  if (is_whole && !is_too_much && count > 0) return count;
  if (!is_too_much) throw Fault{token.data(), quoted(token) + " stands" + expected.substr(1)};
  auto const why = is_any ? " does not fit in 64 bits" : " is out of range";
  throw Fault{token.data(), quoted(token) + why + expected};
}

void DataLines::next(std::string const& what) {
  if (advance()) return;
  char const* const end = text_.data() + text_.size();
  throw Fault{end, "the file ends where " + what + " should be"};
}

bool DataLines::advance() {
  std::string_view line;
  while (lines_.next(line)) {
    auto const first = Tokens(line).next();
    if (first.empty() || first.front() == '#') continue;
    whole_ = line;
    auto const data = line.substr(0, line.find('#'));
    check_is_seen(data);
    words_ = Tokens(data);
    return true;
  }
  return false;
}

std::string_view DataLines::name() {
  Tokens words(whole_);
  auto const word = words.next();
  auto const rest =
      whole_.substr(static_cast<std::size_t>(word.data() - whole_.data()) + word.size());
  words_ = Tokens(rest.substr(0, rest.find('#')));
  return word;
}

void DataLines::end(std::string const& after) {
  auto const more = word();
  if (more.empty()) return;
  throw Fault{more.data(), quoted(more) + " follows " + after +
                               ", where the line should end, or a comment begin with '#'"};
}

void MciRunReader::read_output(McmlRun& run) {
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
    throw Fault{name.data(), quoted(name) + " holds a control character, where a name is expected"};
  }
  run.output = name;
  run.line = lines_.number();
  auto const [first, is_new] = places_.try_emplace(run.output, run.line);
  if (is_new) return;
  throw Fault{name.data(), quoted(name) + " is the output of the run on line " +
                               std::to_string(first->second) + ", where another name is expected"};
}

TissueLayer MciRunReader::read_medium(LayerNames const& names) {
  TissueLayer layer{};
  layer.refractive_index = parse_real(lines_.word(), names.n, photons::an_index);
  layer.absorption = parse_real(lines_.word(), names.mua, photons::a_coefficient);
  layer.scattering = parse_real(lines_.word(), names.mus, photons::a_coefficient);
  layer.anisotropy = parse_real(lines_.word(), names.g, photons::a_mean_cosine);
  return layer;
}
void MciRunReader::read_width(double& width, char const* name) {
  width = parse_real(lines_.word(), name, photons::a_cell_width);
}
void MciRunReader::read_parts(std::size_t& count, char const* name) {
  count = parse_count(lines_.word(), name, photons::most_parts);
}

// A cell is a number of 64 bits while photons are counted and another one when they are; as
// doubles, so that no product wraps.
void MciRunReader::check_grid(PhotonGrid const& grid, std::string_view counts) const {
  auto const nz = static_cast<double>(grid.nz), nr = static_cast<double>(grid.nr),
             na = static_cast<double>(grid.na);
  double const cells = nr * (nz + 2 * na) + nz + 2 * nr + 2 * na;
  if (2 * sizeof(double) * cells > static_cast<double>(limit_)) {
    throw Fault{counts.data(), "a grid of " + show_count(grid.nz, "depth") + ", " +
                                   show_count(grid.nr, "radius", "radii") + " and " +
                                   show_count(grid.na, "angle") + more_than(limit_)};
  }
  if (auto const why = photons::fault_of_cells(grid, ""); !why.empty()) {
    throw Fault{counts.data(), why};
  }
}

}  // namespace yoke::detail::files
