#pragma once

#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>

#include "frame/capability_use.hpp"
#include "frame/copy_ring.hpp"
#include "frame/one_side.hpp"
#include "frame/ranged_copies.hpp"
#include "frame/solver.hpp"
#include "frame/staged.hpp"
#include "yoke/detail/frame/capability.hpp"
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

}  // namespace yoke::detail
