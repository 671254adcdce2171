#pragma once

#include <cstdint>

#include "sorting/settings.hpp"

namespace yoke_perf::sorting {

// Adds the benchmarks of yoke::unique with counts, of so many sorted keys.
void add_runs(Settings const& settings, std::uint64_t size);

}  // namespace yoke_perf::sorting
