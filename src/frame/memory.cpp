#include "yoke/detail/frame/memory.hpp"

#include "frame/fill_array.hpp"

namespace yoke::detail {

#define YOKE_INSTANTIATE_FOR(Space, T)                                                  \
  template Buffer<Space, T> make_buffer(Space const&, std::string const&, std::size_t); \
  template void fill(Space const&, Array<Space, T>, T);
#define YOKE_INSTANTIATE(Space)              \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail
