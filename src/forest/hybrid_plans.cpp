#include "forest/hybrid_solver.hpp"
#include "frame/instantiate.hpp"

#define YOKE_INSTANTIATE_FOR(Vertex, Offset, Weight) \
  YOKE_INSTANTIATE_HYBRID_PLANS(yoke::detail::forest::MinimumForests<Vertex, Offset, Weight>)
#define YOKE_INSTANTIATE(Weight)                             \
  YOKE_INSTANTIATE_FOR(std::uint32_t, std::uint32_t, Weight) \
  YOKE_INSTANTIATE_FOR(std::uint32_t, std::uint64_t, Weight) \
  YOKE_INSTANTIATE_FOR(std::uint64_t, std::uint64_t, Weight)
YOKE_INSTANTIATE(float)
YOKE_INSTANTIATE(double)
YOKE_INSTANTIATE(std::int32_t)
YOKE_INSTANTIATE(std::int64_t)
