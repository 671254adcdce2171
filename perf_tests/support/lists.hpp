#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <yoke/generate.hpp>
#include <yoke/huge_pages.hpp>
#include <yoke/list_ranking_options.hpp>
#include <yoke/validate_ranks.hpp>

#include "support/spaces.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

// An array as a caller of the library would make it, in host memory with huge pages asked for where
// `huge_pages` says so.
template <class T, class MemorySpace>
Numbers<T, MemorySpace> make_numbers(char const* label, std::size_t size, bool huge_pages) {
  Numbers<T, MemorySpace> const numbers(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke_perf::") + label), size);
  if (huge_pages && std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    yoke::advise_huge_pages(numbers.data(), size * sizeof(T));
  }
  return numbers;
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
    yoke::generate_lists(exec_, successor_, shape);
    shape_ = shape;
  }

  // Gives the memory back.
  void release() {
    successor_ = {};
    rank_ = {};
  }

  // So that no rank of an earlier run passes for one of the next.
  void spoil_ranks() const { Kokkos::deep_copy(exec_, rank_, static_cast<Index>(~Index(0))); }

  // What is wrong with the ranks, or nothing.
  std::string find_fault(std::size_t counted, yoke::RankFrom from) const {
    yoke::ListRankOptions options;
    options.from = from;
    return fault_of("lists", counted,
                    [&] { return yoke::validate_ranks(exec_, successor_, rank_, options); });
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
  Numbers<Index, MemorySpace> successor_, rank_;
};

}  // namespace yoke_perf
