#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// The bytes that a plan holds beyond the caller's arrays: entered where memory is allocated, struck
// out where it is freed, so that nobody adds them up. What a thread allocates belongs to the plan
// whose ledger it has opened.
class Ledger {
 public:
  std::size_t bytes() const { return bytes_; }

  // Opens a ledger on this thread for a scope.
  class Opened {
   public:
    explicit Opened(std::shared_ptr<Ledger> ledger)
        : before_(std::exchange(open_here, std::move(ledger))) {}
    ~Opened() { open_here = std::move(before_); }
    Opened(Opened const&) = delete;
    Opened& operator=(Opened const&) = delete;

   private:
    std::shared_ptr<Ledger> before_;
  };

  // The one that is open here, for a plan within a plan; null where none is.
  static std::shared_ptr<Ledger> opened_here() { return open_here; }

  // Enters bytes for as long as somebody holds what this returns: null where no ledger is open.
  static std::shared_ptr<void const> enter(std::size_t bytes) {
    if (open_here == nullptr) return nullptr;
    open_here->bytes_ += bytes;
    return std::shared_ptr<void const>(
        open_here.get(), [ledger = open_here, bytes](void const*) { ledger->bytes_ -= bytes; });
  }

 private:
  static inline thread_local std::shared_ptr<Ledger> open_here;

  std::atomic<std::size_t> bytes_ = 0;
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
      : View(how, size), entry_(Ledger::enter(size * sizeof(T))) {}

 private:
  std::shared_ptr<void const> entry_;
};

template <class Space, class T>
Buffer<Space, T> make_buffer(Space const& exec, std::string const& label, std::size_t size) {
  return Buffer<Space, T>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), size);
}

}  // namespace yoke::detail
