#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sorting/level_cuts.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// How many keys of sorted runs come before each bound, a word of their order: one run's, for each
// bound after the other.
template <class Key>
struct CountBelow {
  sorting::SortedRuns<Key> runs;
  std::uint64_t bound_count;
  Key const* bounds;
  std::uint64_t* below;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    int const run = static_cast<int>(i / bound_count);
    std::uint64_t const b = i % bound_count;
    std::uint64_t low = runs.begin(run), high = runs.end(run);
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (runs.rank(middle) < bounds[b]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    Kokkos::atomic_add(&below[b], low - runs.begin(run));
  }
};

// Finds how many of this rank's keys, in sorted runs, come before parts of the order of all.
template <class Space, class Key>
class RankCuts {
  static constexpr int digit_bits = 8;
  static constexpr std::uint64_t digits = std::uint64_t(1) << digit_bits;

 public:
  // The buffers are grown, and may be used again.
  RankCuts(Network<Space>& ranks, sorting::SortedRuns<Key> const& runs, Buffer<Space, Key>& bounds,
           Buffer<Space, std::uint64_t>& below)
      : ranks_(ranks), runs_(runs), bounds_(bounds), below_(below) {}

  // The ends of the parts, of which each rank, of so many keys, has one a round: rank by rank.
  Counts find(Counts const& sizes, std::size_t rounds) {
    Counts begins;
    std::uint64_t begin = 0;
    for (auto const size : sizes) {
      for (std::size_t t = 0; t < rounds; ++t) begins.push_back(begin + size * t / rounds);
      begin += size;
    }
    begins.erase(begins.begin());
    agreed(ranks_, [&] { reserve(begins.size() * (digits - 1)); });
    auto found = find(begins);
    found.push_back(runs_.size);
    return found;
  }

 private:
  void reserve(std::uint64_t capacity) {
    if (bounds_.extent(0) >= capacity) return;
    // What is looked at last: it is there where the other is.
    below_ = make_buffer<Space, std::uint64_t>(ranks_.exec(), "yoke::mpi::sort::below", capacity);
    bounds_ = make_buffer<Space, Key>(ranks_.exec(), "yoke::mpi::sort::bounds", capacity);
  }

  // `begins`: the places in the order of all keys at which the parts but the first begin.
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
      equal.push_back((is_last ? runs_.size : below[cuts_there_are + j]) - own[j]);
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
        exec, array_of(bounds_, size),
        Kokkos::View<Key const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(words.data(), size));
    Kokkos::deep_copy(exec, array_of(below_, size), 0);
    Kokkos::parallel_for("yoke::mpi::sort::count",
                         WideRange<Space>(exec, 0, size * static_cast<std::uint64_t>(runs_.count)),
                         CountBelow<Key>{runs_, size, bounds_.data(), below_.data()});
    Kokkos::deep_copy(exec,
                      Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                          below.data(), size),
                      array_of(below_, size));
    exec.fence("yoke::mpi::sort::count");
    return below;
  }

  Network<Space>& ranks_;
  sorting::SortedRuns<Key> runs_;
  Buffer<Space, Key>& bounds_;
  Buffer<Space, std::uint64_t>& below_;
};

}  // namespace yoke::detail::mpi
