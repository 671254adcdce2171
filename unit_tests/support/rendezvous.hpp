#pragma once

#ifdef _OPENMP
#include <omp.h>
#endif
#include <sched.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <vector>

#include "yoke/hybrid.hpp"

// Instruments for where and when the threads of a hybrid call run.
namespace yoke_test {

inline std::vector<int> affinity_of_this_thread() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<unsigned>(cpu), &mask)) cpus.push_back(cpu);
  }
  return cpus;
}

// The affinities of the caller's team of that many threads, by thread number.
inline std::vector<std::vector<int>> affinity_of_team(int threads) {
  std::vector<std::vector<int>> team(static_cast<std::size_t>(threads));
#ifdef KOKKOS_ENABLE_OPENMP
#pragma omp parallel num_threads(threads)
  team[static_cast<std::size_t>(omp_get_thread_num())] = affinity_of_this_thread();
#else
  team[0] = affinity_of_this_thread();
#endif
  return team;
}

// The union over all threads: with OMP_PROC_BIND each thread may use but a part.
inline std::size_t usable_cpus() {
  std::set<int> all;
  for (auto const& cpus : affinity_of_team(Kokkos::DefaultHostExecutionSpace().concurrency())) {
    all.insert(cpus.begin(), cpus.end());
  }
  return all.size();
}

// Does the OpenMP runtime bind threads to cores?
inline bool runtime_binds_threads() {
#ifdef KOKKOS_ENABLE_OPENMP
  return omp_get_proc_bind() != omp_proc_bind_false;
#else
  return false;
#endif
}

// Every thread of both sides arrives in a kernel of its side and stays there until all have
// arrived: completes only if the two sides' kernels overlap in time.
template <class Hybrid>
class Rendezvous {
 public:
  static constexpr bool device_is_host = yoke::detail::runs_on_host<typename Hybrid::DeviceSpace>;

  explicit Rendezvous(Hybrid const& hybrid)
      : hybrid_(hybrid), expected_(hybrid.host_threads() + device_threads_of(hybrid)) {}

  void do_not_wait() { timeout_ = {}; }

  // Beside a separate device it is the driving thread that arrives; its kernels have no CPU.
  void run_device_side() {
    if constexpr (device_is_host) {
      arrive_with_every_thread(hybrid_.device(), device_threads_of(hybrid_), device_);
    } else {
      arrive(device_);
    }
  }
  void run_host_side() { arrive_with_every_thread(hybrid_.host(), hybrid_.host_threads(), host_); }

  int expected() const { return expected_; }
  bool is_complete() const { return arrived_ == expected_; }
  // What the threads may run on.
  std::set<int> const& device_cpus() const { return device_.cpus; }
  std::set<int> const& host_cpus() const { return host_.cpus; }
  std::set<int> const& device_threads() const { return device_.threads; }
  std::set<int> const& host_threads() const { return host_.threads; }

 private:
  struct Side {
    std::set<int> cpus;
    std::set<int> threads;
  };

  // Not of concurrency(): before Kokkos 5 an instance of some threads may report them all.
  static int device_threads_of(Hybrid const& hybrid) {
    if (!device_is_host) return 1;
    int const all = Kokkos::DefaultHostExecutionSpace().concurrency();
    return hybrid.is_concurrent() ? all - hybrid.host_threads() : all;
  }

  template <class Space>
  void arrive_with_every_thread(Space const& exec, int threads, Side& side) {
    // A plain lambda: Space is a host space, also where nvcc compiles this.
    Kokkos::parallel_for("yoke_test::rendezvous", Kokkos::RangePolicy<Space>(exec, 0, threads),
                         [&](int) { arrive(side); });
  }

  void arrive(Side& side) {
    auto const deadline = std::chrono::steady_clock::now() + timeout_;
    ++arrived_;
    while (arrived_ < expected_ && std::chrono::steady_clock::now() < deadline) {
    }
    auto const cpus = affinity_of_this_thread();
    std::lock_guard const lock(mutex_);
    side.threads.insert(gettid());
    // The caller is on its side's CPUs, but bound to them only where the runtime binds it.
    if (gettid() == caller_ && !runtime_binds_threads()) return;
    side.cpus.insert(cpus.begin(), cpus.end());
  }

  Hybrid const& hybrid_;
  int const caller_ = gettid();
  int expected_;
  std::chrono::seconds timeout_{20};
  std::atomic<int> arrived_ = 0;
  std::mutex mutex_;
  Side device_;
  Side host_;
};

}  // namespace yoke_test
