#pragma once

#include <cstdint>

namespace yoke {

/// The bytes of this machine's host memory: what nothing that is made there may exceed unless a
/// limit of its own is given. 2^64 - 1 where the system does not say.
std::uint64_t machine_memory();

}  // namespace yoke
