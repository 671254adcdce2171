#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/mpi/detail/network.hpp"

// Plans on several ranks: what of the frame a user's file reads (src/frame/ranks has the rest).
namespace yoke::detail {

namespace mpi {

// The text of a CallOf's phrases; types, which stand first, Call puts "of" before.
template <class Phrase>
std::string text_of(Phrase) {
  return Phrase::text;
}
template <class... Types>
std::string text_of(Of<Types...>) {
  return types_text<Types...>();
}
template <class... Types>
std::string text_of(PayloadsOf<Types...>) {
  return " with payloads of " + types_text<Types...>();
}
template <class Type>
std::string text_of(By<Type>) {
  return " by " + type_text<Type>();
}
template <class... Phrases>
std::string text_of(CallOf<Phrases...> const&) {
  return (std::string() + ... + text_of(Phrases()));
}

// What the ranks of such an executor send by: of Hybrids, what lies on their devices.
template <class Executor>
struct NetworkFor {
  using Type = Network<Executor>;
};
template <class Device, class Host>
struct NetworkFor<Hybrid<Device, Host>> {
  using Type = Network<Device>;
};
template <class Executor>
using NetworkOf = typename NetworkFor<Executor>::Type;

}  // namespace mpi

// Compilers that refuse it name the capability.
template <class Capability, class Executor>
constexpr bool check_rank_form() {
  constexpr bool has_one = requires { Capability::ranks; };
  static_assert(
      has_one,
      "yoke: several ranks cannot share this out yet; docs/cluster.md lists what they share");
  if constexpr (has_one) {
    static_assert(
        !IsHybrid<Executor>::value || Capability::ranks == RankForm::of_spaces_and_hybrids,
        "yoke: ranks that are Hybrids cannot share this out; take a Distributed of one space");
  }
  return true;
}

template <class Executor>
class PlanExecutor<Distributed<Executor>> : public PlanExecutor<Executor> {
 public:
  explicit PlanExecutor(Distributed<Executor> const& cluster)
      : PlanExecutor<Executor>(cluster.exec()), network_(&cluster.network()) {}

  mpi::NetworkOf<Executor>& network() const { return *network_; }

 private:
  mpi::NetworkOf<Executor>* network_;
};

// All ranks make a plan, and each of its calls, together: what one finds wrong, all throw, and
// where they do not make the same call of it, with the same values. Compiled into Yoke::mpi.
template <class Capability, class Executor>
class PlanCore<Capability, Distributed<Executor>> {
  using Capacity = typename Capability::Capacity;
  using Arguments = typename Capability::Arguments;
  using Options = typename Capability::Options;
  static_assert(check_rank_form<Capability, Executor>());

 public:
  template <class... Phrases, class MakeCapacity>
  PlanCore(Distributed<Executor> const& cluster, CallOf<Phrases...> const& call,
           MakeCapacity const& capacity, Options const& options,
           std::shared_ptr<Ledger> const& ledger)
      : PlanCore(cluster, mpi::Call::plan(call.name, mpi::text_of(call)), std::ref(capacity),
                 options, ledger) {}
  ~PlanCore();
  PlanCore(PlanCore&&) noexcept;
  PlanCore& operator=(PlanCore&&) noexcept;

  // Begins a call: `prepare` does what each rank does alone, and sets the arguments.
  template <class... Phrases, class Prepare>
  void begin(CallOf<Phrases...> const& call, Arguments const& arguments, Prepare const& prepare) {
    begin(mpi::Call::run(call.name, mpi::text_of(call)), arguments, std::ref(prepare));
  }
  // What the elements of all ranks of the call begun are, where the capability numbers them.
  std::uint64_t numbered() const;
  std::size_t run(Arguments const& arguments);
  typename Capability::Algorithm algorithm() const;

 private:
  PlanCore(Distributed<Executor> const& cluster, mpi::Call call,
           std::function<Capacity()> const& capacity, Options const& options,
           std::shared_ptr<Ledger> const& ledger);
  void begin(mpi::Call call, Arguments const& arguments, std::function<void()> const& prepare);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail
