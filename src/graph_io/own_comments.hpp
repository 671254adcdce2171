#pragma once

#include <string_view>

// Comments in Yoke's own files, which tell it what the formats cannot.
namespace yoke::detail::files {

// The first line of an edge list, where one is asked for: `undirected 10 vertices` follows, by
// which isolated vertices and both directions come back.
inline constexpr std::string_view own_mark = "# yoke edge list: ";

// A line before a `p sp` problem: an undirected edge is written as two arcs, a loop as one.
inline constexpr std::string_view both_ways_mark = "c yoke: undirected, edges as two arcs";

}  // namespace yoke::detail::files
