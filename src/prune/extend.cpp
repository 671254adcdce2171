#include "prune/extend_impl.hpp"
#include "prune/extend_search_impl.hpp"

namespace yoke::detail::prune {

#define YOKE_INSTANTIATE_FOR(Space, Vertex)                                                      \
  template void extend_labels(Space const&, PrunedArrays<Vertex> const&, RawArray<Vertex const>, \
                              RawArray<Vertex>);                                                 \
  template Vertex number_of(Space const&, PrunedArrays<Vertex> const&, Vertex);                  \
  template std::uint64_t extend_search(Space const&, PrunedArrays<Vertex> const&,                \
                                       RawArray<Vertex const>, RawArray<Vertex const>,           \
                                       RawArray<Vertex>, RawArray<Vertex>);                      \
  template bool start_search(Space const&, PrunedArrays<Vertex> const&, RawArray<Vertex const>,  \
                             SearchArrays<Vertex> const&);                                       \
  template NextStarts<Vertex> next_starts(Space const&, PrunedArrays<Vertex> const&,             \
                                          SearchArrays<Vertex> const&, Vertex);                  \
  template void merge_search(Space const&, PrunedArrays<Vertex> const&, Vertex,                  \
                             RawArray<Vertex const>, RawArray<Vertex const>,                     \
                             SearchArrays<Vertex> const&);                                       \
  template std::uint64_t finish_search(Space const&, PrunedArrays<Vertex> const&, bool,          \
                                       SearchArrays<Vertex> const&);
#define YOKE_INSTANTIATE_FOREST(Space, Vertex, Offset)                                            \
  template void extend_forest(Space const&, PrunedArrays<Vertex> const&,                          \
                              MergedArcs<Vertex, Offset> const&, std::uint64_t, RawArray<Vertex>, \
                              RawArray<Vertex>);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t) \
  YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOREST, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::prune
