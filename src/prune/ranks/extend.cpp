#include <Kokkos_Core.hpp>

#include "bfs/sources.hpp"
#include "frame/raw_arrays.hpp"
#include "prune/extend_impl.hpp"
#include "prune/ranks/global_pruner_steps.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke::detail::mpi {

template <class Space, class Vertex>
void check_sources(Space const& exec, RawArray<Vertex const> sources, std::uint64_t vertices) {
  bfs::check_sources(exec, bfs::BfsSources<Space, Vertex>(array_on<Space>(sources)), vertices);
}

template <class Space, class Vertex>
std::uint64_t extend_own_forest(Space const& exec, prune::PrunedArrays<Vertex> const& pruned,
                                std::uint64_t first, std::uint64_t end, std::uint64_t edges,
                                RawArray<Vertex> from, RawArray<Vertex> to) {
  auto const view = prune::view_of<Space>(pruned);
  auto const from_array = array_on<Space>(from), to_array = array_on<Space>(to);
  Kokkos::parallel_for("yoke::prune::rename_edges", WideRange<Space>(exec, 0, edges),
                       prune::RenameEdges<Space, Vertex>{view, from_array, to_array});
  std::uint64_t added = 0;
  Kokkos::parallel_scan("yoke::prune::own_removed_edges",
                        WideRange<Space>(exec, 0, pruned.pendants()),
                        AddOwnEdges<Space, Vertex>{view.kept, first, end, edges, view.order,
                                                   view.anchor, from_array, to_array},
                        added);
  exec.fence("yoke::prune: forest extended");
  return edges + added;
}

#define YOKE_INSTANTIATE_FOR(Space, Vertex)                                                  \
  template void check_sources(Space const&, RawArray<Vertex const>, std::uint64_t);          \
  template std::uint64_t extend_own_forest(Space const&, prune::PrunedArrays<Vertex> const&, \
                                           std::uint64_t, std::uint64_t, std::uint64_t,      \
                                           RawArray<Vertex>, RawArray<Vertex>);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
