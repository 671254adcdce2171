#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace yoke::tool {

// What the library says, in the words of the command line: without the functions' names, and with
// --split for options.split.
std::string in_terms_of_the_tool(std::string_view message);

// A name that is empty, as of a shell's variable that is not set, would be none at all. Throws
// CLI::ValidationError.
void refuse_empty_words(CLI::App const& app);

// What is wrong with a command line, for its user: CLI11 does not name a command that is none.
std::string explain(CLI::App const& app, CLI::ParseError const& error);

}  // namespace yoke::tool
