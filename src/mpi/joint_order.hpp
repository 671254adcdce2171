#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "frame/phase_timer.hpp"
#include "mpi/merge_runs.hpp"
#include "sorting/element.hpp"
#include "sorting/streamed_columns.hpp"
#include "yoke/mpi/detail/joint_order.hpp"

namespace yoke::detail::mpi {

// How many keys of a sorted array come before each bound, a word of their order.
template <class Key>
struct CountBelow {
  Key const* keys;
  std::uint64_t size;
  RankLess<Key> less;
  Key const* bounds;
  std::uint64_t* below;

  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    std::uint64_t low = 0, high = size;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (less.word(keys[middle]) < bounds[b]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    below[b] = low;
  }
};

// Finds where the ranks' parts begin in this rank's sorted keys.
template <class Space, class Key>
class RankCuts {
  static constexpr int digit_bits = 8;
  static constexpr std::uint64_t digits = std::uint64_t(1) << digit_bits;

 public:
  // Bounds and counts have room for `room(ranks)` of them.
  static std::uint64_t room(int ranks) {
    return static_cast<std::uint64_t>(ranks - 1) * (digits - 1) + 1;
  }

  RankCuts(Network<Space>& ranks, CountBelow<Key> const& count, Key* bounds, std::uint64_t* below)
      : ranks_(ranks), count_(count), bounds_(bounds), below_(below) {}

  // `begins`: the places in the order of all keys at which the parts of ranks 1, 2, ... begin.
  Counts find(Counts const& begins) {
    // The largest words of which no more keys than that come before: those of the keys there.
    std::vector<Key> words(begins.size());
    Counts all(begins.size());  // of all ranks' keys, those before each word
    for (int shift = 8 * static_cast<int>(sizeof(Key)) - digit_bits; shift >= 0;
         shift -= digit_bits) {
      std::vector<Key> candidates;
      for (Key const word : words) {
        for (std::uint64_t d = 1; d < digits; ++d) {
          candidates.push_back(static_cast<Key>(word + (static_cast<Key>(d) << shift)));
        }
      }
      auto below = count_below(candidates);
      ranks_.sum(below.data(), below.size());
      for (std::size_t j = 0; j < words.size(); ++j) {
        auto const first = below.begin() + static_cast<std::ptrdiff_t>(j * (digits - 1));
        auto const past = std::upper_bound(first, first + (digits - 1), begins[j]);
        if (past != first) all[j] = *(past - 1);
        words[j] = static_cast<Key>(words[j] + (static_cast<Key>(past - first) << shift));
      }
    }
    return share_equal(words, all, begins);
  }

 private:
  // Keys that equal a bound lie on both sides of it, those of the first ranks first.
  Counts share_equal(std::vector<Key> const& words, Counts const& all, Counts const& begins) {
    std::size_t const cuts_there_are = words.size();
    auto bounds = words;
    for (Key const word : words) bounds.push_back(static_cast<Key>(word + 1));
    auto const below = count_below(bounds);
    Counts own, equal;
    for (std::size_t j = 0; j < cuts_there_are; ++j) {
      own.push_back(below[j]);
      // Nothing comes after the last word.
      bool const is_last = bounds[cuts_there_are + j] == 0;
      equal.push_back((is_last ? count_.size : below[cuts_there_are + j]) - own[j]);
    }
    auto const before = ranks_.sum_before(equal);
    Counts cuts;
    for (std::size_t j = 0; j < cuts_there_are; ++j) {
      std::uint64_t const wanted = begins[j] - all[j];  // of the equal ones of all ranks
      cuts.push_back(own[j] + (wanted > before[j] ? std::min(wanted - before[j], equal[j]) : 0));
    }
    return cuts;
  }

  Counts count_below(std::vector<Key> const& words) {
    Space const& exec = ranks_.exec();
    Counts below(words.size());
    auto const size = words.size();
    Kokkos::deep_copy(
        exec, Array<Space, Key>(bounds_, size),
        Kokkos::View<Key const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(words.data(), size));
    auto count = count_;
    count.bounds = bounds_;
    count.below = below_;
    Kokkos::parallel_for("yoke::mpi::sort::count", WideRange<Space>(exec, 0, size), count);
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                          below.data(), size),
                      Array<Space, std::uint64_t>(below_, size));
    exec.fence("yoke::mpi::sort::count");
    return below;
  }

  Network<Space>& ranks_;
  CountBelow<Key> count_;
  Key* bounds_;
  std::uint64_t* below_;
};

// Where the parts of sorted keys lie that go to each rank and come from each. NCCL seems to copy
// faster where both ends begin at a multiple of 16 bytes (docs/results/scale.md): what is sent
// begins with the elements before it back to such a place, which lie in front of what is received
// and are read by nobody.
struct AlignedParts {
  static constexpr std::uint64_t alignment = 4;  // elements, of 4 bytes or more

  Parts to, from;         // in elements
  std::vector<Run> runs;  // what came from each rank
  Moved moved;

  // Rank r's part of `size` elements ends at cuts[r]. One round.
  AlignedParts(Communicator& ranks, Counts const& cuts) {
    Counts sent;
    std::uint64_t begin = 0;
    for (auto const end : cuts) {
      std::uint64_t const lead = begin % alignment;
      moved.to.push_back(end - begin);
      to.begin.push_back(begin - lead);
      to.bytes.push_back(end == begin ? 0 : end - begin + lead);
      sent.push_back((end - begin) * alignment + lead);
      begin = end;
    }
    std::uint64_t place = 0;
    for (auto const number : ranks.transpose(sent)) {
      std::uint64_t const count = number / alignment, lead = number % alignment;
      moved.from.push_back(count);
      runs.push_back({place + lead, count});
      from.begin.push_back(place);
      from.bytes.push_back(count == 0 ? 0 : count + lead);
      place = (place + lead + count + alignment - 1) / alignment * alignment;
    }
  }

  // What is received takes so many more elements than come.
  static std::uint64_t gaps(int ranks) { return 2 * alignment * static_cast<std::uint64_t>(ranks); }
};

template <class Space, class Key, class Value>
void JointOrder<Space, Key, Value>::reserve(Space const& exec, std::size_t elements, int ranks) {
  std::size_t const size = elements + AlignedParts::gaps(ranks);
  std::size_t const bytes = merge_bytes<Space, Key, Value>(exec, size);
  if (merge_room_.extent(0) < bytes) {
    merge_room_ = make_buffer<Space, std::byte>(exec, "yoke::mpi::sort::merge", bytes);
  }
  if (other_keys_.extent(0) >= size) return;
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    other_values_ = make_buffer<Space, Value>(exec, "yoke::mpi::sort::values", size);
  }
  // What is looked at last: it is there where the other is.
  other_keys_ = make_buffer<Space, Key>(exec, "yoke::mpi::sort::keys", size);
}

template <class Space, class Key, class Value>
void JointOrder<Space, Key, Value>::number_values(Space const& exec, std::vector<Run> const& runs) {
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    std::uint64_t first = 0;
    for (auto const& run : runs) {
      Kokkos::parallel_for("yoke::mpi::sort::number", WideRange<Space>(exec, 0, run.size),
                           sorting::NumberValues<Value>{other_values_.data() + run.begin, first});
      first += run.size;
    }
  }
}

template <class Space, class Key, class Value>
Moved JointOrder<Space, Key, Value>::run(Network<Space>& ranks, Key* keys, Value* values,
                                         std::size_t size, sorting::KeyKind kind, SortOrder order,
                                         SortReport* report, bool values_are_numbers) {
  if (ranks.ranks() == 1) return {{size}, {size}};
  Space const& exec = ranks.exec();
  PhaseTimer<Space> timer(exec, report);
  auto const p = static_cast<std::size_t>(ranks.ranks());
  agreed(ranks, [&] {
    reserve(exec, size, ranks.ranks());
    std::uint64_t const room = RankCuts<Space, Key>::room(ranks.ranks());
    if (bounds_.extent(0) < room) {
      // What is looked at last: it is there where the other is.
      below_ = make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::sort::below", room);
      bounds_ = make_buffer<Space, Key>(exec, "yoke::mpi::sort::bounds", room);
    }
  });
  RankLess<Key> const less{{kind, order}};
  auto const sizes = ranks.gather(size);
  Counts begins;
  std::uint64_t begin = 0;
  for (std::size_t r = 0; r + 1 < p; ++r) begins.push_back(begin += sizes[r]);
  auto cuts = RankCuts<Space, Key>(ranks, {keys, size, less, nullptr, nullptr}, bounds_.data(),
                                   below_.data())
                  .find(begins);
  timer.done("find cuts");
  cuts.push_back(size);
  AlignedParts const parts(ranks, cuts);
  ranks.exchange_parts(keys, parts.to, other_keys_.data(), parts.from);
  if (values_are_numbers) {
    number_values(exec, parts.runs);
  } else if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    ranks.exchange_parts(values, parts.to, other_values_.data(), parts.from);
  }
  timer.done("exchange");
  std::vector<Run> runs;
  std::ranges::copy_if(parts.runs, std::back_inserter(runs), [](Run run) { return run.size > 0; });
  sorting::Columns<Key, Value> const own{keys, values};
  auto const found = merge_runs<Space>(
      exec, sorting::Columns<Key, Value>{other_keys_.data(), other_values_.data()}, own, runs, less,
      Array<Space, std::byte>(merge_room_.data(), merge_room_.extent(0)));
  if (found.keys != keys) {
    Kokkos::deep_copy(exec, Array<Space, Key>(keys, size),
                      Array<Space, Key const>(found.keys, size));
    if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
      Kokkos::deep_copy(exec, Array<Space, Value>(values, size),
                        Array<Space, Value const>(found.values, size));
    }
  }
  exec.fence("yoke::mpi::sort");
  timer.done("merge");
  return parts.moved;
}

}  // namespace yoke::detail::mpi
