#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "frame/ways.hpp"
#include "sorting/joint_share.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail::sorting {

// On an H200, 2^24 records of 16 bytes take 2.9 ms by sample and 5.6 by merging, those of 48 7.7
// and 30; of 8 bytes both take 2.0. Below 2^16 elements there is too little to cut.
inline SortAlgorithm choose_on_device(ComparatorSort::Capacity const& capacity) {
  bool const is_cut = capacity.sizes.element >= 12 && capacity.elements >= 65536 &&
                      capacity.elements <= std::numeric_limits<std::uint32_t>::max();
  return is_cut ? SortAlgorithm::sample : SortAlgorithm::merge;
}

}  // namespace yoke::detail::sorting

namespace yoke::detail {

// Without a share that was asked for, a device alone. A side that the Views do not lie on works
// with the other one's help, which makes elements of them; what the device merges is sorted on its
// way.
template <>
struct WaysOf<sorting::ComparatorSort> {
  using Capability = sorting::ComparatorSort;

  // Two runs: one is sorted while the other arrives.
  static constexpr std::uint64_t least_streamed = std::uint64_t(1) << 21;

  static Ways of(Capability::Arguments const& arguments, Capability::Capacity const& capacity,
                 SortOptions const& options, NodeSides const& sides) {
    if (options.algorithm == SortAlgorithm::joint_sample) {
      return CallWay{Way::both, options.split.is_automatic() ? sorting::untuned_joint_share(sides)
                                                             : options.split.host_share()};
    }
    double const share = options.algorithm == SortAlgorithm::sequential ? 1
                         : options.split.is_automatic()                 ? sides.alone()
                                                        : options.split.host_share();
    CallWay way = CallWay::of_share(share);
    bool const on_device = belongs_to_device(arguments.place);
    if (way.name == Way::host && on_device) way.name = Way::via_device;
    if (way.name == Way::device && !on_device && !sides.device_is_host) {
      bool const is_merged = options.algorithm == SortAlgorithm::merge ||
                             (options.algorithm == SortAlgorithm::automatic &&
                              sorting::choose_on_device(capacity) == SortAlgorithm::merge);
      way.name = is_merged && arguments.size >= least_streamed ? Way::streamed : Way::via_host;
    }
    return way;
  }
  // A side alone may turn out to need the other one's help.
  static std::optional<Way> expected(Capability::Capacity const&, SortOptions const& options,
                                     NodeSides const&) {
    if (options.algorithm == SortAlgorithm::joint_sample) return Way::both;
    auto const way = way_of(options.split);
    return way == Way::both ? way : std::nullopt;
  }
};

}  // namespace yoke::detail
