#include "contracts/figures.hpp"

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<bool> is_counting = false;
std::atomic<std::int64_t> held = 0, most = 0;

}  // namespace

// nvcc would compile these for a device too.
#ifndef __CUDA_ARCH__
namespace {

void* counted(std::size_t size) {
  void* const address = std::malloc(size == 0 ? 1 : size);
  if (address == nullptr) throw std::bad_alloc();
  if (is_counting.load(std::memory_order_relaxed)) {
    std::int64_t const now = held += static_cast<std::int64_t>(malloc_usable_size(address));
    for (std::int64_t seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
  }
  return address;
}

// What was handed out earlier and is freed now leaves less than nothing, which does not count.
void uncounted(void* address) {
  if (address != nullptr && is_counting.load(std::memory_order_relaxed)) {
    held -= static_cast<std::int64_t>(malloc_usable_size(address));
  }
  std::free(address);
}

}  // namespace

// Kokkos asks for aligned memory, and tells its tools of it: that is counted there.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
// Left alone, it is the sanitizers' own, whose memory nothing else may free.
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  try {
    return counted(size);
  } catch (std::bad_alloc const&) {
    return nullptr;
  }
}
void operator delete(void* address) noexcept { uncounted(address); }
void operator delete[](void* address) noexcept { uncounted(address); }
void operator delete(void* address, std::size_t) noexcept { uncounted(address); }
void operator delete[](void* address, std::size_t) noexcept { uncounted(address); }
#endif

namespace yoke_test {

HeapRecorder::HeapRecorder() {
  held = most = 0;
  is_counting = true;
}
HeapRecorder::~HeapRecorder() { is_counting = false; }

std::uint64_t HeapRecorder::most_bytes() const {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0));
}

}  // namespace yoke_test
