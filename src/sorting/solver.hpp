#pragma once

#include <Kokkos_Core.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "frame/solver.hpp"
#include "sorting/cub_radix_sort.hpp"
#include "sorting/host_count_sort.hpp"
#include "sorting/host_radix_sort.hpp"
#include "sorting/sequential_sort.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"

namespace yoke::detail::sorting {

// The radix sort of a space. Keys of 8 and 16 bits are counted on a host.
template <class Space, class Word, class Value>
struct RadixSortOn {
  using Type = std::conditional_t<is_narrow<Word>, HostCountSort<Space, Word>,
                                  HostRadixSort<Space, Word, Value>>;
};
#if defined(KOKKOS_ENABLE_CUDA)
template <class Word, class Value>
struct RadixSortOn<Kokkos::Cuda, Word, Value> {
  using Type = CubRadixSort<Word, Value>;
};
#endif

// Throws where both sides would have to be given for the algorithm.
inline void check_needs_no_hybrid(std::string const& caller, SortAlgorithm algorithm) {
  if (algorithm != SortAlgorithm::joint_sample) return;
  throw std::invalid_argument(
      caller +
      ": options.algorithm is joint_sample, which both sides of a yoke::Hybrid run together: give "
      "one, or take radix");
}

// Throws where a comparator would have to be given for the algorithm.
inline void check_needs_no_comparator(std::string const& caller, SortAlgorithm algorithm) {
  if (algorithm != SortAlgorithm::sample && algorithm != SortAlgorithm::merge) return;
  throw std::invalid_argument(
      caller +
      ": options.algorithm sorts only by a comparator: give one, with yoke/sort_comparator.hpp");
}

// Sorts columns that lie where Space works.
template <class Word, class Value, class Space>
class ColumnSorter {
 public:
  // `caller`: the call that it sorts for.
  ColumnSorter(Space const& exec, std::size_t capacity, SortOptions const& options,
               SortAlgorithm algorithm, std::string const& caller = Sort<Word, Value>::name)
      : exec_(exec), order_(options.order), report_(options.report) {
    check_needs_no_comparator(caller, algorithm);
    check_needs_no_hybrid(caller, algorithm);
    if (algorithm != SortAlgorithm::sequential) {
      radix_.emplace(exec, capacity);
    } else if (runs_on_host<Space>) {
      sequential_.emplace(exec, capacity);
    } else {
      throw std::invalid_argument(caller +
                                  ": options.algorithm is sequential, which runs only on a host");
    }
  }

  void run(Columns<Word, Value> const& data, std::size_t size, KeyKind kind) {
    run(data, data, size, kind);
  }
  // With elements that lie elsewhere, where a device may leave anything.
  void run(Columns<Word, Value> const& source, Columns<Word, Value> const& data, std::size_t size,
           KeyKind kind) {
    PhaseTimer<Space> timer(exec_, report_);
    if constexpr (runs_on_host<Space>) {
      KeyOrder<Word> const order(kind, order_);
      if (sequential_) {
        sequential_->run(source, data, size, order);
        timer.done("sort");
      } else {
        std::uint64_t const partitions = radix_->run(source, data, size, order, timer);
        if (report_) report_->partitions = partitions;
      }
    } else {
      radix_->run(source, data, size, kind, order_, timer);
    }
  }

 private:
  Space exec_;
  SortOrder order_;
  SortReport* report_;
  std::optional<typename RadixSortOn<Space, Word, Value>::Type> radix_;
  std::optional<SequentialSort<Space, Word, Value>> sequential_;
};

template <class Word, class Index>
struct NumberKeys {
  Word const* keys;
  Columns<Word, Index> copy;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    copy.store(i, {keys[i], static_cast<Index>(i)});
  }
};

}  // namespace yoke::detail::sorting

namespace yoke::detail {

// Both capabilities on one space.
template <class Word, class Value, class Space>
class Solver<sorting::Sort<Word, Value>, Space> {
 public:
  Solver(Space const& exec, sorting::SortCapacity const& capacity, SortOptions const& options,
         SortAlgorithm algorithm)
      : exec_(exec), sorter_(exec, capacity.elements, options, algorithm) {}

  static SortAlgorithm choose(sorting::SortCapacity const&, SortOptions const&) {
    return SortAlgorithm::radix;
  }

  std::size_t run(typename sorting::Sort<Word, Value>::Arguments const& arguments) {
    sorting::Columns<Word, Value> const given{arguments.keys.data, arguments.values.data};
    sorting::Columns<Word, Value> const sorted{arguments.sorted_keys, arguments.sorted_values};
    sorter_.run(given, sorted.keys ? sorted : given, arguments.keys.size, arguments.kind);
    exec_.fence("yoke::sort");
    return arguments.keys.size;
  }

 private:
  Space exec_;
  sorting::ColumnSorter<Word, Value, Space> sorter_;
};
template <class Word, class Index, class Space>
class Solver<sorting::Argsort<Word, Index>, Space> {
  // One thread of a host numbers so few before a team could begin: 10 keys take 0.62 us, 0.87 by
  // two threads.
  static constexpr std::size_t few = 1024;

 public:
  Solver(Space const& exec, sorting::SortCapacity const& capacity, SortOptions const& options,
         SortAlgorithm algorithm)
      : exec_(exec),
        report_(options.report),
        keys_(make_buffer<Space, Word>(exec, "yoke::argsort::keys", capacity.elements)),
        sorter_(exec, capacity.elements, options, algorithm, sorting::Argsort<Word, Index>::name) {}

  static SortAlgorithm choose(sorting::SortCapacity const&, SortOptions const&) {
    return SortAlgorithm::radix;
  }

  std::size_t run(typename sorting::Argsort<Word, Index>::Arguments const& arguments) {
    std::size_t const size = arguments.keys.size;
    PhaseTimer<Space> timer(exec_, report_);
    sorting::Columns<Word, Index> const columns{keys_.data(), arguments.permutation.data};
    sorting::NumberKeys<Word, Index> const number{arguments.keys.data, columns};
    if (runs_on_host<Space> && size <= few) {
      for (std::size_t i = 0; i < size; ++i) number(i);
    } else {
      Kokkos::parallel_for("yoke::argsort::number", WideRange<Space>(exec_, 0, size), number);
    }
    timer.done("number");
    sorter_.run(columns, size, arguments.kind);
    exec_.fence("yoke::argsort");
    return size;
  }

 private:
  Space exec_;
  SortReport* report_;
  Buffer<Space, Word> keys_;
  sorting::ColumnSorter<Word, Index, Space> sorter_;
};

}  // namespace yoke::detail
