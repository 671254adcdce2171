#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "frame/phase_timer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::histograms {

// How one thread of a host counts.
struct HostCounting {
  // So many values are located, then counted: their bins stay in the first-level cache.
  static constexpr int block = 64;
  // Counters of few bins are there four times, for values that follow each other: to count one
  // where the last one is still on its way to memory waits for it.
  static constexpr std::uint32_t few_bins = 2048;
  static constexpr int copies = 4;
  // More bins are not tiled for the second-level cache, as the thesis has it: values put by with
  // those of their tile of 2^14 bins, and counted a tile at a time, ran at 0.13 G/s on a core of an
  // EPYC with 2^20 bins and at 0.17 with 2^16 + 1; counted at once at 0.21 and 0.42. A counter has
  // 32 bits.
  static constexpr std::uint64_t most_values = std::uint64_t(1) << 31;
};

// Counts the values of one worker's part, with the counters that are its own.
template <class Word, class Bins>
class HostCounter {
  using Way = HostCounting;

 public:
  HostCounter(Bins const& bins, std::uint32_t* counters) : bins_(bins), counters_(counters) {}

  // Leaves the counts in the first counters; after them comes that of what is in no bin.
  void count(Word const* values, std::uint64_t size) const {
    std::uint32_t const slots = bins_.count() + 1;
    if (bins_.count() <= Way::few_bins) {
      std::fill_n(counters_, Way::copies * slots, 0u);
      for_each_bin(values, size,
                   [&](int j, std::uint32_t bin) { ++counters_[(j % Way::copies) * slots + bin]; });
      for (std::uint32_t bin = 0; bin < slots; ++bin) {
        for (int copy = 1; copy < Way::copies; ++copy) {
          counters_[bin] += counters_[copy * slots + bin];
        }
      }
    } else {
      std::fill_n(counters_, slots, 0u);
      for_each_bin(values, size, [&](int, std::uint32_t bin) { ++counters_[bin]; });
    }
  }

 private:
  template <class Visit>
  void for_each_bin(Word const* values, std::uint64_t size, Visit const& visit) const {
    std::uint32_t where[Way::block];
    std::uint64_t i = 0;
    for (; i + Way::block <= size; i += Way::block) {
      bins_.template locate<Way::block>(values + i, where);
      for (int j = 0; j < Way::block; ++j) visit(j, where[j]);
    }
    for (; i < size; ++i) visit(0, bins_(values[i]));
  }

  Bins bins_;
  std::uint32_t* counters_;
};

// Adds up what all workers counted; the first round's counts are what there is.
struct JoinCounters {
  std::uint32_t const* counters;
  std::size_t stride;
  int workers;
  bool is_first;
  std::uint64_t* counts;

  KOKKOS_FUNCTION void operator()(std::uint64_t bin, std::uint64_t& counted) const {
    std::uint64_t sum = 0;
    for (int worker = 0; worker < workers; ++worker) sum += counters[worker * stride + bin];
    counts[bin] = sum + (is_first ? 0 : counts[bin]);
    counted += sum;
  }
};

// Counters of its own for every thread of a host. Source: the thesis, section 4.2, Algorithm 3.
template <class Space>
class HostCounters {
  using Way = HostCounting;

 public:
  HostCounters(Space const& exec, std::size_t most_values, std::size_t most_bins,
               std::uint64_t most_of_a_worker = Way::most_values)
      : exec_(exec), most_of_a_worker_(most_of_a_worker) {
    int const workers = workers_for(most_values, most_bins);
    // Calls of fewer bins may have more workers.
    std::size_t const few = std::min<std::size_t>(most_bins, Way::few_bins);
    std::size_t const counters =
        std::max(workers * stride_of(most_bins), workers_for(most_values, few) * stride_of(few));
    counters_ = make_buffer<Space, std::uint32_t>(exec, "yoke::histogram::counters", counters);
    advise_huge_pages(counters_.data(), counters * sizeof(std::uint32_t));
  }

  // Counts size values; returns how many are in a bin.
  template <class Word, class Bins>
  std::uint64_t count(Word const* values, std::uint64_t size, Bins const& bins,
                      std::uint64_t* counts, PhaseTimer<Space>& timer) const {
    std::size_t const stride = stride_of(bins.count());
    int const workers = std::min(workers_for(size, bins.count()), workers_that_fit(bins.count()));
    std::uint64_t const round = static_cast<std::uint64_t>(workers) * most_of_a_worker_;
    std::uint64_t counted = 0, begin = 0;
    do {
      std::uint64_t const end = std::min(begin + round, size);
      count_round(values + begin, end - begin, bins, workers);
      timer.done("count");
      std::uint64_t here = 0;
      Kokkos::parallel_reduce("yoke::histogram::join", WideRange<Space>(exec_, 0, bins.count()),
                              JoinCounters{counters_.data(), stride, workers, begin == 0, counts},
                              here);
      exec_.fence("yoke::histogram: joined");
      timer.done("join");
      counted += here;
      begin = end;
    } while (begin < size);
    return counted;
  }

 private:
  // No fewer values than counters that are set to 0 and added up for them.
  int workers_for(std::uint64_t values, std::uint64_t bins) const {
    std::uint64_t const worth = values / std::max<std::uint64_t>(bins, 4096);
    return static_cast<int>(std::clamp<std::uint64_t>(worth, 1, exec_.concurrency()));
  }
  static std::size_t stride_of(std::size_t bins) {
    std::size_t const slots = (bins + 1) * (bins <= Way::few_bins ? Way::copies : 1);
    return (slots + 15) / 16 * 16;  // whole lines
  }
  // As many workers as there is memory for.
  int workers_that_fit(std::size_t bins) const {
    std::size_t const fit = counters_.extent(0) / stride_of(bins);
    return static_cast<int>(std::min<std::size_t>(fit, exec_.concurrency()));
  }

  template <class Word, class Bins>
  void count_round(Word const* values, std::uint64_t size, Bins const& bins, int workers) const {
    using OneByOne = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
    std::uint64_t const part = (size + workers - 1) / workers;
    std::size_t const stride = stride_of(bins.count());
    Kokkos::parallel_for("yoke::histogram::count",
                         OneByOne(exec_, 0, workers, Kokkos::ChunkSize(1)), [=, this](int worker) {
                           std::uint64_t const begin = std::min(worker * part, size);
                           std::uint64_t const end = std::min(begin + part, size);
                           HostCounter<Word, Bins>(bins, counters_.data() + worker * stride)
                               .count(values + begin, end - begin);
                         });
    exec_.fence("yoke::histogram: counted");
  }

  Space exec_;
  std::uint64_t most_of_a_worker_;
  Buffer<Space, std::uint32_t> counters_;
};

}  // namespace yoke::detail::histograms
