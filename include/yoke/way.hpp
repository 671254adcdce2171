#pragma once

#include <array>
#include <string_view>

#include "yoke/algorithm.hpp"

namespace yoke {

/// How a hybrid call ran. docs/hybrid.md has the ways of each capability.
enum class Way {
  none,        ///< the call was not hybrid, or had nothing to do
  device,      ///< the device alone
  host,        ///< the host alone
  both,        ///< both sides, each on its share
  queue,       ///< both sides, on batches from a queue
  fed,         ///< the device, on random bits that the host makes
  streamed,    ///< the device, on blocks that go through its memory
  two_pass,    ///< the device in less memory, in two passes over the input
  in_place,    ///< the device, without a copy: of a graph's rows, or of a list's ranks
  via_host,    ///< the device, on keys or elements that the host makes
  via_device,  ///< the host, on elements that the device makes
};

/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 11> way_names = {
    "none",     "device",   "host",     "both",     "queue",     "fed",
    "streamed", "two_pass", "in_place", "via_host", "via_device"};
/// The way's name in the tool's reports.
inline constexpr std::string_view to_string(Way way) { return detail::name_of(way_names, way); }

}  // namespace yoke
