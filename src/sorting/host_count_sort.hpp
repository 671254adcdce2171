#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "frame/phase_timer.hpp"
#include "histograms/host_counters.hpp"
#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::sorting {

// A bin for each key of 8 or 16 bits.
template <class Word>
struct RankBins {
  static constexpr std::uint32_t bins = std::uint32_t(1) << (8 * sizeof(Word));
  KeyOrder<Word> order;

  std::uint32_t count() const { return bins; }
  std::uint32_t operator()(Word key) const { return order.rank(key); }
  template <int size>
  void locate(Word const* keys, std::uint32_t* where) const {
    for (int j = 0; j < size; ++j) where[j] = order.rank(keys[j]);
  }
};

// Keys of 8 and 16 bits without values, on a host: all threads count how often each key occurs, and
// write it that often. Holds a count for each key that there can be, and counters for each thread.
template <class Space, class Word>
class HostCountSort {
  using Bins = RankBins<Word>;
  using Data = Columns<Word, NoValue>;
  // One thread sorts fewer keys before all counts are set to 0 and read.
  static constexpr std::uint64_t few = Bins::bins / 32;

 public:
  HostCountSort(Space const& exec, std::size_t capacity)
      : exec_(exec),
        counters_(exec, capacity, Bins::bins),
        counts_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::counts", Bins::bins)) {}

  // Reads the source, which may be the target, and writes the target.
  std::uint64_t run(Data const& source, Data const& target, std::uint64_t size,
                    KeyOrder<Word> const& order, PhaseTimer<Space>& timer) {
    if (size <= few) {
      if (source.keys != target.keys) std::copy_n(source.keys, size, target.keys);
      std::sort(target.keys, target.keys + size,
                [&order](Word one, Word other) { return order.rank(one) < order.rank(other); });
      timer.done("sort alone");
      return 0;
    }
    counters_.count(source.keys, size, Bins{order}, counts_.data(), timer);
    std::uint64_t const threads = static_cast<std::uint64_t>(exec_.concurrency());
    std::uint64_t const part = (size + threads - 1) / threads;
    Kokkos::parallel_for("yoke::sort::write", Kokkos::RangePolicy<Space>(exec_, 0, threads),
                         [=, this, &order](std::uint64_t thread) {
                           std::uint64_t const begin = std::min(thread * part, size);
                           write(target.keys, begin, std::min(begin + part, size), order);
                         });
    exec_.fence("yoke::sort: keys written");
    timer.done("write");
    return 0;
  }

 private:
  // The sorted keys from `begin` to `end`.
  void write(Word* keys, std::uint64_t begin, std::uint64_t end,
             KeyOrder<Word> const& order) const {
    std::uint64_t run_end = 0;
    for (std::uint32_t rank = 0; begin < end; ++rank) {
      run_end += counts_(rank);
      if (run_end <= begin) continue;
      std::uint64_t const stop = std::min(run_end, end);
      std::fill(keys + begin, keys + stop, order.key_of(static_cast<Word>(rank)));
      begin = stop;
    }
  }

  Space exec_;
  histograms::HostCounters<Space> counters_;
  Buffer<Space, std::uint64_t> counts_;
};

}  // namespace yoke::detail::sorting
