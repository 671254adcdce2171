#pragma once

#include <cstdint>

namespace yoke {

/// How the last node of a list is marked in the successor array.
class Tail {
 public:
  /// successor(tail) == tail.
  static constexpr Tail self_loop() { return Tail(true, 0); }
  /// successor(tail) == -1; for an unsigned type, its largest value.
  static constexpr Tail minus_one() { return Tail(false, ~std::uint64_t(0)); }
  /// successor(tail) == value. If value is a node, that node can be the successor of no other node.
  static constexpr Tail value(std::uint64_t value) { return Tail(false, value); }

  /// Whether the tail is its own successor.
  constexpr bool is_self_loop() const { return self_loop_; }
  /// The tail's successor otherwise; 0 for a self-loop.
  constexpr std::uint64_t end_value() const { return end_value_; }

 private:
  constexpr Tail(bool self_loop, std::uint64_t end_value)
      : self_loop_(self_loop), end_value_(end_value) {}
  bool self_loop_;
  std::uint64_t end_value_;
};

}  // namespace yoke
