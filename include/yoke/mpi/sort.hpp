#pragma once

#include <cstddef>
#include <type_traits>

#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_order.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/sort.hpp"

namespace yoke {

/// Sorting keys of which each rank has a part: yoke::sort(cluster, keys) makes one of these. Each
/// rank has as many keys afterwards as before, and the parts in the order of the ranks are what
/// yoke::sort makes of the whole array: the same bytes for any number of ranks.
///
/// Each rank sorts its part. What belongs where is found exactly: the keys at which the ranks'
/// parts begin in the order of all, by their digits of 8 bits, and of keys that equal those as many
/// as are missing, first those of the ranks before. So no rank ever holds more than its part, and
/// equal keys are shared out as others are. Each key then goes to its rank, at once, and the p
/// sorted pieces that come are merged in pairs.
///
/// Sends each key that changes ranks once, and 2040 bytes a further rank for each 8 bits of a key.
/// Work that of yoke::sort, and O(n log p) for the merges. Memory beyond that of yoke::sort: as
/// many keys again, and 4096 bytes a rank at most. A strided View is copied.
///
/// Throws, on all ranks, what the plan of one space throws on any of them.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991, here by digits.
template <class Space, class Key>
class SortPlan<Distributed<Space>, Key> {
  using Word = detail::sorting::WordFor<Key>;

 public:
  /// For up to `capacity` keys on this rank.
  SortPlan(Distributed<Space> const& cluster, std::size_t capacity, SortOptions const& options = {})
      : plan_(cluster, "yoke::sort",
              {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.order)},
              options, capacity),
        order_(options.order),
        report_(options.report) {}

  /// Sorts as yoke::sort does.
  template <class Keys>
  void operator()(Keys const& keys) {
    auto& ranks = plan_.begin_call();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const words = detail::sorting::as_words(keys);
    detail::RawArray<Word> own;
    detail::mpi::agreed(ranks, [&] {
      plan_.own()(keys);
      own = copy_.template array<Word, true>(ranks.exec(), words);
    });
    joint_.run(ranks, own.data, nullptr, own.size, detail::sorting::kind_of<Key>, order_, report_);
    copy_.write_back(ranks.exec(), words);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  detail::mpi::RankPlan<Space, SortPlan<Space, Key>> plan_;
  detail::mpi::JointOrder<Space, Word, detail::sorting::NoValue> joint_;
  detail::StridedCopy copy_;
  SortOrder order_;
  SortReport* report_;
};

/// The same with values of 4 or 8 bytes that move with their keys, stably:
/// yoke::sort_by_key(cluster, keys, values).
template <class Space, class Key, class Value>
class SortByKeyPlan<Distributed<Space>, Key, Value> {
  using KeyWord = detail::sorting::WordFor<Key>;
  using ValueWord = detail::sorting::WordFor<Value>;

 public:
  /// For up to `capacity` keys on this rank.
  SortByKeyPlan(Distributed<Space> const& cluster, std::size_t capacity,
                SortOptions const& options = {})
      : plan_(cluster, "yoke::sort_by_key",
              {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.order)},
              options, capacity),
        order_(options.order),
        report_(options.report) {}

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class Values>
  void operator()(Keys const& keys, Values const& values) {
    auto& ranks = plan_.begin_call();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const key_words = detail::sorting::as_words(keys);
    auto const value_words = detail::sorting::as_words(values);
    detail::RawArray<KeyWord> own;
    detail::RawArray<ValueWord> carried;
    detail::mpi::agreed(ranks, [&] {
      plan_.own()(keys, values);
      own = key_copy_.template array<KeyWord, true>(ranks.exec(), key_words);
      carried = value_copy_.template array<ValueWord, true>(ranks.exec(), value_words);
    });
    joint_.run(ranks, own.data, carried.data, own.size, detail::sorting::kind_of<Key>, order_,
               report_);
    key_copy_.write_back(ranks.exec(), key_words);
    value_copy_.write_back(ranks.exec(), value_words);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  detail::mpi::RankPlan<Space, SortByKeyPlan<Space, Key, Value>> plan_;
  detail::mpi::JointOrder<Space, KeyWord, ValueWord> joint_;
  detail::StridedCopy key_copy_, value_copy_;
  SortOrder order_;
  SortReport* report_;
};

}  // namespace yoke
