#pragma once

#include "frame/copy_ring.hpp"
#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "strings/tied_part.hpp"
#include "yoke/detail/strings/capability.hpp"

namespace yoke::detail {

// Characters that lie on the device are the device's to sort. Those in host memory go up if that
// costs less than keys that the host makes of them.
template <class Offset, class Index>
struct WaysOf<strings::SortStrings<Offset, Index>> {
  using Capability = strings::SortStrings<Offset, Index>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;

  static Ways of(Arguments const& arguments, Capacity const&, SortStringsOptions const& options,
                 NodeSides const& sides) {
    if (options.algorithm == SortStringsAlgorithm::sequential) return CallWay::of_share(1);
    auto const& characters = arguments.characters;
    double const share =
        host_share(options.split, tuned_call<Index>("sort_strings", characters.place, sides),
                   arguments.permutation.size, sides.alone());
    bool const are_ours =
        !belongs_to_device(characters.place) && !belongs_to_device(arguments.offsets.place);
    if (share != 0 || !options.split.is_automatic() || !are_ours) return CallWay::of_share(share);
    Ways ways = CallWay{Way::via_host};
    if (strings::characters_go_up(arguments, is_pageable(characters.data, characters.size),
                                  sides.host_threads)) {
      ways = CallWay{Way::device, 0, bytes_of_sort(arguments)};
      ways.then({Way::via_host});
    }
    return ways;
  }

 private:
  // All characters, with what a sort on one space holds.
  static std::uint64_t bytes_of_sort(Arguments const& arguments) {
    return arguments.characters.size + 100 * arguments.permutation.size;
  }
};

}  // namespace yoke::detail
