#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_order.hpp"
#include "yoke/mpi/detail/numbering.hpp"
#include "yoke/mpi/detail/payload_exchange.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/sort_to.hpp"
#include "yoke/mpi/sort_hybrid.hpp"
#include "yoke/sort.hpp"

namespace yoke {

/// Sorting keys of which each rank has a part: yoke::sort(cluster, keys) makes one of these. Each
/// rank has as many keys afterwards as before, and the parts in the order of the ranks are what
/// yoke::sort makes of the whole array: the same bytes for any number of ranks.
///
/// Each rank sorts its part. What belongs where is found exactly: the keys at which the ranks'
/// parts begin in the order of all, by their digits of 8 bits, and of keys that equal those as many
/// as are missing, first those of the ranks before. So no rank ever gets more than its part, and
/// equal keys are shared out as others are. Each key then goes to its rank, at once, and the p
/// sorted pieces that come are merged in pairs. Of long parts that is done in up to 8 turns, of
/// which each brings as much of every rank's part: while one is under way, what came in the turn
/// before it is merged.
///
/// Sends each key that changes ranks once, and for each 8 bits of a key 2040 bytes for each turn of
/// each rank but the first of all. Work that of yoke::sort, and O(n log p) for the merges. Memory
/// beyond that of yoke::sort: as many keys again, and those that come from other ranks; of more
/// than two ranks those of one or two turns; and 4096 bytes for each turn of each rank. A strided
/// View is copied.
///
/// Throws, on all ranks, what the plan of one space throws on any of them.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991, here by digits.
template <class Space, class Key>
class SortPlan<Distributed<Space>, Key> {
  using Word = detail::sorting::WordFor<Key>;
  static constexpr char const* name = "yoke::sort";

 public:
  /// For up to `capacity` keys on this rank.
  SortPlan(Distributed<Space> const& cluster, std::size_t capacity, SortOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, types())
                  .same("options.algorithm", options.algorithm)
                  .same("options.order", options.order, detail::mpi::order_names),
              options, capacity),
        order_(options.order),
        report_(options.report) {}

  /// Sorts as yoke::sort does.
  template <class Keys>
  void operator()(Keys const& keys) {
    auto& ranks = plan_.network();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const words = detail::sorting::as_words(keys);
    detail::RawArray<Word> own;
    ranks.begin_call(detail::mpi::Call::run(name, types()), [&] {
      if (ranks.ranks() == 1) return plan_.own()(keys);
      joint_.make_room(ranks.exec(), keys.extent(0));
      plan_.own().sort_to(joint_.sorted_keys(), nullptr, words);
      own = copy_.template array<Word, false>(ranks.exec(), words);
    });
    if (ranks.ranks() == 1) return;
    joint_.run(ranks, own.data, nullptr, own.size, detail::sorting::kind_of<Key>, order_, report_);
    copy_.write_back(ranks.exec(), words);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() { return detail::mpi::types_text<Key>(); }

  using Own = detail::mpi::SortTo<SortPlan<Space, Key>, Key, detail::sorting::NoValue>;
  detail::mpi::RankPlan<Space, Own> plan_;
  detail::mpi::JointOrder<Space, Word, detail::sorting::NoValue> joint_;
  detail::StridedCopy copy_;
  SortOrder order_;
  SortReport* report_;
};

/// The same with values of 4 or 8 bytes that move with their keys, stably:
/// yoke::sort_by_key(cluster, keys, values). Or with payloads of any number and size, where Value
/// is the integer that numbers a rank's elements meanwhile; each element of a payload goes to
/// another rank at most once, as its key does, and two copies of the largest payload are held.
template <class Space, class Key, class Value>
class SortByKeyPlan<Distributed<Space>, Key, Value> {
  using KeyWord = detail::sorting::WordFor<Key>;
  using ValueWord = detail::sorting::WordFor<Value>;
  static constexpr char const* name = "yoke::sort_by_key";

 public:
  /// For up to `capacity` keys on this rank.
  SortByKeyPlan(Distributed<Space> const& cluster, std::size_t capacity,
                SortOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, types())
                  .same("options.algorithm", options.algorithm)
                  .same("options.order", options.order, detail::mpi::order_names),
              options, capacity),
        order_(options.order),
        report_(options.report) {}

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class Values>
  void operator()(Keys const& keys, Values const& values) {
    auto& ranks = plan_.network();
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const key_words = detail::sorting::as_words(keys);
    auto const value_words = detail::sorting::as_words(values);
    detail::RawArray<KeyWord> own;
    detail::RawArray<ValueWord> carried;
    ranks.begin_call(detail::mpi::Call::run(name, types()), [&] {
      if (ranks.ranks() == 1) return plan_.own()(keys, values);
      joint_.make_room(ranks.exec(), keys.extent(0));
      plan_.own().sort_to(joint_.sorted_keys(), joint_.sorted_values(), key_words, value_words);
      own = key_copy_.template array<KeyWord, false>(ranks.exec(), key_words);
      carried = value_copy_.template array<ValueWord, false>(ranks.exec(), value_words);
    });
    if (ranks.ranks() == 1) return;
    joint_.run(ranks, own.data, carried.data, own.size, detail::sorting::kind_of<Key>, order_,
               report_);
    key_copy_.write_back(ranks.exec(), key_words);
    value_copy_.write_back(ranks.exec(), value_words);
  }
  /// The same with payloads. Throws std::invalid_argument, on all ranks, where Value cannot number
  /// a rank's keys.
  template <class Keys, class... Views>
  void operator()(Keys const& keys, Payloads<Views...> const& payloads) {
    static_assert(detail::is_index<Value>,
                  "yoke::SortByKeyPlan: for payloads, Value must be a 32- or 64-bit integer");
    static_assert((detail::is_accessible<Space, typename Views::memory_space>() && ...),
                  "yoke::sort_by_key: on several ranks payloads lie where the space works");
    auto& ranks = plan_.network();
    if (ranks.ranks() == 1) {
      ranks.traffic() = {};
      return plan_.own()(keys, payloads);
    }
    using detail::mpi::types_text;
    auto const call =
        detail::mpi::Call::run(name, types_text<Key>() + " with payloads of " +
                                         types_text<typename Views::non_const_value_type...>());
    detail::Ledger::Opened const opened(plan_.ledger());
    auto const& exec = ranks.exec();
    auto const key_words = detail::sorting::as_words(keys);
    std::size_t const size = keys.extent(0);
    detail::RawArray<KeyWord> own;
    Value *numbers = nullptr, *sorted = nullptr;
    ranks.begin_call(call, [&] {
      detail::check_index_holds<Value>("yoke::sort_by_key", "keys", size);
      detail::sorting::check_payloads("yoke::sort_by_key", keys, payloads);
      numbers = numbers_
                    .template room<Value, typename Space::memory_space>(
                        exec, "yoke::mpi::sort::numbers", size)
                    .data();
      sorted = sorted_
                   .template room<Value, typename Space::memory_space>(
                       exec, "yoke::mpi::sort::sorted", size)
                   .data();
      joint_.make_room(exec, size);
      auto const first = joint_.sorted_values();
      Kokkos::parallel_for("yoke::mpi::sort::number", detail::WideRange<Space>(exec, 0, size),
                           detail::sorting::NumberElements<ValueWord>{first});
      exec.fence("yoke::mpi::sort: numbered");
      plan_.own().sort_to(joint_.sorted_keys(), reinterpret_cast<ValueWord*>(sorted), key_words,
                          detail::Array<Space, ValueWord>(first, size));
      own = key_copy_.template array<KeyWord, false>(exec, key_words);
    });
    auto const moved = joint_.run(ranks, own.data, reinterpret_cast<ValueWord*>(numbers), size,
                                  detail::sorting::kind_of<Key>, order_, report_, true);
    payloads_.move(ranks, moved, sorted, numbers, payloads);
    key_copy_.write_back(exec, key_words);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() { return detail::mpi::types_text<Key, Value>(); }

  using Own = detail::mpi::SortTo<SortByKeyPlan<Space, Key, Value>, Key, ValueWord>;
  detail::mpi::RankPlan<Space, Own> plan_;
  detail::mpi::JointOrder<Space, KeyWord, ValueWord> joint_;
  detail::mpi::PayloadExchange<Space> payloads_;
  detail::StridedCopy key_copy_, value_copy_;
  detail::KeptBuffer numbers_, sorted_;
  SortOrder order_;
  SortReport* report_;
};

/// The order of keys that stay where they are: yoke::argsort(cluster, keys, permutation). Each rank
/// gets as many numbers as it has keys: its part of the permutation of the whole array, so that
/// keys are numbered through all ranks.
///
/// Sends each key that would change ranks once, with its number. Memory: that of yoke::sort_by_key,
/// and a copy of the keys.
template <class Space, class Key, class Index>
class ArgsortPlan<Distributed<Space>, Key, Index> {
  static_assert(detail::is_index<Index>,
                "yoke::ArgsortPlan: Index must be a 32- or 64-bit integer");
  using KeyWord = detail::sorting::WordFor<Key>;
  using Word = detail::WordOf<Index>;
  using Memory = typename Space::memory_space;
  static constexpr char const* name = "yoke::argsort";

 public:
  /// For up to `capacity` keys on this rank.
  ArgsortPlan(Distributed<Space> const& cluster, std::size_t capacity,
              SortOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, types())
                  .same("options.algorithm", options.algorithm)
                  .same("options.order", options.order, detail::mpi::order_names),
              options, capacity),
        capacity_(capacity),
        order_(options.order),
        report_(options.report) {}

  /// Orders as yoke::argsort does. Throws std::invalid_argument, on all ranks, where Index cannot
  /// number the keys of all ranks.
  template <class Keys, class Permutation>
  void operator()(Keys const& keys, Permutation const& permutation) {
    static_assert(std::is_same_v<typename Keys::non_const_value_type, Key> &&
                      std::is_same_v<typename Permutation::value_type, Index>,
                  "yoke::ArgsortPlan: keys or permutation are not of the plan's types, or the "
                  "permutation is const");
    static_assert(detail::is_accessible<Space, typename Keys::memory_space>() &&
                      detail::is_accessible<Space, typename Permutation::memory_space>(),
                  "yoke::argsort: on several ranks keys and permutation lie where the space works");
    auto& ranks = plan_.network();
    detail::Ledger::Opened const opened(plan_.ledger());
    std::size_t const size = keys.extent(0);
    auto const begin = detail::mpi::first_number<Index>(
        ranks, detail::mpi::Call::run(name, types()), keys, permutation, capacity_);
    Kokkos::View<Key*, Memory, Kokkos::MemoryUnmanaged> copy;
    detail::RawArray<Index> numbers;
    detail::mpi::agreed(ranks, [&] { prepare(ranks, keys, permutation, begin, copy, numbers); });
    if (ranks.ranks() > 1) {
      joint_.run(ranks, reinterpret_cast<KeyWord*>(copy.data()),
                 reinterpret_cast<Word*>(numbers.data), size, detail::sorting::kind_of<Key>, order_,
                 report_);
    }
    permutation_copy_.write_back(ranks.exec(), permutation);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() { return detail::mpi::types_text<Key, Index>(); }

  // Sorts a copy of this rank's keys, with their numbers among all ranks'.
  template <class Keys, class Permutation, class Copy>
  void prepare(detail::mpi::Network<Space> const& ranks, Keys const& keys,
               Permutation const& permutation, std::uint64_t begin, Copy& copy,
               detail::RawArray<Index>& numbers) {
    Space const& exec = ranks.exec();
    std::size_t const size = keys.extent(0);
    auto const room = keys_.template room<KeyWord, Memory>(exec, "yoke::mpi::argsort::keys", size);
    copy = Copy(reinterpret_cast<Key*>(room.data()), size);
    numbers = permutation_copy_.template array<Index, false>(exec, permutation);
    using Numbers = Kokkos::View<Index*, Memory, Kokkos::MemoryUnmanaged>;
    Numbers const all(numbers.data, size);
    Kokkos::deep_copy(exec, copy, keys);
    Kokkos::parallel_for("yoke::mpi::argsort::number", detail::WideRange<Space>(exec, 0, size),
                         detail::mpi::NumberView<Numbers>{all, begin});
    exec.fence("yoke::mpi::argsort: numbered");
    if (ranks.ranks() == 1) return plan_.own()(copy, all);
    joint_.make_room(exec, size);
    plan_.own().sort_to(joint_.sorted_keys(), joint_.sorted_values(),
                        detail::sorting::as_words(copy), detail::sorting::as_words(all));
  }

  using Own = detail::mpi::SortTo<SortByKeyPlan<Space, Key, Index>, Key, Word>;
  detail::mpi::RankPlan<Space, Own> plan_;
  detail::mpi::JointOrder<Space, KeyWord, Word> joint_;
  detail::StridedCopy permutation_copy_;
  detail::KeptBuffer keys_;
  std::size_t capacity_;
  SortOrder order_;
  SortReport* report_;
};

}  // namespace yoke
