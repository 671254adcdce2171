#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "frame/call_lanes.hpp"
#include "frame/copy_ring.hpp"
#include "frame/lane_times.hpp"
#include "frame/one_side.hpp"
#include "frame/ranged_copies.hpp"
#include "frame/solver.hpp"
#include "frame/staged.hpp"
#include "yoke/algorithm.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// In one lane of the timeline: what lies elsewhere is brought before the work and sent after it.
template <class Capability, class Space>
class Side final : public OneSide<Capability> {
  using Arguments = typename Capability::Arguments;
  using Options = typename Capability::Options;

 public:
  Side(Space const& exec, typename Capability::Capacity const& capacity, Options const& options,
       Lane lane = runs_on_host<Space> ? Lane::host : Lane::device)
      : Side(exec, capacity, options, lane, choose(capacity, options), choose(capacity, options)) {}

  // With what the solver is made of in place of the algorithm's name.
  template <class Part>
  Side(Space const& exec, typename Capability::Capacity const& capacity, Options const& options,
       Lane lane, typename Capability::Algorithm algorithm, Part&& part)
      : timeline_(options.timeline),
        lane_(lane),
        algorithm_(algorithm),
        staged_(exec),
        solver_(exec, capacity, options, std::forward<Part>(part)) {
    exec.fence("yoke: plan");
  }

  std::size_t run(Arguments const& arguments) override {
    if constexpr (copies_in_ranges) {
      if (arrival_ != nullptr) return run_in_ranges(arguments);
    }
    std::size_t const result = work(bring(arguments));
    send(arguments);
    return result;
  }

  Arguments bring(Arguments const& arguments) override {
    return staged_.bring(arguments, timeline_);
  }
  std::size_t work(Arguments const& near) override {
    Span const span(timeline_, lane_, Capability::busy);
    return solver_.run(near);
  }
  void send(Arguments const& arguments) override { staged_.send(arguments, timeline_); }
  void use(CopyRing& ring) override { staged_.use(ring); }
  void use(Arrival& arrival, Departure& departure) override {
    arrival_ = &arrival;
    departure_ = &departure;
  }
  typename Capability::Algorithm algorithm() const override { return algorithm_; }

 private:
  static constexpr bool copies_in_ranges =
      CopiesInRanges<Capability> && std::is_same_v<Space, Arrival::Device>;

  std::size_t run_in_ranges(Arguments const& arguments) {
    auto const if_worth_it = [](auto const& array, auto* copies) {
      bool const is_near = Staging<Space, char>::is_near(array);
      return !is_near && copies->ranges_of(bytes_of(array)) > 1 ? copies : nullptr;
    };
    Arguments near = arguments;
    auto& input = near.*Capability::arrives;
    auto& output = near.*Capability::leaves;
    auto const& source = arguments.*Capability::arrives;
    auto const& target = arguments.*Capability::leaves;
    RangedCopies const copies{if_worth_it(source, arrival_), if_worth_it(target, departure_)};
    staged_.bring_inputs(near, arguments, timeline_, copies.arrival ? &input : nullptr);
    staged_.bring_outputs(near, arguments, timeline_);

    std::size_t result = 0;
    std::exception_ptr const error = exception_of([&] {
      if (copies.arrival) {
        // Const for all but who brings it.
        copies.arrival->begin(const_cast<std::byte*>(as_bytes(input)), as_bytes(source),
                              bytes_of(source), sizeof *source.data, timeline_);
      }
      if (copies.departure) {
        copies.departure->begin(reinterpret_cast<std::byte*>(target.data), as_bytes(output),
                                bytes_of(target), sizeof *target.data, copies.arrival, timeline_);
      }
      Span const span(timeline_, lane_, Capability::busy);
      result = solver_.run(near, copies);
    });
    // After an exception too: the copies use the caller's memory.
    if (copies.arrival) copies.arrival->finish();
    bool const has_left = copies.departure && copies.departure->finish();
    if (error) std::rethrow_exception(error);
    staged_.send(arguments, timeline_, has_left ? &target : nullptr);
    return result;
  }
  template <class T>
  static std::size_t bytes_of(RawArray<T> const& array) {
    return array.size * sizeof(T);
  }
  template <class T>
  static std::byte const* as_bytes(RawArray<T> const& array) {
    return reinterpret_cast<std::byte const*>(array.data);
  }

  static typename Capability::Algorithm choose([[maybe_unused]]
                                               typename Capability::Capacity const& capacity,
                                               [[maybe_unused]] Options const& options) {
    if constexpr (HasAlgorithms<Capability>) {
      return options.algorithm == Capability::algorithms[0].algorithm
                 ? Solver<Capability, Space>::choose(capacity, options)
                 : options.algorithm;
    } else {
      return OneAlgorithm::only;
    }
  }

  Timeline* timeline_;
  Lane lane_;
  typename Capability::Algorithm algorithm_;
  Staged<Space, Arguments> staged_;
  Solver<Capability, Space> solver_;
  Arrival* arrival_ = nullptr;
  Departure* departure_ = nullptr;
};

// Specialised with the plans of one space (frame/instantiate.hpp), so that those of Hybrids need
// not compile it again.
template <class Capability, class Space>
OneSidePtr<Capability> make_side(Space const& exec, typename Capability::Capacity const& capacity,
                                 typename Capability::Options const& options, Lane lane);
// With what the solver is made of in place of the algorithm's name.
template <class Capability, class Space, class Part>
OneSidePtr<Capability> make_side_of(Space const& exec,
                                    typename Capability::Capacity const& capacity,
                                    typename Capability::Options const& options, Lane lane,
                                    typename Capability::Algorithm algorithm, Part part);

// Options for a side whose part of a call is not the one to report: phases are fenced, and two
// sides would enter theirs at the same time.
template <class Options>
Options without_report(Options options) {
  options.report = nullptr;
  return options;
}

// A hybrid call. What one side does alone is made at the first call that wants it, or with the plan
// where most calls are expected to.
template <class Capability, class Device, class Host>
class BothSides {
  using Arguments = typename Capability::Arguments;
  using Options = typename Capability::Options;
  using Lanes = std::conditional_t<Submits<Capability, Hybrid<Device, Host>>,
                                   CallLanes<Capability, Device, Host>, NoCallLanes>;

 public:
  BothSides(Hybrid<Device, Host> const& hybrid, typename Capability::Capacity const& capacity,
            Options const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(with_timeline(checked(options))),
        ring_(hybrid.device_alone(), hybrid.host_alone()),
        road_(hybrid.host_alone()),
        arrival_(hybrid.device_alone(), hybrid.upload(), ring_),
        departure_(hybrid.device_alone(), hybrid.download(), ring_),
        both_(hybrid, capacity, options_) {
    if constexpr (requires { options.pack_copies; }) {
      if (options.pack_copies) {
        arrival_.use(road_, hybrid.download());
        departure_.use(road_, hybrid.upload());
      }
    }
    if (auto const expected = both_.expected()) prepare(expected->by);
  }
  // The options refer to the timeline, and the sides to the ring.
  BothSides(BothSides const&) = delete;
  BothSides& operator=(BothSides const&) = delete;

  // After all that was submitted.
  std::size_t run(Arguments const& arguments) {
    if (lanes_) lanes_->wait_for_all();
    Course const course = both_.course(arguments);
    prepare(course.by);
    own_timeline_.clear();
    LaneTimes const times(options_.timeline);
    // As it was asked for; both sides may find that they took other shares.
    if (options_.report) options_.report->host_share = course.host_share;
    std::size_t const result = course.by == Course::By::device ? device_->run(arguments)
                               : course.by == Course::By::host ? host_->run(arguments)
                                                               : both_.run(arguments, course);
    if (options_.report) {
      options_.report->algorithm = algorithm_by(course.by);
      times.write(*options_.report);
    }
    return result;
  }

  // Through the lanes where they can work at the same time: elsewhere the call is made at once.
  Ticket submit(Arguments const& arguments, std::shared_ptr<Ledger> const& ledger) {
    bool const by_device = both_.course(arguments).by == Course::By::device;
    if (!by_device || !hybrid_.is_concurrent()) {
      return ticket_of([&] { return run(arguments); });
    }
    prepare(Course::By::device);
    if (!lanes_) {
      lanes_ = std::make_unique<Lanes>(hybrid_, *device_, ledger, options_.timeline);
    }
    return lanes_->submit(arguments);
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

  static Options const& checked(Options const& options) {
    if (options.split.is_automatic()) return options;
    double const share = options.split.host_share();
    auto const& entry = entry_of<Capability>(options.algorithm);
    if (share == 0 || share == 1 || entry.strategy != Strategy::alone) return options;
    throw std::invalid_argument(std::string(Capability::name) + ": options.split is " +
                                show_number(share) + ", but " + std::string(entry.name) +
                                " runs on one side: use 0 or 1, or another algorithm");
  }

  void prepare(Course::By by) {
    if (by == Course::By::device && !device_) {
      device_ = make_side<Capability>(hybrid_.device_alone(), capacity_, options_, Lane::device);
      device_->use(ring_);
      device_->use(arrival_, departure_);
    } else if (by == Course::By::host && !host_) {
      host_ = make_side<Capability>(hybrid_.host_alone(), capacity_, options_, Lane::host);
      host_->use(ring_);
    }
  }

  typename Capability::Algorithm algorithm_by(Course::By by) const {
    return by == Course::By::device ? device_->algorithm()
           : by == Course::By::host ? host_->algorithm()
                                    : both_.algorithm();
  }

  Hybrid<Device, Host> const& hybrid_;
  typename Capability::Capacity capacity_;
  Timeline own_timeline_;
  Options options_;
  CopyRing ring_;
  PackedRoad road_;
  Arrival arrival_;
  Departure departure_;
  OneSidePtr<Capability> device_, host_;
  HybridSolver<Capability, Device, Host> both_;
  std::unique_ptr<Lanes> lanes_;  // last: its threads use the others
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
