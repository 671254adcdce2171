#include "mpi/key_exchange.hpp"

namespace yoke::detail::mpi {

#define YOKE_INSTANTIATE(Space)                                       \
  template class KeyExchange<Space, std::uint32_t, sorting::NoValue>; \
  template class KeyExchange<Space, std::uint32_t, std::uint32_t>;    \
  template class KeyExchange<Space, std::uint32_t, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::mpi
