#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "frame/ranks/plan_core.hpp"
#include "sorting/ranks/global_order.hpp"
#include "sorting/ranks/streamed_order.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail {

namespace sorting {

template <class Number>
struct NumberFrom {
  std::uint64_t begin;
  Number* numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    numbers[i] = static_cast<Number>(begin + i);
  }
};

template <class Space, class Number>
void number_from(Space const& exec, std::uint64_t begin, Number* numbers, std::size_t size) {
  Kokkos::parallel_for("yoke::mpi::sort::number", WideRange<Space>(exec, 0, size),
                       NumberFrom<Number>{begin, numbers});
  exec.fence("yoke::mpi::sort: numbered");
}

inline void compare_orders(mpi::Call& call, SortOptions const& options) {
  call.same("options.order", options.order, mpi::order_names);
}

}  // namespace sorting

// Each rank sorts its part where exchanges begin; what belongs where is then found, sent and
// merged. Values are numbers meanwhile where there are payloads.
template <class Word, class Value, class Space>
class RankSolver<sorting::Sort<Word, Value>, Space> {
  using Capability = sorting::Sort<Word, Value>;
  using Arguments = typename Capability::Arguments;
  static constexpr bool has_values = Capability::has_values;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        order_(plan.options.order),
        report_(plan.options.report),
        own_(plan.own()) {}

  static void compare(mpi::Call& call, sorting::SortCapacity const&, SortOptions const& options) {
    sorting::compare_orders(call, options);
  }

  void begin(Arguments const& arguments) {
    global_.reserve(ranks_.exec(), arguments.keys.size);
    Arguments mine = arguments;
    mine.sorted_keys = global_.sorted_keys();
    mine.sorted_values = global_.sorted_values();
    if constexpr (has_values) {
      if (arguments.payloads != nullptr) number(mine);
    }
    own_.run(mine);
  }

  std::size_t run(Arguments const& arguments) {
    auto* values = arguments.values.data;
    bool const has_payloads = arguments.payloads != nullptr;
    if constexpr (has_values) {
      if (has_payloads) values = merged_.data();
    }
    auto const moved = global_.run(ranks_, arguments.keys.data, values, arguments.keys.size,
                                   arguments.kind, order_, report_, has_payloads);
    if constexpr (has_values) {
      if (has_payloads) arguments.payloads->move(moved, sorted_.data(), merged_.data());
    }
    return 0;
  }
  SortAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  // The elements' numbers, to be sorted with them into an array of their own.
  void number(Arguments& mine) {
    std::size_t const size = mine.keys.size;
    auto const& exec = ranks_.exec();
    if (merged_.extent(0) < size) {
      merged_ = make_buffer<Space, Value>(exec, "yoke::mpi::sort::numbers", size);
      sorted_ = make_buffer<Space, Value>(exec, "yoke::mpi::sort::sorted", size);
    }
    auto* const numbers = global_.sorted_values();
    sorting::number_from(exec, 0, numbers, size);
    mine.values = {{numbers, size, place_of<typename Space::memory_space>()}};
    mine.sorted_values = sorted_.data();
  }

  mpi::Network<Space>& ranks_;
  SortOrder order_;
  SortReport* report_;
  PlanCore<Capability, Space> own_;
  mpi::GlobalOrder<Space, Word, Value> global_;
  Buffer<Space, Value> merged_, sorted_;
};

// Keys that stay where they are: a copy of this rank's is sorted, with their numbers among all
// ranks'.
template <class Word, class Index, class Space>
class RankSolver<sorting::Argsort<Word, Index>, Space> {
  using Capability = sorting::Argsort<Word, Index>;
  using Sort = sorting::Sort<Word, Index>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        order_(plan.options.order),
        report_(plan.options.report),
        own_(plan.template own<Sort>(plan.capacity)) {}

  static void compare(mpi::Call& call, sorting::SortCapacity const&, SortOptions const& options) {
    sorting::compare_orders(call, options);
  }

  std::size_t run(Arguments const& arguments, RankSizes const& sizes) {
    std::size_t const size = arguments.keys.size;
    agreed(ranks_, [&] {
      auto const& exec = ranks_.exec();
      if (keys_.extent(0) < size) {
        keys_ = make_buffer<Space, Word>(exec, "yoke::mpi::argsort::keys", size);
      }
      Kokkos::deep_copy(exec, array_of(keys_, size),
                        Array<Space, Word const>(arguments.keys.data, size));
      sorting::number_from(exec, sizes.before, arguments.permutation.data, size);
      global_.reserve(exec, size);
      own_.run({{{keys_.data(), size, place_of<typename Space::memory_space>()}},
                {arguments.permutation},
                arguments.kind,
                global_.sorted_keys(),
                global_.sorted_values()});
    });
    global_.run(ranks_, keys_.data(), arguments.permutation.data, size, arguments.kind, order_,
                report_);
    return 0;
  }
  SortAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  mpi::Network<Space>& ranks_;
  SortOrder order_;
  SortReport* report_;
  PlanCore<Sort, Space> own_;
  mpi::GlobalOrder<Space, Word, Index> global_;
  Buffer<Space, Word> keys_;
};

// Ranks that are Hybrids: the devices sort what lies in the hosts' memory.
template <class Word, class Value, class Device, class Host>
class RankSolver<sorting::Sort<Word, Value>, Hybrid<Device, Host>> {
  using Capability = sorting::Sort<Word, Value>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Hybrid<Device, Host>> const& plan)
      : ranks_(plan.ranks),
        capacity_(plan.capacity.elements),
        order_(plan.exec, checked(plan.options)) {}

  static void compare(mpi::Call& call, sorting::SortCapacity const&, SortOptions const& options) {
    sorting::compare_orders(call, options);
  }

  std::size_t run(Arguments const& arguments) {
    order_.run(ranks_, arguments.keys.data, arguments.values.data, arguments.keys.size, capacity_,
               arguments.kind);
    return 0;
  }
  SortAlgorithm algorithm() const { return SortAlgorithm::radix; }

 private:
  static SortOptions const& checked(SortOptions const& options) {
    if (options.algorithm == SortAlgorithm::automatic ||
        options.algorithm == SortAlgorithm::radix) {
      return options;
    }
    throw std::invalid_argument(std::string(Capability::name) +
                                ": options.algorithm must be automatic or radix on several "
                                "ranks that are Hybrids");
  }

  mpi::Network<Device>& ranks_;
  std::size_t capacity_;
  mpi::StreamedOrder<Device, Host, Word, Value> order_;
};

}  // namespace yoke::detail
