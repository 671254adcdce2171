#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <yoke/fill.hpp>
#include <yoke/histogram.hpp>
#include <yoke/random.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// The numbers are in their places: each is drawn again, by itself.
struct CountOtherNumbers {
  Words<Memory> numbers;
  std::uint64_t base;
  yoke::Philox random;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    faults += numbers(i) != random(base + i);
  }
};

inline nlohmann::json measure_fill(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size) {
  Part const part = part_of(cluster, size);
  yoke::Philox const random(1);
  Words<Memory> const numbers("numbers", part.size);
  yoke::FillPlan<Cluster, Word> plan(cluster, part.size);
  Work work{"fill", size, {}, {}, {}};
  work.prepare = [&] { Kokkos::deep_copy(numbers, 0); };
  work.run = [&] { plan(numbers, random); };
  work.count_faults = [&] {
    return count(part.size, CountOtherNumbers{numbers, part.begin, random});
  };
  return measure(settings, cluster, work);
}

using BinCounts = Kokkos::View<std::uint64_t*, Memory>;

// Bin b is of the numbers whose highest bits are b; there are bins for half of the numbers.
struct CountByBits {
  Words<Memory> numbers;
  BinCounts counts;
  int shift;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const bin = numbers(i) >> shift;
    if (bin < counts.extent(0)) Kokkos::atomic_inc(&counts(bin));
  }
};

inline nlohmann::json measure_histogram(Settings const& settings, Cluster const& cluster,
                                        std::uint64_t size) {
  constexpr int shift = 23;
  constexpr std::uint64_t bins = 256;
  Part const part = part_of(cluster, size);
  Words<Memory> const numbers("numbers", part.size);
  yoke::fill(cluster, numbers, yoke::Philox(1));
  BinCounts const counts("counts", bins), expected("expected", bins);
  Kokkos::parallel_for("yoke_perf::count_by_bits", Range(0, part.size),
                       CountByBits{numbers, expected, shift});
  auto const of_all = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected);
  cluster.network().sum(of_all.data(), bins);
  Kokkos::deep_copy(expected, of_all);
  std::uint64_t inside = 0;
  for (std::uint64_t b = 0; b < bins; ++b) inside += of_all(b);

  yoke::HistogramPlan<Cluster, Word> plan(cluster, part.size, bins);
  std::uint64_t counted = 0;
  Work work{"histogram", size, {}, {}, {}};
  work.prepare = [&] { Kokkos::deep_copy(counts, ~std::uint64_t(0)); };
  work.run = [&] {
    counted = plan(numbers, yoke::EvenBins{Word(0), static_cast<Word>(bins << shift)}, counts);
  };
  work.count_faults = [&] {
    return count(bins, CountDifferent<BinCounts>{counts, expected}) + (counted != inside);
  };
  return measure(settings, cluster, work);
}

}  // namespace yoke_perf::mpi
