#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/comparator_call.hpp"
#include "yoke/detail/sorting/payload_mover.hpp"
#include "yoke/errors.hpp"
#include "yoke/payloads.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// The second term makes the sorts below more constrained than those of yoke/sort.hpp, which only
// ask for this header.
template <class T>
concept AnyComparator = InComparatorsPlace<T> && true;

// Is this one payload, of a word, which the compiled sorts move with their keys?
template <class... Values>
inline constexpr bool are_word = false;
template <class Value>
inline constexpr bool are_word<Value> = has_word<Value>;

// Whether the comparator is std::less or std::greater of numbers, which the compiled sorts know. If
// it is, an object of this type compares in the same order in kernels.
template <class Comparator, class Key>
struct NaturalOrder {
  static constexpr bool is_less =
      std::is_same_v<Comparator, std::less<Key>> || std::is_same_v<Comparator, std::less<>>;
  static constexpr bool is_greater =
      std::is_same_v<Comparator, std::greater<Key>> || std::is_same_v<Comparator, std::greater<>>;
  static constexpr bool is_known = is_sort_key<Key> && (is_less || is_greater);

  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return is_less ? one < other : other < one;
  }

  static bool is_by_radix(SortOptions const& options) {
    return options.order == SortOrder::ascending && options.algorithm != SortAlgorithm::sample &&
           options.algorithm != SortAlgorithm::merge;
  }
  static SortOptions options(SortOptions options) {
    options.order = is_less ? SortOrder::ascending : SortOrder::descending;
    return options;
  }
};

}  // namespace yoke::detail::sorting

namespace yoke {

/// The workspace to sort up to `capacity` keys by a comparator. Repeated calls allocate nothing,
/// except the first call of strided keys. Executor is a Kokkos execution space or a yoke::Hybrid.
/// Key is any trivially copyable type.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has a part of the keys.
/// In the order of the ranks, the parts are the whole array, sorted stably. The comparator is the
/// same on all ranks.
///
/// Each rank sorts its part. Then the ranks find exactly where their parts of the result begin. In
/// each round and for each cut, every rank names 15 of its keys, and all count the keys before
/// them. Each key then goes to its rank, and the sorted pieces that arrive are merged in pairs.
///
/// Each key that changes ranks is sent once. Let there be p ranks, and m keys in the largest part.
/// There are log_16(m) rounds. In each round a rank sends 15 (p - 1) keys to each other rank and
/// 120 p (p - 1) bytes. Memory beyond that of a call on one execution space: a copy of the keys.
///
/// If the comparator is no strict weak order, the keys end in some order. A rank that sees it while
/// it sorts its part throws on all ranks. With options.validate each rank's part is checked before
/// the parts are merged. All ranks throw the errors of a call on one execution space.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991.
template <class Executor, class Key>
class ComparatorSortPlan : public detail::sorting::ComparatorPlan<Executor> {
  using Base = detail::sorting::ComparatorPlan<Executor>;
  using Element = detail::sorting::Keyed<Key, detail::sorting::NothingCarried>;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 keys or more.
  ComparatorSortPlan(Executor const& executor, std::size_t capacity,
                     SortOptions const& options = {})
      : Base(
            executor,
            detail::call_of<detail::Of<Key>, detail::sorting::ByAComparator>("yoke::sort"),
            [=] { return capacity; }, Base::template sizes_of<Element>(), options),
        join_(options) {}
  template <detail::TemporaryHybrid Temporary>
  ComparatorSortPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort does. Throws std::invalid_argument if keys.extent(0) exceeds the capacity.
  template <class Keys, class Comparator>
  void operator()(Keys const& keys, Comparator const& comparator) {
    detail::sorting::check_view<Executor, Keys>();
    detail::sorting::check_comparator<Executor, Comparator, Key>();
    static_assert(std::is_same_v<typename Keys::value_type, Key>,
                  "yoke::ComparatorSortPlan: the keys are not of the plan's type, or const");
    using Space =
        typename detail::sorting::ColumnSpace<Executor, typename Keys::memory_space>::Type;
    using Columns = detail::sorting::KeyColumns<Keys>;
    detail::sorting::PlainColumnKernels<Space, Columns> const columns(Columns{keys});
    std::unique_ptr<detail::sorting::JoinSteps> joining;
    if constexpr (detail::IsDistributed<Executor>::value) {
      joining = join_.keys(this->network(), keys, comparator);
    }
    this->template sort<Keys, Element>(
        detail::call_of<detail::Of<Key>, detail::By<Comparator>>("yoke::sort"), keys.extent(0),
        comparator, columns, joining.get());
  }

 private:
  detail::sorting::ComparatorJoin<Executor, Key> join_;
};

/// The same with payloads, of the types Values, that move with their keys. On several ranks each
/// goes to another rank at most once; memory: four keys and a number more an element, and the
/// largest payload.
template <class Executor, class Key, class... Values>
class ComparatorSortByKeyPlan : public detail::sorting::ComparatorPlan<Executor> {
  using Base = detail::sorting::ComparatorPlan<Executor>;
  static constexpr bool are_carried = detail::sorting::are_carried<Values...>;
  using Carried = std::conditional_t<are_carried, detail::sorting::Row<Values...>, std::uint64_t>;
  using Element = detail::sorting::Keyed<Key, Carried>;
  static constexpr char const* name = "yoke::sort_by_key";

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 keys or more.
  ComparatorSortByKeyPlan(Executor const& executor, std::size_t capacity,
                          SortOptions const& options = {})
      : Base(
            executor,
            detail::call_of<detail::Of<Key>, detail::PayloadsOf<Values...>,
                            detail::sorting::ByAComparator>(name),
            [=] { return capacity; },
            Base::template sizes_of<Element>(are_carried ? 0 : std::max({sizeof(Values)...})),
            options),
        join_(options) {}
  template <detail::TemporaryHybrid Temporary>
  ComparatorSortByKeyPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class... Views, class Comparator>
  void operator()(Keys const& keys, Payloads<Views...> const& payloads,
                  Comparator const& comparator) {
    namespace sorting = detail::sorting;
    sorting::check_view<Executor, Keys>();
    (sorting::check_view<Executor, Views>(), ...);
    sorting::check_comparator<Executor, Comparator, Key>();
    static_assert(
        std::is_same_v<std::tuple<typename Keys::value_type, typename Views::value_type...>,
                       std::tuple<Key, Values...>>,
        "yoke::ComparatorSortByKeyPlan: keys or payloads are not of the plan's types, or "
        "const");
    std::unique_ptr<sorting::JoinSteps> joining;
    if constexpr (detail::IsDistributed<Executor>::value) {
      joining = join_.payloads(this->network(), keys, payloads, comparator);
    }
    auto const sort = [&](auto const& columns) {
      this->template sort<Keys, Element>(
          detail::call_of<detail::Of<Key>, detail::PayloadsOf<Values...>, detail::By<Comparator>>(
              name),
          keys.extent(0), comparator, columns, joining.get(),
          [&] { sorting::check_payloads(name, keys, payloads); });
    };
    using Space = typename sorting::ColumnSpace<Executor, typename Keys::memory_space>::Type;
    if constexpr (are_carried) {
      using Rows = sorting::PayloadColumns<Views...>;
      using Columns = sorting::CarryingColumns<Keys, Rows>;
      sorting::PlainColumnKernels<Space, Columns> const columns(
          Columns{keys, sorting::rows_of(payloads)});
      sort(columns);
    } else {
      using Columns = sorting::NumberedColumns<Keys>;
      sorting::FetchingColumnKernels<Space, Columns, Views...> const columns(Columns{keys},
                                                                             payloads.views);
      sort(columns);
    }
  }
  /// The same with one payload.
  template <class Keys, detail::AnyView Values1, class Comparator>
  void operator()(Keys const& keys, Values1 const& values, Comparator const& comparator) {
    (*this)(keys, payloads(values), comparator);
  }

 private:
  detail::sorting::ComparatorJoin<Executor, Key> join_;
};

/// The workspace for the order of up to `capacity` keys by a comparator. Index is a 32- or 64-bit
/// integer. On several ranks each gets its part of the permutation of the whole array; memory: that
/// of a sort with the permutation as payload, and a copy of the keys.
template <class Executor, class Key, class Index>
class ComparatorArgsortPlan : public detail::sorting::ComparatorPlan<Executor> {
  static_assert(detail::is_index<Index>,
                "yoke::ComparatorArgsortPlan: Index must be a 32- or 64-bit integer");
  using Base = detail::sorting::ComparatorPlan<Executor>;
  using Element = detail::sorting::Keyed<Key, Index>;
  static constexpr char const* name = "yoke::argsort";

 public:
  /// Throws std::invalid_argument if Index cannot number `capacity` keys, or for 2^48 keys or more.
  ComparatorArgsortPlan(Executor const& executor, std::size_t capacity,
                        SortOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Key, Index>, detail::sorting::ByAComparator>(name),
            [=] { return detail::checked_count<Index>(name, "permutation", capacity); },
            Base::template sizes_of<Element>(), options),
        join_(options) {}
  template <detail::TemporaryHybrid Temporary>
  ComparatorArgsortPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Orders as yoke::argsort does.
  template <class Keys, class Comparator, class Permutation>
  void operator()(Keys const& keys, Comparator const& comparator, Permutation const& permutation) {
    namespace sorting = detail::sorting;
    sorting::check_view<Executor, Keys>();
    sorting::check_view<Executor, Permutation>();
    sorting::check_comparator<Executor, Comparator, Key>();
    static_assert(std::is_same_v<typename Keys::non_const_value_type, Key> &&
                      std::is_same_v<typename Permutation::value_type, Index>,
                  "yoke::ComparatorArgsortPlan: keys or permutation are not of the plan's types, "
                  "or the permutation is const");
    static_assert(
        detail::belongs_to_device(detail::place_of<typename Permutation::memory_space>()) ==
            detail::belongs_to_device(detail::place_of<typename Keys::memory_space>()),
        "yoke::argsort: keys and permutation must lie on the same side");
    using Space = typename sorting::ColumnSpace<Executor, typename Keys::memory_space>::Type;
    using Columns = sorting::ArgsortColumns<Keys, Permutation>;
    sorting::PlainColumnKernels<Space, Columns> const columns(Columns{keys, permutation});
    std::unique_ptr<sorting::JoinSteps> joining;
    if constexpr (detail::IsDistributed<Executor>::value) {
      joining = join_.order(this->network(), keys, permutation, comparator);
    }
    this->template sort<Keys, Element>(
        detail::call_of<detail::Of<Key, Index>, detail::By<Comparator>>(name), keys.extent(0),
        comparator, columns, joining.get(), [&] {
          detail::check_same_size(name, "keys", keys.extent(0), "permutation",
                                  permutation.extent(0));
          detail::check_apart(name, {detail::bytes_of("permutation", permutation)},
                              {detail::bytes_of("keys", keys)});
        });
  }

 private:
  detail::sorting::ComparatorJoin<Executor, Key> join_;
};

/// Sorts keys in place, stably, by a comparator.
///
/// @param keys  n elements of any trivially copyable type, aligned to at most 64 bytes
/// @param comparator  a functor callable in kernels, which may have state: comparator(one, other)
///   says whether one comes before the other. For a yoke::Hybrid, callable on both sides.
///
/// The result depends only on the input: equal keys keep their order. Numbers by std::less or
/// std::greater are sorted by radix if options.algorithm is automatic or radix. Only these use
/// options.order.
///
/// If the comparator is deterministic but no strict weak order, the keys end in some order, and
/// nothing is read or written beyond them. The exception is options.algorithm = sequential, which
/// is std::stable_sort. A sort that notices a contradiction throws std::invalid_argument. It always
/// notices a comparator by which each key comes before itself, as <=, unless
/// options.comparator_is_strict is set. With options.validate neighbours of the result are
/// compared. yoke::InvalidInput then names the place of a key that comes before itself or before
/// its predecessor.
///
/// Work: O(n log n) comparisons. Memory beyond the keys:
/// - a copy of them, and on a host a byte per key;
/// - for a strided View a second copy;
/// - by `sample` on a device 16 bytes per key more;
/// - by `joint_sample` on each side of a yoke::Hybrid two copies more, and a third one if its keys
///   are on the other side. A device has the 16 bytes too.
///
/// Also throws std::invalid_argument if the algorithm cannot run on the executor.
///
/// Sources: Banerjee's thesis, chapter 4, algorithms 1 to 5; Sanders, Winkel 2004 (the tree of
/// splitters); Green, McColl, Bader 2012 (merge path).
template <class Executor, detail::AnyView Keys, detail::sorting::AnyComparator Comparator>
void sort(Executor const& executor, Keys const& keys, Comparator const& comparator,
          SortOptions const& options = {}) {
  using Key = typename Keys::value_type;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) return sort(executor, keys, Natural::options(options));
    ComparatorSortPlan<Executor, Key>(executor, keys.extent(0), options)(keys, Natural());
  } else {
    ComparatorSortPlan<Executor, Key>(executor, keys.extent(0), options)(keys, comparator);
  }
}

/// Sorts keys as yoke::sort does by a comparator, and moves payloads with them.
///
/// @param payloads  yoke::payloads of any number of Views of n elements, of any trivially copyable
///   types: element i of each belongs to keys(i), before and after. For a yoke::Hybrid, keys and
///   payloads must be on the same side.
///
/// Payloads of up to 16 bytes together move with their keys. Larger ones are fetched when the keys
/// are sorted. An element is a struct of a key and of its payloads, or of a number of 8 bytes: 16
/// bytes for a key of 4 and a number. Memory beyond the arguments, for each element:
/// - an element;
/// - another element, or the largest fetched payload if that is larger;
/// - on a host a byte; by `sample` on a device 16 bytes;
/// - by `joint_sample`, on each side of a yoke::Hybrid, two elements more. A device has the 16
///   bytes too.
///
/// For example, a key of 4 bytes with a payload of 40 takes 57 bytes on a host. Throws
/// std::invalid_argument, with their names, if sizes differ or Views overlap.
template <class Executor, detail::AnyView Keys, detail::AnyView... Views,
          detail::sorting::AnyComparator Comparator>
void sort_by_key(Executor const& executor, Keys const& keys, Payloads<Views...> const& payloads,
                 Comparator const& comparator, SortOptions const& options = {}) {
  using Key = typename Keys::value_type;
  using Plan = ComparatorSortByKeyPlan<Executor, Key, typename Views::value_type...>;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) {
      auto const numbers = Natural::options(options);
      if constexpr (detail::sorting::are_word<typename Views::value_type...>) {
        return sort_by_key(executor, keys, std::get<0>(payloads.views), numbers);
      } else {
        return sort_by_key(executor, keys, payloads, numbers);
      }
    }
    Plan(executor, keys.extent(0), options)(keys, payloads, Natural());
  } else {
    Plan(executor, keys.extent(0), options)(keys, payloads, comparator);
  }
}
/// The same with one payload.
template <class Executor, detail::AnyView Keys, detail::AnyView Values,
          detail::sorting::AnyComparator Comparator>
void sort_by_key(Executor const& executor, Keys const& keys, Values const& values,
                 Comparator const& comparator, SortOptions const& options = {}) {
  sort_by_key(executor, keys, payloads(values), comparator, options);
}

/// The order of keys that stay in place, by a comparator: keys(permutation(0)),
/// keys(permutation(1)), ... is sorted. Equal keys are in the order of their indices.
///
/// @param permutation  n 32- or 64-bit integers, all written. For a yoke::Hybrid, keys and
///   permutation must be on the same side.
///
/// Memory beyond the arguments, for each element: two structs of a key and an index, and on a host
/// a byte; by `sample` on a device 16 bytes. Throws std::invalid_argument if sizes differ, if the
/// arguments overlap, or if the permutation's type cannot number n keys.
template <class Executor, detail::AnyView Keys, detail::sorting::AnyComparator Comparator,
          detail::AnyView Permutation>
void argsort(Executor const& executor, Keys const& keys, Comparator const& comparator,
             Permutation const& permutation, SortOptions const& options = {}) {
  using Key = typename Keys::non_const_value_type;
  using Plan = ComparatorArgsortPlan<Executor, Key, typename Permutation::value_type>;
  using Natural = detail::sorting::NaturalOrder<Comparator, Key>;
  if constexpr (Natural::is_known) {
    if (Natural::is_by_radix(options)) {
      return argsort(executor, keys, permutation, Natural::options(options));
    }
    Plan(executor, keys.extent(0), options)(keys, Natural(), permutation);
  } else {
    Plan(executor, keys.extent(0), options)(keys, comparator, permutation);
  }
}

}  // namespace yoke
