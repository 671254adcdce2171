#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace yoke {

/// A count of things as every message shows it: "1 line", "2 lines". `one` is the noun of one of
/// them, whose plural has an s more.
template <std::integral Count>
std::string show_count(Count count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}
/// The same of a noun with another plural: show_count(n, "vertex", "vertices").
template <std::integral Count>
std::string show_count(Count count, std::string_view one, std::string_view several) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : several);
}

/// The same as a clause: "there is 1 line", "there are 2 lines".
template <std::integral Count, class... Nouns>
std::string there_are(Count count, Nouns const&... nouns) {
  return (count == 1 ? "there is " : "there are ") + show_count(count, nouns...);
}

}  // namespace yoke
