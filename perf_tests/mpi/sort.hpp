#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <yoke/fill.hpp>
#include <yoke/sort.hpp>
#include <yoke/sort_comparator.hpp>

#include "mpi/checks.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// What the library does not know to be the order of numbers.
struct ByValue {
  KOKKOS_FUNCTION bool operator()(Word one, Word other) const { return one < other; }
};

// Keys that all ranks sort together, with values or without, in `Where`.
template <class Where>
struct SortedByAll {
  Cluster const& cluster;
  bool with_values;
  std::uint64_t begin, own;
  Words<Where> keys, values;
  std::uint64_t before = 0;

  SortedByAll(Cluster const& its_cluster, std::uint64_t size, bool has_values)
      : cluster(its_cluster),
        with_values(has_values),
        begin(part_of(cluster, size).begin),
        own(part_of(cluster, size).size),
        keys("keys", own),
        values("values", with_values ? own : 0) {}

  void prepare() {
    yoke::fill(cluster, keys, yoke::Philox(1));
    Kokkos::parallel_for("yoke_perf::number", Range(0, values.extent(0)),
                         Number<Where>{values, begin});
    before = cluster.network().sum(count(own, SumOfPairs<Where>{keys, values}));
  }

  std::uint64_t count_faults() const {
    auto& ranks = cluster.network();
    std::uint64_t faults = own == 0 ? 0 : count(own - 1, CountFaults<Where>{keys, values});
    faults += ranks.sum(count(own, SumOfPairs<Where>{keys, values})) != before;
    // Does every rank's part begin where the one before it ends?
    Word first = 0, last = 0;
    if (own > 0) {
      Kokkos::deep_copy(first, Kokkos::subview(keys, 0));
      Kokkos::deep_copy(last, Kokkos::subview(keys, own - 1));
    }
    auto const firsts = ranks.gather(first), lasts = ranks.gather(last);
    auto const r = static_cast<std::size_t>(cluster.rank());
    return faults + (own > 0 && r > 0 && firsts[r] < lasts[r - 1]);
  }

  Work work(std::string const& name, std::uint64_t size, yoke::SortReport const& report) {
    return {name,          size, [this] { prepare(); }, {}, [this] { return count_faults(); },
            &report.phases};
  }
};

// `ranks` sort what lies in `data`.
template <class Ranks, class Where>
nlohmann::json measure_sort_by(Settings const& settings, Ranks const& ranks,
                               SortedByAll<Where>& data, std::uint64_t size,
                               std::string const& name) {
  yoke::SortReport report;
  auto work = data.work(name, size, report);
  if (data.with_values) {
    yoke::SortByKeyPlan<Ranks, Word, Word> plan(ranks, data.own, {.report = &report});
    work.run = [&] { plan(data.keys, data.values); };
    return measure(settings, ranks, work);
  }
  yoke::SortPlan<Ranks, Word> plan(ranks, data.own, {.report = &report});
  work.run = [&] { plan(data.keys); };
  return measure(settings, ranks, work);
}

inline nlohmann::json measure_sort(Settings const& settings, Cluster const& cluster,
                                   std::uint64_t size, std::string const& name) {
  SortedByAll<Memory> data(cluster, size, name == "pairs");
  if (name != "comparator") return measure_sort_by(settings, cluster, data, size, name);
  yoke::SortReport report;
  auto work = data.work(name, size, report);
  yoke::ComparatorSortPlan<Cluster, Word> plan(cluster, data.own, {.report = &report});
  work.run = [&] { plan(data.keys, ByValue()); };
  return measure(settings, cluster, work);
}

// A rank's part of a permutation, of the keys of all ranks.
struct CountDisorder {
  Words<Memory> permutation, keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    Word const one = permutation(i), other = permutation(i + 1);
    if (one >= keys.extent(0) || other >= keys.extent(0)) {
      ++faults;
    } else {
      faults += keys(one) > keys(other) || (keys(one) == keys(other) && one >= other);
    }
  }
};

// In strict order of keys and, of equal ones, numbers, each number is there once.
inline nlohmann::json measure_argsort(Settings const& settings, Cluster const& cluster,
                                      std::uint64_t size) {
  Part const part = part_of(cluster, size);
  Words<Memory> const keys("keys", part.size), permutation("permutation", part.size);
  Words<Memory> const all_keys("all_keys", size), whole("whole", size);
  yoke::fill(cluster, keys, yoke::Philox(1));
  gather(cluster, keys, all_keys);
  yoke::SortReport report;
  yoke::ArgsortPlan<Cluster, Word, Word> plan(cluster, part.size, {.report = &report});
  Work work{"argsort", size, {}, {}, {}, &report.phases};
  work.prepare = [&] { Kokkos::deep_copy(permutation, 0); };
  work.run = [&] { plan(keys, permutation); };
  work.count_faults = [&] {
    gather(cluster, permutation, whole);
    return size < 2 ? 0 : count(size - 1, CountDisorder{whole, all_keys});
  };
  return measure(settings, cluster, work);
}

// From pinned memory of the hosts and back there, by ranks that are Hybrids.
inline nlohmann::json measure_host_sort(Settings const& settings, Cluster const& cluster,
                                        std::uint64_t size, std::string const& name) {
  yoke::Hybrid<> const hybrid;
  yoke::Distributed<yoke::Hybrid<>> const ranks(MPI_COMM_WORLD, hybrid,
                                                {.transport = transport_of(settings.transport)});
  SortedByAll<Kokkos::SharedHostPinnedSpace> data(cluster, size, name == "pairs_host");
  return measure_sort_by(settings, ranks, data, size, name);
}

}  // namespace yoke_perf::mpi
