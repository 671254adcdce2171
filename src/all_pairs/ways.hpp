#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "all_pairs/numbers.hpp"
#include "all_pairs/streamed_bands.hpp"
#include "frame/ways.hpp"
#include "yoke/detail/all_pairs/capability.hpp"

namespace yoke::detail {

namespace all_pairs {

// The rows that the device takes of a matrix: whole pivot blocks, or all rows. Of these numbers the
// one nearest to its share. The host takes the other rows.
inline std::size_t device_rows(std::size_t vertices, double host_share) {
  auto const all = static_cast<double>(vertices);
  double const wanted = (1 - host_share) * all;
  double const whole = static_cast<double>(block) * std::round(wanted / block);
  bool const takes_all = whole > all || all - wanted < std::abs(whole - wanted);
  return takes_all ? vertices : static_cast<std::size_t>(whole);
}

}  // namespace all_pairs

// Without a share that was asked for, one side works alone: nobody has measured a better one. A
// matrix in host memory that the device's cannot hold goes through it in bands.
template <class Weight>
struct WaysOf<all_pairs::AllPairs<Weight>> {
  using Capability = all_pairs::AllPairs<Weight>;
  using Arguments = typename Capability::Arguments;
  using Capacity = typename Capability::Capacity;

  static Ways of(Arguments const& arguments, Capacity const& capacity,
                 AllPairsOptions const& options, NodeSides const& sides) {
    bool const is_automatic = options.split.is_automatic();
    CallWay way = is_automatic ? CallWay::of_share(sides.alone())
                               : way_of_rows(arguments.vertices, options.split.host_share());
    if (way.name != Way::device || sides.device_is_host) return way;
    way.device_bytes = bytes_of_device(arguments, capacity, sides);
    Ways ways = way;
    if (streams(arguments, capacity, is_automatic, sides)) ways.then({Way::streamed});
    if (is_automatic) ways.then({Way::host, 1});
    return ways;
  }

  // A device that is short of memory need not hold panels for calls that stream.
  static std::optional<Way> expected(Capacity const& capacity, AllPairsOptions const& options,
                                     NodeSides const& sides) {
    auto const way = way_of(options.split);
    std::uint64_t const n = capacity.vertices;
    bool const is_short = sides.device_memory < n * n * sizeof(Weight) + panel_bytes(capacity);
    return way == Way::device && is_short ? std::nullopt : way;
  }

  // 2^13 vertices take less than a gigabyte.
  static bool is_large(Capacity const& capacity) {
    return capacity.vertices > std::size_t(1) << 13;
  }

  // Copies of the matrices, and what the steps take.
  static std::uint64_t bytes_of_device(Arguments const& arguments, Capacity const& capacity,
                                       NodeSides const& sides) {
    return sides.copied_bytes(arguments.distances) + sides.copied_bytes(arguments.next) +
           panel_bytes(capacity) + (std::uint64_t(1) << 20);
  }

 private:
  // A side without a pivot block has no part.
  static CallWay way_of_rows(std::size_t vertices, double share) {
    CallWay const way = CallWay::of_share(share);
    if (way.name != Way::both) return way;
    std::size_t const rows = all_pairs::device_rows(vertices, share);
    return rows == 0 ? CallWay::of_share(1) : rows == vertices ? CallWay::of_share(0) : way;
  }

  static bool streams(Arguments const& arguments, Capacity const& capacity, bool is_automatic,
                      NodeSides const& sides) {
    Place const place = arguments.distances.place;
    if (place != Place::host && place != Place::pinned) return false;
    if (!is_automatic) return true;
    return arguments.next.size == 0 &&
           all_pairs::StreamedBands<Weight>::pay(capacity.vertices, sides.device_memory,
                                                 place == Place::host, sides.host_threads);
  }

  static std::uint64_t panel_bytes(Capacity const& capacity) {
    std::uint64_t const n = (capacity.vertices + 255) / 256 * 256;
    return ((sizeof(Weight) == 2 ? 768 : 512) * n + 81920) * sizeof(Weight);
  }
};

}  // namespace yoke::detail
