#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/graph.hpp"
#include "yoke/mpi/detail/rows.hpp"
#include "yoke/mpi/distributed.hpp"

namespace yoke {

/// A graph of which each rank has the rows of some vertices: those of rank 0 are the first, then
/// those of rank 1, and so on; a rank may have none. Offsets are the rank's own, from 0;
/// neighbours have their numbers among the vertices of all ranks. A handle on Views, as
/// yoke::Graph; Vertex must number the vertices of all ranks, Offset the arcs of one.
template <class Vertex = std::uint32_t, class Offset = Vertex,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class DistributedGraph {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::DistributedGraph: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(sizeof(Offset) >= sizeof(Vertex),
                "yoke::DistributedGraph: Offset may not be narrower than Vertex");

 public:
  using Offsets = Kokkos::View<Offset const*, MemorySpace>;     ///< a rank's vertices + 1
  using Neighbours = Kokkos::View<Vertex const*, MemorySpace>;  ///< one an arc

  /// Called by all ranks. Checks the arrays as yoke::Graph does, and throws on all ranks
  /// std::invalid_argument where sizes do not fit, a type is too small, ranks differ in `kind`, or
  /// arcs that are promised to be symmetric are not (by a sum of hashes), and yoke::InvalidInput,
  /// naming a vertex or an arc of the rank's own, for the rest.
  ///
  /// @param offsets  one more than the rank has vertices, or none where it has no vertices
  /// @param neighbours  as many as the rank's vertices have arcs
  template <class Space>
  DistributedGraph(Distributed<Space> const& cluster, GraphKind kind, Offsets const& offsets,
                   Neighbours const& neighbours)
      : kind_(kind), offsets_(offsets), neighbours_(neighbours) {
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                  "yoke::DistributedGraph: the execution space cannot access the arrays");
    auto& ranks = cluster.begin_call();
    ranks.check_same("yoke::DistributedGraph", {{"kind", static_cast<std::uint64_t>(kind)}});
    std::uint64_t const before = ranks.sum_before({own_vertices()})[0];
    begin_ = before;
    vertices_ = ranks.sum(own_vertices());
    detail::mpi::agreed(ranks, [&] {
      constexpr char const* caller = "yoke::DistributedGraph";
      detail::check_choice(caller, "kind", kind, GraphKind::directed);
      detail::check_index_holds<Vertex>(caller, "neighbours", vertices_);
      detail::check_index_holds<Offset>(caller, "offsets", own_arcs());
      if (own_arcs() > 0 && own_vertices() == 0) {
        throw std::invalid_argument(std::string(caller) + ": there are " +
                                    std::to_string(own_arcs()) + " neighbours and no vertices");
      }
    });
    detail::mpi::check_rows(ranks, raw(), is_symmetric());
  }

  std::size_t vertices() const { return vertices_; }              ///< of all ranks
  std::size_t first_vertex() const { return begin_; }             ///< of this rank, among all
  std::size_t own_arcs() const { return neighbours_.extent(0); }  ///< of this rank
  /// Of this rank.
  std::size_t own_vertices() const { return offsets_.extent(0) == 0 ? 0 : offsets_.extent(0) - 1; }
  GraphKind kind() const { return kind_; }                             ///< what was promised
  bool is_symmetric() const { return kind_ == GraphKind::symmetric; }  ///< Of all arcs.
  Offsets const& offsets() const { return offsets_; }                  ///< of this rank
  Neighbours const& neighbours() const { return neighbours_; }         ///< of this rank

  /// For the library's own use.
  detail::mpi::RawRows<detail::WordOf<Vertex>, detail::WordOf<Offset>> raw() const {
    return {detail::raw_array<detail::WordOf<Offset>>(offsets_),
            detail::raw_array<detail::WordOf<Vertex>>(neighbours_), begin_, own_vertices(),
            vertices_};
  }

 private:
  GraphKind kind_;
  Offsets offsets_;
  Neighbours neighbours_;
  std::uint64_t begin_ = 0, vertices_ = 0;
};

}  // namespace yoke
