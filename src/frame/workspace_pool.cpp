#include "frame/workspace_pool.hpp"

#include <exception>
#include <iterator>
#include <string_view>
#include <utility>

namespace yoke::detail {

namespace {

// A call of a slightly smaller size than the one before takes what that one had.
bool fits(WorkspacePool::Block const& block, MemoryKind const& kind, std::size_t bytes) {
  std::size_t const spare = bytes / 4 + (std::size_t(64) << 10);
  return block.bytes >= bytes && block.bytes - bytes <= spare &&
         std::string_view(block.kind.name) == kind.name;
}

}  // namespace

WorkspacePool::Block WorkspacePool::take(MemoryKind const& kind, std::size_t bytes) {
  {
    std::lock_guard const lock(mutex_);
    auto best = idle_.end();
    for (auto block = idle_.begin(); block != idle_.end(); ++block) {
      if (!fits(*block, kind, bytes)) continue;
      // Of equal ones the last: caches hold it.
      if (best == idle_.end() || block->bytes <= best->bytes) best = block;
    }
    if (best != idle_.end()) {
      Block const block = *best;
      idle_.erase(best);
      return block;
    }
  }
  try {
    return {kind, kind.allocate(bytes), bytes};
  } catch (std::exception const&) {
    Blocks idle;
    idle.reserve(most_blocks + 1);  // what idle_ has from now on
    {
      std::lock_guard const lock(mutex_);
      idle.swap(idle_);
    }
    if (idle.empty()) throw;
    free(idle);
  }
  return {kind, kind.allocate(bytes), bytes};
}

void WorkspacePool::give_back(Block const& block) {
  Blocks surplus;
  {
    std::lock_guard const lock(mutex_);
    if (block.bytes > limit_) {  // it would drive out all others
      surplus.push_back(block);
    } else {
      idle_.push_back(block);
    }
    while (bytes_of(idle_) > limit_ || idle_.size() > most_blocks) {
      surplus.push_back(idle_.front());
      idle_.erase(idle_.begin());
    }
  }
  free(surplus);
}

void WorkspacePool::close() {
  Blocks idle;
  {
    std::lock_guard const lock(mutex_);
    limit_ = 0;
    idle.swap(idle_);
  }
  free(idle);
}

std::size_t WorkspacePool::idle_bytes() const {
  std::lock_guard const lock(mutex_);
  return bytes_of(idle_);
}

std::size_t WorkspacePool::idle_bytes_on_device() const {
  std::lock_guard const lock(mutex_);
  std::size_t bytes = 0;
  for (auto const& block : idle_) bytes += block.kind.on_device ? block.bytes : 0;
  return bytes;
}

std::size_t WorkspacePool::bytes_of(Blocks const& blocks) {
  std::size_t bytes = 0;
  for (auto const& block : blocks) bytes += block.bytes;
  return bytes;
}

void WorkspacePool::free(Blocks const& blocks) {
  for (auto const& block : blocks) block.kind.free(block.memory);
}

}  // namespace yoke::detail
