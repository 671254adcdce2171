#include "list_ranking/fractional_independent_set_hybrid.hpp"

namespace yoke::detail::list_ranking {

template <class Space, class Word>
RankAlgorithmPtr<Space, Word> make_fractional_independent_set(Space const& exec,
                                                              std::size_t capacity,
                                                              ListRankOptions const& options) {
  return std::make_unique<FractionalIndependentSet<Space, Word>>(
      exec, capacity, removal_iterations<Space, Word>(options.fractional_independent_set),
      std::make_unique<BitsMadeInPlace<Space>>(exec, capacity, options.seed), options.timeline);
}

template <class Device, class Host, class Word>
RankAlgorithmPtr<Device, Word> make_fractional_independent_set_hybrid(
    Hybrid<Device, Host> const& hybrid, std::size_t capacity, ListRankOptions const& options) {
  using Bits = FractionalIndependentSetOptions::Bits;
  if (options.fractional_independent_set.bits == Bits::device) {
    return make_fractional_independent_set<Device, Word>(hybrid.device(), capacity, options);
  }
  return std::make_unique<FractionalIndependentSet<Device, Word>>(
      hybrid.device(), capacity,
      removal_iterations<Device, Word>(options.fractional_independent_set),
      std::make_unique<BitsFedByHost<Device, Host>>(hybrid, capacity, options.seed),
      options.timeline);
}

#define YOKE_INSTANTIATE(Space) \
  YOKE_INSTANTIATE_RANK_ALGORITHM_FOR(make_fractional_independent_set, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

using DefaultDevice = Kokkos::DefaultExecutionSpace;
using DefaultHost = Kokkos::DefaultHostExecutionSpace;
template RankAlgorithmPtr<DefaultDevice, std::uint32_t>
make_fractional_independent_set_hybrid<DefaultDevice, DefaultHost, std::uint32_t>(
    Hybrid<DefaultDevice, DefaultHost> const&, std::size_t, ListRankOptions const&);
template RankAlgorithmPtr<DefaultDevice, std::uint64_t>
make_fractional_independent_set_hybrid<DefaultDevice, DefaultHost, std::uint64_t>(
    Hybrid<DefaultDevice, DefaultHost> const&, std::size_t, ListRankOptions const&);

}  // namespace yoke::detail::list_ranking
