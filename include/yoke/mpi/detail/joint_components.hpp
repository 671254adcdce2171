#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "yoke/connected_components_options.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail {

namespace components {
template <class Space, class Vertex, class Offset>
class Afforest;
}

namespace mpi {

// Two vertices of one component.
template <class Vertex>
struct JoinedPair {
  Vertex one, other;
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
  void prepare(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  Vertex follow_arcs(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void follow_skipped_arcs(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void exchange_labels(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows);
  std::uint64_t join_labels(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void join_pairs(Network<Space>& ranks, std::uint64_t own_pairs);
  std::uint64_t settle(Space const& exec, RawRows<Vertex, Offset> const& rows);
  bool skipped_one_component(Network<Space>& ranks, Vertex skipped);

  std::shared_ptr<components::Afforest<Space, Vertex, Offset>> finder_;
  std::size_t rows_room_ = 0, arcs_room_ = 0;  // what it was made for
  std::uint64_t first_ = 0;
  Counts sizes_;                  // of all ranks' own vertices
  Buffer<Space, Vertex> labels_;  // of all ranks' vertices
  // Of others' vertices this rank's labels, then one own label for each of another's; of the own
  // vertices the others' labels.
  Buffer<Space, Vertex> told_, heard_;
  Buffer<Space, Vertex> votes_;
  Buffer<Space, JoinedPair<Vertex>> own_pairs_, pairs_;
  Buffer<Space, std::uint64_t> counter_;
};

}  // namespace mpi
}  // namespace yoke::detail
