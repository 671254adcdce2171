#pragma once

#include <cstddef>
#include <type_traits>

#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_order.hpp"
#include "yoke/mpi/detail/key_exchange.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/sort.hpp"

namespace yoke {

/// Sorting keys of which each rank has a part: yoke::sort(cluster, keys) makes one of these. Each
/// rank has as many keys afterwards as before, and the parts in the order of the ranks are what
/// yoke::sort makes of the whole array: the same bytes for any number of ranks.
///
/// The keys at which the ranks' parts begin in the order of all are found exactly, by their digits,
/// and of keys that equal those as many as are missing, first those of the ranks before. So no rank
/// ever holds more than its part, and equal keys are shared out as others are. Each key then goes
/// to its rank, at once.
///
/// On a host each rank sorts its part first; the p sorted pieces that come are merged in pairs. On
/// a device each rank counts digits, the first 12 bits and then 8 at a time, groups its keys by
/// where they go, stably, and sorts what it has in the end.
///
/// Sends each key that changes ranks once. A host sends 2040 bytes a further rank for each 8 bits
/// of a key; a device 32 KiB, and for each further rank 4.1 KiB for keys of 32 bits, 12.1 KiB for
/// 64. Work that of yoke::sort; on a host O(n log p) for the merges, on a device two passes that
/// read the keys (more where more than one in 512 has the leading digits of a part's first key) and
/// one that groups them. Memory beyond that of yoke::sort: as many keys again, and 4096 bytes a
/// rank at most; on a device 32 KiB, and 1/256 word of 64 bits a key. A strided View is copied.
///
/// Throws, on all ranks, what the plan of one space throws on any of them.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991, here by digits.
template <class Space, class Key>
class SortPlan<Distributed<Space>, Key> {
  using Word = detail::sorting::WordFor<Key>;
  // Hosts sort by vectors, at less than a pass that groups keys one by one.
  static constexpr bool sorts_first = detail::runs_on_host<Space>;

 public:
  /// For up to `capacity` keys on this rank.
  SortPlan(Distributed<Space> const& cluster, std::size_t capacity, SortOptions const& options = {})
      : plan_(cluster, "yoke::sort",
              {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.order)},
              options, capacity),
        capacity_(capacity),
        order_(options.order) {}

  /// Sorts as yoke::sort does.
  template <class Keys>
  void operator()(Keys const& keys) {
    auto& ranks = plan_.begin_call();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const sort_own = [&] { plan_.own()(keys); };
    if (ranks.ranks() == 1) return detail::mpi::agreed(ranks, sort_own);
    exchange(ranks, keys);
    if (!sorts_first) detail::mpi::agreed(ranks, sort_own);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  template <class Keys>
  void exchange(detail::mpi::Network<Space>& ranks, Keys const& keys) {
    auto const words = detail::sorting::as_words(keys);
    detail::RawArray<Word> own;
    detail::mpi::agreed(ranks, [&] {
      detail::check_capacity("yoke::sort", "keys", keys.extent(0), capacity_);
      if (sorts_first) plan_.own()(keys);
      own = copy_.template array<Word, true>(ranks.exec(), words);
    });
    exchange_.run(ranks, own.data, nullptr, own.size, detail::sorting::kind_of<Key>, order_);
    copy_.write_back(ranks.exec(), words);
  }

  detail::mpi::RankPlan<Space, SortPlan<Space, Key>> plan_;
  std::conditional_t<sorts_first, detail::mpi::JointOrder<Space, Word, detail::sorting::NoValue>,
                     detail::mpi::KeyExchange<Space, Word, detail::sorting::NoValue>>
      exchange_;
  detail::StridedCopy copy_;
  std::size_t capacity_;
  SortOrder order_;
};

/// The same with values of 4 or 8 bytes that move with their keys, stably:
/// yoke::sort_by_key(cluster, keys, values).
template <class Space, class Key, class Value>
class SortByKeyPlan<Distributed<Space>, Key, Value> {
  using KeyWord = detail::sorting::WordFor<Key>;
  using ValueWord = detail::sorting::WordFor<Value>;
  static constexpr bool sorts_first = detail::runs_on_host<Space>;  // as above

 public:
  /// For up to `capacity` keys on this rank.
  SortByKeyPlan(Distributed<Space> const& cluster, std::size_t capacity,
                SortOptions const& options = {})
      : plan_(cluster, "yoke::sort_by_key",
              {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.order)},
              options, capacity),
        capacity_(capacity),
        order_(options.order) {}

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class Values>
  void operator()(Keys const& keys, Values const& values) {
    auto& ranks = plan_.begin_call();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const sort_own = [&] { plan_.own()(keys, values); };
    if (ranks.ranks() == 1) return detail::mpi::agreed(ranks, sort_own);
    exchange(ranks, keys, values);
    if (!sorts_first) detail::mpi::agreed(ranks, sort_own);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  template <class Keys, class Values>
  void exchange(detail::mpi::Network<Space>& ranks, Keys const& keys, Values const& values) {
    auto const key_words = detail::sorting::as_words(keys);
    auto const value_words = detail::sorting::as_words(values);
    detail::RawArray<KeyWord> own;
    detail::RawArray<ValueWord> carried;
    detail::mpi::agreed(ranks, [&] {
      // What the rank's own sort would refuse, before anything is written.
      constexpr char const* caller = "yoke::sort_by_key";
      detail::check_same_size(caller, "keys", keys.extent(0), "values", values.extent(0));
      detail::check_capacity(caller, "keys", keys.extent(0), capacity_);
      detail::check_apart(caller,
                          {detail::bytes_of("keys", keys), detail::bytes_of("values", values)}, {});
      if (sorts_first) plan_.own()(keys, values);
      own = key_copy_.template array<KeyWord, true>(ranks.exec(), key_words);
      carried = value_copy_.template array<ValueWord, true>(ranks.exec(), value_words);
    });
    exchange_.run(ranks, own.data, carried.data, own.size, detail::sorting::kind_of<Key>, order_);
    key_copy_.write_back(ranks.exec(), key_words);
    value_copy_.write_back(ranks.exec(), value_words);
  }

  detail::mpi::RankPlan<Space, SortByKeyPlan<Space, Key, Value>> plan_;
  std::conditional_t<sorts_first, detail::mpi::JointOrder<Space, KeyWord, ValueWord>,
                     detail::mpi::KeyExchange<Space, KeyWord, ValueWord>>
      exchange_;
  detail::StridedCopy key_copy_, value_copy_;
  std::size_t capacity_;
  SortOrder order_;
};

}  // namespace yoke
