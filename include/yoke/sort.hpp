#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/payload_mover.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/errors.hpp"
#include "yoke/payloads.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// Not a View and no options, which can stand in a comparator's place.
template <class T>
concept InComparatorsPlace = !Kokkos::is_view_v<T> && !std::is_convertible_v<T, SortOptions>;

}  // namespace yoke::detail::sorting

namespace yoke {

/// The workspace to sort up to `capacity` keys. Repeated calls allocate nothing. Executor is a
/// Kokkos execution space or a yoke::Hybrid. Key is an integer of 8, 16, 32 or 64 bits, float or
/// double. Keys of 8 or 16 bits are copied on a Hybrid, and with values on a host or on MPI ranks.
/// The first call allocates this copy.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed, each MPI rank has a part of the keys. `capacity` is for this
/// rank's part. The sort changes no part's length. In the order of the ranks, the parts are the
/// whole array, sorted: the same bytes for any number of ranks.
///
/// Each rank sorts its part. The ranks then find exactly, by digits of 8 bits, the keys at which
/// their parts of the result begin. Keys equal to these are shared out in the order of the ranks.
/// So no rank ever gets more keys than it gave, and equal keys are shared out as others are. Each
/// key then goes to its rank, and the sorted pieces that arrive are merged in pairs. Long parts
/// take up to 8 rounds (64 / p if that is less) of equal shares of every rank's part. While one
/// round is under way, the last one is merged.
///
/// Each key that changes ranks is sent once. For each 8 bits of a key there are 2040 bytes for each
/// round of each rank but the first. The work is that of a call on one execution space. The merges
/// add O(n log p). Memory beyond that of such a call: a copy of the keys, and 4096 bytes for each
/// round of each rank. The keys that come from other ranks are held too, on more than two ranks
/// those of one or two rounds. A strided View is copied. All ranks throw the errors of a call on
/// one execution space.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991, here by digits.
///
/// Ranks that are Hybrids have their keys in their hosts' memory. The result is the same. Each
/// rank's keys go to its device in up to 32 runs, and each run is sorted while the next is on its
/// way. Then the ranks find where the parts of the result begin in their runs, up to 32 parts of
/// each rank. Part after part is exchanged between the devices, sorted by its rank, and sent to the
/// host while the next ones follow. Pageable memory goes through pinned blocks, which the host's
/// threads fill and empty.
///
/// They send each key that changes ranks once. For each 8 bits of a key there are 2040 bytes for
/// each part of each rank but the first. Memory on the device:
/// - the keys, the keys of two parts, and the memory of the sort of a run or part;
/// - the keys that a rank sends while all sort a part: one part for keys in random order, and up
///   to a part of each rank for others.
/// On up to 8 ranks with equal numbers of keys, a part is a 32nd of them, and at least 2^20. In
/// pinned memory: three runs or parts, once keys or values are pageable.
///
/// On several ranks that are Hybrids the options `order`, `report` (phases), `timeline` and
/// `device_memory` have an effect. `algorithm` must be automatic or radix. Throws on all ranks the
/// errors of one Hybrid, and DeviceMemoryExceeded if one device has no room.
template <class Executor, class Key>
class SortPlan : public detail::Plan<detail::sorting::SortOf<Executor, Key>, Executor> {
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::SortPlan: Key must be an integer of 8 to 64 bits, float or double");
  using Capability = detail::sorting::SortOf<Executor, Key>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 keys or more.
  SortPlan(Executor const& executor, std::size_t capacity, SortOptions const& options = {})
      : Base(
            executor, call_name,
            [=] { return detail::checked_capacity(Capability::name, capacity); }, options) {}
  template <detail::TemporaryHybrid Temporary>
  SortPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort does. Throws std::invalid_argument if keys.extent(0) exceeds the capacity.
  template <class Keys>
  void operator()(Keys const& keys) {
    static_assert(std::is_same_v<typename Keys::value_type, Key>,
                  "yoke::SortPlan: the keys are not of the plan's type, or const");
    auto words = detail::sorting::key_words<detail::sorting::KeyWord<Executor, Key>>(keys);
    this->call(call_name, {{}, {}, detail::sorting::kind_of<Key>}, {},
               std::tuple(detail::bind<&Arguments::keys>("keys", words)),
               wide_.filling(call_name, this->executor(), keys, words));
    wide_.write_back(this->executor(), keys, words);
  }

 private:
  static constexpr auto call_name = detail::call_of<detail::Of<Key>>(Capability::name);

  detail::sorting::WideKeys wide_;
};

/// The same with values of 4 or 8 bytes that move with their keys. With payloads of any number and
/// size, Value is the integer that numbers the elements meanwhile. On several ranks
/// each element of a payload goes to another rank at most once, with its key. Two copies of the
/// largest payload are held. Ranks that are Hybrids take only one View of values.
template <class Executor, class Key, class Value>
class SortByKeyPlan
    : public detail::Plan<detail::sorting::SortOf<Executor, Key, detail::sorting::WordFor<Value>>,
                          Executor> {
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::SortByKeyPlan: Key must be an integer of 8 to 64 bits, float or double");
  static_assert(
      detail::sorting::has_word<Value>,
      "yoke::SortByKeyPlan: Value must be trivially copyable, of 4 or 8 bytes and aligned "
      "to them; for others, take yoke::payloads");
  using Capability = detail::sorting::SortOf<Executor, Key, detail::sorting::WordFor<Value>>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 keys or more.
  SortByKeyPlan(Executor const& executor, std::size_t capacity, SortOptions const& options = {})
      : Base(
            executor, call_name,
            [=] { return detail::checked_capacity(Capability::name, capacity); }, options),
        mover_(options.report) {}
  template <detail::TemporaryHybrid Temporary>
  SortByKeyPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class Values>
  void operator()(Keys const& keys, Values const& values) {
    static_assert(std::is_same_v<typename Keys::value_type, Key> &&
                      std::is_same_v<typename Values::value_type, Value>,
                  "yoke::SortByKeyPlan: keys or values are not of the plan's type, or const");
    auto words = detail::sorting::key_words<detail::sorting::KeyWord<Executor, Key, Value>>(keys);
    auto const value_words = detail::sorting::as_words(values);
    this->call(call_name, {{}, {}, detail::sorting::kind_of<Key>}, {},
               std::tuple(detail::bind<&Arguments::keys>("keys", words),
                          detail::bind<&Arguments::values>("values", value_words)),
               wide_.filling(call_name, this->executor(), keys, words,
                             detail::bytes_of("values", values)));
    wide_.write_back(this->executor(), keys, words);
  }
  /// The same with payloads. Throws std::invalid_argument if Value cannot number the keys.
  template <class Keys, class... Views>
  void operator()(Keys const& keys, Payloads<Views...> const& payloads) {
    static_assert(detail::is_index<Value>,
                  "yoke::SortByKeyPlan: for payloads, Value must be a 32- or 64-bit integer");
    if constexpr (detail::IsDistributed<Executor>::value) {
      if (this->network().ranks() > 1) return sort_on_ranks(keys, payloads);
    }
    using Place = typename Keys::memory_space;
    detail::check_index_holds<Value>(Capability::name, "keys", keys.extent(0));
    detail::sorting::check_payloads(Capability::name, keys, payloads);
    auto const& exec = this->template instance_for<Place>();
    detail::Ledger::Opened const opened(this->ledger());
    auto const numbers = mover_.template number<Place>(exec, keys.extent(0));
    (*this)(keys, numbers);
    mover_.move(exec, numbers, payloads);
  }

 private:
  static constexpr auto call_name = detail::call_of<detail::Of<Key, Value>>(Capability::name);

  template <class Keys, class... Views>
  void sort_on_ranks(Keys const& keys, Payloads<Views...> const& payloads) {
    using Types = detail::PayloadsOf<typename Views::non_const_value_type...>;
    auto const steps =
        exchange_.template steps<detail::sorting::WordFor<Value>>(this->network(), payloads);
    Arguments const arguments{{}, {}, detail::sorting::kind_of<Key>, nullptr, nullptr, &steps};
    auto words = detail::sorting::key_words<detail::sorting::KeyWord<Executor, Key, Value>>(keys);
    this->call(detail::call_of<detail::Of<Key>, Types>(Capability::name), arguments, {},
               std::tuple(detail::bind<&Arguments::keys>("keys", words)), [&] {
                 detail::check_index_holds<Value>(Capability::name, "keys", keys.extent(0));
                 detail::sorting::check_payloads(Capability::name, keys, payloads);
                 wide_.filling(call_name, this->executor(), keys, words)();
               });
    wide_.write_back(this->executor(), keys, words);
  }

  detail::sorting::WideKeys wide_;
  detail::sorting::PayloadMover<Value> mover_;
  detail::sorting::PayloadExchange<Executor> exchange_;
};

/// The workspace for the order of up to `capacity` keys. Index is a 32- or 64-bit integer.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank gets its part of the
/// permutation of the whole array: a number for each of its keys. The numbers count the keys of all
/// ranks. Each key that would change ranks is sent once, with its number. Memory: that of
/// yoke::sort_by_key, and a copy of the keys.
template <class Executor, class Key, class Index>
class ArgsortPlan
    : public detail::Plan<detail::sorting::Argsort<detail::sorting::KeyWord<Executor, Key, Index>,
                                                   detail::WordOf<Index>>,
                          Executor> {
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::ArgsortPlan: Key must be an integer of 8 to 64 bits, float or double");
  static_assert(detail::is_index<Index>,
                "yoke::ArgsortPlan: Index must be a 32- or 64-bit integer");
  using Capability = detail::sorting::Argsort<detail::sorting::KeyWord<Executor, Key, Index>,
                                              detail::WordOf<Index>>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Index cannot number `capacity` keys, or for 2^48 keys or more.
  ArgsortPlan(Executor const& executor, std::size_t capacity, SortOptions const& options = {})
      : Base(
            executor, call_name,
            [=] {
              return detail::checked_count<Index>(
                  Capability::name, "permutation",
                  detail::checked_capacity(Capability::name, capacity));
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  ArgsortPlan(Temporary&& gone_too_soon, std::size_t, SortOptions const& = {}) = delete;

  /// Orders as yoke::argsort does.
  template <class Keys, class Permutation>
  void operator()(Keys const& keys, Permutation const& permutation) {
    static_assert(std::is_same_v<typename Keys::non_const_value_type, Key>,
                  "yoke::ArgsortPlan: the keys are not of the plan's type");
    auto words = detail::sorting::key_words<detail::sorting::KeyWord<Executor, Key, Index>>(keys);
    this->call(call_name, {{}, {}, detail::sorting::kind_of<Key>}, {},
               std::tuple(detail::bind<&Arguments::keys>("keys", words),
                          detail::bind<&Arguments::permutation>("permutation", permutation)),
               wide_.filling(call_name, this->executor(), keys, words,
                             detail::bytes_of("permutation", permutation)));
  }

 private:
  static constexpr auto call_name = detail::call_of<detail::Of<Key, Index>>(Capability::name);

  detail::sorting::WideKeys wide_;
};

/// Sorts keys in place, ascending or as options.order says.
///
/// @param keys  n elements: integers of 8, 16, 32 or 64 bits, float or double. -0 equals +0. Every
///   NaN comes last, in either order, as a quiet NaN.
///
/// Deterministic: the result depends only on the input. Work O(n), for every distribution. A
/// strided View is copied into memory of the plan. Keys of 8 and 16 bits are sorted as they are on
/// a device, and counted on a host. MPI ranks add up the counts and send no key. A Hybrid copies
/// such keys into words of 32 bits, on their side, and sorts these.
///
/// Memory of counts: 2 KiB for 8 bits and 512 KiB for 16, and for each thread up to 4.1 or 257 KiB.
/// Memory of other sorts beyond the keys that are sorted: a copy of them, and
/// - on a device up to 0.3 bytes for each key, and at most 80 MiB;
/// - on a host 1/80 of the copy;
/// - for each host thread 0.6 MiB, and 1/120 of the copy or 32768 elements, whichever is more.
///
/// Throws std::invalid_argument if the algorithm cannot run on the executor.
///
/// Sources: Banerjee's thesis, chapter 4 (bin, histogram, scatter, base sort); Friend 1956 (least
/// significant digit first); Adinets, Merrill 2022 (CUB).
template <class Executor, detail::AnyView Keys>
void sort(Executor const& executor, Keys const& keys, SortOptions const& options = {}) {
  SortPlan<Executor, typename Keys::value_type>(executor, keys.extent(0), options)(keys);
}

/// Sorts keys as yoke::sort does, stably, and moves the values with them.
///
/// @param values  n elements of 4 or 8 bytes: values(i) belongs to keys(i), before and after.
///
/// Memory beyond the arguments: that of yoke::sort, with elements instead of keys. On a device an
/// element has the bytes of its key and its value. On a host it is a struct of both: 16 bytes if
/// one has 8 bytes and the other 4. Hosts, Hybrids and MPI ranks copy keys of 8 and 16 bits into
/// words of 32 bits, and sort these.
///
/// Throws std::invalid_argument, with their names, if sizes differ or keys and values overlap.
template <class Executor, detail::AnyView Keys, detail::AnyView Values>
void sort_by_key(Executor const& executor, Keys const& keys, Values const& values,
                 SortOptions const& options = {}) {
  SortByKeyPlan<Executor, typename Keys::value_type, typename Values::value_type>(
      executor, keys.extent(0), options)(keys, values);
}

/// The same with any number of payloads that move together: sort_by_key(exec, keys, payloads(a,
/// b)).
///
/// @param all  Views of n elements each, trivially copyable, of any size; strided or not; on the
///   keys' side of the bus
///
/// Memory beyond the arguments: that of sort_by_key with an index of 4 bytes as value (8 from 2^32
/// keys on), that index, and a copy of the largest payload. Keys and indices are sorted. Then each
/// payload is read at random and written in order, on its side.
template <class Executor, detail::AnyView Keys, detail::AnyView... Views>
void sort_by_key(Executor const& executor, Keys const& keys, Payloads<Views...> const& all,
                 SortOptions const& options = {}) {
  using Key = typename Keys::value_type;
  std::size_t const n = keys.extent(0);
  if (n <= std::numeric_limits<std::uint32_t>::max()) {
    SortByKeyPlan<Executor, Key, std::uint32_t>(executor, n, options)(keys, all);
  } else {
    SortByKeyPlan<Executor, Key, std::uint64_t>(executor, n, options)(keys, all);
  }
}

/// The order of keys that stay in place: keys(permutation(0)), keys(permutation(1)), ... is sorted.
/// Equal keys are in the order of their indices.
///
/// @param permutation  n 32- or 64-bit integers, all written.
///
/// Memory beyond the arguments: a copy of the keys, and that of sort_by_key with an index as value.
/// Throws std::invalid_argument if sizes differ, if the arguments overlap, or if the permutation's
/// type cannot number n keys.
template <class Executor, detail::AnyView Keys, detail::AnyView Permutation>
void argsort(Executor const& executor, Keys const& keys, Permutation const& permutation,
             SortOptions const& options = {}) {
  using Plan = ArgsortPlan<Executor, typename Keys::non_const_value_type,
                           typename Permutation::non_const_value_type>;
  Plan(executor, keys.extent(0), options)(keys, permutation);
}

/// @cond
// These only say which header a call by a comparator needs. The overloads of that header are more
// constrained, so calls take them where it is included.
template <class Executor, detail::AnyView Keys, detail::sorting::InComparatorsPlace Comparator>
void sort(Executor const&, Keys const&, Comparator const&, SortOptions const& = {}) {
  static_assert(!detail::sorting::InComparatorsPlace<Comparator>,
                "yoke::sort: include <yoke/sort_comparator.hpp> to sort by a comparator");
}
template <class Executor, detail::AnyView Keys, class Values,
          detail::sorting::InComparatorsPlace Comparator>
void sort_by_key(Executor const&, Keys const&, Values const&, Comparator const&,
                 SortOptions const& = {}) {
  static_assert(!detail::sorting::InComparatorsPlace<Comparator>,
                "yoke::sort_by_key: include <yoke/sort_comparator.hpp> to sort by a comparator");
}
template <class Executor, detail::AnyView Keys, detail::sorting::InComparatorsPlace Comparator,
          detail::AnyView Permutation>
void argsort(Executor const&, Keys const&, Comparator const&, Permutation const&,
             SortOptions const& = {}) {
  static_assert(!detail::sorting::InComparatorsPlace<Comparator>,
                "yoke::argsort: include <yoke/sort_comparator.hpp> to order by a comparator");
}
/// @endcond

}  // namespace yoke
