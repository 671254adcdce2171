#pragma once

#include <cstddef>
#include <memory>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail {

// The pool of calls on this executor; null if there is none.
template <class Executor>
std::shared_ptr<WorkspacePool> pool_of(Executor const& executor);

// MPI ranks show each other their memory, which therefore comes from no pool.
template <class Executor>
std::shared_ptr<Ledger> ledger_of(Executor const& executor, std::size_t allowed_on_device) {
  if constexpr (IsDistributed<Executor>::value) {
    return std::make_shared<Ledger>(allowed_on_device);
  } else {
    return std::make_shared<Ledger>(allowed_on_device, pool_of(executor));
  }
}

// The ledger that is open here; where none is, as in a call that has no plan, one of its own.
template <class Space>
std::shared_ptr<Ledger> ledger_here(Space const& exec) {
  auto const here = Ledger::opened_here();
  return here != nullptr ? here : ledger_of(exec, 0);
}

}  // namespace yoke::detail
