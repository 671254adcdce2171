#pragma once

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

// Walks over the lines of a text, without their ends, Unix's or Windows's.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    auto const* const end = static_cast<char const*>(std::memchr(rest_.data(), '\n', rest_.size()));
    std::size_t const size =
        end == nullptr ? rest_.size() : static_cast<std::size_t>(end - rest_.data());
    line = rest_.substr(0, size);
    rest_.remove_prefix(end == nullptr ? size : size + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++count_;
    return true;
  }

  // What follows the lines seen, and how many were seen.
  std::string_view rest() const { return rest_; }
  std::uint64_t count() const { return count_; }

 private:
  std::string_view rest_;
  std::uint64_t count_ = 0;
};

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
std::string lower_case(std::string_view text);

}  // namespace yoke::detail::files
