#pragma once

#include <cstddef>
#include <cstdint>

#include "forest/candidates.hpp"
#include "frame/capability_use.hpp"
#include "frame/ways.hpp"
#include "yoke/detail/forest/capability.hpp"

namespace yoke::detail {

// Without a share that was asked for, one side works alone: nobody has measured a better one.
template <class Vertex, class Offset, class Weight>
struct WaysOf<forest::MinimumForests<Vertex, Offset, Weight>> {
  using Capability = forest::MinimumForests<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;

  static Ways of(Arguments const& arguments, Capacity const&, MinimumForestOptions const& options,
                 NodeSides const& sides) {
    CallWay way = CallWay::of_share(share_for(options, sides));
    // One vertex is no part.
    if (way.name == Way::both && arguments.graph.vertices() < 2) way = CallWay::of_share(0);
    if (way.name != Way::device || !options.split.is_automatic()) return way;
    way.device_bytes = bytes_of_device(arguments, sides);
    return Ways(way).then({Way::host, 1});
  }

  // Graphs with less than 2^28 arcs find room.
  static bool is_large(Capacity const& capacity) { return capacity.arcs >= std::size_t(1) << 28; }

 private:
  static double share_for(MinimumForestOptions const& options, NodeSides const& sides) {
    if (!options.split.is_automatic()) return options.split.host_share();
    bool const is_sequential = entry_of<Capability>(options.algorithm).strategy == Strategy::alone;
    return is_sequential ? 1 : sides.alone();
  }

  // What boruvka takes, with copies of arguments that lie elsewhere.
  static std::uint64_t bytes_of_device(Arguments const& arguments, NodeSides const& sides) {
    using Word = forest::WeightWord<Weight>;
    std::uint64_t const n = arguments.graph.vertices(), arcs = arguments.graph.arcs();
    std::uint64_t copies = 0;
    std::apply([&](auto const&... array) { ((copies += sides.copied_bytes(array)), ...); },
               Arguments::arrays(arguments));
    return copies + arcs / 2 * sizeof(forest::Edge<Vertex, Offset, Word>) + arcs / 8 +
           n * (sizeof(Vertex) + sizeof(std::uint64_t)) + (std::uint64_t(1) << 20);
  }
};

}  // namespace yoke::detail
