#pragma once

#include <cstdint>
#include <string>

namespace yoke::detail::files {

// options.memory_limit as it was given, or what stands for 0: the machine's memory.
std::uint64_t memory_limit(std::uint64_t given);

// The end of a message: " takes more than ... bytes ...".
std::string more_than(std::uint64_t limit);

}  // namespace yoke::detail::files
