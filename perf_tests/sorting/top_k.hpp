#pragma once

#include <cstdint>

#include "sorting/settings.hpp"

namespace yoke_perf::sorting {

// Adds the benchmarks of selections from so many keys.
void add_selections(Settings const& settings, std::uint64_t size);

}  // namespace yoke_perf::sorting
