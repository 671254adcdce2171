#pragma once

#include <cstddef>
#include <string_view>

namespace yoke {

/// How the two sides of a Hybrid share an algorithm: one side alone, a part for each side, one side
/// that feeds the other, or batches for both until none is left.
enum class Strategy { alone, cut, feed, queue };

/// A row of a capability's table of algorithms. A table has the order of the enumeration, with
/// `automatic` first. The names are those of the command-line tool.
template <class Enum>
struct AlgorithmEntry {
  Enum algorithm;         ///< the value in options and reports
  std::string_view name;  ///< the name in the command-line tool
  Strategy strategy;      ///< how the two sides of a Hybrid share it
};

namespace detail {

// A choice in the table of an enumeration: its entry, or its name alone. A value that was cast from
// a number may have none.
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
