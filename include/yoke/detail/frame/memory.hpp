#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Is it memory of a device's own?
template <class MemorySpace>
inline constexpr bool is_device_memory =
    !Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;

// The bytes that a plan holds beyond the caller's arrays: entered before memory is allocated,
// struck out where it is freed, so that nobody adds them up. What a thread allocates belongs to the
// plan whose ledger it has opened.
class Ledger {
 public:
  // Of the device's own memory, the plan may hold so many bytes; 0: what is free.
  explicit Ledger(std::size_t allowed_on_device = 0) : allowed_on_device_(allowed_on_device) {}

  std::size_t bytes() const { return bytes_; }

  // What may still be taken of the device's memory by the plan whose ledger is open here, or where
  // none is: as much as is free, and as is allowed. Without a device there is no end.
  static std::size_t left_on_device();

  // Opens a ledger on this thread for a scope.
  class Opened {
   public:
    explicit Opened(std::shared_ptr<Ledger> ledger);
    ~Opened();
    Opened(Opened const&) = delete;
    Opened& operator=(Opened const&) = delete;

   private:
    std::shared_ptr<Ledger> before_;
  };

  // The one that is open here, for a plan within a plan; null where none is.
  static std::shared_ptr<Ledger> opened_here();

  // Enters bytes for as long as somebody holds what this returns: null where no ledger is open.
  // Throws DeviceMemoryExceeded where the plan may not hold them.
  static std::shared_ptr<void const> enter(std::size_t bytes, bool on_device);

  // An allocation of so many bytes of the device's memory has failed: throws DeviceMemoryExceeded.
  [[noreturn]] static void refuse_beyond_free(std::size_t bytes);

 private:
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::size_t> bytes_on_device_ = 0;
  std::size_t allowed_on_device_;
};

// A contiguous array that the holder owns, in the memory of an execution space or in a memory
// space. Kernels take array_of() it.
template <class Space, class T>
class Buffer : public Kokkos::View<T*, typename Space::memory_space> {
 public:
  using View = Kokkos::View<T*, typename Space::memory_space>;

  Buffer() = default;
  // `how` is what Kokkos::view_alloc makes.
  template <class How>
  Buffer(How const& how, std::size_t size)
      : Buffer(Ledger::enter(checked_bytes(size, sizeof(T)), on_device), how, size) {}

 private:
  static constexpr bool on_device = is_device_memory<typename Space::memory_space>;

  template <class How>
  Buffer(std::shared_ptr<void const> entry, How const& how, std::size_t size)
      : View(allocate(how, size)), entry_(std::move(entry)) {}

  template <class How>
  static View allocate(How const& how, std::size_t size) {
    if constexpr (!on_device) {
      return View(how, size);
    } else {
      try {
        return View(how, size);
      } catch (std::exception const&) {
        Ledger::refuse_beyond_free(size * sizeof(T));
      }
    }
  }

  std::shared_ptr<void const> entry_;
};

template <class Space, class T>
Buffer<Space, T> make_buffer(Space const& exec, std::string const& label, std::size_t size) {
  return Buffer<Space, T>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), size);
}

// What nearly every algorithm asks for is compiled once, into the library (src/frame/memory.cpp).
#define YOKE_DECLARE_BUFFERS_OF(Space, T) \
  extern template Buffer<Space, T> make_buffer(Space const&, std::string const&, std::size_t);
#define YOKE_DECLARE_BUFFERS(Space)             \
  YOKE_DECLARE_BUFFERS_OF(Space, std::uint32_t) \
  YOKE_DECLARE_BUFFERS_OF(Space, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_DECLARE_BUFFERS)
#undef YOKE_DECLARE_BUFFERS
#undef YOKE_DECLARE_BUFFERS_OF

}  // namespace yoke::detail
