#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace yoke::detail::files {

// What is wrong with a file and where in its bytes. The line is counted only once a fault is known.
struct Fault {
  char const* at;
  std::string reason;
};

// Walks over the lines of a text, without their ends: Unix's, Windows's, or old Macs' (a carriage
// return alone).
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text), line_feed_(text.data()) { find_line_feed(); }

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    char const* const begin = rest_.data();
    if (line_feed_ < begin) find_line_feed();
    auto size = static_cast<std::size_t>(line_feed_ - begin);
    std::size_t with_end = std::min(size + 1, rest_.size());
    if (auto const* const at = std::memchr(begin, '\r', size)) {
      size = static_cast<std::size_t>(static_cast<char const*>(at) - begin);
      bool const is_windows = size + 2 == with_end && begin[size + 1] == '\n';
      if (!is_windows) with_end = size + 1;
    }
    line = rest_.substr(0, size);
    rest_.remove_prefix(with_end);
    ++count_;
    return true;
  }

  // What follows the lines seen, and how many were seen.
  std::string_view rest() const { return rest_; }
  std::uint64_t count() const { return count_; }

 private:
  // The next line feed is kept: where lines end otherwise, it is far away.
  void find_line_feed() {
    char const* const begin = rest_.data();
    auto const* const at = rest_.empty() ? nullptr : std::memchr(begin, '\n', rest_.size());
    line_feed_ = at == nullptr ? begin + rest_.size() : static_cast<char const*>(at);
  }

  std::string_view rest_;
  char const* line_feed_;
  std::uint64_t count_ = 0;
};

// What follows the first so many lines.
std::string_view after_lines(std::string_view text, std::uint64_t lines);

// How many lines end in a text.
std::uint64_t count_line_ends(std::string_view text);
// The line, from 1, that a place in a text is on. What is missing at the end is missing on the last
// one.
std::uint64_t line_of(std::string_view text, char const* at);

// Walks over what separators part in a line. Spaces and tabs always do.
enum class Separators { blanks, blanks_and_punctuation };

template <Separators separators = Separators::blanks>
class Tokens {
 public:
  explicit Tokens(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  // Empty at the end of the line, where it says where that is.
  std::string_view next() {
    while (at_ != end_ && is_separator(*at_)) ++at_;
    char const* const begin = at_;
    while (at_ != end_ && !is_separator(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

 private:
  static bool is_separator(char c) {
    if (c == ' ' || c == '\t') return true;
    return separators == Separators::blanks_and_punctuation && (c == ',' || c == ';');
  }

  char const* at_;
  char const* end_;
};

// A token as a message shows it: shortened, without bytes that a terminal would obey.
std::string quoted(std::string_view token);

// Throw Fault: there is no token, or it is no number from 0 to 2^64 - 1. `what` names it.
std::uint64_t parse_number(std::string_view token, char const* what);
// A number from 1 to `count`, less 1.
std::uint64_t parse_one_based(std::string_view token, char const* what, std::uint64_t count);
// Throws Fault where a weight is not there or cannot be a number. Its value is not wanted.
void skip_weight(std::string_view token);

bool is_blank(std::string_view line);
// A number, with a sign, a fraction or an exponent or without.
bool is_real(std::string_view token);
std::string lower_case(std::string_view text);

}  // namespace yoke::detail::files
