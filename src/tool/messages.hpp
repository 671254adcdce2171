#pragma once

#include <string>
#include <string_view>

namespace yoke::tool {

// What the library says, in the words of the command line: without the functions' names, and with
// --split for options.split. One printable line of some length.
std::string in_terms_of_the_tool(std::string_view message);

}  // namespace yoke::tool
