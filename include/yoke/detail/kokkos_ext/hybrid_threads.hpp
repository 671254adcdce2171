#pragma once

#include <Kokkos_Core.hpp>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// How many CPUs this process may use, whatever the OpenMP runtime has bound the caller to.
int usable_cpus();

// The CPUs of one side of a hybrid call: where its OpenMP team, led by the thread that calls
// occupy(), is to run. Default-constructed, and where there is no Linux, it leaves threads alone.
//
// With OMP_PROC_BIND set, the runtime binds the master of every team, whichever thread that is, to
// the first place as soon as it enters its first parallel region: both sides of a hybrid call would
// share one core. OpenMP offers no way to give a master another place, so each thread of the team
// sets its own affinity, from inside a parallel region, after the runtime has done its part.
class SideAffinity {
 public:
  struct Masks;

  SideAffinity();
  explicit SideAffinity(std::unique_ptr<Masks> masks);
  ~SideAffinity();
  SideAffinity(SideAffinity&&) noexcept;
  SideAffinity& operator=(SideAffinity&&) noexcept;

  // Moves the caller and its team to this side's CPUs; leave() moves them back to where they were.
  void occupy();
  void leave();

  // Lets the caller alone, of a team that has moved, run where it could before. It stays where it
  // is as long as nothing else wants that core; but a thread that it starts, which takes over its
  // affinity and keeps it when the call is over, is not left with one side's CPUs.
  void free_caller();

 private:
  std::unique_ptr<Masks> masks_;
};

struct SideAffinities {
  SideAffinity device;
  SideAffinity host;
};

// Shares out the CPUs that the process may use: the first ones to the host side, which the caller
// leads, the last ones to the device side. With a bound OpenMP runtime every thread gets its own
// share of its side's places; otherwise the threads of a side move freely within it. With a single
// CPU, all stay where they are.
//
// Where the library knows the machine's topology (hwloc), the last CPUs are those near the GPU,
// wherever the caller runs, and two sides that both compute share no core if their shares allow.
//
// The thread that drives a separate device gets a CPU of its own only if the host's threads leave
// one over; otherwise it may run on all of them, rather than on the one that the caller is bound
// to.
SideAffinities share_out_cpus(int device_threads, int host_threads, bool device_is_separate);

// A helper thread that runs the work it is handed, one piece at a time, and sleeps in between.
class Driver {
 public:
  Driver();
  ~Driver();
  Driver(Driver const&) = delete;
  Driver& operator=(Driver const&) = delete;

  // Hands over work that must not throw, and returns at once. The last work has been waited for.
  void start(std::function<void()> work);

  // Returns when the work handed over is done.
  void wait();

 private:
  void loop();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;
  bool busy_ = false;
  bool stopping_ = false;
  std::thread thread_;  // last: it uses all of the above
};

#ifdef KOKKOS_ENABLE_OPENMP
template <class Space>
inline constexpr bool is_openmp = std::is_same_v<Space, Kokkos::OpenMP>;
#else
template <class Space>
inline constexpr bool is_openmp = false;
#endif

// An instance with that many threads, where the space lets us choose.
template <class Space>
Space instance_with_threads(int threads) {
  if constexpr (is_openmp<Space>) {
    return Space(threads);
  } else {
    return Space();
  }
}

// What kind of pair the two spaces of a Hybrid are.
enum class Pairing {
  separate,  // the device has hardware of its own, next to the host's threads
  shared,    // both are OpenMP: they share out its threads
  single,    // neither: the two sides can only take turns
};

template <class Device, class Host>
inline constexpr Pairing pairing = !runs_on_host<Device>                  ? Pairing::separate
                                   : is_openmp<Device> && is_openmp<Host> ? Pairing::shared
                                                                          : Pairing::single;

// Who gets how many threads. A separate device has one, which only drives it.
struct ThreadShares {
  int device = 0;
  int host = 0;
  int alone = 0;            // the host where it works alone
  bool concurrent = false;  // otherwise the sides take turns, each with every thread
};

// `requested` is the host's number of threads, or 0. Throws std::invalid_argument where the request
// cannot be met with `total` threads.
ThreadShares share_out_threads(Pairing pairing, int requested, int total, int cpus);

}  // namespace yoke::detail
