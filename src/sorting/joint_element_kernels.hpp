#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sorting/joint_layout.hpp"
#include "yoke/detail/spaces.hpp"

// How elements of any type move in a sample sort by both sides: the library knows their size alone.
namespace yoke::detail::sorting::joint {

// Where a side's elements go: one array holds the side's part of the result and, beside it, what
// the side sends. So an element of a bucket goes by one shift, also where the bucket is cut.
struct ElementPlaces {
  std::uint64_t result = 0, sent = 0, received = 0;  // where each begins
  std::array<std::uint64_t, buckets> shift{};        // from a place to that in the array

  static ElementPlaces of(Part const& part) {
    // A side that sends its first elements has them in front, one that sends its last ones behind:
    // of a bucket that is cut, both parts are then one range.
    bool const in_front = part.sent.begin == 0;
    ElementPlaces places;
    (in_front ? places.result : places.sent) = in_front ? part.sent.size() : part.result.size();
    places.received = part.sent.size() + part.result.size();
    for (std::size_t b = 0; b < buckets; ++b) {
      bool const is_sent = part.begin[b] >= part.sent.begin && part.begin[b + 1] <= part.sent.end;
      places.shift[b] = is_sent ? places.sent - part.sent.begin
                                : places.result + part.shift[b] - part.result.begin;
    }
    return places;
  }
};

// Elements as words that they consist of, so that neighbouring threads of a device move
// neighbouring words.
template <class Unit>
struct ScatterUnits {
  Unit const* from;
  std::uint32_t const *labels, *numbers;  // in the order of labels
  std::uint64_t const* shift;
  std::uint64_t units;  // an element
  Unit* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = i / units, unit = i % units;
    to[(place + shift[labels[place]]) * units + unit] = from[numbers[place] * units + unit];
  }
};

// What came from the other side, to where it belongs.
template <class Unit>
struct PlaceReceivedUnits {
  Unit const* received;
  std::uint64_t first;  // the first one's place on its side
  std::uint64_t const *begin, *shift;
  std::uint64_t result_begin, units;
  Unit* own;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = first + i / units;
    std::uint64_t const to = place + shift[bucket_at(begin, place)] - result_begin;
    own[to * units + i % units] = received[i];
  }
};

// Calls visit(Unit{}, units an element) with the widest word that addresses and size allow.
template <class Visit>
void with_units(void const* from, void const* to, std::size_t bytes, Visit const& visit) {
  auto const all =
      reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to) | bytes;
  if (all % sizeof(std::uint32_t) == 0) {
    visit(std::uint32_t(0), bytes / sizeof(std::uint32_t));
  } else {
    visit(std::uint8_t(0), bytes);
  }
}

// The same on a host: a bucket's elements are one range there and here.
struct PlaceReceivedBucket {
  std::byte const* received;
  Range places;  // of what has been received, on the other side
  Part const& other;
  std::uint64_t result_begin;
  std::size_t bytes;  // an element
  std::byte* own;
  void operator()(std::uint64_t b) const {
    std::uint64_t const begin = std::clamp(other.begin[b], places.begin, places.end);
    std::uint64_t const end = std::clamp(other.begin[b + 1], places.begin, places.end);
    if (begin == end) return;
    std::memcpy(own + (begin + other.shift[b] - result_begin) * bytes,
                received + (begin - places.begin) * bytes, (end - begin) * bytes);
  }
};

}  // namespace yoke::detail::sorting::joint
