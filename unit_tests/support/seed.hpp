#pragma once

#include <cstdint>

namespace yoke_test {

// A new seed each run, printed at the start; YOKE_TEST_SEED repeats a run.
std::uint64_t base_seed();

}  // namespace yoke_test
