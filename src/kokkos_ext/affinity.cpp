#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"

#include <Kokkos_Macros.hpp>
#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "kokkos_ext/topology.hpp"

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace yoke::detail {

#if defined(__linux__) && defined(KOKKOS_ENABLE_OPENMP)

// A set of CPUs. (A named type: nvcc 12 aborts on a std::vector of the nameless struct cpu_set_t.)
class CpuSet {
 public:
  CpuSet() { CPU_ZERO(&cpus_); }

  void add(int cpu) { CPU_SET(static_cast<unsigned>(cpu), &cpus_); }
  void add(CpuSet const& other) { CPU_OR(&cpus_, &cpus_, &other.cpus_); }
  bool contains(int cpu) const { return CPU_ISSET(static_cast<unsigned>(cpu), &cpus_); }
  int count() const { return CPU_COUNT(&cpus_); }
  int first() const {
    int cpu = 0;
    while (cpu < CPU_SETSIZE && !contains(cpu)) ++cpu;
    return cpu;
  }

  // Affinity is a matter of speed: where the system refuses it, the thread stays where it is.
  bool get_from_this_thread() {
    return pthread_getaffinity_np(pthread_self(), sizeof cpus_, &cpus_) == 0;
  }
  void set_for_this_thread() const { pthread_setaffinity_np(pthread_self(), sizeof cpus_, &cpus_); }

 private:
  cpu_set_t cpus_;
};

struct SideAffinity::Masks {
  std::vector<CpuSet> side;   // one for each thread of the team
  std::vector<CpuSet> saved;  // what leave() restores
};

namespace {

// A place is a set of CPUs that one thread is bound to: a core, or one of its hardware threads.
using Places = std::vector<CpuSet>;

bool runtime_binds_threads() { return omp_get_proc_bind() != omp_proc_bind_false; }

Places places_of_runtime() {
  Places places(static_cast<std::size_t>(omp_get_num_places()));
  for (std::size_t p = 0; p < places.size(); ++p) {
    std::vector<int> cpus(static_cast<std::size_t>(omp_get_place_num_procs(static_cast<int>(p))));
    omp_get_place_proc_ids(static_cast<int>(p), cpus.data());
    for (int const cpu : cpus) places[p].add(cpu);
  }
  return places;
}

// Empty where the machine has more CPUs than a CpuSet can hold.
Places places_of_caller() {
  CpuSet allowed;
  if (!allowed.get_from_this_thread()) return {};
  Places places;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!allowed.contains(cpu)) continue;
    places.emplace_back();
    places.back().add(cpu);
  }
  return places;
}

// A bound caller's own mask is one place; only the runtime still knows the rest.
Places usable_places() {
  return runtime_binds_threads() ? places_of_runtime() : places_of_caller();
}

struct OrderedPlaces {
  Places places;
  std::vector<CpuLocation> locations;  // of each place's first CPU
};

// Cores in one piece, those near the device last, where the machine's topology is known. (The
// system numbers the first hardware thread of every core before the second of any.)
OrderedPlaces ordered_places() {
  auto const places = usable_places();
  std::vector<CpuLocation> locations;
  for (auto const& place : places) {
    locations.push_back(Topology::of_machine().locate(place.first()));
  }
  OrderedPlaces ordered;
  for (std::size_t const p : in_order(locations)) {
    ordered.places.push_back(places[p]);
    ordered.locations.push_back(locations[p]);
  }
  return ordered;
}

CpuSet united(Places const& places, std::size_t begin, std::size_t end) {
  CpuSet all;
  for (std::size_t p = begin; p < end; ++p) all.add(places[p]);
  return all;
}

// The masks for a team that has places [begin, end).
SideAffinity side_affinity(Places const& places, std::size_t begin, std::size_t end, int threads) {
  auto masks = std::make_unique<SideAffinity::Masks>();
  std::size_t const team = static_cast<std::size_t>(threads), width = end - begin;
  for (std::size_t t = 0; t < team; ++t) {
    std::size_t const first = begin + t * width / team;
    std::size_t const last = std::max(first + 1, begin + (t + 1) * width / team);
    masks->side.push_back(runtime_binds_threads() ? united(places, first, last)
                                                  : united(places, begin, end));
  }
  masks->saved = masks->side;
  return SideAffinity(std::move(masks));
}

}  // namespace

void SideAffinity::occupy() {
  if (!masks_) return;
  int const threads = static_cast<int>(masks_->side.size());
#pragma omp parallel num_threads(threads)
  {
    auto const t = static_cast<std::size_t>(omp_get_thread_num());
    masks_->saved[t].get_from_this_thread();
    masks_->side[t].set_for_this_thread();
  }
}

void SideAffinity::leave() {
  if (!masks_) return;
  int const threads = static_cast<int>(masks_->side.size());
#pragma omp parallel num_threads(threads)
  {
    auto const t = static_cast<std::size_t>(omp_get_thread_num());
    masks_->saved[t].set_for_this_thread();
  }
}

void SideAffinity::free_caller() {
  if (masks_) masks_->saved[0].set_for_this_thread();
}

int usable_cpus() {
  auto const places = usable_places();
  return std::max(1, united(places, 0, places.size()).count());
}

SideAffinities share_out_cpus(int device_threads, int host_threads, bool device_is_separate) {
  auto const [places, locations] = ordered_places();
  auto const host_wants = static_cast<std::size_t>(host_threads);
  if (places.size() < 2) return {};
  if (device_is_separate && places.size() <= host_wants) {
    return {side_affinity(places, 0, places.size(), device_threads), {}};
  }
  auto const threads = static_cast<std::size_t>(device_threads) + host_wants;
  auto host_places =
      std::clamp<std::size_t>(places.size() * host_wants / threads, 1, places.size() - 1);
  // Two sides that both compute do better without a core in common.
  if (!device_is_separate) host_places = cut_between_cores(locations, host_places);
  return {side_affinity(places, host_places, places.size(), device_threads),
          side_affinity(places, 0, host_places, host_threads)};
}

#else

struct SideAffinity::Masks {};

void SideAffinity::occupy() {}
void SideAffinity::leave() {}
void SideAffinity::free_caller() {}
int usable_cpus() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }
SideAffinities share_out_cpus(int, int, bool) { return {}; }

#endif

SideAffinity::SideAffinity() = default;
SideAffinity::SideAffinity(std::unique_ptr<Masks> masks) : masks_(std::move(masks)) {}
SideAffinity::~SideAffinity() = default;
SideAffinity::SideAffinity(SideAffinity&&) noexcept = default;
SideAffinity& SideAffinity::operator=(SideAffinity&&) noexcept = default;

}  // namespace yoke::detail
