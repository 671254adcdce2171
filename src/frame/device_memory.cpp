#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

void Ledger::refuse_device_memory(char const* who, std::size_t held, std::size_t bytes,
                                  std::size_t allowed) {
  // Sizes that wrap are those of arrays that no memory holds.
  std::size_t const most = std::numeric_limits<std::size_t>::max();
  std::size_t const needed = bytes > most - held ? most : held + bytes;
  throw DeviceMemoryExceeded("yoke: the call needs " + show_count(needed, "byte") +
                                 " or more of the device's memory, and " + who + " " +
                                 std::to_string(allowed),
                             needed, allowed);
}

std::size_t Ledger::left_on_device() {
  std::size_t const free = free_device_memory();
  if (open_here == nullptr || open_here->allowed_on_device_ == 0) return free;
  std::size_t const allowed = open_here->allowed_on_device_, held = open_here->bytes_on_device_;
  return std::min(free, allowed - std::min(allowed, held));
}

std::size_t Ledger::free_device_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  return cudaMemGetInfo(&free, &total) == cudaSuccess ? free : 0;
#else
  return std::numeric_limits<std::size_t>::max();
#endif
}

}  // namespace yoke::detail
