#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "frame/copy_ring.hpp"
#include "frame/lane_times.hpp"
#include "frame/solver.hpp"
#include "frame/staged.hpp"
#include "yoke/algorithm.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// A capability on one space, whichever it is.
template <class Capability>
class OneSide {
  using Arguments = typename Capability::Arguments;

 public:
  virtual ~OneSide() = default;
  // A whole call.
  virtual std::size_t run(Arguments const& arguments) = 0;

  // Its steps, for sides that work at the same time: they must not allocate meanwhile, so all
  // bring first.
  virtual Arguments bring(Arguments const& arguments) = 0;
  virtual std::size_t work(Arguments const& near) = 0;
  virtual void send(Arguments const& arguments) = 0;

  // Copies of pageable memory go through the ring from now on, on the thread that brings and sends.
  virtual void use(CopyRing& ring) = 0;

  virtual typename Capability::Algorithm algorithm() const = 0;
};

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
  typename Capability::Algorithm algorithm() const override { return algorithm_; }

 private:
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
};

template <class Capability>
using OneSidePtr = std::unique_ptr<OneSide<Capability>>;

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

 public:
  BothSides(Hybrid<Device, Host> const& hybrid, typename Capability::Capacity const& capacity,
            Options const& options)
      : hybrid_(hybrid),
        capacity_(capacity),
        options_(with_timeline(checked(options))),
        ring_(hybrid.device_alone(), hybrid.host_alone()),
        both_(hybrid, capacity, options_) {
    if (auto const expected = both_.expected()) prepare(expected->by);
  }
  // The options refer to the timeline, and the sides to the ring.
  BothSides(BothSides const&) = delete;
  BothSides& operator=(BothSides const&) = delete;

  std::size_t run(Arguments const& arguments) {
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
                                std::to_string(share) + ", but " + std::string(entry.name) +
                                " runs on one side: use 0 or 1, or another algorithm");
  }

  void prepare(Course::By by) {
    if (by == Course::By::device && !device_) {
      device_ = make_side<Capability>(hybrid_.device_alone(), capacity_, options_, Lane::device);
      device_->use(ring_);
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
  OneSidePtr<Capability> device_, host_;
  HybridSolver<Capability, Device, Host> both_;
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
