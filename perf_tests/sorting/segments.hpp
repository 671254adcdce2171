#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sorting/settings.hpp"
#include "support/arguments.hpp"

namespace yoke_perf::sorting {

using Lengths = std::vector<std::uint64_t>;

// Rows of matrices, and longer ones.
inline Lengths default_lengths() { return {1, 2, 4, 8, 16, 32, 64, 128, 1000}; }

inline Option option_of(Lengths& lengths) {
  return {"--lengths=", "LIST  of segments, in keys (1,2,4,8,16,32,64,128,1000)",
          [&lengths](std::string_view text) { lengths = parse_sizes(text); }};
}

// Benchmarks of sort_segments on the host, of so many keys in segments of each of the lengths.
void add_segments(Settings const& settings, Lengths const& lengths, std::uint64_t size);

}  // namespace yoke_perf::sorting
