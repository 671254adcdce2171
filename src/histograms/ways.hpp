#pragma once

#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "yoke/detail/histograms/capability.hpp"

namespace yoke::detail {

// Without a share that was asked for or tuned, a device alone.
template <class Word>
struct WaysOf<histograms::Histogram<Word>> {
  using Capability = histograms::Histogram<Word>;

  static Ways of(typename Capability::Arguments const& arguments,
                 typename Capability::Capacity const&, HistogramOptions const& options,
                 NodeSides const& sides) {
    if (options.algorithm == HistogramAlgorithm::sequential) return CallWay::of_share(1);
    auto const& values = arguments.values;
    return CallWay::of_share(host_share(options.split,
                                        tuned_call<Word>("histogram", values.place, sides),
                                        values.size, sides.alone()));
  }
};

}  // namespace yoke::detail
