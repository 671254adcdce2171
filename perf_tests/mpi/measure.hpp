#pragma once

#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#include <yoke/mpi/distributed.hpp>
#include <yoke/report.hpp>

#include "support/arguments.hpp"
#include "support/timing.hpp"

// One thing measured on the ranks: what is asked, and the slowest rank's time of each run.
namespace yoke_perf::mpi {

using Device = Kokkos::DefaultExecutionSpace;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
using Range = Kokkos::RangePolicy<Device, Kokkos::IndexType<std::uint64_t>>;

struct Settings {
  std::vector<std::uint64_t> sizes{1 << 22};
  std::uint64_t photons = 1 << 16;
  int scale = 16;            // of graphs: log2 of the vertices
  bool against_one = false;  // measure one space too, on rank 0, and compare results
  int runs = 5;
  std::string transport = "automatic";
  std::string route = "automatic";  // of lists
  std::string json;
  std::vector<std::string> only;  // nothing: all
};

inline yoke::RankTransport transport_of(std::string const& name) {
  if (name == "automatic") return yoke::RankTransport::automatic;
  if (name == "staged") return yoke::RankTransport::staged;
  if (name == "nccl") return yoke::RankTransport::nccl;
  if (name == "peer") return yoke::RankTransport::peer;
  throw UsageError("no transport: '" + name + "'");
}

struct Work {
  std::string name;
  std::uint64_t elements;
  std::function<void()> prepare, run;
  std::function<std::uint64_t()> count_faults;       // on this rank
  std::vector<yoke::Phase> const* phases = nullptr;  // of the last run, where it says them
  // Told of each timed run that has no faults, where it is there: the slowest rank's seconds.
  std::function<void(double)> timed = {};
};

// The numbers of this rank's part of so many.
inline std::uint64_t begin_of(Cluster const& cluster, std::uint64_t size, int rank) {
  return size * static_cast<std::uint64_t>(rank) / static_cast<std::uint64_t>(cluster.ranks());
}

// This rank's part of so many.
struct Part {
  std::uint64_t begin, size;
};
inline Part part_of(Cluster const& cluster, std::uint64_t size) {
  std::uint64_t const begin = begin_of(cluster, size, cluster.rank());
  return {begin, begin_of(cluster, size, cluster.rank() + 1) - begin};
}

template <class Functor>
std::uint64_t count(std::uint64_t size, Functor const& functor) {
  std::uint64_t result = 0;
  Kokkos::parallel_reduce("yoke_perf::count", Range(0, size), functor, result);
  return result;
}

template <class Ranks>
nlohmann::json measure(Settings const& settings, Ranks const& cluster, Work const& work) {
  Samples samples;
  double waited = 0;
  yoke::CommunicationReport report;
  for (int run = 0; run <= settings.runs; ++run) {  // the first one does not count
    work.prepare();
    Kokkos::fence("yoke_perf: before the clock starts");
    MPI_Barrier(MPI_COMM_WORLD);
    Kokkos::Timer const timer;
    work.run();
    double own = timer.seconds(), seconds = 0;
    report = cluster.communication();
    MPI_Allreduce(&own, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&report.seconds, &waited, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (run > 0) samples.add(seconds);
    auto const faults = cluster.network().sum(work.count_faults());
    if (faults > 0) throw CheckFailed(work.name + ": " + std::to_string(faults) + " faults");
    if (run > 0 && work.timed) work.timed(seconds);
  }
  std::uint64_t most = report.bytes_sent;
  most = cluster.network().largest(most);
  double const rate = static_cast<double>(work.elements) / samples.minimum();
  // Of rank 0.
  auto const phases = work.phases == nullptr ? std::vector<yoke::Phase>() : *work.phases;
  if (cluster.rank() == 0) {
    std::printf("%-14s %14llu %5d %-7s %12.3f %12.3f %12.4g %12.3f %14llu %6llu\n",
                work.name.c_str(), static_cast<unsigned long long>(work.elements), cluster.ranks(),
                std::string(report.transport).c_str(), samples.minimum() * 1e3,
                samples.median() * 1e3, rate, waited * 1e3, static_cast<unsigned long long>(most),
                static_cast<unsigned long long>(report.rounds));
    for (auto const& phase : phases) {
      std::printf("  %-20s %9.3f ms\n", phase.name.c_str(), phase.seconds * 1e3);
    }
    std::fflush(stdout);
  }
  auto phases_ms = nlohmann::json::array();
  for (auto const& phase : phases) phases_ms.push_back({phase.name, phase.seconds * 1e3});
  return {{"name", work.name},
          {"elements", work.elements},
          {"ranks", cluster.ranks()},
          {"transport", report.transport},
          {"min_ms", samples.minimum() * 1e3},
          {"median_ms", samples.median() * 1e3},
          {"elements_per_second", rate},
          {"communication_ms", waited * 1e3},
          {"bytes_sent", most},
          {"phases_ms", phases_ms},
          {"rounds", report.rounds}};
}

}  // namespace yoke_perf::mpi
