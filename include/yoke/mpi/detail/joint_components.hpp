#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

// One component's root, and a smaller one that it is joined to.
template <class Vertex>
struct Hook {
  Vertex high, low;
};

// Labels the vertices of a symmetric graph of which each rank has rows. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class JointComponents {
 public:
  // Returns the number of components. Fences. The memory that it takes is kept.
  std::size_t run(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                  RawArray<Vertex> label);

 private:
  void label_own(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  void gather_labels(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  void join_across(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);

  Buffer<Space, Vertex> labels_;  // of all ranks' vertices
  Buffer<Space, Vertex> votes_;
  Buffer<Space, Hook<Vertex>> own_hooks_, hooks_;
  Buffer<Space, std::uint64_t> counter_;
};

}  // namespace yoke::detail::mpi
