#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace yoke {

// A structure that is not what the call requires: a list with a cycle, a successor out of range.
// index() is an element at which the fault can be seen. Broken preconditions that cost O(1) to see
// (sizes that differ, a rank type that is too small) throw plain std::invalid_argument instead.
class InvalidInput : public std::invalid_argument {
 public:
  InvalidInput(std::string const& what, std::uint64_t index)
      : std::invalid_argument(what), index_(index) {}

  std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};

}  // namespace yoke
