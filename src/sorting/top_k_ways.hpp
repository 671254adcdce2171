#pragma once

#include "frame/ways.hpp"
#include "yoke/detail/sorting/top_k_capability.hpp"

namespace yoke::detail {

// Without a share that was asked for, one side works alone: nobody has measured a better one.
template <class Word, class Value>
struct WaysOf<sorting::TopK<Word, Value>> {
  static Ways of(typename sorting::TopK<Word, Value>::Arguments const&,
                 sorting::TopKCapacity const&, TopKOptions const& options, NodeSides const& sides) {
    return CallWay::of_share(options.split.is_automatic() ? sides.alone()
                                                          : options.split.host_share());
  }
};

}  // namespace yoke::detail
