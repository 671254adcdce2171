#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "frame/copy_ring.hpp"
#include "frame/packed_copies.hpp"
#include "yoke/detail/kokkos_ext/event.hpp"
#include "yoke/timeline.hpp"

// Copies of a call's largest arguments that overlap the device's work on them: range by range, each
// in ascending order, on instances of their own. For solvers that read or write an array in that
// order at their begin or at their end.
namespace yoke::detail {

// A range of so many bytes or more takes the bus 80 microseconds or more, which hides what its
// launches and events cost.
inline constexpr std::size_t least_range_bytes = std::size_t(4) << 20;
inline constexpr int most_ranges = 16;
// Into how many ranges an array of so many bytes is cut.
inline int ranges_of(std::size_t bytes, std::size_t least_bytes) {
  return static_cast<int>(std::clamp<std::size_t>(bytes / least_bytes, 1, most_ranges));
}

// From when to when copies were under way, by the device's clock, for a timeline that may be null.
class CopyTimes {
 public:
  using Device = CopyRing::Device;
  // Nothing is under way on the instance.
  void start(Device const& exec, Timeline* timeline);
  // The copies begin, or end, after what has been put on it.
  void mark_begin(Device const& exec);
  void mark_end(Device const& exec);
  // When the copies are done. Nothing is entered where there was no begin.
  void enter(Lane lane, char const* name);

 private:
  enum Mark { origin, first, last, marks };
  Timeline::Clock::time_point time_of(Mark mark) const;

  std::vector<Event<Device>> events_;  // none before there is a timeline
  Timeline::Clock::time_point origin_time_;
  Timeline* timeline_ = nullptr;
  bool has_begun_ = false, has_ended_ = false;
};

// An input that is on its way to the device.
class Arrival {
 public:
  using Device = CopyRing::Device;

  // The work is on `work`, the copies are on `upload`; what is pageable goes through the ring.
  Arrival(Device const& work, Device const& upload, CopyRing& ring,
          std::size_t least_range = least_range_bytes)
      : work_(work), upload_(upload), ring_(ring), least_range_(least_range) {}

  // Integers in pinned memory are packed from now on, where they can be; `aside` is another
  // instance.
  void use(PackedCopies& packed, Device const& aside) {
    packed_ = &packed;
    aside_ = aside;
  }

  // Of the call that begins. Pinned memory is put on its way at once, pageable memory, and what is
  // packed, as it is asked for. finish() must follow, whatever else happens.
  void begin(std::byte* copy, std::byte const* source, std::size_t bytes, std::size_t word_bytes,
             Timeline* timeline);
  void begin(std::byte* copy, std::byte const* source, std::size_t bytes, std::size_t word_bytes,
             bool is_pageable, Timeline* timeline);
  std::size_t bytes() const { return bytes_; }
  int ranges_of(std::size_t bytes) const { return detail::ranges_of(bytes, least_range_); }
  int ranges() const { return ranges_of(bytes_); }

  // What is put on the work's instance from now on sees the bytes before `end`.
  void hold_until(std::size_t end);
  // Returns when no copy is under way any more.
  void finish();
  // Has the host packed any of it?
  bool has_packed() const { return packs_ && packed_->packed() > 0; }

 private:
  void send(std::size_t end);

  Device work_, upload_, aside_;
  CopyRing& ring_;
  std::size_t least_range_;
  PackedCopies* packed_ = nullptr;
  std::vector<Event<Device>> arrived_;  // at the end of each range
  std::vector<std::size_t> ends_;
  // Of the call.
  std::byte* copy_ = nullptr;
  std::byte const* source_ = nullptr;
  std::size_t bytes_ = 0, sent_ = 0, held_ = 0;  // held: ranges, or pieces
  bool is_pageable_ = false, packs_ = false;
  CopyTimes times_;
};

// An output that leaves while the device still writes the rest of it.
class Departure {
 public:
  using Device = CopyRing::Device;

  Departure(Device const& work, Device const& download, CopyRing& ring,
            std::size_t least_range = least_range_bytes)
      : work_(work), download_(download), ring_(ring), least_range_(least_range) {}

  // As Arrival's.
  void use(PackedCopies& packed, Device const& aside) {
    packed_ = &packed;
    aside_ = aside;
  }

  // As Arrival's. What leaves is packed where some of what has arrived was, if anything has.
  void begin(std::byte* target, std::byte const* output, std::size_t bytes, std::size_t word_bytes,
             Arrival const* arrival, Timeline* timeline);
  void begin(std::byte* target, std::byte const* output, std::size_t bytes, std::size_t word_bytes,
             Arrival const* arrival, bool is_pageable, Timeline* timeline);
  std::size_t bytes() const { return bytes_; }
  int ranges_of(std::size_t bytes) const { return detail::ranges_of(bytes, least_range_); }
  int ranges() const { return ranges_of(bytes_); }

  // What has been put on the work's instance so far writes the bytes before `end` for the last
  // time. Where they go to pageable memory, or are unpacked, the last such call returns when they
  // are there.
  void final_before(std::size_t end);
  // Returns when no copy is under way any more. Has everything left?
  bool finish();

 private:
  void hold(Device const& exec, std::size_t end) const;

  Device work_, download_, aside_;
  CopyRing& ring_;
  std::size_t least_range_;
  PackedCopies* packed_ = nullptr;
  std::vector<Event<Device>> written_;
  std::vector<std::size_t> ends_;
  std::byte* target_ = nullptr;
  std::byte const* output_ = nullptr;
  std::size_t bytes_ = 0, word_bytes_ = 0;
  Arrival const* arrival_ = nullptr;
  bool is_pageable_ = false, packs_ = false;
  CopyTimes times_;
};

// What a solver is given of them: null where an argument is where it is wanted, or small.
struct RangedCopies {
  Arrival* arrival = nullptr;
  Departure* departure = nullptr;
};

}  // namespace yoke::detail
