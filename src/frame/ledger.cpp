#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "frame/workspace_pool.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

namespace {

thread_local std::shared_ptr<Ledger> open_here;

std::size_t free_device_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
#else
  return std::numeric_limits<std::size_t>::max();
#endif
}

// `bytes` more than what is held are too many.
[[noreturn]] void refuse_device_memory(char const* who, std::size_t held, std::size_t bytes,
                                       std::size_t allowed) {
  // Sizes that wrap are those of arrays that no memory holds.
  std::size_t const most = std::numeric_limits<std::size_t>::max();
  std::size_t const needed = bytes > most - held ? most : held + bytes;
  throw DeviceMemoryExceeded("yoke: the call needs " + show_count(needed, "byte") +
                                 " or more of the device's memory, and " + who + " " +
                                 std::to_string(allowed),
                             needed, allowed);
}

}  // namespace

Ledger::Ledger(std::size_t allowed_on_device, std::shared_ptr<WorkspacePool> pool)
    : allowed_on_device_(allowed_on_device), pool_(std::move(pool)) {}

Ledger::Opened::Opened(std::shared_ptr<Ledger> ledger, bool is_call)
    : before_(std::exchange(open_here, std::move(ledger))), is_call_(is_call) {
  if (open_here != nullptr) open_here->is_at_work_ = true;
}
Ledger::Opened::~Opened() {
  bool const is_outermost = open_here != nullptr && open_here != before_;
  if (is_outermost && is_call_ && std::uncaught_exceptions() == exceptions_) {
    open_here->is_at_work_ = false;
  }
  open_here = std::move(before_);
}

std::shared_ptr<Ledger> Ledger::opened_here() { return open_here; }

std::shared_ptr<void const> Ledger::enter(std::size_t bytes, bool on_device) {
  if (open_here == nullptr) return nullptr;
  std::size_t const allowed = open_here->allowed_on_device_;
  std::size_t const held = open_here->bytes_on_device_;
  if (on_device && allowed > 0 && (bytes > allowed || held > allowed - bytes)) {
    refuse_device_memory("options.device_memory allows", held, bytes, allowed);
  }
  std::size_t const own = on_device ? bytes : 0;
  open_here->bytes_ += bytes;
  open_here->bytes_on_device_ += own;
  return std::shared_ptr<void const>(open_here.get(),
                                     [ledger = open_here, bytes, own](void const*) {
                                       ledger->bytes_ -= bytes;
                                       ledger->bytes_on_device_ -= own;
                                     });
}

template <class MemorySpace>
std::shared_ptr<void> Ledger::take(std::size_t bytes) {
  if (open_here == nullptr || open_here->pool_ == nullptr) return nullptr;
  auto const allocate = [](std::size_t size) {
    return Kokkos::kokkos_malloc<MemorySpace>("yoke::workspace", size);
  };
  auto const free = [](void* memory) { Kokkos::kokkos_free<MemorySpace>(memory); };
  // Empty arrays too: Kokkos allocates for them.
  WorkspacePool::Block const block =
      open_here->pool_->take({MemorySpace::name(), is_device_memory<MemorySpace>, allocate, free},
                             std::max<std::size_t>(bytes, 1));
  // The ledger outlives the block, and so does the pool.
  return std::shared_ptr<void>(block.memory, [ledger = open_here, block](void*) {
    if (ledger->is_at_work_) Kokkos::fence("yoke: memory freed within a call");
    ledger->pool_->give_back(block);
  });
}

void Ledger::rethrow(std::size_t bytes, bool on_device) {
  if (!on_device) throw;
  std::size_t const held = open_here == nullptr ? 0 : open_here->bytes_on_device_.load();
  refuse_device_memory("the device has", held, bytes, held + free_device_memory());
}

std::size_t Ledger::left_on_device() {
  std::size_t free = free_device_memory();
  if (open_here == nullptr) return free;
#ifdef KOKKOS_ENABLE_CUDA
  if (open_here->pool_ != nullptr) free += open_here->pool_->idle_bytes_on_device();
#endif
  if (open_here->allowed_on_device_ == 0) return free;
  std::size_t const allowed = open_here->allowed_on_device_, held = open_here->bytes_on_device_;
  return std::min(free, allowed - std::min(allowed, held));
}

// Of every memory space that a View of this build may lie in, once.
template std::shared_ptr<void> Ledger::take<Kokkos::HostSpace>(std::size_t);
#ifdef KOKKOS_ENABLE_CUDA
template std::shared_ptr<void> Ledger::take<Kokkos::CudaSpace>(std::size_t);
template std::shared_ptr<void> Ledger::take<Kokkos::CudaUVMSpace>(std::size_t);
template std::shared_ptr<void> Ledger::take<Kokkos::CudaHostPinnedSpace>(std::size_t);
#endif

}  // namespace yoke::detail
