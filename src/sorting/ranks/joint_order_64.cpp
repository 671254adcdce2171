#include "sorting/ranks/joint_order_impl.hpp"

namespace yoke::detail::mpi {

#define YOKE_INSTANTIATE(Space)                                      \
  template class JointOrder<Space, std::uint64_t, sorting::NoValue>; \
  template class JointOrder<Space, std::uint64_t, std::uint32_t>;    \
  template class JointOrder<Space, std::uint64_t, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
