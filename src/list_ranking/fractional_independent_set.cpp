#include "list_ranking/fractional_independent_set_hybrid.hpp"

namespace yoke::detail::list_ranking {

namespace {

using Draw = FractionalIndependentSetOptions::Draw;

void check_walk(FractionalIndependentSetOptions const& options) {
  if (options.walk_length >= 1 && options.walk_length <= 1024) return;
  throw std::invalid_argument(
      "yoke::list_rank: options.fractional_independent_set.walk_length is " +
      std::to_string(options.walk_length) + "; it must be 1 to 1024");
}

template <class Space>
std::unique_ptr<BitSource<Space>> make_source(Space const& exec, std::size_t capacity,
                                              ListRankOptions const& options) {
  if (options.fractional_independent_set.draw == Draw::beforehand) {
    return std::make_unique<BitsMadeInPlace<Space>>(exec, capacity, PhiloxBits{options.seed});
  }
  check_walk(options.fractional_independent_set);
  return std::make_unique<BitsByWalks<Space>>(exec, capacity, options);
}

template <class Device, class Host>
std::unique_ptr<BitSource<Device>> make_fed_source(Hybrid<Device, Host> const& hybrid,
                                                   std::size_t capacity,
                                                   ListRankOptions const& options) {
  if (options.fractional_independent_set.draw == Draw::beforehand) {
    return std::make_unique<BitsFedByHost<Device, Host>>(hybrid, capacity,
                                                         PhiloxBits{options.seed});
  }
  check_walk(options.fractional_independent_set);
  return std::make_unique<WalksFedByHost<Device, Host>>(hybrid, capacity, options);
}

}  // namespace

template <class Space, class Word>
AlgorithmPtr<Space, Word> make_fractional_independent_set(Space const& exec, std::size_t capacity,
                                                          ListRankOptions const& options) {
  return std::make_unique<FractionalIndependentSet<Space, Word>>(
      exec, capacity, removal_iterations<Space, Word>(options.fractional_independent_set),
      make_source(exec, capacity, options), options);
}

template <class Device, class Host, class Word>
AlgorithmPtr<Device, Word> make_fractional_independent_set_hybrid(
    Hybrid<Device, Host> const& hybrid, std::size_t capacity, ListRankOptions const& options) {
  using Bits = FractionalIndependentSetOptions::Bits;
  if (options.fractional_independent_set.bits == Bits::device) {
    return make_fractional_independent_set<Device, Word>(hybrid.device(), capacity, options);
  }
  return std::make_unique<FractionalIndependentSet<Device, Word>>(
      hybrid.device(), capacity,
      removal_iterations<Device, Word>(options.fractional_independent_set),
      make_fed_source(hybrid, capacity, options), options);
}

#define YOKE_INSTANTIATE(Space) \
  YOKE_INSTANTIATE_LIST_RANKING(make_fractional_independent_set, Space)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

using DefaultDevice = Kokkos::DefaultExecutionSpace;
using DefaultHost = Kokkos::DefaultHostExecutionSpace;
template AlgorithmPtr<DefaultDevice, std::uint32_t>
make_fractional_independent_set_hybrid<DefaultDevice, DefaultHost, std::uint32_t>(
    Hybrid<DefaultDevice, DefaultHost> const&, std::size_t, ListRankOptions const&);
template AlgorithmPtr<DefaultDevice, std::uint64_t>
make_fractional_independent_set_hybrid<DefaultDevice, DefaultHost, std::uint64_t>(
    Hybrid<DefaultDevice, DefaultHost> const&, std::size_t, ListRankOptions const&);

}  // namespace yoke::detail::list_ranking
