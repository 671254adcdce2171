#pragma once

#include <cstddef>
#include <memory>

#include "yoke/detail/frame/memory.hpp"

namespace yoke {

/// Keeps the memory of plain calls for later plain calls, while it lives:
///
///     yoke::KeepWorkspace const keep(exec, std::size_t(4) << 30);
///     for (auto const& step : steps) yoke::sort(exec, step.keys);
///
/// A plain call makes a plan, runs it once and destroys it. To allocate and to free the plan's
/// memory often takes longer than the call itself. With a KeepWorkspace, a call on this executor
/// takes the memory of calls that have ended. Results are the same.
///
/// It keeps
/// - on an execution space: the memory of calls on equal instances (operator==);
/// - on a yoke::Hybrid: the memory of calls on this very Hybrid, of both sides, and pinned memory.
///
/// It does not keep
/// - the memory of plans that were made before it;
/// - the memory of calls on a yoke::Distributed, because MPI ranks show each other their memory;
/// - results: the Views of yoke::build_graph, for instance, are allocated as ever;
/// - arrays that begin as zeros: validators have some;
/// - on a yoke::Hybrid: the memory of yoke::prune.
///
/// Costs:
/// - memory: at most `bytes` that no plan uses, of all memory spaces together. Memory in use does
///   not count. The memory that was idle longest is freed first. Each array may get up to a
///   quarter more than it needs, and 64 KiB. If an allocation of such memory fails, all idle memory
///   is freed, and the allocation is tried again. Other allocations, for instance of results, fail
///   while memory is idle;
/// - time: for each array of a call, a lock and a search of at most 256 pieces.
///
/// Options such as `device_memory`, and workspace_bytes(), count the bytes that a plan asks for. If
/// two live for one executor, the later one serves. The destructor frees the idle memory; plans
/// that live on free their own. Kokkos must be initialized during its life. Several threads may
/// call at the same time.
///
/// Executor is a Kokkos execution space or a yoke::Hybrid, which must outlive this and must not
/// move.
template <class Executor>
class KeepWorkspace {
 public:
  /// Allocates none of the memory that it will keep.
  KeepWorkspace(Executor const& executor, std::size_t bytes);
  ~KeepWorkspace();
  KeepWorkspace(KeepWorkspace const&) = delete;
  KeepWorkspace& operator=(KeepWorkspace const&) = delete;

  /// Bytes that are kept now and that no plan uses.
  std::size_t idle_bytes() const;

 private:
  std::shared_ptr<detail::WorkspacePool> pool_;
};

}  // namespace yoke
