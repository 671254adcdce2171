#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include "frame/capability_use.hpp"
#include "frame/engine.hpp"
#include "yoke/ticket.hpp"

namespace yoke::detail {

template <class Capability, class Executor>
struct PlanCore<Capability, Executor>::State {
  State(Executor const& executor, typename Capability::Capacity const& most,
        typename Capability::Options const& options, std::shared_ptr<Ledger> const& its_ledger)
      : ledger(its_ledger),
        capacity(most),
        report(options.report),
        engine(executor, most, options) {}

  std::shared_ptr<Ledger> ledger;
  typename Capability::Capacity capacity;
  typename Capability::Report* report;  // may be null
  Engine<Capability, Executor> engine;
};

template <class Capability, class Executor>
PlanCore<Capability, Executor>::PlanCore(Executor const& executor,
                                         typename Capability::Capacity const& capacity,
                                         typename Capability::Options const& options,
                                         std::shared_ptr<Ledger> const& ledger) {
  check_options<Capability>(options);
  Ledger::Opened const opened(ledger, false);
  state_ = std::make_unique<State>(executor, capacity, options, ledger);
}
template <class Capability, class Executor>
PlanCore<Capability, Executor>::~PlanCore() = default;
template <class Capability, class Executor>
PlanCore<Capability, Executor>::PlanCore(PlanCore&&) noexcept = default;
template <class Capability, class Executor>
PlanCore<Capability, Executor>& PlanCore<Capability, Executor>::operator=(PlanCore&&) noexcept =
    default;

template <class Capability, class Executor>
std::size_t PlanCore<Capability, Executor>::run(typename Capability::Arguments const& given) {
  // Here too: a plan within a plan is called without its own.
  Ledger::Opened const opened(state_->ledger);
  typename Capability::Arguments arguments = given;
  if constexpr (requires { Capability::simplify(arguments); }) Capability::simplify(arguments);
  // Whatever comes of this call, the last one's figures are not its.
  if (state_->report) *state_->report = {};
  Capability::check_fits(arguments, state_->capacity);
  if constexpr (HasAlgorithms<Capability>) {
    if (state_->report) state_->report->algorithm = algorithm();
  }
  if (is_empty<Capability>(arguments)) return 0;
  Kokkos::Profiling::ScopedRegion const region(Capability::name);
  return state_->engine.run(arguments);
}

// What costs O(1) to see is thrown here, and nothing is submitted then.
template <class Capability, class Executor>
Ticket PlanCore<Capability, Executor>::submit(
    typename Capability::Arguments const& given) requires Submits<Capability, Executor> {
  Ledger::Opened const opened(state_->ledger, false);
  Capability::check_fits(given, state_->capacity);
  if (is_empty<Capability>(given)) {
    return ticket_of([] { return std::size_t(0); });
  }
  // The report is of one call, and has been read when the next begins.
  if (state_->report) {
    return ticket_of([&] { return run(given); });
  }
  // Clang 14 compiles this also where the requirement is not met.
  if constexpr (Submits<Capability, Executor>) {
    return state_->engine.submit(given, state_->ledger);
  } else {
    return ticket_of([] { return std::size_t(0); });
  }
}

template <class Capability, class Executor>
typename Capability::Algorithm PlanCore<Capability, Executor>::algorithm() const {
  return state_->engine.algorithm();
}

}  // namespace yoke::detail

// Compile a capability's plans for every execution space, and for Hybrids: each in a source file of
// its own, because those compile at the same time. Variadic, for the commas between types.
#define YOKE_INSTANTIATE_PLAN_ON(Space, ...)                                                 \
  template class yoke::detail::PlanCore<__VA_ARGS__, Space>;                                 \
  template <>                                                                                \
  yoke::detail::OneSidePtr<__VA_ARGS__> yoke::detail::make_side<__VA_ARGS__, Space>(         \
      Space const& exec, __VA_ARGS__::Capacity const& capacity,                              \
      __VA_ARGS__::Options const& options, yoke::Lane lane) {                                \
    return std::make_unique<yoke::detail::Side<__VA_ARGS__, Space>>(exec, capacity, options, \
                                                                    lane);                   \
  }
#define YOKE_INSTANTIATE_PLANS(...) YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_PLAN_ON, __VA_ARGS__)
#define YOKE_INSTANTIATE_HYBRID_PLANS(...) \
  template class yoke::detail::PlanCore<__VA_ARGS__, yoke::Hybrid<>>;
