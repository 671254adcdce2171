#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "components/ranks/global_components.hpp"
#include "yoke/connected_components_options.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail {

namespace components {
template <class Space, class Vertex>
class ForestGatherer;
}

namespace mpi {

// An edge of the forest, with the vertex that was the smallest of its component until then: the
// smallest vertices of finished components are the only ones without an edge.
template <class Vertex>
struct ForestEdge {
  Vertex high, from, to;
};

template <class Space, class Message>
class Mailbox;

// A rank's edges of a spanning forest, one for each of its vertices that is not its own label.
template <class Vertex>
struct OwnForest {
  RawArray<Vertex> label, from, to;  // of the own vertices, each
};

// Labels as GlobalComponents, and finds a spanning forest. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class GlobalForest {
 public:
  // How many components, of all ranks, and own edges, which stand at the front of the arrays.
  struct Found {
    std::size_t components, own_edges;
  };
  // Fences. The memory that it takes is kept.
  Found run(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
            OwnForest<Vertex> const& out, ComponentsReport* report);

 private:
  void join_own(Space const& exec, RawRows<Vertex, Offset> const& rows,
                OwnForest<Vertex> const& out);
  std::uint64_t join_across(Space const& exec, RawRows<Vertex, Offset> const& rows);
  std::uint64_t choose_edges(Network<Space>& ranks, std::uint64_t noted, std::uint64_t all);
  void send_edges(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows, std::uint64_t chosen,
                  Counts const& begins, OwnForest<Vertex> const& out);
  std::uint64_t settle(Space const& exec, RawRows<Vertex, Offset> const& rows);
  void gather_edges(Space const& exec, RawRows<Vertex, Offset> const& rows, std::uint64_t roots,
                    OwnForest<Vertex> const& out);

  // Of all ranks' vertices: by the ranks' own arcs and by what this rank has noted, and by all.
  Buffer<Space, Vertex> labels_, joined_;
  Buffer<Space, Vertex> votes_;
  Buffer<Space, JoinedPair<Vertex>> noted_, all_noted_;
  Buffer<Space, ForestEdge<Vertex>> chosen_;
  Buffer<Space, std::uint64_t> counter_, begins_;
  std::shared_ptr<Mailbox<Space, ForestEdge<Vertex>>> mailbox_;
  std::shared_ptr<components::ForestGatherer<Space, Vertex>> gatherer_;
};

}  // namespace mpi
}  // namespace yoke::detail
