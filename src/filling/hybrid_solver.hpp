#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "filling/fed_streams.hpp"
#include "filling/solver.hpp"
#include "filling/ways.hpp"
#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"

namespace yoke::detail {

// The host makes the first numbers and the device the others, each where it works well; what the
// device makes for the host's memory goes there meanwhile, where the host's threads need not help.
template <class Word, class Device, class Host>
class HybridSolver<filling::Fill<Word>, Device, Host> {
  using Capability = filling::Fill<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, typename Capability::Capacity const& capacity,
               FillOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(options),
        ring_(hybrid.device(), hybrid.host()),
        fed_(hybrid, options.timeline) {}

  void prepare(Way way) {
    auto options = without_report(options_);
    options.algorithm = FillAlgorithm::in_place;
    if (!device_) {
      device_ = make_side<Capability>(hybrid_.device(), capacity_, options, Lane::device);
      device_->use(ring_);
    }
    if (way == Way::both && !host_) {
      host_ = make_side<Capability>(hybrid_.host(), capacity_, options, Lane::host);
      host_->use(ring_);
    }
  }
  FillAlgorithm algorithm() const {
    return options_.algorithm == FillAlgorithm::fed ? FillAlgorithm::fed : FillAlgorithm::in_place;
  }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    if (way.name == Way::fed) {
      filling::FedStreams<Word, Device, Host>::walks_of(arguments);
      fed_.run(device_->bring(arguments));
      device_->send(arguments);
    } else {
      run_cut(arguments, way.host_share);
    }
    timer.done("fill");
    return arguments.numbers.size;
  }

 private:
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
    std::uint64_t const block = filling::StreamPlaces::block * (8 / sizeof(Word));
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
  filling::FedStreams<Word, Device, Host> fed_;
  OneSidePtr<Capability> device_, host_;
};

}  // namespace yoke::detail
