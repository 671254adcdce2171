#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "edge_table.hpp"
#include "files/text.hpp"
#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// What an edge list says before its edges.
struct Preamble {
  std::uint64_t vertices = 0;  // by Yoke's own mark
  bool has_kind = false;       // by a comment
  bool is_symmetric = false, has_own_mark = false;
  // Of KONECT's bipartite graphs, the columns' vertices: the second's are numbered apart.
  bool is_bipartite = false;
  std::uint64_t first_side = 0, second_side = 0;
  std::uint64_t lines = 0, comments = 0;
  std::optional<Table> table;  // nothing: a plain list
  std::string_view edges;
  std::optional<std::size_t> columns;  // of a plain list's first edge, where they are numbers
  bool has_more = false;               // than two vertices on a plain list's first line
  bool has_yet_more = false;           // than two vertices and a third field
  std::vector<std::uint64_t> counts;   // numbers that comments hold
  char const* mark = nullptr;          // where Yoke's own mark is, or KONECT's
};

// Throws Fault: of what is no edge list, or of a table that does not say which columns it means.
Preamble parse_preamble(std::string_view text, ReaderOptions const& options);

// The first whole numbers that a text holds.
std::vector<std::uint64_t> first_numbers(std::string_view text);

// How many numbers a line's fields are; nothing where some field is none, and then it may be
// anything.
std::optional<std::size_t> count_numbers(Tokens<Separators::blanks_and_punctuation> tokens);

}  // namespace yoke::detail::files
