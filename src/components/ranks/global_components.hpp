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

template <class Space, class Vertex>
class LabelExchange;

// Labels the vertices of a symmetric graph of which each rank has rows. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class GlobalComponents {
 public:
  // Returns the number of components. Fences. The memory that it takes is kept. Its phases follow
  // those of the report, if there is one.
  std::size_t run(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                  RawArray<Vertex> label, ComponentsReport* report);

 private:
  // `begins`: of the ranks' vertices, and the number of all.
  void prepare(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows, Counts const& begins);
  Vertex follow_arcs(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void follow_skipped_arcs(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void join_pairs(Network<Space>& ranks, std::uint64_t own_pairs);
  std::uint64_t settle(Space const& exec, RawRows<Vertex, Offset> const& rows);
  bool skipped_one_component(Network<Space>& ranks, Vertex skipped);

  std::shared_ptr<components::Afforest<Space, Vertex, Offset>> afforest_;
  std::size_t rows_capacity_ = 0, arcs_capacity_ = 0;  // what it was made for
  std::uint64_t first_ = 0;
  Buffer<Space, Vertex> labels_;  // of all ranks' vertices
  Buffer<Space, Vertex> votes_;
  Buffer<Space, JoinedPair<Vertex>> pairs_;  // of all ranks
  std::shared_ptr<LabelExchange<Space, Vertex>> exchange_;
};

}  // namespace mpi
}  // namespace yoke::detail
