#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "frame/capability_use.hpp"
#include "frame/copy_ring.hpp"
#include "frame/lane_times.hpp"
#include "frame/one_side.hpp"
#include "frame/ranged_copies.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side.hpp"
#include "frame/solver.hpp"
#include "frame/ways.hpp"
#include "yoke/algorithm.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/messages.hpp"
#include "yoke/ticket.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// Does a call write over some of what it reads?
template <class Arrays>
inline constexpr bool updates_any = false;
template <class... Array>
inline constexpr bool updates_any<std::tuple<Array&...>> = (is_updated<Array> || ...);

// Has it ways that others follow if the memory ends?
template <class Solver>
concept Falls = requires(Solver& solver, Way way) {
  solver.release(way);
};

template <class Capability>
constexpr bool shares_any() {
  for (auto const& entry : Capability::algorithms) {
    if (entry.strategy != Strategy::alone) return true;
  }
  return false;
}

// Why a share is refused, and what helps.
template <class Capability>
std::string why_on_one_side(std::string_view algorithm) {
  if constexpr (shares_any<Capability>()) {
    static_assert(Capability::algorithms.front().strategy != Strategy::alone,
                  "the message names automatic as the remedy");
    return std::string(algorithm) + " runs on one side: use 0 or 1, or automatic";
  } else {
    return "each algorithm runs on one side: use 0 or 1";
  }
}

// What does the calls that were submitted to a plan. A capability that says `submits` has its own
// (list_ranking/submitted_calls.hpp).
template <class Capability, class Device, class Host>
struct SubmittedCallsOf {
  struct Type {
    void wait_for_all() {}
  };
};

// Hybrid calls, each in the first of its ways that has room. What a way needs is made at the first
// call that takes it, or with the plan if most calls are expected to.
template <class Capability, class Device, class Host>
class BothSides {
  using Arguments = typename Capability::Arguments;
  using Options = typename Capability::Options;
  using Submitted = typename SubmittedCallsOf<Capability, Device, Host>::Type;

 public:
  BothSides(Hybrid<Device, Host> const& hybrid, typename Capability::Capacity const& capacity,
            Options const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(with_timeline(checked(capacity, options))),
        ring_(hybrid.device_alone(), hybrid.host_alone()),
        packed_(hybrid.host_alone()),
        arrival_(hybrid.device_alone(), hybrid.upload(), ring_),
        departure_(hybrid.device_alone(), hybrid.download(), ring_),
        sides_{runs_on_host<Device>, hybrid.host_threads(), known_memory(capacity, options)},
        choice_(Capability::name, sides_.device_memory),
        both_(hybrid, capacity, options_) {
    if constexpr (requires { options.pack_copies; }) {
      if (options.pack_copies) {
        arrival_.use(packed_, hybrid.download());
        departure_.use(packed_, hybrid.upload());
      }
    }
    if (auto const way = expected_way<Capability>(capacity_, options_, sides_)) {
      prepare_early(*way);
    }
  }
  // The options refer to the timeline, and the sides to the ring.
  BothSides(BothSides const&) = delete;
  BothSides& operator=(BothSides const&) = delete;

  // After all that was submitted.
  std::size_t run(Arguments const& arguments) {
    if (submitted_) submitted_->wait_for_all();
    Ways const ways = ways_of(arguments);
    auto const leave = [this](Way way) { release(way); };
    // A call that has begun to write over its input cannot begin again.
    if constexpr (updates_any<decltype(Arguments::arrays(std::declval<Arguments&>()))>) {
      auto const make = [this](CallWay const& way) {
        prepare(way.name);
        return way;
      };
      return run_by(choice_.take(ways, make, leave), arguments);
    } else {
      auto const make_and_run = [&](CallWay const& way) {
        prepare(way.name);
        return run_by(way, arguments);
      };
      return choice_.take(ways, make_and_run, leave);
    }
  }

  // By threads where the sides can work at the same time: elsewhere the call is made at once.
  Ticket submit(Arguments const& arguments, std::shared_ptr<Ledger> const& ledger) {
    bool const by_device = choice_.first(ways_of(arguments)).name == Way::device;
    if (!by_device || !hybrid_.is_concurrent()) {
      return ticket_of([&] { return run(arguments); });
    }
    prepare(Way::device);
    if (!submitted_) {
      submitted_ = std::make_unique<Submitted>(hybrid_, *device_, ledger, options_.timeline);
    }
    return submitted_->submit(arguments);
  }

  // Of the calls so far, or of those to come.
  typename Capability::Algorithm algorithm() const {
    return device_ ? device_->algorithm() : host_ ? host_->algorithm() : both_.algorithm();
  }

 private:
  // What the lanes record is in the report too.
  Options with_timeline(Options options) {
    if (options.report && !options.timeline) options.timeline = &own_timeline_;
    return options;
  }

  static Options const& checked(typename Capability::Capacity const& capacity,
                                Options const& options) {
    if constexpr (HasAlgorithms<Capability>) {
      if (options.split.is_automatic()) return options;
      double const share = options.split.host_share();
      auto const& entry = entry_of<Capability>(options.algorithm);
      if (share == 0 || share == 1 || entry.strategy != Strategy::alone) return options;
      std::string caller = Capability::name;
      if constexpr (requires { capacity.caller; }) caller = capacity.caller;
      throw std::invalid_argument(caller + ": options.split is " + show_number(share) + ", but " +
                                  why_on_one_side<Capability>(entry.name));
    }
    return options;
  }

  // What a plan may take of the device's memory, if its calls' ways may depend on it.
  static std::uint64_t known_memory(typename Capability::Capacity const& capacity,
                                    Options const& options) {
    bool asks = options.device_memory > 0;
    if constexpr (requires { WaysOf<Capability>::is_large(capacity); }) {
      asks = asks || WaysOf<Capability>::is_large(capacity);
    }
    return !runs_on_host<Device> && asks ? Ledger::left_on_device() : NodeSides::unlimited;
  }

  Ways ways_of(Arguments const& arguments) const {
    return WaysOf<Capability>::of(arguments, capacity_, options_, sides_);
  }

  void prepare(Way way) {
    if (way == Way::device) {
      if (device_) return;
      device_ = make_side<Capability>(hybrid_.device_alone(), capacity_, options_, Lane::device);
      device_->use(ring_);
      device_->use(arrival_, departure_);
    } else if (way == Way::host) {
      if (host_) return;
      host_ = make_side<Capability>(hybrid_.host_alone(), capacity_, options_, Lane::host);
      host_->use(ring_);
    } else {
      both_.prepare(way);
    }
  }

  // With the plan. If there is no room, a call may have other ways.
  void prepare_early(Way way) {
    try {
      prepare(way);
    } catch (DeviceMemoryExceeded const&) {
      if constexpr (!Falls<decltype(both_)>) throw;
      release(way);
    }
  }

  // After a failure: nothing of it is in the report.
  void release(Way way) {
    if (options_.report) *options_.report = {};
    if (way == Way::device) {
      submitted_.reset();
      device_.reset();
    } else if (way == Way::host) {
      host_.reset();
    } else if constexpr (Falls<decltype(both_)>) {
      both_.release(way);
    }
  }

  std::size_t run_by(CallWay const& way, Arguments const& arguments) {
    own_timeline_.clear();
    LaneTimes const times(options_.timeline);
    // As it was asked for; both sides may find that they took other shares.
    if (options_.report) options_.report->host_share = way.host_share;
    std::size_t const result = way.name == Way::device ? device_->run(arguments)
                               : way.name == Way::host ? host_->run(arguments)
                                                       : both_.run(arguments, way);
    if (options_.report) {
      options_.report->way = way.name;
      if constexpr (HasAlgorithms<Capability>) {
        options_.report->algorithm = algorithm_by(way.name);
      }
      times.write(*options_.report);
    }
    return result;
  }

  typename Capability::Algorithm algorithm_by(Way way) const {
    return way == Way::device ? device_->algorithm()
           : way == Way::host ? host_->algorithm()
                              : both_.algorithm();
  }

  Hybrid<Device, Host> const& hybrid_;
  typename Capability::Capacity capacity_;
  Timeline own_timeline_;
  Options options_;
  CopyRing ring_;
  PackedCopies packed_;
  Arrival arrival_;
  Departure departure_;
  NodeSides sides_;
  WayChoice choice_;
  OneSidePtr<Capability> device_, host_;
  HybridSolver<Capability, Device, Host> both_;
  std::unique_ptr<Submitted> submitted_;  // last: its threads use the others
};

template <class Capability, class Executor>
struct EngineFor {
  using Type = Side<Capability, Executor>;
};
template <class Capability, class Device, class Host>
struct EngineFor<Capability, Hybrid<Device, Host>> {
  using Type = BothSides<Capability, Device, Host>;
};

// What runs the calls of a plan on an executor.
template <class Capability, class Executor>
using Engine = typename EngineFor<Capability, Executor>::Type;

}  // namespace yoke::detail
