#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <yoke/detail/huge_pages.hpp>
#include <yoke/generate.hpp>
#include <yoke/list_ranking_options.hpp>

#include "support/spaces.hpp"

namespace yoke_perf {

// An array as a caller of the library would make it, in host memory with huge pages asked for where
// `huge_pages` says so.
template <class T, class MemorySpace>
Numbers<T, MemorySpace> make_numbers(char const* label, std::size_t size, bool huge_pages) {
  Numbers<T, MemorySpace> const numbers(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke_perf::") + label), size);
  if (huge_pages && std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    yoke::detail::advise_huge_pages(numbers.data(), size * sizeof(T));
  }
  return numbers;
}

// What one pass over all nodes and their ranks finds.
struct RankAudit {
  std::uint64_t faults = 0;
  std::uint64_t tails = 0;
  std::uint64_t zeros = 0;

  KOKKOS_FUNCTION void operator+=(RankAudit const& other) {
    faults += other.faults;
    tails += other.tails;
    zeros += other.zeros;
  }
};

}  // namespace yoke_perf

template <>
struct Kokkos::reduction_identity<yoke_perf::RankAudit> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke_perf::RankAudit sum() { return {}; }
};

namespace yoke_perf {

// Counts the nodes whose rank does not fit to their successor's.
template <class Space, class Successor, class Rank>
RankAudit audit_ranks(Space const& exec, Successor const& successor, Rank const& rank,
                      yoke::RankFrom from) {
  std::uint64_t const n = successor.extent(0);
  bool const from_tail = from == yoke::RankFrom::tail;
  RankAudit audit;
  Kokkos::parallel_reduce(
      "yoke_perf::audit_ranks", WideRange<Space>(exec, 0, n),
      KOKKOS_LAMBDA(std::uint64_t i, RankAudit & sum) {
        std::uint64_t const next = successor(i), here = rank(i);
        bool const is_tail = next == i;
        sum.tails += is_tail;
        sum.zeros += here == 0;
        if (here >= n) {
          ++sum.faults;
        } else if (is_tail) {
          sum.faults += from_tail && here != 0;
        } else {
          std::uint64_t const there = rank(next);
          sum.faults += from_tail ? here != there + 1 : there != here + 1;
        }
      },
      Kokkos::Sum<RankAudit>(audit));
  exec.fence("yoke_perf: audit ranks");
  return audit;
}

// What is wrong with the ranks of generated lists (self-loops at the tails), or nothing. Every link
// changes the rank by one, no rank reaches n, and each list has one rank 0: no other ranks do that.
template <class Space, class Successor, class Rank>
std::string find_fault(Space const& exec, Successor const& successor, Rank const& rank,
                       std::size_t lists, yoke::RankFrom from = yoke::RankFrom::tail) {
  RankAudit const audit = audit_ranks(exec, successor, rank, from);
  if (audit.faults > 0) return std::to_string(audit.faults) + " ranks are wrong";
  if (audit.tails != lists || audit.zeros != lists) {
    return std::to_string(lists) + " lists were counted, but there are " +
           std::to_string(audit.tails) + " tails and " + std::to_string(audit.zeros) + " ranks 0";
  }
  return {};
}

// One list and room for its ranks, in memory that Space reaches. Benchmarks of the same list follow
// each other, so the last one is kept.
template <class Space, class Index, class MemorySpace = typename Space::memory_space>
class ListBench {
 public:
  explicit ListBench(bool huge_pages) : huge_pages_(huge_pages) {}

  void hold(std::size_t size, yoke::ListShape const& shape) {
    if (holds(size, shape)) return;
    release();
    successor_ = make_numbers<Index, MemorySpace>("successor", size, huge_pages_);
    rank_ = make_numbers<Index, MemorySpace>("rank", size, huge_pages_);
    lists_ = yoke::generate_lists(exec_, successor_, shape);
    shape_ = shape;
  }

  // Gives the memory back.
  void release() {
    successor_ = {};
    rank_ = {};
  }

  // So that no rank of an earlier run passes for one of the next.
  void spoil_ranks() const { Kokkos::deep_copy(exec_, rank_, static_cast<Index>(~Index(0))); }

  std::string find_fault(std::size_t counted, yoke::RankFrom from) const {
    if (counted != lists_) {
      return std::to_string(counted) + " lists were counted of " + std::to_string(lists_);
    }
    return yoke_perf::find_fault(exec_, successor_, rank_, counted, from);
  }

  Space const& exec() const { return exec_; }
  Numbers<Index, MemorySpace> const& successor() const { return successor_; }
  Numbers<Index, MemorySpace> const& rank() const { return rank_; }

 private:
  bool holds(std::size_t size, yoke::ListShape const& shape) const {
    return successor_.extent(0) == size && shape.order == shape_.order &&
           shape.lists == shape_.lists && shape.seed == shape_.seed;
  }

  bool huge_pages_;
  Space exec_;
  yoke::ListShape shape_;
  std::size_t lists_ = 0;
  Numbers<Index, MemorySpace> successor_, rank_;
};

}  // namespace yoke_perf
