#include "frame/ranged_copies.hpp"

#include <algorithm>

#include "yoke/detail/pinned_space.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {
namespace {

using Device = CopyRing::Device;

// The event of range number `range`, which is recorded now.
void record(std::vector<Event<Device>>& events, std::size_t range, Device const& exec) {
  if (events.size() <= range) events.emplace_back(exec);
  events[range].record(exec);
}

}  // namespace

void Arrival::begin(std::byte* copy, std::byte const* source, std::size_t bytes,
                    Timeline* timeline) {
  begin(copy, source, bytes, is_pageable(source, bytes), timeline);
}

void Arrival::begin(std::byte* copy, std::byte const* source, std::size_t bytes, bool pageable,
                    Timeline* timeline) {
  copy_ = copy;
  source_ = source;
  bytes_ = bytes;
  is_pageable_ = pageable;
  sent_ = held_ = 0;
  ends_.clear();
  span_.emplace(timeline, Lane::upload, "input in ranges");
  if (pageable) {
    ring_.begin_up();
    return;
  }
  auto const count = static_cast<std::size_t>(ranges());
  for (std::size_t range = 1; range <= count; ++range) send(bytes / count * range);
  if (sent_ < bytes) send(bytes);
}

void Arrival::send(std::size_t end) {
  std::size_t const size = end - sent_;
  if (is_pageable_) {
    ring_.more_up(upload_, copy_ + sent_, source_ + sent_, size);
  } else {
    Kokkos::deep_copy(upload_, Array<Device, std::byte>(copy_ + sent_, size),
                      Array<PinnedSpace, std::byte const>(source_ + sent_, size));
  }
  record(arrived_, ends_.size(), upload_);
  ends_.push_back(end);
  sent_ = end;
}

void Arrival::hold_until(std::size_t end) {
  if (end > sent_) send(end);
  while (held_ < ends_.size() && (held_ == 0 || ends_[held_ - 1] < end)) {
    arrived_[held_++].hold(work_);
  }
}

void Arrival::finish() {
  upload_.fence("yoke::Arrival: finish");
  span_.reset();
}

void Departure::begin(std::byte* target, std::byte const* output, std::size_t bytes,
                      Timeline* timeline) {
  begin(target, output, bytes, is_pageable(target, bytes), timeline);
}

void Departure::begin(std::byte* target, std::byte const* output, std::size_t bytes, bool pageable,
                      Timeline* timeline) {
  target_ = target;
  output_ = output;
  bytes_ = bytes;
  is_pageable_ = pageable;
  timeline_ = timeline;
  ends_.clear();
}

void Departure::final_before(std::size_t end) {
  if (ends_.empty()) span_.emplace(timeline_, Lane::download, "output in ranges");
  std::size_t const begin = ends_.empty() ? 0 : ends_.back();
  record(written_, ends_.size(), work_);
  ends_.push_back(end);
  if (!is_pageable_) {
    written_[ends_.size() - 1].hold(download_);
    Kokkos::deep_copy(download_, Array<PinnedSpace, std::byte>(target_ + begin, end - begin),
                      Array<Device, std::byte const>(output_ + begin, end - begin));
  } else if (end == bytes_) {
    std::size_t held = 0;
    ring_.ring_down(download_, target_, output_, bytes_, [&](std::size_t wanted) {
      while (held == 0 || ends_[held - 1] < wanted) written_[held++].hold(download_);
    });
  }
}

bool Departure::finish() {
  download_.fence("yoke::Departure: finish");
  span_.reset();
  return !ends_.empty() && ends_.back() == bytes_;
}

}  // namespace yoke::detail
