#include "two_sources/templates.hpp"

namespace yoke_test::two_sources {

// A kernel of its own first, and the indices the other way round: a compiler that numbers its
// kernels arrives at other numbers here than in the first source.
template <class Space>
std::uint64_t count_below(Space const& exec, std::uint64_t n, std::uint64_t bound) {
  std::uint64_t below = 0;
  Kokkos::parallel_reduce(
      "yoke_test::two_sources::count", yoke::detail::WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & sum) { sum += i < bound; }, below);
  return below;
}

struct Second;

std::vector<Answers> ask_in_second_source(std::uint64_t n) {
  std::vector<Answers> all;
#define YOKE_ASK(Space)                                                                      \
  all.push_back(ask<Second, Space, std::uint64_t>(Space(), count_below(Space(), 2 * n, n))); \
  all.push_back(ask<Second, Space, std::uint32_t>(Space(), n));
  YOKE_FOR_EACH_SPACE(YOKE_ASK)
#undef YOKE_ASK
  return all;
}

}  // namespace yoke_test::two_sources
