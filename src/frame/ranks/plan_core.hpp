#pragma once

#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <optional>

#include "frame/capability_use.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "frame/ranks/same_arrays.hpp"

namespace yoke::detail {

template <class Capability, class Executor>
struct PlanCore<Capability, Distributed<Executor>>::State {
  using Solver = RankSolver<Capability, Executor>;

  State(mpi::NetworkOf<Executor>& network, Options const& options,
        std::shared_ptr<Ledger> const& its_ledger)
      : ranks(network), report(options.report), ledger(its_ledger) {}

  // By this rank alone.
  void make(Executor const& exec, Capacity const& most, Options const& options, mpi::Call& call) {
    capacity.emplace(most);
    if constexpr (HasAlgorithms<Capability>) {
      algorithm = options.algorithm;
      call.same("options.algorithm", std::string(entry_of<Capability>(algorithm).name));
    }
    if constexpr (requires { Solver::compare(call, *capacity, options); }) {
      Solver::compare(call, *capacity, options);
    }
    RankPlan<Capability, Executor> const plan{ranks, exec, *capacity, options, ledger};
    if (ranks.ranks() == 1) {
      alone.emplace(plan.own());
    } else {
      solver.emplace(plan);
    }
  }
  void begin(Arguments const& arguments, mpi::Call& call) {
    Capability::check_fits(arguments, *capacity);
    if (alone) return;
    // Whatever comes of this call, the last one's figures are not its.
    if (report) *report = {};
    if constexpr (requires { Solver::compare(call, arguments); }) Solver::compare(call, arguments);
    compare_same_arrays(call, ranks.exec(), arguments);
    if constexpr (requires { solver->begin(arguments); }) solver->begin(arguments);
  }
  std::size_t run(Arguments const& arguments) {
    if (alone) return alone->run(arguments);
    if constexpr (NumbersAllRanks<Capability, Distributed<Executor>>) {
      return solver->run(arguments, sizes);
    } else {
      return solver->run(arguments);
    }
  }

  mpi::NetworkOf<Executor>& ranks;
  typename Capability::Report* report;  // may be null
  std::shared_ptr<Ledger> ledger;
  std::optional<Capacity> capacity;
  typename Capability::Algorithm algorithm{};
  RankSizes sizes;  // of the call begun
  std::optional<PlanCore<Capability, Executor>> alone;
  std::optional<Solver> solver;
};

template <class Capability, class Executor>
PlanCore<Capability, Distributed<Executor>>::PlanCore(Distributed<Executor> const& cluster,
                                                      mpi::Call call,
                                                      std::function<Capacity()> const& capacity,
                                                      Options const& options,
                                                      std::shared_ptr<Ledger> const& ledger)
    : state_(std::make_unique<State>(cluster.network(), options, ledger)) {
  cluster.network().begin_call(call, [&] {
    check_options<Capability>(options);
    // Here too: a plan within a plan is called without its own.
    Ledger::Opened const opened(ledger);
    state_->make(cluster.exec(), capacity(), options, call);
  });
}
template <class Capability, class Executor>
PlanCore<Capability, Distributed<Executor>>::~PlanCore() = default;
template <class Capability, class Executor>
PlanCore<Capability, Distributed<Executor>>::PlanCore(PlanCore&&) noexcept = default;
template <class Capability, class Executor>
PlanCore<Capability, Distributed<Executor>>& PlanCore<Capability, Distributed<Executor>>::operator=(
    PlanCore&&) noexcept = default;

template <class Capability, class Executor>
void PlanCore<Capability, Distributed<Executor>>::begin(mpi::Call call, Arguments const& arguments,
                                                        std::function<void()> const& prepare) {
  Ledger::Opened const opened(state_->ledger);
  Kokkos::Profiling::ScopedRegion const region(Capability::name);
  state_->ranks.begin_call(call, [&] {
    prepare();
    state_->begin(arguments, call);
  });
  if constexpr (NumbersAllRanks<Capability, Distributed<Executor>>) {
    state_->sizes =
        RankSizes::of(state_->ranks.gather(Capability::numbered(arguments)), state_->ranks.rank());
  }
}

template <class Capability, class Executor>
std::uint64_t PlanCore<Capability, Distributed<Executor>>::numbered() const {
  return state_->sizes.all;
}

template <class Capability, class Executor>
std::size_t PlanCore<Capability, Distributed<Executor>>::run(Arguments const& arguments) {
  Ledger::Opened const opened(state_->ledger);
  Kokkos::Profiling::ScopedRegion const region(Capability::name);
  return state_->run(arguments);
}

template <class Capability, class Executor>
typename Capability::Algorithm PlanCore<Capability, Distributed<Executor>>::algorithm() const {
  if (state_->alone) return state_->alone->algorithm();
  if constexpr (requires { state_->solver->algorithm(); }) {
    return state_->solver->algorithm();
  } else {
    return state_->algorithm;
  }
}

}  // namespace yoke::detail

// Compile a capability's plans for ranks of every execution space, and of Hybrids. Variadic, for
// the commas between types.
#define YOKE_INSTANTIATE_RANK_PLAN_ON(Space, ...) \
  template class yoke::detail::PlanCore<__VA_ARGS__, yoke::Distributed<Space>>;
#define YOKE_INSTANTIATE_RANK_PLANS(...) \
  YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_RANK_PLAN_ON, __VA_ARGS__)
#define YOKE_INSTANTIATE_HYBRID_RANK_PLANS(...) \
  template class yoke::detail::PlanCore<__VA_ARGS__, yoke::Distributed<yoke::Hybrid<>>>;
