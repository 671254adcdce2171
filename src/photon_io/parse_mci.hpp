#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "yoke/mcml_io.hpp"

namespace yoke::detail::files {

// The runs that the text of an .mci file asks for. Throws Fault.
std::vector<McmlRun> parse_mci(std::string_view text, std::uint64_t memory_limit);

}  // namespace yoke::detail::files
