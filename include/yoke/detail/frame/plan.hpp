#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <tuple>

#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"

namespace yoke {
class Ticket;
}

namespace yoke::detail {

// A call of the public function `name`, or the constructor of its plan, with what tells it from
// others of that name. Ranks compare theirs, and only they make text of it
// (mpi/detail/communicator.hpp).
template <class... Phrases>
struct CallOf {
  char const* name;
  operator char const*() const { return name; }
};
template <class... Types>
struct Of {};  // " of float and double"
template <class... Types>
struct PayloadsOf {};  // " with payloads of float and double"
template <class Type>
struct By {};  // " by Less"
template <class... Phrases>
constexpr CallOf<Phrases...> call_of(char const* name) {
  return {name};
}

// A plan that checks nothing before a call but what the frame sees itself.
struct NothingToCheck {
  void operator()() const {}
};

// Where the calls of a plan run. An instance is a handle and is copied; a Hybrid is referred to
// (yoke/hybrid.hpp).
template <class Executor>
class PlanExecutor {
 public:
  explicit PlanExecutor(Executor const& exec) : exec_(exec) {}

  // Before the call reads anything of the caller's.
  void begin_call() const {}

  // The instance that copies Views in MemorySpace.
  template <class MemorySpace>
  Executor const& instance_for() const {
    return exec_;
  }

 private:
  Executor exec_;
};

// The compiled half of a plan: instantiated in the library, or in the source file of a capability
// of one's own, for every executor (src/frame/instantiate.hpp).
template <class Capability, class Executor>
class PlanCore {
 public:
  PlanCore(Executor const& executor, typename Capability::Capacity const& capacity,
           typename Capability::Options const& options, std::shared_ptr<Ledger> const& ledger);
  // Where nobody else has a say, the capacity is made at once, and a call prepared.
  template <class Call, class MakeCapacity>
  PlanCore(Executor const& executor, Call const&, MakeCapacity const& capacity,
           typename Capability::Options const& options, std::shared_ptr<Ledger> const& ledger)
      : PlanCore(executor, capacity(), options, ledger) {}
  template <class Call, class Prepare>
  void begin(Call const&, typename Capability::Arguments const&, Prepare const& prepare) {
    prepare();
  }
  ~PlanCore();
  PlanCore(PlanCore&&) noexcept;
  PlanCore& operator=(PlanCore&&) noexcept;

  std::size_t run(typename Capability::Arguments const& given);
  Ticket submit(typename Capability::Arguments const& given) requires Submits<Capability, Executor>;
  typename Capability::Algorithm algorithm() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What the plans of all capabilities have in common. The instance that a plan was made with is the
// one that its calls run on. A Hybrid must outlive its plans, and stay where it is. A plan may be
// used by one thread at a time. Repeated calls allocate nothing.
//
// Of several ranks none may throw by itself what the others do not see. So what a plan checks of
// its own is given to the frame as a function: the one that makes the capacity, and `before` of a
// call.
template <class Capability, class Executor>
class Plan {
  static_assert(check_instantiated<Executor>());

 public:
  // The algorithm that runs: what `automatic` stands for here.
  auto algorithm() const requires HasAlgorithms<Capability> { return core_.algorithm(); }
  // What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return ledger_->bytes(); }

 protected:
  using Arguments = typename Capability::Arguments;

  Plan(Executor const& executor, typename Capability::Capacity const& capacity,
       typename Capability::Options const& options)
      : executor_(executor),
        ledger_(ledger_of(executor, options.device_memory)),
        core_(executor, capacity, options, ledger_) {}
  // The same, for several ranks too: `call` is a CallOf, and `capacity` makes the capacity, or
  // throws where there can be none. What it allocates is the plan's.
  template <class Call, class MakeCapacity>
  Plan(Executor const& executor, Call const& call, MakeCapacity const& capacity,
       typename Capability::Options const& options)
      : executor_(executor),
        ledger_(ledger_of(executor, options.device_memory)),
        core_(
            executor, call,
            [&] {
              Ledger::Opened const opened(ledger_, false);
              return typename Capability::Capacity{capacity()};
            },
            options, ledger_) {}

  // Throws where a call would for the types and sizes of what it is given: before a plan for them
  // is made. On ranks the call does.
  template <class... Bound>
  static void check(char const* caller, Arguments const& arguments,
                    std::tuple<Bound...> const& bindings) {
    if constexpr (!IsDistributed<Executor>::value) check_call(caller, arguments, bindings);
  }

  // Runs a call: `arguments` has what is no View, the bindings the Views, and `also_read` the bytes
  // that stand behind the former. `call` is the public function's name, or a CallOf.
  template <class Call, class... Bound, class Before = NothingToCheck>
  std::size_t call(Call const& call, Arguments arguments,
                   std::initializer_list<ArgumentBytes> also_read,
                   std::tuple<Bound...> const& bindings, Before const& before = {}) {
    Ledger::Opened const opened(ledger_);
    return std::apply(
        [&](Bound const&... bound) {
          core_.begin(call, arguments, [&] {
            before();
            check_call(call, arguments, bindings);
            check_overlap(call, also_read, bound...);
            executor_.begin_call();
            (bind_array(arguments, copy_of(bound), bound), ...);
          });
          // The same on all ranks.
          if constexpr (NumbersAllRanks<Capability, Executor>) {
            check_widths<Capability>(call, core_.numbered(), bound...);
          }
          std::size_t const result = core_.run(arguments);
          (write_back(copy_of(bound), bound), ...);
          return result;
        },
        bindings);
  }

  // For what a call does in the user's own file, before and after what the library does: where it
  // works on Views in MemorySpace, and where the memory that it holds is entered.
  template <class MemorySpace>
  auto const& instance_for() const {
    return executor_.template instance_for<MemorySpace>();
  }
  std::shared_ptr<Ledger> const& ledger() const { return ledger_; }
  PlanExecutor<Executor> const& executor() const { return executor_; }
  // On ranks, what they send by.
  auto& network() const { return executor_.network(); }
  // Is it of one of several ranks?
  bool is_part() const {
    if constexpr (IsDistributed<Executor>::value) return network().ranks() > 1;
    return false;
  }

  // What calls of a capability's own kind are made of, as submit of lists.
  template <class... Bound>
  static void check_call(char const* caller, Arguments const& arguments,
                         std::tuple<Bound...> const& bindings) {
    std::apply(
        [&](Bound const&... bound) {
          (check_type<Executor>(bound), ...);
          check_sizes<Capability>(caller, arguments, bound...);
        },
        bindings);
  }

  template <class... Bound>
  static void check_overlap(char const* caller, std::initializer_list<ArgumentBytes> also_read,
                            Bound const&... bound) {
    // What is not written is empty among the written, and the other way round.
    check_apart(caller, {bytes_if(Bound::is_written, bound)...}, also_read);
    check_apart(caller, {bytes_if(Bound::is_written, bound)...},
                {bytes_if(!Bound::is_written, bound)...});
  }

  template <class Bound>
  static ArgumentBytes bytes_if(bool wanted, Bound const& bound) {
    return wanted ? bytes_of(bound.name, bound.view) : ArgumentBytes{bound.name};
  }

  // Where an argument's strided Views are copied: each argument has one place.
  template <auto member, class V>
  StridedCopy& copy_of(Binding<member, V> const&) {
    Arguments const arguments{};
    void const* const address = &(arguments.*member);
    std::size_t place = 0, index = 0;
    std::apply(
        [&](auto const&... array) { ((&array == address ? place = index : 0, ++index), ...); },
        Arguments::arrays(arguments));
    return copies_[place];
  }

  template <auto member, class V>
  void bind_array(Arguments& arguments, StridedCopy& copy, Binding<member, V> const& bound) {
    using Element = typename Binding<member, V>::Target;
    raw(arguments.*member) = copy.array<Element, Binding<member, V>::is_read>(
        instance_for<typename V::memory_space>(), bound.view);
  }
  template <auto member, class V>
  void write_back(StridedCopy& copy, Binding<member, V> const& bound) {
    if constexpr (Binding<member, V>::is_written) {
      copy.write_back(instance_for<typename V::memory_space>(), bound.view);
    }
  }

  PlanExecutor<Executor> executor_;
  std::shared_ptr<Ledger> ledger_;
  PlanCore<Capability, Executor> core_;
  std::array<StridedCopy, Arguments::names.size()> copies_;
};

}  // namespace yoke::detail
