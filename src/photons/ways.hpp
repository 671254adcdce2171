#pragma once

#include <optional>

#include "frame/ways.hpp"
#include "yoke/detail/photons/capability.hpp"

namespace yoke::detail {

// Without a share that was asked for, both sides take batches: nobody knows before what a batch
// costs.
template <>
struct WaysOf<photons::Photons> {
  using Capability = photons::Photons;

  static Ways of(Capability::Arguments const&, Capability::Capacity const&,
                 PhotonOptions const& options, NodeSides const&) {
    if (options.generator == PhotonGenerator::fed_expander) return CallWay{Way::fed};
    // The share is not known before the end.
    if (options.split.is_automatic()) return CallWay{Way::queue, 0.5};
    return CallWay::of_share(options.split.host_share());
  }
  static std::optional<Way> expected(Capability::Capacity const& capacity,
                                     PhotonOptions const& options, NodeSides const& sides) {
    return of({}, capacity, options, sides)[0].name;
  }
};

}  // namespace yoke::detail
