#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/sorting/host_segments.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"

namespace yoke::detail::sorting {

template <class T>
inline constexpr bool are_payloads = false;
template <class... Views>
inline constexpr bool are_payloads<Payloads<Views...>> = true;
template <class T>
concept AnySegmentComparator = AnyComparator<T> && !are_payloads<T>;

// The type of the payloads, or of their number, in an element.
template <class... Values>
struct CarriedInSegment {
  static constexpr bool is_fetched = !are_carried<Values...>;
  using Type = std::conditional_t<is_fetched, std::uint64_t, Row<Values...>>;
  static constexpr std::size_t fetched = is_fetched ? std::max({sizeof(Values)...}) : 0;
};
template <>
struct CarriedInSegment<> {
  using Type = NothingCarried;
  static constexpr std::size_t fetched = 0;
};

// A host alone sorts segments one by one.
template <class Executor>
inline constexpr bool sorts_one_by_one = false;
template <AnySpace Space>
inline constexpr bool sorts_one_by_one<Space> = runs_on_host<Space>;

template <class Offsets>
struct FindBadSegment {
  Offsets offsets;
  std::uint64_t keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t s, std::uint64_t& first) const {
    auto const begin = static_cast<std::uint64_t>(offsets(s));
    auto const end = static_cast<std::uint64_t>(offsets(s + 1));
    if (s < first && (begin > end || end > keys)) first = s;
  }
};

}  // namespace yoke::detail::sorting

namespace yoke {

/// The workspace to sort up to `segments` ranges of up to `capacity` keys together, by a
/// comparator, with payloads of the types Values. Repeated calls allocate nothing. Executor is a
/// Kokkos execution space or a yoke::Hybrid. Key is any trivially copyable type.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
template <class Executor, class Key, class... Values>
class ComparatorSortSegmentsPlan : public detail::sorting::ComparatorPlan<Executor> {
  static_assert(!detail::IsDistributed<Executor>::value,
                "yoke::sort_segments: several ranks have no sort of segments");
  using Base = detail::sorting::ComparatorPlan<Executor>;
  using Carried = detail::sorting::CarriedInSegment<Values...>;
  // A host sorts segment by segment. Other executors sort all keys together.
  static constexpr bool is_one_by_one = detail::sorting::sorts_one_by_one<Executor>;
  using Sorted = std::conditional_t<is_one_by_one, Key, detail::sorting::InSegment<Key>>;
  using Element = detail::sorting::Keyed<Sorted, typename Carried::Type>;
  static constexpr char const* name = "yoke::sort_segments";

 public:
  /// Throws std::invalid_argument if an option is out of its range, for 2^48 keys or more, or for
  /// 2^32 - 2 segments or more.
  ComparatorSortSegmentsPlan(Executor const& executor, std::size_t capacity, std::size_t segments,
                             SortOptions const& options = {})
      : Base(
            executor, name, [=] { return capacity; },
            Base::template sizes_of<Element>(Carried::fetched), options),
        segments_(segments) {
    // Keys before the first segment and behind the last one have numbers too.
    if (segments < std::numeric_limits<std::uint32_t>::max() - 1) return;
    throw std::invalid_argument(std::string(name) + ": " + show_count(segments, "segment") +
                                ", and by a comparator at most 2^32 - 3");
  }
  template <detail::TemporaryHybrid Temporary>
  ComparatorSortSegmentsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                             SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort_segments does.
  template <detail::AnyView Offsets, detail::AnyView Keys, class Comparator>
  void operator()(Offsets const& offsets, Keys const& keys, Comparator const& comparator) {
    static_assert(sizeof...(Values) == 0, "yoke::ComparatorSortSegmentsPlan: it has payloads");
    sort<detail::sorting::KeyColumns<Keys>>(offsets, keys, {keys}, comparator, std::tuple<>());
  }
  /// The same with payloads.
  template <detail::AnyView Offsets, detail::AnyView Keys, class... Views, class Comparator>
  void operator()(Offsets const& offsets, Keys const& keys, Payloads<Views...> const& payloads,
                  Comparator const& comparator) {
    namespace sorting = detail::sorting;
    static_assert(std::is_same_v<std::tuple<typename Views::value_type...>, std::tuple<Values...>>,
                  "yoke::ComparatorSortSegmentsPlan: the payloads are not of the plan's types");
    (sorting::check_view<Executor, Views>(), ...);
    auto const check = [&] {
      sorting::check_payloads(name, keys, payloads);
      std::apply(
          [&](Views const&... views) {
            detail::check_apart(name, {detail::bytes_of("payload", views)...},
                                {detail::bytes_of("offsets", offsets)});
          },
          payloads.views);
    };
    if constexpr (!Carried::is_fetched) {
      using Rows = sorting::PayloadColumns<Views...>;
      sort<sorting::CarryingColumns<Keys, Rows>>(offsets, keys, {keys, sorting::rows_of(payloads)},
                                                 comparator, std::tuple<>(), check);
    } else {
      sort<sorting::NumberedColumns<Keys>>(offsets, keys, {keys}, comparator, payloads.views,
                                           check);
    }
  }
  /// Orders as yoke::argsort_segments does. Values is the permutation's type.
  template <detail::AnyView Offsets, detail::AnyView Keys, detail::AnyView Permutation,
            class Comparator>
  void argsort(Offsets const& offsets, Keys const& keys, Permutation const& permutation,
               Comparator const& comparator) {
    namespace sorting = detail::sorting;
    using Index = typename Permutation::value_type;
    static_assert(
        std::is_same_v<std::tuple<Index>, std::tuple<Values...>> && detail::is_index<Index>,
        "yoke::ComparatorSortSegmentsPlan: the permutation must hold the plan's 32- or "
        "64-bit integers, and not be const");
    sorting::check_view<Executor, Permutation>();
    char const* const caller = "yoke::argsort_segments";
    sort<sorting::ArgsortColumns<Keys, Permutation>>(
        offsets, keys, {keys, permutation}, comparator, std::tuple<>(), [&] {
          detail::check_same_size(caller, "keys", keys.extent(0), "permutation",
                                  permutation.extent(0));
          detail::check_index_holds<Index>(caller, "permutation", keys.extent(0));
          detail::check_apart(
              caller, {detail::bytes_of("permutation", permutation)},
              {detail::bytes_of("keys", keys), detail::bytes_of("offsets", offsets)});
        });
  }

 private:
  template <class Columns, class Offsets, class Keys, class Comparator, class... Fetched,
            class Check = detail::NothingToCheck>
  void sort(Offsets const& offsets, Keys const& keys, Columns const& columns,
            Comparator const& comparator, std::tuple<Fetched...> const& fetched,
            Check const& check = {}) {
    namespace sorting = detail::sorting;
    sorting::check_view<Executor, Keys>();
    sorting::check_view<Executor, Offsets>();
    sorting::check_comparator<Executor, Comparator, Key>();
    static_assert(std::is_same_v<typename Keys::non_const_value_type, Key>,
                  "yoke::ComparatorSortSegmentsPlan: the keys are not of the plan's type");
    static_assert(detail::is_index<typename Offsets::non_const_value_type>,
                  "yoke::ComparatorSortSegmentsPlan: offsets must hold 32- or 64-bit integers");
    static_assert(detail::belongs_to_device(detail::place_of<typename Offsets::memory_space>()) ==
                      detail::belongs_to_device(detail::place_of<typename Keys::memory_space>()),
                  "yoke::sort_segments: offsets and keys must lie on the same side");
    using Space = typename sorting::ColumnSpace<Executor, typename Keys::memory_space>::Type;
    using Segmented = sorting::SegmentedColumns<Columns, Offsets>;
    Segmented const segmented{columns, offsets};
    std::size_t const segments = sorting::segments_of(offsets.extent(0));
    sorting::SegmentLess<Comparator> const less{comparator, static_cast<std::uint32_t>(segments)};
    auto const before = [&] {
      check();
      check_offsets(offsets, keys);
    };
    auto const sort = [&](auto const& kernels) {
      if constexpr (is_one_by_one) {
        using Less = sorting::KeyLess<Comparator>;
        sorting::HostSegments<Space, Element, Less, Offsets> const steps(offsets, Less{comparator},
                                                                         this->mark());
        typename Base::template Ordered<Space, Segmented, sorting::SegmentLess<Comparator>> const
            ordered{&steps, segmented, less};
        Base::template sort<Keys, Element>(name, keys.extent(0), comparator, kernels, nullptr,
                                           before, ordered);
      } else {
        Base::template sort<Keys, Element>(name, keys.extent(0), less, kernels, nullptr, before);
      }
    };
    using Moved = std::conditional_t<is_one_by_one, Columns, Segmented>;
    auto const& moved = std::get<Moved const&>(std::tie(columns, segmented));
    if constexpr (sizeof...(Fetched) == 0) {
      sort(sorting::PlainColumnKernels<Space, Moved>(moved));
    } else {
      sort(sorting::FetchingColumnKernels<Space, Moved, Fetched...>(moved, fetched));
    }
  }

  template <class Offsets, class Keys>
  void check_offsets(Offsets const& offsets, Keys const& keys) const {
    if (offsets.extent(0) == 0) {
      throw std::invalid_argument(std::string(name) + ": offsets must hold at least one element");
    }
    std::size_t const segments = offsets.extent(0) - 1;
    detail::check_capacity(name, "segments", segments, segments_);
    detail::check_apart(name, {detail::bytes_of("keys", keys)},
                        {detail::bytes_of("offsets", offsets)});
    this->executor().begin_call();
    auto const& exec = this->template instance_for<typename Offsets::memory_space>();
    using Space = std::remove_cvref_t<decltype(exec)>;
    std::uint64_t bad = 0;
    Kokkos::parallel_reduce("yoke::sort::check_segments",
                            detail::WideRange<Space>(exec, 0, segments),
                            detail::sorting::FindBadSegment<Offsets>{offsets, keys.extent(0)},
                            Kokkos::Min<std::uint64_t>(bad));
    exec.fence("yoke::sort_segments: offsets checked");
    if (bad < segments) throw detail::sorting::bad_segment(name, bad, keys.extent(0));
  }

  std::size_t segments_;
};

/// Sorts each of many ranges of keys in place, stably, by a comparator: segments as in
/// yoke::sort_segments of numbers, keys and comparators as in yoke::sort by a comparator.
///
/// @param offsets  on the keys' side of the bus; up to 2^32 - 2 elements
///
/// Numbers by std::less or std::greater are sorted by radix, if options.algorithm is automatic or
/// radix. Otherwise one thread of a host sorts each segment, and all threads sort a segment that is
/// too large for one. On CUDA and on a yoke::Hybrid all segments are sorted together, by segment
/// and key: O(n log n) comparisons. Both sides of a yoke::Hybrid then share the segments.
///
/// Memory beyond the arguments: that of yoke::sort or yoke::sort_by_key by a comparator. On CUDA
/// and on a yoke::Hybrid a key takes 4 bytes more, rounded up to its alignment. There keys alone
/// are copied too, as strided ones are. Throws the errors of both calls.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys,
          detail::sorting::AnySegmentComparator Comparator>
void sort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                   Comparator const& comparator, SortOptions const& options = {}) {
  using Key = typename Keys::value_type;
  using Plan = ComparatorSortSegmentsPlan<Executor, Key>;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  std::size_t const segments = detail::sorting::segments_of(offsets.extent(0));
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) {
      return sort_segments(executor, offsets, keys, Natural::options(options));
    }
    Plan(executor, keys.extent(0), segments, options)(offsets, keys, Natural());
  } else {
    Plan(executor, keys.extent(0), segments, options)(offsets, keys, comparator);
  }
}

/// The same with payloads that move with their keys, as in yoke::sort_by_key by a comparator.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys, detail::AnyView... Views,
          detail::sorting::AnySegmentComparator Comparator>
void sort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                   Payloads<Views...> const& payloads, Comparator const& comparator,
                   SortOptions const& options = {}) {
  using Key = typename Keys::value_type;
  using Plan = ComparatorSortSegmentsPlan<Executor, Key, typename Views::value_type...>;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  std::size_t const segments = detail::sorting::segments_of(offsets.extent(0));
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) {
      return sort_segments(executor, offsets, keys, payloads, Natural::options(options));
    }
    Plan(executor, keys.extent(0), segments, options)(offsets, keys, payloads, Natural());
  } else {
    Plan(executor, keys.extent(0), segments, options)(offsets, keys, payloads, comparator);
  }
}

/// The order of each segment's keys, by a comparator: as yoke::argsort_segments, with a comparator.
template <class Executor, detail::AnyView Offsets, detail::AnyView Keys,
          detail::sorting::AnySegmentComparator Comparator, detail::AnyView Permutation>
void argsort_segments(Executor const& executor, Offsets const& offsets, Keys const& keys,
                      Comparator const& comparator, Permutation const& permutation,
                      SortOptions const& options = {}) {
  using Key = typename Keys::non_const_value_type;
  using Plan = ComparatorSortSegmentsPlan<Executor, Key, typename Permutation::value_type>;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  std::size_t const segments = detail::sorting::segments_of(offsets.extent(0));
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) {
      return argsort_segments(executor, offsets, keys, permutation, Natural::options(options));
    }
    Plan(executor, keys.extent(0), segments, options)
        .argsort(offsets, keys, permutation, Natural());
  } else {
    Plan(executor, keys.extent(0), segments, options)
        .argsort(offsets, keys, permutation, comparator);
  }
}

}  // namespace yoke
