#pragma once

#include <cstddef>
#include <cstdint>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail {

template <class Space>
class PhaseTimer;

namespace mpi {

// One component's root, and a smaller one that it is joined to.
template <class Vertex>
struct Hook {
  Vertex high, low;
};

// Labels the vertices of a symmetric graph of which each rank has rows. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class JointComponents {
 public:
  // Returns the number of components. Fences. The memory that it takes is kept. Its phases follow
  // those of the report, if there is one.
  std::size_t run(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                  RawArray<Vertex> label, ComponentsReport* report);

 private:
  void label_own(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  void gather_labels(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  void join_across(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                   PhaseTimer<Space>& timer);

  Buffer<Space, Vertex> labels_;  // of all ranks' vertices
  Buffer<Space, Vertex> votes_;
  Buffer<Space, Hook<Vertex>> own_hooks_, hooks_;
  Buffer<Space, std::uint64_t> counter_;
};

}  // namespace mpi
}  // namespace yoke::detail
