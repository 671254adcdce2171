#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "yoke/messages.hpp"

namespace yoke::detail::files {

std::string quoted(std::string_view token) { return in_quotes(token); }

std::uint64_t parse_number(std::string_view token, char const* what) {
  std::uint64_t number = 0;
  auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error == std::errc() && end == token.data() + token.size()) return number;
  if (token.empty()) {
    bool const has_article = std::string_view(what).starts_with("the ");
    throw Fault{token.data(), std::string("the line ends where ") + (has_article ? "" : "a ") +
                                  what + " should be"};
  }
  if (error == std::errc::result_out_of_range) {
    throw Fault{token.data(), std::string(what) + " " + quoted(token) + " does not fit in 64 bits"};
  }
  throw Fault{token.data(), std::string(what) + " " + quoted(token) + " is not a number from 0 up"};
}

std::uint64_t parse_one_based(std::string_view token, char const* what, std::uint64_t count) {
  std::uint64_t const number = parse_number(token, what);
  if (number - 1 < count) return number - 1;
  throw Fault{token.data(), std::string(what) + " " + std::to_string(number) +
                                " is not from 1 to " + std::to_string(count)};
}

void skip_weight(std::string_view token) {
  if (token.empty()) throw Fault{token.data(), "the line ends where a weight should be"};
  // Digits, signs, points, exponents of C and Fortran, inf and nan; a word must be one of those.
  constexpr std::string_view allowed = "0123456789+-.eEdDiInNfFaAtTyY";
  if (token.find_first_not_of(allowed) != token.npos) {
    throw Fault{token.data(), "weight " + quoted(token) + " is not a number"};
  }
}

std::string_view after_lines(std::string_view text, std::uint64_t lines) {
  Lines walk(text);
  std::string_view line;
  while (walk.count() < lines && walk.next(line)) {
  }
  return walk.rest();
}

std::uint64_t count_line_ends(std::string_view text) {
  auto count = static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  for (auto at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1)) {
    if (text.substr(at + 1, 1) != "\n") ++count;
  }
  return count;
}

std::uint64_t line_of(std::string_view text, char const* at) {
  std::string_view before = text.substr(0, static_cast<std::size_t>(at - text.data()));
  if (before.size() == text.size()) {
    if (before.ends_with('\n')) before.remove_suffix(1);
    if (before.ends_with('\r')) before.remove_suffix(1);
  }
  return count_line_ends(before) + 1;
}

bool is_blank(std::string_view line) { return Tokens(line).next().empty(); }

bool is_real(std::string_view token) {
  double number;
  auto const [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  return error == std::errc() && end == token.data() + token.size();
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](char c) { return 'A' <= c && c <= 'Z' ? char(c - 'A' + 'a') : c; });
  return lower;
}

}  // namespace yoke::detail::files
