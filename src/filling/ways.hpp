#pragma once

#include <optional>

#include "frame/tuned_call.hpp"
#include "frame/ways.hpp"
#include "yoke/detail/filling/capability.hpp"

namespace yoke::detail {

// Without a share that was asked for or tuned, a device alone: it makes numbers for the host's
// memory faster than the bus takes them.
template <class Word>
struct WaysOf<filling::Fill<Word>> {
  using Capability = filling::Fill<Word>;

  static Ways of(typename Capability::Arguments const& arguments,
                 typename Capability::Capacity const&, FillOptions const& options,
                 NodeSides const& sides) {
    if (is_fed(options)) return CallWay{Way::fed};
    auto const& numbers = arguments.numbers;
    return CallWay::of_share(host_share(options.split,
                                        tuned_call<Word>("fill", numbers.place, sides),
                                        numbers.size, sides.alone()));
  }
  static std::optional<Way> expected(typename Capability::Capacity const&,
                                     FillOptions const& options, NodeSides const&) {
    return is_fed(options) ? Way::fed : way_of(options.split);
  }

 private:
  static bool is_fed(FillOptions const& options) { return options.algorithm == FillAlgorithm::fed; }
};

}  // namespace yoke::detail
