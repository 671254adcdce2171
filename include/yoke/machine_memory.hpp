#pragma once

#include <cstdint>

namespace yoke {

/// The bytes of this machine's host memory. Without a limit of its own, no allocation may exceed
/// this. 2^64 - 1 if the system does not say.
std::uint64_t machine_memory();

}  // namespace yoke
