#pragma once

#include <cstddef>
#include <string_view>

namespace yoke {

/// How the two sides of a Hybrid go about an algorithm: one of them alone; each with a part of the
/// work; one feeding the other; both taking batches until none is left.
enum class Strategy { alone, cut, feed, queue };

/// A line of a capability's table of algorithms. The tables stand in the order of the enumeration,
/// `automatic` first; the names are those that the command-line tool takes.
template <class Enum>
struct AlgorithmEntry {
  Enum algorithm;         ///< what options and reports call it
  std::string_view name;  ///< what the command-line tool calls it
  Strategy strategy;      ///< what the two sides of a Hybrid do
};

namespace detail {

// Of a choice in the table of an enumeration, by entry or by name alone. What a cast made of a
// number has none.
template <class Table, class Enum>
constexpr std::string_view name_of(Table const& table, Enum choice) {
  auto const i = static_cast<std::size_t>(choice);
  if (i >= table.size()) return "unknown";
  if constexpr (requires { table[i].name; }) {
    return table[i].name;
  } else {
    return table[i];
  }
}

}  // namespace detail
}  // namespace yoke
