#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"

namespace yoke::detail::graphs {

// Array elements of so many bytes that can be addressed, with room for one more (the offsets of so
// many rows). Beyond that sizes in bytes wrap.
constexpr std::uint64_t most_elements(std::size_t element_bytes) {
  return std::numeric_limits<std::ptrdiff_t>::max() / element_bytes - 1;
}

// Throws where there are more: to be asked before a size that a caller or a file chose is
// multiplied.
inline void check_array_size(std::string const& array, std::uint64_t count,
                             std::size_t element_bytes) {
  if (count <= most_elements(element_bytes)) return;
  throw std::invalid_argument(array + ": no memory holds " + show_count(count, "element") + " of " +
                              show_count(element_bytes, "byte"));
}

}  // namespace yoke::detail::graphs
