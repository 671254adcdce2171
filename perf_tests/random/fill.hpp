#pragma once

#include <cstdint>
#include <vector>

namespace yoke_perf::random {

// Registers fills of so many 32-bit words, or half as many 64-bit numbers, by counter-based
// generators and by walks, on each side and on both with shares of the host's, beside cuRAND and
// Random123.
void add_fills(std::uint64_t words, std::vector<double> const& shares, int runs);

}  // namespace yoke_perf::random
