#include "frame/ranged_copies.hpp"

#include <algorithm>
#include <chrono>

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

void CopyTimes::start(Device const& exec, Timeline* timeline) {
  timeline_ = timeline;
  has_begun_ = has_ended_ = false;
  if (timeline == nullptr) return;
  while (events_.size() < marks) events_.emplace_back(exec);
  events_[origin].record(exec);
  origin_time_ = Timeline::Clock::now();
}

void CopyTimes::mark_begin(Device const& exec) {
  if (timeline_ == nullptr || has_begun_) return;
  events_[first].record(exec);
  has_begun_ = true;
}

void CopyTimes::mark_end(Device const& exec) {
  if (timeline_ == nullptr || !has_begun_ || has_ended_) return;
  events_[last].record(exec);
  has_ended_ = true;
}

void CopyTimes::enter(Lane lane, char const* name) {
  if (!has_ended_) return;
  events_[first].wait();
  timeline_->record(lane, name, time_of(first), time_of(last));
  // Once: the next call's copies may fail to begin, and are finished even so.
  has_begun_ = has_ended_ = false;
}

Timeline::Clock::time_point CopyTimes::time_of(Mark mark) const {
  auto const since = std::chrono::duration<double>(events_[mark].seconds_since(events_[origin]));
  return origin_time_ + std::chrono::duration_cast<Timeline::Clock::duration>(since);
}

void Arrival::begin(std::byte* copy, std::byte const* source, std::size_t bytes,
                    std::size_t word_bytes, Timeline* timeline) {
  begin(copy, source, bytes, word_bytes, is_pageable(source, bytes), timeline);
}

void Arrival::begin(std::byte* copy, std::byte const* source, std::size_t bytes,
                    std::size_t word_bytes, bool pageable, Timeline* timeline) {
  copy_ = copy;
  source_ = source;
  bytes_ = bytes;
  is_pageable_ = pageable;
  packs_ = packed_ != nullptr && !pageable;
  sent_ = held_ = 0;
  ends_.clear();
  times_.start(upload_, timeline);
  times_.mark_begin(upload_);
  if (packs_) {
    packed_->begin(upload_, aside_, bytes, word_bytes);
  } else if (pageable) {
    ring_.begin_up();
  } else {
    auto const count = static_cast<std::size_t>(ranges());
    for (std::size_t range = 1; range < count; ++range) send(bytes / count * range);
    send(bytes);
  }
}

void Arrival::send(std::size_t end) {
  std::size_t const size = end - sent_;
  if (is_pageable_) {
    ring_.more_up(upload_, copy_ + sent_, source_ + sent_, size);
  } else {
    Kokkos::deep_copy(upload_, Array<Device, std::byte>(copy_ + sent_, size),
                      Array<Kokkos::SharedHostPinnedSpace, std::byte const>(source_ + sent_, size));
  }
  record(arrived_, ends_.size(), upload_);
  ends_.push_back(end);
  sent_ = end;
  if (end == bytes_) times_.mark_end(upload_);
}

void Arrival::hold_until(std::size_t end) {
  if (packs_) {
    for (; held_ < packed_->pieces() && (held_ == 0 || packed_->end_of(held_ - 1) < end); ++held_) {
      packed_->up(held_, copy_, source_);
      packed_->arrived(held_).hold(work_);
    }
    if (held_ == packed_->pieces()) times_.mark_end(upload_);
    return;
  }
  if (end > sent_) send(end);
  while (held_ < ends_.size() && (held_ == 0 || ends_[held_ - 1] < end)) {
    arrived_[held_++].hold(work_);
  }
}

void Arrival::finish() {
  times_.mark_end(upload_);
  upload_.fence("yoke::Arrival: finish");
  if (packs_) aside_.fence("yoke::Arrival: finish");
  times_.enter(Lane::upload, "input in ranges");
}

void Departure::begin(std::byte* target, std::byte const* output, std::size_t bytes,
                      std::size_t word_bytes, Arrival const* arrival, Timeline* timeline) {
  begin(target, output, bytes, word_bytes, arrival, is_pageable(target, bytes), timeline);
}

void Departure::begin(std::byte* target, std::byte const* output, std::size_t bytes,
                      std::size_t word_bytes, Arrival const* arrival, bool pageable,
                      Timeline* timeline) {
  target_ = target;
  output_ = output;
  bytes_ = bytes;
  word_bytes_ = word_bytes;
  arrival_ = arrival;
  is_pageable_ = pageable;
  packs_ = false;
  ends_.clear();
  times_.start(download_, timeline);
}

void Departure::final_before(std::size_t end) {
  if (ends_.empty()) {
    packs_ = packed_ != nullptr && !is_pageable_ && arrival_ != nullptr && arrival_->has_packed();
  }
  std::size_t const begin = ends_.empty() ? 0 : ends_.back();
  record(written_, ends_.size(), work_);
  times_.mark_begin(work_);
  ends_.push_back(end);
  if (!is_pageable_ && !packs_) {
    hold(download_, end);
    Kokkos::deep_copy(download_,
                      Array<Kokkos::SharedHostPinnedSpace, std::byte>(target_ + begin, end - begin),
                      Array<Device, std::byte const>(output_ + begin, end - begin));
  } else if (end == bytes_ && packs_) {
    packed_->begin(download_, aside_, bytes_, word_bytes_);
    packed_->down(target_, output_,
                  [this](Device const& exec, std::size_t wanted) { hold(exec, wanted); });
  } else if (end == bytes_) {
    ring_.ring_down(download_, target_, output_, bytes_,
                    [this](std::size_t wanted) { hold(download_, wanted); });
  }
  if (end == bytes_) times_.mark_end(download_);
}

// Until the bytes before `end` are final: the ranges' marks are on one instance, in their order.
void Departure::hold(Device const& exec, std::size_t end) const {
  auto const range = std::lower_bound(ends_.begin(), ends_.end(), end) - ends_.begin();
  written_[static_cast<std::size_t>(range)].hold(exec);
}

bool Departure::finish() {
  times_.mark_end(download_);
  download_.fence("yoke::Departure: finish");
  if (packs_) aside_.fence("yoke::Departure: finish");
  times_.enter(Lane::download, "output in ranges");
  bool const has_left = !ends_.empty() && ends_.back() == bytes_;
  ends_.clear();  // as above
  return has_left;
}

}  // namespace yoke::detail
