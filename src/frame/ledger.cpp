#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

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

Ledger::Opened::Opened(std::shared_ptr<Ledger> ledger)
    : before_(std::exchange(open_here, std::move(ledger))) {}
Ledger::Opened::~Opened() { open_here = std::move(before_); }

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

void Ledger::refuse_beyond_free(std::size_t bytes) {
  std::size_t const held = open_here == nullptr ? 0 : open_here->bytes_on_device_.load();
  refuse_device_memory("the device has", held, bytes, held + free_device_memory());
}

std::size_t Ledger::left_on_device() {
  std::size_t const free = free_device_memory();
  if (open_here == nullptr || open_here->allowed_on_device_ == 0) return free;
  std::size_t const allowed = open_here->allowed_on_device_, held = open_here->bytes_on_device_;
  return std::min(free, allowed - std::min(allowed, held));
}

}  // namespace yoke::detail
