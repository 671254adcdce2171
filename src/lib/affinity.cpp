#include "yoke/detail/affinity.hpp"

#include <Kokkos_Macros.hpp>
#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace yoke::detail {

#if defined(__linux__) && defined(KOKKOS_ENABLE_OPENMP)

struct SideAffinity::Masks {
  std::vector<cpu_set_t> side;   // one for each thread of the team
  std::vector<cpu_set_t> saved;  // what leave() restores
};

namespace {

// A place is a set of CPUs that one thread is bound to: a core, or one of its hardware threads.
using Places = std::vector<cpu_set_t>;

bool runtime_binds_threads() { return omp_get_proc_bind() != omp_proc_bind_false; }

Places places_of_runtime() {
  Places places(static_cast<std::size_t>(omp_get_num_places()));
  for (std::size_t p = 0; p < places.size(); ++p) {
    std::vector<int> cpus(static_cast<std::size_t>(omp_get_place_num_procs(static_cast<int>(p))));
    omp_get_place_proc_ids(static_cast<int>(p), cpus.data());
    CPU_ZERO(&places[p]);
    for (int const cpu : cpus) CPU_SET(static_cast<unsigned>(cpu), &places[p]);
  }
  return places;
}

// Empty where the machine has more CPUs than a cpu_set_t can name.
Places places_of_caller() {
  cpu_set_t allowed;
  if (pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed) != 0) return {};
  Places places;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    cpu_set_t& place = places.emplace_back();
    CPU_ZERO(&place);
    CPU_SET(cpu, &place);
  }
  return places;
}

// A bound caller's own mask is one place; only the runtime still knows the rest.
Places usable_places() {
  return runtime_binds_threads() ? places_of_runtime() : places_of_caller();
}

cpu_set_t united(Places const& places, std::size_t begin, std::size_t end) {
  cpu_set_t all;
  CPU_ZERO(&all);
  for (std::size_t p = begin; p < end; ++p) CPU_OR(&all, &all, &places[p]);
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

// Affinity is a matter of speed: where the system refuses a mask, the thread stays where it is.
void SideAffinity::occupy() {
  if (!masks_) return;
  int const threads = static_cast<int>(masks_->side.size());
#pragma omp parallel num_threads(threads)
  {
    auto const t = static_cast<std::size_t>(omp_get_thread_num());
    pthread_getaffinity_np(pthread_self(), sizeof(cpu_set_t), &masks_->saved[t]);
    pthread_setaffinity_np(pthread_self(), sizeof(cpu_set_t), &masks_->side[t]);
  }
}

void SideAffinity::leave() {
  if (!masks_) return;
  int const threads = static_cast<int>(masks_->side.size());
#pragma omp parallel num_threads(threads)
  {
    auto const t = static_cast<std::size_t>(omp_get_thread_num());
    pthread_setaffinity_np(pthread_self(), sizeof(cpu_set_t), &masks_->saved[t]);
  }
}

int usable_cpus() {
  auto const places = usable_places();
  auto const all = united(places, 0, places.size());
  return std::max(1, CPU_COUNT(&all));
}

SideAffinities share_out_cpus(int device_threads, int host_threads) {
  auto const places = usable_places();
  if (places.size() < 2 || device_threads < 1 || host_threads < 1) return {};
  auto const threads = static_cast<std::size_t>(device_threads + host_threads);
  auto const host_places = std::clamp<std::size_t>(
      places.size() * static_cast<std::size_t>(host_threads) / threads, 1, places.size() - 1);
  return {side_affinity(places, host_places, places.size(), device_threads),
          side_affinity(places, 0, host_places, host_threads)};
}

#else

struct SideAffinity::Masks {};

void SideAffinity::occupy() {}
void SideAffinity::leave() {}
int usable_cpus() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }
SideAffinities share_out_cpus(int, int) { return {}; }

#endif

SideAffinity::SideAffinity() = default;
SideAffinity::SideAffinity(std::unique_ptr<Masks> masks) : masks_(std::move(masks)) {}
SideAffinity::~SideAffinity() = default;
SideAffinity::SideAffinity(SideAffinity&&) noexcept = default;
SideAffinity& SideAffinity::operator=(SideAffinity&&) noexcept = default;

}  // namespace yoke::detail
