#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail {

// Without a share that was asked for, one side works alone: nobody has measured a better one.
template <class Capability>
struct UntunedWays {
  static Ways of(typename Capability::Arguments const&, typename Capability::Capacity const&,
                 typename Capability::Options const& options, NodeSides const& sides) {
    return CallWay::of_share(options.split.is_automatic() ? sides.alone()
                                                          : options.split.host_share());
  }
};

template <class Word>
struct WaysOf<sorting::SortSegments<Word>> : UntunedWays<sorting::SortSegments<Word>> {};
template <class Word, class Value>
struct WaysOf<sorting::TopK<Word, Value>> : UntunedWays<sorting::TopK<Word, Value>> {};

}  // namespace yoke::detail
