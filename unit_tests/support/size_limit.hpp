#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <vector>

namespace yoke_test {

// The largest structure that a test should make: YOKE_TEST_MAX_NODES, which the sanitizers' run
// sets because everything takes many times as long there, or no limit.
inline std::size_t max_nodes() {
  char const* const given = std::getenv("YOKE_TEST_MAX_NODES");
  return given ? std::strtoull(given, nullptr, 10) : std::numeric_limits<std::size_t>::max();
}

// The sizes that are within the limit.
inline std::vector<std::size_t> within_limit(std::vector<std::size_t> sizes) {
  std::erase_if(sizes, [](std::size_t size) { return size > max_nodes(); });
  return sizes;
}

}  // namespace yoke_test
