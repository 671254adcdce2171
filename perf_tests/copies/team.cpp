#include "copies/team.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <barrier>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <thread>

#include "support/spaces.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace yoke_perf {
namespace {

#ifdef __linux__
// The caller may be bound to one of them: each thread of the host space is asked.
std::set<int> usable_cpus() {
  std::set<int> all;
  std::mutex mutex;
  Host const host;
  Kokkos::parallel_for("yoke_perf::cpus", Kokkos::RangePolicy<Host>(host, 0, host.concurrency()),
                       [&](int) {
                         cpu_set_t mask;
                         CPU_ZERO(&mask);
                         sched_getaffinity(0, sizeof mask, &mask);
                         std::lock_guard const lock(mutex);
                         for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
                           if (CPU_ISSET(static_cast<unsigned>(cpu), &mask)) all.insert(cpu);
                         }
                       });
  host.fence("yoke_perf: cpus");
  return all;
}

// "0-3,8,10-11".
std::vector<int> parse_cpus(std::string const& text) {
  std::vector<int> cpus;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream range(part);
    int first = 0, last = 0;
    if (!(range >> first)) continue;
    char dash = 0;
    if (!(range >> dash >> last)) last = first;
    for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
  }
  return cpus;
}

void bind_this_thread(int cpu) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(static_cast<unsigned>(cpu), &mask);
  sched_setaffinity(0, sizeof mask, &mask);
}
#else
std::set<int> usable_cpus() {
  std::set<int> all;
  for (int cpu = 0; cpu < static_cast<int>(std::thread::hardware_concurrency()); ++cpu) {
    all.insert(cpu);
  }
  return all;
}
std::vector<int> parse_cpus(std::string const&) { return {}; }
void bind_this_thread(int) {}
#endif

}  // namespace

std::vector<Domain> usable_domains() {
  auto const usable = usable_cpus();
  std::vector<Domain> domains{{"all", {usable.begin(), usable.end()}}};
  for (int node = 0; node < 64; ++node) {
    std::ifstream file("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist");
    std::string text;
    if (!std::getline(file, text)) continue;
    Domain domain{"domain_" + std::to_string(node), {}};
    for (int const cpu : parse_cpus(text)) {
      if (usable.contains(cpu)) domain.cpus.push_back(cpu);
    }
    if (!domain.cpus.empty() && domain.cpus.size() < usable.size()) domains.push_back(domain);
  }
  return domains;
}

struct Team::State {
  explicit State(std::size_t size) : barrier(static_cast<std::ptrdiff_t>(size) + 1) {}

  std::function<void(std::size_t)> const* work = nullptr;  // null: the end
  std::barrier<> barrier;  // passed by all before and after each piece of work
  std::vector<std::thread> threads;
};

Team::Team(std::vector<int> const& cpus) : state_(std::make_unique<State>(cpus.size())) {
  for (std::size_t t = 0; t < cpus.size(); ++t) {
    state_->threads.emplace_back([state = state_.get(), t, cpu = cpus[t]] {
      bind_this_thread(cpu);
      while (true) {
        state->barrier.arrive_and_wait();
        if (state->work == nullptr) return;
        (*state->work)(t);
        state->barrier.arrive_and_wait();
      }
    });
  }
}

Team::~Team() {
  state_->work = nullptr;
  state_->barrier.arrive_and_wait();
  for (auto& thread : state_->threads) thread.join();
}

std::size_t Team::size() const { return state_->threads.size(); }

void Team::run(std::function<void(std::size_t)> const& work) {
  state_->work = &work;
  state_->barrier.arrive_and_wait();
  state_->barrier.arrive_and_wait();
}

}  // namespace yoke_perf
