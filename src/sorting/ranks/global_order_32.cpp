#include "sorting/ranks/global_order_impl.hpp"

namespace yoke::detail::mpi {

#define YOKE_INSTANTIATE(Space)                                       \
  template class GlobalOrder<Space, std::uint32_t, sorting::NoValue>; \
  template class GlobalOrder<Space, std::uint32_t, std::uint32_t>;    \
  template class GlobalOrder<Space, std::uint32_t, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
