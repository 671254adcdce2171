#include "yoke/keep_workspace.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "frame/ledger_of.hpp"
#include "frame/workspace_pool.hpp"
#include "yoke/hybrid.hpp"

namespace yoke {

namespace detail {

namespace {

// An instance is recognised by a copy. A Hybrid, which does not move, is recognised by its address.
template <class Executor>
struct Identity {
  using Type = Executor;
  static Type of(Executor const& exec) { return exec; }
};
template <class Device, class Host>
struct Identity<Hybrid<Device, Host>> {
  using Type = Hybrid<Device, Host> const*;
  static Type of(Hybrid<Device, Host> const& hybrid) { return &hybrid; }
};

// The pools of the executors of one type. It copies an instance only while its KeepWorkspace lives,
// so no copy is left when Kokkos ends.
template <class Executor>
class PoolsOf {
  using Key = typename Identity<Executor>::Type;

 public:
  void add(Executor const& executor, std::shared_ptr<WorkspacePool> pool) {
    std::lock_guard const lock(mutex_);
    pools_.emplace_back(Identity<Executor>::of(executor), std::move(pool));
    ++count_;
  }
  void remove(WorkspacePool const* pool) {
    std::lock_guard const lock(mutex_);
    pools_.erase(std::find_if(pools_.begin(), pools_.end(),
                              [&](auto const& entry) { return entry.second.get() == pool; }));
    --count_;
  }
  // The last one that was added.
  std::shared_ptr<WorkspacePool> find(Executor const& executor) const {
    if (count_ == 0) return nullptr;  // nearly always
    std::lock_guard const lock(mutex_);
    auto const found = std::find_if(pools_.rbegin(), pools_.rend(), [&](auto const& entry) {
      return entry.first == Identity<Executor>::of(executor);
    });
    return found == pools_.rend() ? nullptr : found->second;
  }

  static PoolsOf& all() {
    static PoolsOf pools;
    return pools;
  }

 private:
  mutable std::mutex mutex_;
  std::atomic<std::size_t> count_ = 0;
  std::vector<std::pair<Key, std::shared_ptr<WorkspacePool>>> pools_;
};

}  // namespace

template <class Executor>
std::shared_ptr<WorkspacePool> pool_of(Executor const& executor) {
  return PoolsOf<Executor>::all().find(executor);
}

}  // namespace detail

template <class Executor>
KeepWorkspace<Executor>::KeepWorkspace(Executor const& executor, std::size_t bytes)
    : pool_(std::make_shared<detail::WorkspacePool>(bytes)) {
  detail::PoolsOf<Executor>::all().add(executor, pool_);
}

template <class Executor>
KeepWorkspace<Executor>::~KeepWorkspace() {
  detail::PoolsOf<Executor>::all().remove(pool_.get());
  pool_->close();
}

template <class Executor>
std::size_t KeepWorkspace<Executor>::idle_bytes() const {
  return pool_->idle_bytes();
}

#define YOKE_INSTANTIATE(Executor)                                                  \
  template class KeepWorkspace<Executor>;                                           \
  template std::shared_ptr<detail::WorkspacePool> detail::pool_of(Executor const&); \
  template std::shared_ptr<detail::Ledger> detail::ledger_of(Executor const&, std::size_t);
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)
YOKE_INSTANTIATE(Hybrid<>)

}  // namespace yoke
