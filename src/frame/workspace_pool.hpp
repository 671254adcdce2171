#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace yoke::detail {

// A memory space, for memory whose type is not known.
struct MemoryKind {
  char const* name;
  bool on_device;
  void* (*allocate)(std::size_t bytes);  // throws if there is no such memory
  void (*free)(void* memory);            // waits for all instances, as Kokkos does
};

// Memory that plans have given back. Threads may use one at the same time.
class WorkspacePool {
 public:
  struct Block {
    MemoryKind kind;
    void* memory;
    std::size_t bytes;
  };

  // Keeps at most `limit` idle bytes.
  explicit WorkspacePool(std::size_t limit) : limit_(limit) { idle_.reserve(most_blocks + 1); }
  ~WorkspacePool() { close(); }
  WorkspacePool(WorkspacePool const&) = delete;
  WorkspacePool& operator=(WorkspacePool const&) = delete;

  // An idle block of little more than these bytes, or a new one.
  Block take(MemoryKind const& kind, std::size_t bytes);
  // Nothing may work on the block any more.
  void give_back(Block const& block);
  // Frees what is idle, and keeps nothing from now on.
  void close();

  std::size_t idle_bytes() const;
  std::size_t idle_bytes_on_device() const;

 private:
  using Blocks = std::vector<Block>;
  static constexpr std::size_t most_blocks = 256;  // each array's request searches them all

  static std::size_t bytes_of(Blocks const& blocks);
  static void free(Blocks const& blocks);

  mutable std::mutex mutex_;
  std::size_t limit_;
  Blocks idle_;  // the one that has been idle longest is the first
};

}  // namespace yoke::detail
