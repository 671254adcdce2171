#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/comparator_order.hpp"
#include "yoke/mpi/detail/payload_exchange.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/sort.hpp"
#include "yoke/sort_comparator.hpp"

namespace yoke {

/// Sorting keys of any trivially copyable type by a comparator, of which each rank has a part:
/// yoke::sort(cluster, keys, comparator) makes one of these. The parts in the order of the ranks
/// are what yoke::sort makes of the whole array, stably; the comparator is the same on all ranks.
///
/// Each rank sorts its part. Where the parts of the ranks begin is found exactly: in each round,
/// for each cut, every rank names 15 of its keys, and all count what comes before them. Each key
/// then goes to its rank, and the sorted pieces that come are merged in pairs.
///
/// Sends each key that changes ranks once, and, for p ranks and log_16 of the largest part's keys
/// rounds, 15 (p - 1) keys to each other rank and 120 p (p - 1) bytes. Memory beyond that of
/// yoke::sort: as many keys again.
///
/// Where the comparator is no strict weak order, the keys end in some order; what a rank sees of it
/// while it sorts its part throws on all ranks, and with options.validate each rank's part is
/// checked before the parts are merged. Throws, on all ranks, what the plan of one space
/// throws on any of them.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991.
template <class Space, class Key>
class ComparatorSortPlan<Distributed<Space>, Key> {
  static constexpr char const* name = "yoke::sort";

 public:
  /// For up to `capacity` keys on this rank.
  ComparatorSortPlan(Distributed<Space> const& cluster, std::size_t capacity,
                     SortOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, types())
                  .same("options.algorithm", options.algorithm)
                  .same("options.order", options.order, detail::mpi::order_names)
                  .same("options.comparator_is_strict", options.comparator_is_strict)
                  .same("options.validate", options.validate),
              options, capacity),
        order_(options.report) {}

  /// Sorts as yoke::sort does.
  template <class Keys, class Comparator>
  void operator()(Keys const& keys, Comparator const& comparator) {
    auto& ranks = plan_.network();
    auto const call = detail::mpi::Call::run(
        name, detail::mpi::types_text<Key>() + " by " + detail::mpi::type_text<Comparator>());
    detail::Ledger::Opened const opened(plan_.ledger());
    detail::RawArray<Key> own;
    ranks.begin_call(call, [&] {
      plan_.own()(keys, comparator);
      own = copy_.template array<Key, true>(ranks.exec(), keys);
    });
    if (ranks.ranks() == 1) return;
    order_.run(ranks, own.data, own.size, comparator);
    copy_.write_back(ranks.exec(), keys);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() { return detail::mpi::types_text<Key>() + " by a comparator"; }

  detail::mpi::RankPlan<Space, ComparatorSortPlan<Space, Key>> plan_;
  detail::mpi::ComparatorOrder<Space, Key> order_;
  detail::StridedCopy copy_;
};

/// The same with payloads, of the types Values, that move with their keys: each goes to another
/// rank at most once. Memory: four keys and a number more an element, and the largest payload.
template <class Space, class Key, class... Values>
class ComparatorSortByKeyPlan<Distributed<Space>, Key, Values...> {
  template <class Executor, class OtherKey, class Index>
  friend class ComparatorArgsortPlan;
  static constexpr char const* name = "yoke::sort_by_key";

 public:
  /// For up to `capacity` keys on this rank.
  ComparatorSortByKeyPlan(Distributed<Space> const& cluster, std::size_t capacity,
                          SortOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, types())
                  .same("options.algorithm", options.algorithm)
                  .same("options.order", options.order, detail::mpi::order_names)
                  .same("options.comparator_is_strict", options.comparator_is_strict)
                  .same("options.validate", options.validate),
              options, capacity),
        order_(options.report) {}

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class... Views, class Comparator>
  void operator()(Keys const& keys, Payloads<Views...> const& payloads,
                  Comparator const& comparator) {
    using detail::mpi::types_text;
    auto const call =
        detail::mpi::Call::run(name, types_text<Key>() + " with payloads of " +
                                         types_text<typename Views::non_const_value_type...>() +
                                         " by " + types_text<Comparator>());
    auto& ranks = plan_.network();
    auto const begin = [&](auto const& body) { ranks.begin_call(call, body); };
    sort(ranks, begin, keys, payloads, comparator);
  }
  /// With one payload.
  template <class Keys, detail::AnyView Values1, class Comparator>
  void operator()(Keys const& keys, Values1 const& values, Comparator const& comparator) {
    (*this)(keys, payloads(values), comparator);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() {
    return detail::mpi::types_text<Key>() + " with payloads of " +
           detail::mpi::types_text<Values...>() + " by a comparator";
  }

  // `agree` runs what each rank does alone, and lets all throw where it fails on one of them.
  template <class Agree, class Keys, class... Views, class Comparator>
  void sort(detail::mpi::Network<Space>& ranks, Agree const& agree, Keys const& keys,
            Payloads<Views...> const& payloads, Comparator const& comparator) {
    detail::Ledger::Opened const opened(plan_.ledger());
    detail::RawArray<Key> own;
    agree([&] {
      plan_.own()(keys, payloads, comparator);
      own = copy_.template array<Key, true>(ranks.exec(), keys);
    });
    if (ranks.ranks() == 1) return;
    if (own.size <= std::numeric_limits<std::uint32_t>::max()) {
      move<std::uint32_t>(ranks, own, payloads, comparator);
    } else {
      move<std::uint64_t>(ranks, own, payloads, comparator);
    }
    copy_.write_back(ranks.exec(), keys);
  }

  // Payloads lie in the order of this rank's sorted keys.
  template <class Number, class... Views, class Comparator>
  void move(detail::mpi::Network<Space>& ranks, detail::RawArray<Key> const& own,
            Payloads<Views...> const& payloads, Comparator const& comparator) {
    Number* merged = nullptr;
    auto const moved = order_.run(ranks, own.data, merged, own.size, comparator);
    payloads_.move(ranks, moved, static_cast<Number const*>(nullptr),
                   static_cast<Number const*>(merged), payloads);
  }

  detail::mpi::RankPlan<Space, ComparatorSortByKeyPlan<Space, Key, Values...>> plan_;
  detail::mpi::ComparatorOrder<Space, Key> order_;
  detail::mpi::PayloadExchange<Space> payloads_;
  detail::StridedCopy copy_;
};

/// The order of keys that stay where they are, by a comparator: each rank's part of the permutation
/// of the whole array. Memory: that of a sort with the permutation as payload, and a copy of the
/// keys.
template <class Space, class Key, class Index>
class ComparatorArgsortPlan<Distributed<Space>, Key, Index> {
  static_assert(detail::is_index<Index>,
                "yoke::ComparatorArgsortPlan: Index must be a 32- or 64-bit integer");
  static constexpr char const* name = "yoke::argsort";

 public:
  /// For up to `capacity` keys on this rank.
  ComparatorArgsortPlan(Distributed<Space> const& cluster, std::size_t capacity,
                        SortOptions const& options = {})
      : plan_(cluster, capacity, options), capacity_(capacity) {}

  /// Orders as yoke::argsort does. Throws std::invalid_argument, on all ranks, where Index cannot
  /// number the keys of all ranks.
  template <class Keys, class Comparator, class Permutation>
  void operator()(Keys const& keys, Comparator const& comparator, Permutation const& permutation) {
    auto& ranks = plan_.plan_.network();
    using detail::mpi::types_text;
    auto const call =
        detail::mpi::Call::run(name, types_text<Key, Index>() + " by " + types_text<Comparator>());
    detail::Ledger::Opened const opened(plan_.plan_.ledger());
    using Copy =
        Kokkos::View<Key*, typename Space::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    Copy copy;
    auto const begin = detail::mpi::first_number<Index>(ranks, call, keys, permutation, capacity_);
    detail::mpi::agreed(ranks, [&] {
      Space const& exec = ranks.exec();
      copy = keys_.template room<Key, typename Space::memory_space>(
          exec, "yoke::mpi::argsort::keys", keys.extent(0));
      Kokkos::deep_copy(exec, copy, keys);
      Kokkos::parallel_for("yoke::mpi::argsort::number",
                           detail::WideRange<Space>(exec, 0, keys.extent(0)),
                           detail::mpi::NumberView<Permutation>{permutation, begin});
      exec.fence("yoke::mpi::argsort: numbered");
    });
    auto const agree = [&](auto const& body) { detail::mpi::agreed(ranks, body); };
    plan_.sort(ranks, agree, copy, payloads(permutation), comparator);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  ComparatorSortByKeyPlan<Distributed<Space>, Key, Index> plan_;
  detail::KeptBuffer keys_;
  std::size_t capacity_;
};

}  // namespace yoke
