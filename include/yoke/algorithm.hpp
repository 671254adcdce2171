#pragma once

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

}  // namespace yoke
