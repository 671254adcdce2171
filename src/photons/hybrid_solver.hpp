#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "frame/engine.hpp"
#include "frame/raw_arrays.hpp"
#include "photons/fed_simulation.hpp"
#include "photons/in_lanes.hpp"
#include "photons/solver.hpp"
#include "photons/ways.hpp"
#include "photons/work_queue.hpp"

namespace yoke::detail::photons {

template <class Space>
struct AddCounts {
  Array<Space, std::uint64_t> target;
  Array<Space, std::uint64_t const> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { target(i) += counts(i); }
};

// Batches of a call's photons from one end of a queue: one of at least `first`, then a part of what
// is left at a time, of `most` at most. Threads that take them one by one need not wait for each
// other where a batch ends.
class QueuedPhotons final : public PhotonSource {
 public:
  QueuedPhotons(WorkQueue& queue, WorkQueue::End end, std::uint64_t parts, std::uint64_t least,
                std::uint64_t first = 0, std::uint64_t most = ~std::uint64_t(0))
      : queue_(queue), end_(end), parts_(parts), least_(least), first_(first), most_(most) {}

  bool take(std::uint64_t& begin, std::uint64_t& end) override {
    std::lock_guard const lock(mutex_);
    WorkQueue::Batch const batch =
        queue_.take_part(end_, parts_, std::max(least_, std::exchange(first_, 0)), most_);
    begin = batch.begin;
    end = batch.end;
    return !batch.empty();
  }

 private:
  WorkQueue& queue_;
  WorkQueue::End end_;
  std::uint64_t parts_, least_, first_, most_;
  std::mutex mutex_;
};

}  // namespace yoke::detail::photons

namespace yoke::detail {

// Both sides take batches of photons from the two ends of a queue until none is left, or the shares
// that were asked for; or the host makes bits for the device alone. The device counts in the
// caller's tallies, or in its copies of them, and the host in tallies of its own, which are added
// to them.
template <class Device, class Host>
class HybridSolver<photons::Photons, Device, Host> {
  using Capability = photons::Photons;
  using Arguments = Capability::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, Capability::Capacity const& capacity,
               PhotonOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}

  void prepare(Way way) {
    if (device_ || fed_) return;
    if (way == Way::fed) {
      fed_ = photons::make_fed_simulation(hybrid_, capacity_, options_);
      return;
    }
    auto const options = without_report(options_);
    device_ = make_side<Capability>(hybrid_.device(), capacity_, options, Lane::device);
    host_ = make_side<Capability>(hybrid_.host(), capacity_, of_host(options), Lane::host);
    photons::TallySizes const sizes(photons::TallyShape(capacity_.tissue, capacity_.grid));
    counts_ = make_buffer<Host, std::uint64_t>(hybrid_.host(), "yoke::photons::host", sizes.all());
    if constexpr (!runs_on_host<Device>) {
      joined_ =
          make_buffer<Device, std::uint64_t>(hybrid_.device(), "yoke::photons::join", sizes.all());
    }
    double const host_threads = threads_a_core * hybrid_.host().concurrency();
    host_share_ = host_threads / (host_threads + hybrid_.device().concurrency());
  }
  PhotonAlgorithm algorithm() const {
    return fed_ ? PhotonAlgorithm::one_a_thread : device_->algorithm();
  }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (way.name == Way::fed) return fed_->run(arguments);
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    Arguments const near = device_->bring(arguments);
    Arguments const own = host_tallies(arguments);
    photons::Counted const before = photons::counted(hybrid_.device(), near.sums);
    timer.done("bring");
    if (way.name == Way::queue) {
      take_from_queue(near, own);
    } else {
      cut(near, own, way.host_share);
    }
    timer.done("simulate");
    photons::Counted const by_device = photons::counted(hybrid_.device(), near.sums) - before;
    photons::Counted const by_host = photons::counted(hybrid_.host(), own.sums);
    device_->send(arguments);
    join(arguments, own);
    timer.done("join");
    if (way.name == Way::queue) expect_of(by_device.photons, by_host.photons);
    if (options_.report != nullptr) {
      photons::Counted const by_both = by_device + by_host;
      by_both.write(*options_.report);
      options_.report->host_photons = by_host.photons;
      options_.report->host_share =
          static_cast<double>(by_host.photons) /
          static_cast<double>(std::max<std::uint64_t>(by_both.photons, 1));
    }
    return (by_device + by_host).cut_off;
  }

 private:
  using End = WorkQueue::End;

  // Every launch of a device ends with a few photons that live long, while most of it idles. So its
  // first batch is all that it is expected to get, and what is left then a part at a time, each
  // worth a launch; the host's batches are small from the start, so that both end together.
  static constexpr std::uint64_t device_parts = 4, host_parts = 64;
  static constexpr double least_batches = 8;  // in which a host's thread takes its expected number
  // The last batches: of a host's thread, which takes 0.3 ms for so many in skin on an H200's
  // machine; of each of a device's threads.
  static constexpr std::uint64_t fewest_of_host = 32, fewest_a_thread = 4;
  // Threads of a device that together are as fast as a core (on an H200, in skin: 290). What the
  // host is expected to do is made smaller, for it is the device that should never wait.
  static constexpr double threads_a_core = 256, host_reserve = 0.9;

  // What was asked for may be for a device alone, or for a host.
  static PhotonOptions of_host(PhotonOptions options) {
    if constexpr (!runs_on_host<Device>) options.algorithm = PhotonAlgorithm::automatic;
    return options;
  }

  // Where the host counts.
  Arguments host_tallies(Arguments arguments) const {
    photons::TallySizes const sizes(arguments.shape, arguments.absorbed.size > 0);
    std::fill_n(counts_.data(), sizes.all(), std::uint64_t(0));
    std::uint64_t* next = counts_.data();
    std::apply(
        [&](auto&... array) {
          ((array.data = next, array.place = Place::host, next += array.size), ...);
        },
        Arguments::arrays(arguments));
    return arguments;
  }

  static Arguments part(Arguments arguments, std::uint64_t begin, std::uint64_t end) {
    arguments.first += begin;
    arguments.count = end - begin;
    return arguments;
  }

  void cut(Arguments const& near, Arguments const& own, double host_share) {
    std::uint64_t const count = near.count;
    auto const wanted = static_cast<std::uint64_t>(host_share * static_cast<double>(count));
    std::uint64_t const middle = count - std::min(wanted, count);
    hybrid_.concurrently([&] { work(*device_, near, 0, middle); },
                         [&] { work(*host_, own, middle, count); });
  }

  void take_from_queue(Arguments const& near, Arguments const& own) {
    std::uint64_t const count = near.count;
    queue_.fill(count);
    photons::QueuedPhotons for_device = [&] {
      auto const threads = static_cast<std::uint64_t>(hybrid_.device().concurrency());
      if constexpr (runs_on_host<Device>) {
        return photons::QueuedPhotons(queue_, End::front, host_parts * threads, fewest_of_host);
      } else {
        auto const first = static_cast<std::uint64_t>((1 - host_reserve * host_share_) *
                                                      static_cast<double>(count));
        return photons::QueuedPhotons(queue_, End::front, device_parts, fewest_a_thread * threads,
                                      first);
      }
    }();
    auto const threads = static_cast<std::uint64_t>(hybrid_.host().concurrency());
    // Threads that begin before the device see all photons left.
    double const of_thread =
        host_share_ * static_cast<double>(count) / static_cast<double>(threads);
    photons::QueuedPhotons for_host(queue_, End::back, host_parts * threads, fewest_of_host, 0,
                                    static_cast<std::uint64_t>(of_thread / least_batches));
    double by_device = 0, by_host = 0;
    hybrid_.concurrently([&] { by_device = take_all(*device_, near, for_device); },
                         [&] { by_host = take_all(*host_, own, for_host); });
    seconds_ = {by_device, by_host};
  }
  // What the host does of the next call, if both are as fast as they were.
  void expect_of(std::uint64_t by_device, std::uint64_t by_host) {
    if (by_device == 0 || by_host == 0) return;
    double const device_rate = static_cast<double>(by_device) / seconds_.device;
    double const host_rate = static_cast<double>(by_host) / seconds_.host;
    host_share_ = host_rate / (host_rate + device_rate);
  }
  // Returns the seconds that it took.
  double take_all(OneSide<Capability>& side, Arguments tallies, photons::PhotonSource& source) {
    tallies.source = &source;
    Kokkos::Timer const timer;
    try {
      side.work(tallies);
    } catch (...) {
      // The other side's work would be for nothing.
      queue_.close();
      throw;
    }
    return timer.seconds();
  }

  static void work(OneSide<Capability>& side, Arguments const& tallies, std::uint64_t begin,
                   std::uint64_t end) {
    if (begin < end) side.work(part(tallies, begin, end));
  }

  // Adds what the host counted to the caller's tallies.
  void join(Arguments const& arguments, Arguments const& own) {
    auto const targets = Arguments::arrays(arguments);
    auto const sources = Arguments::arrays(own);
    join(std::get<0>(targets), std::get<0>(sources));
    join(std::get<1>(targets), std::get<1>(sources));
    join(std::get<2>(targets), std::get<2>(sources));
    join(std::get<3>(targets), std::get<3>(sources));
  }
  void join(RawArray<std::uint64_t> const& target, RawArray<std::uint64_t> const& source) {
    if (target.place != Place::device) {
      for (std::size_t i = 0; i < target.size; ++i) target.data[i] += source.data[i];
      return;
    }
    if constexpr (!runs_on_host<Device>) {
      Device const& device = hybrid_.device();
      auto const copy = array_of(joined_, source.size);
      Kokkos::deep_copy(device, copy, Array<Host, std::uint64_t const>(source.data, source.size));
      Kokkos::parallel_for("yoke::photons::join", WideRange<Device>(device, 0, source.size),
                           photons::AddCounts<Device>{array_on<Device>(target), copy});
      device.fence("yoke::photons: joined");
    }
  }

  struct Seconds {
    double device, host;
  };

  Hybrid<Device, Host> const& hybrid_;
  Capability::Capacity capacity_;
  PhotonOptions options_;
  WorkQueue queue_;
  double host_share_ = 0.5;  // of the next call, expected
  Seconds seconds_{};        // of the last one
  Buffer<Host, std::uint64_t> counts_;
  Buffer<Device, std::uint64_t> joined_;
  OneSidePtr<Capability> device_, host_;
  std::unique_ptr<photons::FedSimulation> fed_;
};

}  // namespace yoke::detail
