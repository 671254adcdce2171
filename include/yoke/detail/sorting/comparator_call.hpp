#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/columns.hpp"
#include "yoke/detail/sorting/device_kernels.hpp"
#include "yoke/detail/sorting/host_kernels.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/detail/sorting/unordered.hpp"
#include "yoke/payloads.hpp"

namespace yoke::detail::sorting {

template <class Space, class Element, class Less>
using ElementKernels = std::conditional_t<runs_on_host<Space>, HostKernels<Space, Element, Less>,
                                          DeviceKernels<Space, Element, Less>>;

// Can kernels call it? nvcc knows of its lambdas alone.
template <class Comparator>
constexpr bool runs_on_both_sides() {
#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC_EXTENDED_LAMBDA__)
  return !__nv_is_extended_device_lambda_closure_type(Comparator);
#else
  return true;
#endif
}

template <class Executor, class Comparator, class Key>
constexpr void check_comparator() {
  static_assert(std::is_trivially_copyable_v<Key> && std::is_copy_assignable_v<Key>,
                "yoke::sort: keys must be trivially copyable");
  static_assert(std::is_invocable_r_v<bool, Comparator const&, Key const&, Key const&>,
                "yoke::sort: the comparator must be callable as comparator(key, other_key), const, "
                "and return a bool");
  static_assert(!IsHybrid<Executor>::value || runs_on_both_sides<Comparator>(),
                "yoke::sort: the comparator of a hybrid call must be callable on both sides: "
                "KOKKOS_FUNCTION, or a KOKKOS_LAMBDA of host and device");
}

template <class Executor, class V>
constexpr void check_view() {
  static_assert(V::rank == 1, "yoke::sort: arguments must be one-dimensional Views");
  static_assert(is_accessible<Executor, typename V::memory_space>(),
                "yoke::sort: the execution space cannot access the memory of an argument; copy it, "
                "or call with a yoke::Hybrid");
}

// The space that works on Views in MemorySpace.
template <class Executor, class MemorySpace>
struct ColumnSpace {
  using Type = Executor;
};
template <class Device, class Host, class MemorySpace>
struct ColumnSpace<Hybrid<Device, Host>, MemorySpace> {
  using Type = std::conditional_t<belongs_to_device(place_of<MemorySpace>()), Device, Host>;
};
template <class Executor, class MemorySpace>
struct ColumnSpace<Distributed<Executor>, MemorySpace> : ColumnSpace<Executor, MemorySpace> {};

// The kernels of a call for all spaces of its executor.
template <class Executor, class Element, class Less>
struct KernelsFor {
  KernelsFor(Less const& less, UnorderedMark mark) : kernels(less, mark) {}
  void enter(SortSteps& steps) const { std::get<StepsOn<Executor>>(steps).elements = &kernels; }
  ElementKernels<Executor, Element, Less> kernels;
};
template <class Device, class Host, class Element, class Less>
struct KernelsFor<Hybrid<Device, Host>, Element, Less> {
  KernelsFor(Less const& less, UnorderedMark mark) : device(less, mark), host(less, mark) {}
  void enter(SortSteps& steps) const {
    std::get<StepsOn<Device>>(steps).elements = &device;
    std::get<StepsOn<Host>>(steps).elements = &host;
  }
  ElementKernels<Device, Element, Less> device;
  ElementKernels<Host, Element, Less> host;
};
template <class Executor, class Element, class Less>
struct KernelsFor<Distributed<Executor>, Element, Less> : KernelsFor<Executor, Element, Less> {
  using KernelsFor<Executor, Element, Less>::KernelsFor;
};

// What several ranks hold to bring their parts in one order (ranks/comparator_join.hpp): there
// alone it is something.
template <class Executor, class Key>
struct ComparatorJoin {
  explicit ComparatorJoin(SortOptions const&) {}
};

struct ByAComparator {
  static constexpr char const* text = " by a comparator";
};

// Made before the plan's other parts, with the plan's memory.
struct SeenByPlan {
  std::optional<UnorderedSeen> seen;
};

// What the plans of sorts by a comparator share.
template <class Executor>
class ComparatorPlan : private SeenByPlan, public Plan<ComparatorSort, Executor> {
  using Base = Plan<ComparatorSort, Executor>;

 protected:
  // `call`: the call that the plan is for. `capacity` says how many elements, or throws.
  template <class Call, class MakeCapacity>
  ComparatorPlan(Executor const& executor, Call const& call, MakeCapacity const& capacity,
                 ElementSizes const& sizes, SortOptions const& options)
      : Base(
            executor, call,
            [&] {
              char const* const caller = call;
              check(caller, options);
              std::size_t const elements = checked_capacity(caller, capacity());
              seen.emplace();
              return ComparatorSort::Capacity{elements, sizes, caller};
            },
            options),
        caller_(call),
        validates_(options.validate) {}

  template <class Element>
  static constexpr ElementSizes sizes_of(std::size_t gathered = 0) {
    static_assert(alignof(Element) <= 64,
                  "yoke::sort: keys and payloads may be aligned to 64 bytes "
                  "at most");
    return {sizeof(Element), gathered};
  }

  // What a call sorts segment by segment, if it does, and what its result is in order by.
  template <class Space, class Columns, class Comparator>
  struct Ordered {
    SegmentSteps<Space> const* segments;
    Columns const& columns;
    Comparator const& comparator;
  };

  // Where kernels note that they have seen a contradiction.
  UnorderedMark mark() const { return seen->mark(); }

  // Sorts what `columns` reads and writes, which lies where `Keys` does; on ranks, the
  // steps of `joining` follow.
  template <class Keys, class Element, class Call, class Comparator, class Columns,
            class Before = NothingToCheck>
  void sort(Call const& call, std::size_t size, Comparator const& comparator,
            Columns const& columns, JoinSteps* joining, Before const& before = {}) {
    using Space = typename ColumnSpace<Executor, typename Keys::memory_space>::Type;
    using All = std::remove_cvref_t<decltype(columns.columns())>;
    Ordered<Space, All, Comparator> const ordered{nullptr, columns.columns(), comparator};
    sort<Keys, Element>(call, size, comparator, columns, joining, before, ordered);
  }
  template <class Keys, class Element, class Call, class Comparator, class Columns, class Before,
            class Order>
  void sort(Call const& call, std::size_t size, Comparator const& comparator,
            Columns const& columns, JoinSteps* joining, Before const& before,
            Order const& ordered) {
    using Space = typename ColumnSpace<Executor, typename Keys::memory_space>::Type;
    using Less = KeyLess<Comparator>;
    KernelsFor<Executor, Element, Less> const kernels(Less{comparator}, seen->clear());
    typename Base::Arguments arguments;
    arguments.size = size;
    arguments.place = place_of<typename Keys::memory_space>();
    kernels.enter(arguments.steps);
    std::get<StepsOn<Space>>(arguments.steps).columns = &columns;
    std::get<StepsOn<Space>>(arguments.steps).segments = ordered.segments;
    auto const check_order = [&] {
      if (validates_) {
        Space const& exec = this->template instance_for<typename Keys::memory_space>();
        validate_order(caller_, exec, ordered.columns, size, ordered.comparator);
      }
      seen->check(caller_);
    };
    if (joining != nullptr) {
      joining->check_own = check_order;
      arguments.joining = joining;
    }
    this->call(call, arguments, {}, std::tuple<>(), before);
    if (joining == nullptr) check_order();
  }

 private:
  // Here, where the call's name is known.
  static void check(char const* caller, SortOptions const& options) {
    check_choice(caller, "options.algorithm", options.algorithm, sort_algorithms.back().algorithm);
    check_comparator_options(caller, options);
  }

  char const* caller_;
  bool validates_;
};

}  // namespace yoke::detail::sorting
