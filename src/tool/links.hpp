#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <yoke/list_ranking_options.hpp>

#include "errors.hpp"
#include "number_file.hpp"
#include "ranks.hpp"

namespace yoke::tool {

// Does `next`, found at `node`, mark a list's end? As the library sees it.
template <class Word>
bool is_tail(Tail tail, std::uint64_t node, Word next) {
  return next == static_cast<Word>(tail.is_self_loop() ? node : tail.end_value());
}

// Each of this rank's part of the successors or parents read from the file must be a node or the
// mark of an end. The library checks this too, but knows no file and no line. `what` they are and
// what `marks` an end, and what else may be said of -1, is for the message.
template <class Word>
void check_links(NumberFile const& file, std::span<Word> links, Tail tail, std::string_view what,
                 std::string_view marks, std::string_view of_minus_one = "") {
  std::uint64_t const nodes = file.size(), begin = own_part(nodes).begin;
  for (std::uint64_t i = begin; i < begin + links.size(); ++i) {
    Word const next = links[i - begin];
    if (next < nodes || is_tail(tail, i, next)) continue;
    bool const is_minus_one = next == std::numeric_limits<Word>::max();
    throw Failure(fmt::format("{}: {}{} is no {}: neither a node (0 to {}) nor {}{}",
                              file.place_of(i), next, is_minus_one ? " (-1)" : "", what, nodes - 1,
                              marks, is_minus_one ? of_minus_one : ""));
  }
}

}  // namespace yoke::tool
