#include "graphs/generate_impl.hpp"

namespace yoke::detail::graphs {

#define YOKE_INSTANTIATE(Space)                       \
  template class EdgeGenerator<Space, std::uint32_t>; \
  template class EdgeGenerator<Space, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::graphs
