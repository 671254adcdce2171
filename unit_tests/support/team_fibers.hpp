#pragma once

#include <setjmp.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "primitives/team_member.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke_test {

// Stands for a device whose kernels run on this host: each thread of a team is a fiber, which runs
// from one barrier to the next. So a kernel's result must not depend on the fibers' order, which
// the tests change.
struct FiberDevice {
  using memory_space = Kokkos::HostSpace;
};
enum class FiberOrder { forward, backward };

class FiberTeam;

// What a kernel is called with.
class FiberMember {
 public:
  FiberMember(FiberTeam& team, int thread) : team_(&team), thread_(thread) {}
  int league_rank() const;
  int league_size() const;
  int team_size() const;
  int team_rank() const { return thread_; }
  void team_barrier() const;
  template <class T>
  void team_broadcast(T& value, int thread) const;
  // The sum of the threads before, and of what was in *total, to which all are added.
  template <class T>
  T team_scan(T const& value, T* total) const;
  FiberMember const& team_shmem() const { return *this; }
  void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) const;

 private:
  FiberTeam* team_;
  int thread_;
};

// The fibers of a team, and of the league's next one. One team runs at a time.
class FiberTeam {
 public:
  FiberTeam(int league, int threads)
      : league_(league), fibers_(static_cast<std::size_t>(threads)), values_(fibers_.size()) {
    // Later teams take the same stacks: the system gives their pages once.
    static std::vector<std::unique_ptr<char[]>> stacks;
    while (stacks.size() < fibers_.size()) {
      stacks.push_back(std::make_unique_for_overwrite<char[]>(stack_bytes));
    }
    for (std::size_t i = 0; i < fibers_.size(); ++i) fibers_[i].stack = stacks[i].get();
  }

  // Throws if some threads end while others wait at a barrier.
  template <class Kernel>
  void run(int rank, FiberOrder order, Kernel const& kernel) {
    rank_ = rank;
    call_ = [](void const* its, FiberMember const& member) {
      (*static_cast<Kernel const*>(its))(member);
    };
    kernel_ = &kernel;
    running_ = this;
    for (auto& fiber : fibers_) fiber.has_begun = fiber.has_ended = false;
    for (std::size_t ended = 0; ended < fibers_.size();) {
      for (std::size_t i = 0; i < fibers_.size(); ++i) {
        now_ = order == FiberOrder::forward ? i : fibers_.size() - 1 - i;
        resume(fibers_[now_]);
        ended += fibers_[now_].has_ended;
      }
      if (ended > 0 && ended < fibers_.size()) {
        throw std::logic_error("threads of a team end while others wait at a barrier");
      }
    }
  }

 private:
  friend class FiberMember;
  static constexpr std::size_t stack_bytes = std::size_t(1) << 16, shared_bytes = 48 << 10;
  struct Fiber {
    char* stack = nullptr;
    jmp_buf place;  // where it waits
    bool has_begun = false, has_ended = false;
  };

  // makecontext gives a fiber its stack. Later switches are jumps, which need no system call.
  void resume(Fiber& fiber) {
    if (_setjmp(main_) != 0) return;
    if (fiber.has_begun) _longjmp(fiber.place, 1);
    fiber.has_begun = true;
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = fiber.stack;
    context.uc_stack.ss_size = stack_bytes;
    context.uc_link = nullptr;
    makecontext(&context, begin, 0);
    setcontext(&context);
  }
  void wait() {
    if (_setjmp(fibers_[now_].place) == 0) _longjmp(main_, 1);
  }
  static void begin() {
    FiberTeam& team = *running_;
    team.call_(team.kernel_, FiberMember(team, static_cast<int>(team.now_)));
    team.fibers_[team.now_].has_ended = true;
    _longjmp(team.main_, 1);
  }

  inline static FiberTeam* running_ = nullptr;
  int league_, rank_ = 0;
  std::vector<Fiber> fibers_;
  std::size_t now_ = 0;
  jmp_buf main_{};
  void const* kernel_ = nullptr;
  std::vector<std::uint64_t> values_;  // of each thread
  void (*call_)(void const*, FiberMember const&) = nullptr;
  alignas(16) char shared_[shared_bytes] = {};
};

inline int FiberMember::league_rank() const { return team_->rank_; }
inline int FiberMember::league_size() const { return team_->league_; }
inline int FiberMember::team_size() const { return static_cast<int>(team_->fibers_.size()); }
inline void FiberMember::team_barrier() const { team_->wait(); }
inline void* FiberMember::get_shmem_aligned(std::size_t bytes, std::size_t alignment) const {
  if (bytes > FiberTeam::shared_bytes || alignment > 16) throw std::logic_error("too much scratch");
  return team_->shared_;
}

template <class T>
void FiberMember::team_broadcast(T& value, int thread) const {
  if (thread_ == thread) team_->values_[0] = value;
  team_barrier();
  value = static_cast<T>(team_->values_[0]);
  team_barrier();
}
template <class T>
T FiberMember::team_scan(T const& value, T* total) const {
  auto& values = team_->values_;
  values[static_cast<std::size_t>(thread_)] = value;
  team_barrier();
  T before = *total;
  for (int t = 0; t < thread_; ++t) before += static_cast<T>(values[static_cast<std::size_t>(t)]);
  team_barrier();
  if (thread_ == 0) *total = std::accumulate(values.begin(), values.end(), *total);
  team_barrier();
  return before;
}

// Calls a kernel for each thread of each team.
template <class Kernel>
void run_teams(int league, int threads, FiberOrder order, Kernel const& kernel) {
  FiberTeam team(league, threads);
  for (int t = 0; t < league; ++t) {
    team.run(order == FiberOrder::forward ? t : league - 1 - t, order, kernel);
  }
}

}  // namespace yoke_test

template <>
inline constexpr bool yoke::detail::runs_on_host<yoke_test::FiberDevice> = false;
template <>
struct yoke::detail::TeamMemberOf<yoke_test::FiberDevice> {
  using type = yoke_test::FiberMember;
};
