#include <Kokkos_Core.hpp>
#include <limits>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

void Ledger::refuse_device_memory(char const* who, std::size_t held, std::size_t bytes,
                                  std::size_t allowed) {
  // Sizes that wrap are those of arrays that no memory holds.
  std::size_t const most = std::numeric_limits<std::size_t>::max();
  std::size_t const needed = bytes > most - held ? most : held + bytes;
  throw DeviceMemoryExceeded("yoke: the call needs " + std::to_string(needed) +
                                 " bytes or more of the device's memory, and " + who + " " +
                                 std::to_string(allowed),
                             needed, allowed);
}

std::size_t Ledger::free_device_memory() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess) return free;
#endif
  return 0;
}

}  // namespace yoke::detail
