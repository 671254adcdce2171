#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Is it memory of a device's own?
template <class MemorySpace>
inline constexpr bool is_device_memory =
    !Kokkos::SpaceAccessibility<Kokkos::HostSpace, MemorySpace>::accessible;

// Memory that plans have freed and others will take (yoke/keep_workspace.hpp).
class WorkspacePool;

// The bytes that a plan holds beyond the caller's arrays: entered before memory is allocated,
// struck out where it is freed, so that nobody adds them up. What a thread allocates belongs to the
// plan whose ledger it has opened.
class Ledger {
 public:
  // Of the device's own memory, the plan may hold so many bytes; 0: what is free. The pool, which
  // may be null, is where it takes memory from and gives it back to.
  explicit Ledger(std::size_t allowed_on_device = 0, std::shared_ptr<WorkspacePool> pool = {});

  std::size_t bytes() const { return bytes_; }

  // What may still be taken of the device's memory by the plan whose ledger is open here, or where
  // none is: as much as is free, and as is allowed. Without a device there is no end.
  static std::size_t left_on_device();

  // Opens a ledger on this thread for a scope. After that of a call nothing works on the plan's
  // memory any more. Others may leave kernels at work, which memory that is freed then waits for.
  class Opened {
   public:
    explicit Opened(std::shared_ptr<Ledger> ledger, bool is_call = true);
    ~Opened();
    Opened(Opened const&) = delete;

   private:
    std::shared_ptr<Ledger> before_;
    bool const is_call_;
    int const exceptions_ = std::uncaught_exceptions();
  };

  // The one that is open here, for a plan within a plan; null where none is.
  static std::shared_ptr<Ledger> opened_here();

  // Enters bytes for as long as somebody holds what this returns: null where no ledger is open.
  // Throws DeviceMemoryExceeded where the plan may not hold them.
  static std::shared_ptr<void const> enter(std::size_t bytes, bool on_device);

  // Memory from the pool of the plan whose ledger is open here, which gets it back when nobody
  // holds it any more; null if there is no pool. Throws as an allocation does.
  template <class MemorySpace>
  static std::shared_ptr<void> take(std::size_t bytes);

  // Within a handler of the exception of an allocation. If it was of a device's own memory, throws
  // DeviceMemoryExceeded; otherwise the same again.
  [[noreturn]] static void rethrow(std::size_t bytes, bool on_device);

 private:
  std::atomic<std::size_t> bytes_ = 0;
  std::atomic<std::size_t> bytes_on_device_ = 0;
  std::size_t allowed_on_device_;
  std::shared_ptr<WorkspacePool> pool_;
  std::atomic<bool> is_at_work_ = false;  // may anything still work on the plan's memory?
};

// The ledger of a plan for this executor.
template <class Executor>
std::shared_ptr<Ledger> ledger_of(Executor const& executor, std::size_t allowed_on_device);

// A contiguous array that the holder owns, in the memory of an execution space or in a memory
// space. Kernels take array_of() it. A View that is copied from it alone does not keep the memory.
template <class Space, class T>
class Buffer : public Kokkos::View<T*, typename Space::memory_space> {
 public:
  using View = Kokkos::View<T*, typename Space::memory_space>;

  Buffer() = default;
  // `how` is what Kokkos::view_alloc makes. A pool has no zeros.
  template <class How>
  Buffer(How const& how, std::size_t size) {
    std::size_t const bytes = checked_bytes(size, sizeof(T));
    entry_ = Ledger::enter(bytes, on_device);
    try {
      if constexpr (!How::initialize) kept_ = Ledger::take<typename View::memory_space>(bytes);
      View::operator=(kept_ ? View(static_cast<T*>(kept_.get()), size) : View(how, size));
    } catch (std::exception const&) {
      Ledger::rethrow(bytes, on_device);
    }
  }

 private:
  static constexpr bool on_device = is_device_memory<typename Space::memory_space>;

  std::shared_ptr<void const> entry_;
  std::shared_ptr<void> kept_;  // null where the View owns its memory
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
