#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "yoke/graph_io_options.hpp"

namespace yoke::detail::files {

// Calls body(0) to body(count - 1) on Kokkos's host threads, each once. Where some throw, throws
// what the first of them threw, when all are done: what a fault says does not depend on timing.
void for_each_at_once(std::size_t count, std::function<void(std::size_t)> const& body);
// How many of them run at once.
std::size_t threads_at_once();

// The same for many, in portions after each of which `after`, unless empty, hears how many are
// done.
void for_each_piece(std::size_t count, std::function<void(std::size_t)> const& body,
                    std::function<void(std::size_t)> const& after = {});

// A text in pieces of about `piece_bytes` that end at line ends. None where the text is empty.
std::vector<std::string_view> split_at_lines(std::string_view text, std::size_t piece_bytes);

// Calls body(piece, its text) for each, and tells progress where in the whole text it is.
void for_each_text_piece(std::string_view whole, std::vector<std::string_view> const& pieces,
                         GraphFileProgress const& progress,
                         std::function<void(std::size_t, std::string_view)> const& body);

}  // namespace yoke::detail::files
