#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fill/fed_streams.hpp"
#include "fill/solver.hpp"
#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"

namespace yoke::detail::filling {

// The host makes the first numbers and the device the others, each where it works well; what the
// device makes for the host's memory goes there meanwhile, where the host's threads need not help.
template <class Word, class Device, class Host>
class HybridFillSolver {
  using Capability = Fill<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  HybridFillSolver(Hybrid<Device, Host> const& hybrid,
                   typename Capability::Capacity const& capacity, FillOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(options),
        ring_(hybrid.device(), hybrid.host()),
        fed_(hybrid, options.timeline) {
    auto const course = expected();
    if (course && course->by == Course::By::both) prepare();
  }

  // Without a share that was asked for or tuned, a device alone: it makes numbers for the host's
  // memory faster than the bus takes them. Cores gain nothing by being two sides.
  Course course(Arguments const& arguments) const {
    if (is_fed()) {
      FedStreams<Word, Device, Host>::walks_of(arguments);
      return {Course::By::both, 0};
    }
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    auto const call = tuned_call<Word>("fill", arguments.numbers.place, hybrid_);
    return Course::of_share(host_share(options_.split, call, arguments.numbers.size, alone));
  }
  std::optional<Course> expected() const {
    if (is_fed()) return Course{Course::By::both, 0};
    if (options_.split.is_automatic()) return std::nullopt;
    return Course::of_share(options_.split.host_share());
  }
  FillAlgorithm algorithm() const {
    return is_fed() ? FillAlgorithm::fed : FillAlgorithm::in_place;
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    prepare();
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    if (is_fed()) {
      fed_.run(device_->bring(arguments));
      device_->send(arguments);
    } else {
      run_cut(arguments, course.host_share);
    }
    timer.done("fill");
    return arguments.numbers.size;
  }

 private:
  bool is_fed() const { return options_.algorithm == FillAlgorithm::fed; }

  // What both sides need.
  void prepare() {
    if (device_) return;
    auto options = without_report(options_);
    options.algorithm = FillAlgorithm::in_place;
    device_ = make_side<Capability>(hybrid_.device(), capacity_, options, Lane::device);
    device_->use(ring_);
    if (!is_fed()) {
      host_ = make_side<Capability>(hybrid_.host(), capacity_, options, Lane::host);
      host_->use(ring_);
    }
  }

  void run_cut(Arguments const& arguments, double share) {
    std::size_t const cut = cut_of(arguments, share);
    Arguments const front = part(arguments, 0, cut);
    Arguments const back = part(arguments, cut, arguments.numbers.size);
    Arguments const host_part = host_->bring(front), device_part = device_->bring(back);
    bool const needs_host = is_pageable(back.numbers.data, back.numbers.size * sizeof(Word));
    hybrid_.concurrently(
        [&] {
          device_->work(device_part);
          if (!needs_host) device_->send(back);
        },
        [&] { host_->work(host_part); });
    if (needs_host) device_->send(back);
    host_->send(front);
  }

  // Between two blocks of streams, so that neither is drawn twice.
  static std::size_t cut_of(Arguments const& arguments, double share) {
    std::uint64_t const size = arguments.numbers.size;
    std::uint64_t const wanted =
        std::min(size, static_cast<std::uint64_t>(share * static_cast<double>(size)));
    std::uint64_t const block = StreamPlaces::block * (8 / sizeof(Word));
    std::uint64_t const beyond = (arguments.first + wanted) % block;
    return wanted >= beyond ? wanted - beyond : 0;
  }

  static Arguments part(Arguments arguments, std::size_t begin, std::size_t end) {
    arguments.numbers.data += begin;
    arguments.numbers.size = end - begin;
    arguments.first += begin;
    return arguments;
  }

  Hybrid<Device, Host> const& hybrid_;
  typename Capability::Capacity capacity_;
  FillOptions options_;
  CopyRing ring_;
  FedStreams<Word, Device, Host> fed_;
  OneSidePtr<Capability> device_, host_;
};

}  // namespace yoke::detail::filling

namespace yoke::detail {

template <class Word, class Device, class Host>
class HybridSolver<filling::Fill<Word>, Device, Host>
    : public filling::HybridFillSolver<Word, Device, Host> {
  using filling::HybridFillSolver<Word, Device, Host>::HybridFillSolver;
};

}  // namespace yoke::detail
