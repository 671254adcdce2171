#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What the names of an edge list's columns say.
namespace yoke::detail::files {

// The columns of source and target, where two names say it and no others do so as plainly.
std::optional<std::array<std::size_t, 2>> find_ends(std::vector<std::string> const& names);

// The column of the weights, where one name alone says so.
std::optional<std::size_t> find_weight_column(std::vector<std::string> const& names);

// That of Gephi, which says of each edge whether it is directed.
bool is_type_column(std::string const& name);
// One that numbers the rows, as that without a name that pandas writes.
bool is_row_number(std::string const& name);
// One that holds an end, or what edges often have.
bool is_known_column(std::string const& name);

// The column of this name, which `option` asks for. Throws Fault where there is none, or several.
std::size_t find_column(std::string_view header, std::vector<std::string> const& names,
                        std::string const& asked, char const* option = "options.columns");

// Throws Fault: no names say which columns hold source and target. `way` tells how else the line
// may be read.
[[noreturn]] void refuse_header(std::string_view header, std::string_view text,
                                std::vector<std::string> const& names, std::string const& way);

}  // namespace yoke::detail::files
