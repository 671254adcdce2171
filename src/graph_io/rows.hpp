#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pieces.hpp"
#include "readers.hpp"

namespace yoke::detail::files {

// Calls visit(piece, vertex, arc, neighbour) for every arc of a file's rows, on several threads;
// the vertices of piece i are those from borders[i] to borders[i + 1]. Offsets must be checked;
// neighbours are checked here.
template <class Visit>
void for_each_row_arc(std::string_view bytes, FileRows const& rows, FileWords const& offsets,
                      FileWords const& neighbours, std::vector<std::uint64_t> const& borders,
                      GraphFileProgress const& progress, Visit const& visit) {
  std::function<void(std::size_t)> after;
  if (progress) {
    after = [&](std::size_t done) {
      char const* const at = neighbours.at(offsets[borders[done]]);
      progress(static_cast<std::uint64_t>(at - bytes.data()), bytes.size());
    };
  }
  auto const visit_piece = [&](std::size_t piece) {
    std::uint64_t arc = offsets[borders[piece]];
    for (std::uint64_t u = borders[piece]; u < borders[piece + 1]; ++u) {
      for (std::uint64_t const end = offsets[u + 1]; arc < end; ++arc) {
        std::uint64_t const v = neighbours[arc];
        if (v >= rows.vertices) {
          throw Fault{neighbours.at(arc), "neighbour " + std::to_string(v) + " of vertex " +
                                              std::to_string(u) + " is not below " +
                                              std::to_string(rows.vertices)};
        }
        visit(piece, u, arc, v);
      }
    }
  };
  for_each_piece(borders.size() - 1, visit_piece, after);
}

}  // namespace yoke::detail::files
