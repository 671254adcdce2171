#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// Copies the keys at some places.
template <class Key>
struct PickKeys {
  Key const* keys;
  std::uint64_t const* places;
  Key* picked;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { picked[i] = keys[places[i]]; }
};

// How many of this rank's sorted keys come before each candidate: of the ranks before it and of
// itself all that equal it and stand before, of the ranks after it none that equal it.
template <class Key, class Comparator>
struct CountBefore {
  Key const* keys;
  std::uint64_t size;
  Key const* candidates;
  std::uint64_t own_begin, own_end;  // this rank's candidates
  std::uint64_t const* places;       // of those
  std::uint64_t* before;
  Comparator comparator;

  KOKKOS_FUNCTION void operator()(std::uint64_t c) const {
    if (c >= own_begin && c < own_end) {
      before[c] = places[c - own_begin];
      return;
    }
    bool const takes_equal = c >= own_end;  // a candidate of a rank after this one
    std::uint64_t low = 0, high = size;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      bool const comes_before = takes_equal ? !comparator(candidates[c], keys[middle])
                                            : comparator(keys[middle], candidates[c]);
      if (comes_before) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    before[c] = low;
  }
};

// Every rank's candidates, on all ranks: keys that are what their bytes say.
struct GatherKeys {
  template <class Space, class Key>
  void operator()(Network<Space>& ranks, Key const* picked, Counts const& named, Key* all) const {
    ranks.gather_all(picked, named, all);
  }
};

// Finds where the ranks' parts begin in this rank's sorted keys, in the order of a comparator,
// equal keys by rank and place. In each round every rank names, for each cut, 15 keys that divide
// the places where its own cut may be: all ranks count what comes before them, so that the places
// left are a sixteenth.
template <class Space, class Key>
class ComparatorCuts {
  static constexpr std::uint64_t candidates_a_cut = 15;
  using Memory = typename Space::memory_space;
  template <class T>
  using HostArray = Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

 public:
  // On all ranks or on none.
  void reserve(Network<Space>& ranks) {
    auto const p = static_cast<std::size_t>(ranks.ranks());
    std::size_t const own = (p - 1) * candidates_a_cut, all = own * p;
    Space const& exec = ranks.exec();
    picked_ =
        picked_kept_.template reserved<Key, Memory>(exec, "yoke::mpi::sort::picked", own).data();
    all_ =
        all_kept_.template reserved<Key, Memory>(exec, "yoke::mpi::sort::candidates", all).data();
    places_ =
        places_kept_.template reserved<std::uint64_t, Memory>(exec, "yoke::mpi::sort::places", own)
            .data();
    before_ =
        before_kept_.template reserved<std::uint64_t, Memory>(exec, "yoke::mpi::sort::before", all)
            .data();
  }

  // `sizes` of the ranks' parts, before and after. Where the comparator is no strict weak order,
  // and the ranks' cuts so contradict each other, each rank keeps what it has.
  template <class Comparator, class Gather = GatherKeys>
  Counts find(Network<Space>& ranks, Key const* keys, Counts const& sizes,
              Comparator const& comparator, Gather&& gather = {}) {
    begin_search(ranks, sizes);
    std::uint64_t const largest = *std::max_element(sizes.begin(), sizes.end());
    for (std::uint64_t left = largest; left > 0; left /= candidates_a_cut + 1) {
      narrow(ranks, keys, comparator, gather);
    }
    return checked(ranks);
  }

 private:
  void begin_search(Network<Space> const& ranks, Counts const& sizes) {
    auto const own = static_cast<std::size_t>(ranks.rank());
    std::size_t const cuts = sizes.size() - 1;
    std::uint64_t const candidates = cuts * candidates_a_cut;
    size_ = sizes[own];
    low_.assign(cuts, 0);
    high_.assign(cuts, size_);
    begins_.clear();
    named_.clear();
    std::uint64_t begin = 0;
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      if (r > 0) begins_.push_back(begin);
      begin += sizes[r];
      if (r == own) own_begin_ = total_of(named_);
      named_.push_back(sizes[r] > 0 ? candidates : 0);
    }
  }

  static std::uint64_t total_of(Counts const& counts) {
    std::uint64_t total = 0;
    for (auto const count : counts) total += count;
    return total;
  }

  template <class Comparator, class Gather>
  void narrow(Network<Space>& ranks, Key const* keys, Comparator const& comparator,
              Gather& gather) {
    Space const& exec = ranks.exec();
    auto const named = named_[static_cast<std::size_t>(ranks.rank())];
    Counts places;
    for (std::size_t j = 0; named > 0 && j < low_.size(); ++j) {
      std::uint64_t const left = high_[j] - low_[j];
      for (std::uint64_t c = 0; c < candidates_a_cut; ++c) {
        std::uint64_t const place = low_[j] + left * (c + 1) / (candidates_a_cut + 1);
        places.push_back(std::min(place, size_ - 1));  // a key, though it says nothing new
      }
    }
    Kokkos::deep_copy(exec, Array<Space, std::uint64_t>(places_, named),
                      HostArray<std::uint64_t>(places.data(), named));
    Kokkos::parallel_for("yoke::mpi::sort::pick", WideRange<Space>(exec, 0, named),
                         PickKeys<Key>{keys, places_, picked_});
    gather(ranks, static_cast<Key const*>(picked_), named_, all_);
    std::uint64_t const all = total_of(named_);
    Kokkos::parallel_for(
        "yoke::mpi::sort::count_before", WideRange<Space>(exec, 0, all),
        CountBefore<Key, Comparator>{keys, size_, all_, own_begin_, own_begin_ + named, places_,
                                     before_, comparator});
    Counts own(all);
    Kokkos::deep_copy(exec, HostArray<std::uint64_t>(own.data(), all),
                      Array<Space, std::uint64_t>(before_, all));
    exec.fence("yoke::mpi::sort::count_before");
    Counts total = own;
    ranks.sum(total.data(), total.size());
    for (std::uint64_t c = 0; c < all; ++c) {
      auto const j = static_cast<std::size_t>(c / candidates_a_cut % low_.size());
      bool const is_own = c >= own_begin_ && c < own_begin_ + named;
      if (total[c] < begins_[j]) {
        low_[j] = std::max(low_[j], own[c] + (is_own ? 1 : 0));
      } else {
        high_[j] = std::min(high_[j], own[c]);
      }
    }
    for (std::size_t j = 0; j < low_.size(); ++j) high_[j] = std::max(high_[j], low_[j]);
  }

  Counts checked(Network<Space>& ranks) {
    Counts sums = low_;
    sums.push_back(std::is_sorted(low_.begin(), low_.end()) ? 0 : 1);
    ranks.sum(sums.data(), sums.size());
    bool const is_right =
        sums.back() == 0 && std::equal(begins_.begin(), begins_.end(), sums.begin());
    if (is_right) return low_;
    Counts kept;
    for (std::size_t j = 0; j < low_.size(); ++j) {
      kept.push_back(j < static_cast<std::size_t>(ranks.rank()) ? 0 : size_);
    }
    return kept;
  }

  std::uint64_t size_ = 0, own_begin_ = 0;
  Counts begins_, low_, high_, named_;
  Key *picked_ = nullptr, *all_ = nullptr;
  std::uint64_t *places_ = nullptr, *before_ = nullptr;
  KeptBuffer picked_kept_, all_kept_, places_kept_, before_kept_;
};

}  // namespace yoke::detail::mpi
