#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace yoke {

/// A count of things as every message shows it: "1 line", "2 lines". `one` is the noun of one of
/// them, whose plural has an s more.
inline std::string show_count(std::uint64_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}
/// The same of a noun with another plural: show_count(n, "vertex", "vertices").
inline std::string show_count(std::uint64_t count, std::string_view one, std::string_view several) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : several);
}

}  // namespace yoke
