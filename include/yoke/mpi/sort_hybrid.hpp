#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/streamed_order.hpp"
#include "yoke/sort.hpp"

namespace yoke {

namespace detail::mpi {

// What the plans below share. Value is NoValue where there are none.
template <class Device, class Host, class Plan, class Key, class Value>
class HybridSort {
  using KeyWord = sorting::WordFor<Key>;

 public:
  // `types` are those of keys and values, as messages have them.
  HybridSort(Distributed<Hybrid<Device, Host>> const& cluster, char const* caller,
             std::string const& types, std::size_t capacity, SortOptions const& options)
      : cluster_(&cluster),
        caller_(caller),
        types_(types),
        capacity_(capacity),
        report_(options.report),
        ledger_(std::make_shared<Ledger>(options.device_memory)) {
    auto& ranks = cluster.network();
    auto const call = Call::plan(caller, types)
                          .same("options.algorithm", options.algorithm)
                          .same("options.order", options.order, order_names);
    ranks.begin_call(call, [&] {
      if (ranks.ranks() == 1) {
        alone_.emplace(cluster.exec(), capacity, options);
        return;
      }
      check_options<sorting::Sort<KeyWord, Value>>(options);
      checked_capacity(caller, capacity);
      if (options.algorithm != SortAlgorithm::automatic &&
          options.algorithm != SortAlgorithm::radix) {
        throw std::invalid_argument(std::string(caller) +
                                    ": options.algorithm must be automatic or radix on several "
                                    "ranks that are Hybrids");
      }
      order_.emplace(cluster.exec(), options);
    });
  }

  template <class Keys, class... Values>
  void run(Keys const& keys, Values const&... values) {
    static_assert(
        std::is_same_v<typename Keys::value_type, Key> &&
            is_accessible<Host, typename Keys::memory_space>() &&
            (is_accessible<Host, typename Values::memory_space>() && ...),
        "yoke::sort: on several ranks that are Hybrids, keys and values lie where the host works, "
        "are of the plan's types and not const");
    auto& ranks = cluster_->network();
    if (alone_) {
      ranks.traffic() = {};
      return (*alone_)(keys, values...);
    }
    Ledger::Opened const opened(ledger_);
    auto const& host = cluster_->exec().host();
    auto const key_words = sorting::as_words(keys);
    RawArray<KeyWord> own;
    Value* carried = nullptr;
    ranks.begin_call(Call::run(caller_, types_), [&] {
      if (report_ != nullptr) *report_ = {};
      check_capacity(caller_, "keys", keys.extent(0), capacity_);
      (check_same_size(caller_, "keys", keys.extent(0), "values", values.extent(0)), ...);
      (check_apart(caller_, {bytes_of("keys", keys), bytes_of("values", values)}, {}), ...);
      cluster_->exec().wait_for_caller();
      own = key_copy_.template array<KeyWord, true>(host, key_words);
      ((carried = value_copy_.template array<Value, true>(host, sorting::as_words(values)).data),
       ...);
    });
    order_->run(ranks, own.data, carried, own.size, capacity_, sorting::kind_of<Key>);
    key_copy_.write_back(host, key_words);
    (value_copy_.write_back(host, sorting::as_words(values)), ...);
  }

  std::size_t workspace_bytes() const {
    return alone_ ? alone_->workspace_bytes() : ledger_->bytes();
  }

 private:
  Distributed<Hybrid<Device, Host>> const* cluster_;
  char const* caller_;
  std::string types_;
  std::size_t capacity_;
  SortReport* report_;
  std::shared_ptr<Ledger> ledger_;  // of several ranks
  std::optional<Plan> alone_;
  std::optional<StreamedOrder<Device, Host, KeyWord, Value>> order_;
  StridedCopy key_copy_, value_copy_;
};

}  // namespace detail::mpi

/// Sorting keys of which each rank has a part in its host's memory: the result is that of
/// SortPlan<Distributed<Space>, Key>, the same bytes for any number of ranks.
///
/// Each rank's keys go to its device in up to 32 runs, each of which is sorted while the next one
/// is on its way. Then the ranks find where the parts of the result begin in their runs, up to 32
/// parts of each rank, and part after part is exchanged between the devices, sorted by its rank,
/// and on its way to the host while the next ones are. What is pageable goes through pinned blocks,
/// which the host's threads fill and empty. One rank alone is yoke::sort of its Hybrid.
///
/// Sends each key that changes ranks once, and for each 8 bits of a key 2040 bytes for each part of
/// each rank but the first of all. Memory, on the device: the keys, those of two parts, what the
/// sort of a run or part holds, and what a rank sends while all sort a part: as much as a part of
/// keys in random order, and of others up to a part of each rank. On up to 8 ranks of as many keys
/// a part is a 32nd of them, or 2^20 where that is more. In pinned memory three runs or parts, once
/// keys or values are pageable.
///
/// Of the options, `order`, `report` (phases), `timeline` and `device_memory` have a say on several
/// ranks; `algorithm` must be automatic or radix. Throws, on all ranks, what the plan of one Hybrid
/// throws on any of them, and DeviceMemoryExceeded where one device has no room.
template <class Device, class Host, class Key>
class SortPlan<Distributed<Hybrid<Device, Host>>, Key> {
 public:
  /// For up to `capacity` keys on this rank.
  SortPlan(Distributed<Hybrid<Device, Host>> const& cluster, std::size_t capacity,
           SortOptions const& options = {})
      : sort_(cluster, "yoke::sort", detail::mpi::types_text<Key>(), capacity, options) {}

  /// Sorts as yoke::sort does.
  template <class Keys>
  void operator()(Keys const& keys) {
    sort_.run(keys);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return sort_.workspace_bytes(); }

 private:
  detail::mpi::HybridSort<Device, Host, SortPlan<Hybrid<Device, Host>, Key>, Key,
                          detail::sorting::NoValue>
      sort_;
};

/// The same with values of 4 or 8 bytes that move with their keys, stably.
template <class Device, class Host, class Key, class Value>
class SortByKeyPlan<Distributed<Hybrid<Device, Host>>, Key, Value> {
 public:
  /// For up to `capacity` keys on this rank.
  SortByKeyPlan(Distributed<Hybrid<Device, Host>> const& cluster, std::size_t capacity,
                SortOptions const& options = {})
      : sort_(cluster, "yoke::sort_by_key", detail::mpi::types_text<Key, Value>(), capacity,
              options) {}

  /// Sorts as yoke::sort_by_key does.
  template <class Keys, class Values>
  void operator()(Keys const& keys, Values const& values) {
    sort_.run(keys, values);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return sort_.workspace_bytes(); }

 private:
  detail::mpi::HybridSort<Device, Host, SortByKeyPlan<Hybrid<Device, Host>, Key, Value>, Key,
                          detail::sorting::WordFor<Value>>
      sort_;
};

}  // namespace yoke
