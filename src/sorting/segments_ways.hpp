#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/sorting/segments_capability.hpp"

namespace yoke::detail {

// Without a share that was asked for, one side works alone: nobody has measured a better one.
template <class Word>
struct WaysOf<sorting::SortSegments<Word>> {
  static Ways of(typename sorting::SortSegments<Word>::Arguments const&,
                 sorting::SegmentsCapacity const&, SortOptions const& options,
                 NodeSides const& sides) {
    return CallWay::of_share(options.split.is_automatic() ? sides.alone()
                                                          : options.split.host_share());
  }
};

}  // namespace yoke::detail
