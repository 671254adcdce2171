#pragma once

#include <memory>

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

}  // namespace yoke::detail
