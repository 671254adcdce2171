#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "photon_io/mci_lines.hpp"
#include "yoke/mcml_io.hpp"

namespace yoke::detail::files {

// The runs that the text of an .mci file asks for. Throws Fault.
std::vector<McmlRun> parse_mci(std::string_view text, std::uint64_t memory_limit);

// The program that a version of a later format is of: "MCML 2.0" of mcmli2.0.
std::string later_version(std::string_view version);
// What follows that line.
std::vector<McmlRun> parse_later_mci(DataLines& lines, std::string const& program,
                                     std::uint64_t memory_limit);

}  // namespace yoke::detail::files
