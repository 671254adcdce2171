#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "all_pairs/search_traits.hpp"
#include "all_pairs/steps.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::all_pairs {

// The bands of a matrix that goes through a device: a number of rows, and as many columns, whose
// steps are taken at once.
template <class Weight>
struct StreamedBands {
  // On their way: one goes up, one is lowered, one comes down.
  static constexpr std::size_t in_flight = 3;
  // With so many vertices an element of 4 bytes takes the bus a quarter of the product's time.
  static constexpr std::size_t longest = 4096;

  // What rows and columns of `width` vertices take of the device's memory, of a matrix of n.
  template <class Device>
  static std::uint64_t bytes(std::size_t n, std::size_t width) {
    std::uint64_t const rows = (2 + in_flight) * width;
    return Steps<Device, Weight>::bytes(n, width / block) + rows * n * sizeof(Weight) +
           count(n, width) * sizeof(LastLook);
  }
  static std::size_t count(std::size_t n, std::size_t width) { return (n + width - 1) / width; }

  // make(width) for the widest bands that fit into so many bytes, and with which it finds memory.
  // Throws its exception if the narrowest bands do not.
  template <class Device, class Make>
  static void fit(std::size_t n, std::uint64_t memory, Make const& make) {
    constexpr std::size_t unit = Steps<Device, Weight>::corner;
    std::size_t units = std::clamp<std::size_t>(longest / unit, 1, count(n, unit));
    while (units > 1 && bytes<Device>(n, units * unit) > memory) --units;
    for (;; units /= 2) {
      try {
        make(units * unit);
        return;
      } catch (DeviceMemoryExceeded const&) {
        if (units == 1) throw;
      }
    }
  }

  // Is this faster than the host alone? By what was measured (search_traits.hpp; for the bus
  // docs/results/log_out_of_core_sort.md).
  static bool pay(std::size_t n, std::uint64_t memory, bool is_pageable, int host_threads) {
    using Time = TimeOfSum<Weight>;
    double const bus = is_pageable ? 32 : 49.5;  // bytes up and as many down
    double const width = std::min<double>(longest, widest(n, memory));
    if (width < 2 * block) return false;
    double const streamed = std::max(Time::on_device, sizeof(Weight) / (bus * width));
    return streamed < Time::on_host / host_threads;
  }

 private:
  // Panels of 16-bit numbers have each row's twice.
  static double widest(std::size_t n, std::uint64_t memory) {
    constexpr double rows = 2 + in_flight + (sizeof(Weight) == 2 ? 3 : 2);
    return static_cast<double>(memory) / (static_cast<double>(n * sizeof(Weight)) * rows) -
           2 * block / rows;
  }
};

}  // namespace yoke::detail::all_pairs
