#pragma once

#include <cstdint>
#include <string>

#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// options.memory_limit, or what stands for 0: the machine's memory.
std::uint64_t memory_limit(GraphReadOptions const& options);

// The end of a message: " takes more than ... bytes ...".
std::string more_than(std::uint64_t limit);

}  // namespace yoke::detail::files
