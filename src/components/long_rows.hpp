#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::components {

// Rows that are too long for a thread or a team, in chunks: the list that kernels add to.
template <class Space, class Vertex, class Offset, int chunk>
struct LongRowList {
  Array<Space, Vertex> vertex;
  Array<Space, Offset> begin;
  Array<Space, std::uint32_t> count;  // one element

  KOKKOS_FUNCTION void clear() const { count(0) = 0; }
  KOKKOS_FUNCTION void add(Vertex v, Offset first, Offset end) const {
    auto const chunks = static_cast<std::uint32_t>((end - first - 1) / chunk + 1);
    std::uint32_t const place = Kokkos::atomic_fetch_add(&count(0), chunks);
    for (std::uint32_t k = 0; k < chunks; ++k) {
      vertex(place + k) = v;
      begin(place + k) = first + static_cast<Offset>(k) * chunk;
    }
  }
};

// Its memory, for rows of more than `chunk` arcs: such a row has at most twice as many chunks as
// whole ones fit in it.
template <class Space, class Vertex, class Offset, int chunk>
class LongRows {
 public:
  using List = LongRowList<Space, Vertex, Offset, chunk>;

  LongRows(Space const& exec, std::size_t arcs)
      : vertex_(
            make_buffer<Space, Vertex>(exec, "yoke::components::long_rows", 2 * (arcs / chunk))),
        begin_(make_buffer<Space, Offset>(exec, "yoke::components::long_rows", 2 * (arcs / chunk))),
        count_(make_buffer<Space, std::uint32_t>(exec, "yoke::components::long_rows", 1)) {}

  List list() const { return {array_of(vertex_), array_of(begin_), array_of(count_)}; }

 private:
  Buffer<Space, Vertex> vertex_;
  Buffer<Space, Offset> begin_;
  Buffer<Space, std::uint32_t> count_;
};

}  // namespace yoke::detail::components
