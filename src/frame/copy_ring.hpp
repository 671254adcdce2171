#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>
#include <vector>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/event.hpp"

namespace yoke::detail {

// Is this host memory that the system may move, so that a GPU cannot copy from or to it by itself?
// The driver then copies it piece by piece, with one core: at 9 GB/s where the bus does 55. False
// where there is no GPU, and for what the caller has registered with the driver.
bool is_pageable(void const* data, std::size_t bytes);

// Copies between ordinary host memory and the device's through a few pinned pieces, which the
// host's threads fill or empty while the device copies the others.
//
// The pieces are allocated at the first copy that goes through them. Serves one copy at a time, on
// a thread from which the host instance may be used.
class CopyRing {
 public:
  using Device = Kokkos::DefaultExecutionSpace;
  using Host = Kokkos::DefaultHostExecutionSpace;

  struct Shape {
    // On an H200 with 16 cores 2^29 bytes went up in 10.5 ms with pieces of 8 MiB and in 15.6 with
    // 4 (9.7 from pinned memory, 62 by the driver), and down in 15.0 and 20.3 (10.0; 36).
    std::size_t piece_bytes = std::size_t(8) << 20;
    std::size_t pieces = 4;
    // Copies of fewer bytes are left to the driver.
    std::size_t least_bytes = std::size_t(1) << 20;
  };

  // Copies run on `device`, after what was put there before, and on the threads of `host`.
  CopyRing(Device const& device, Host const& host);
  CopyRing(Device const& device, Host const& host, Shape const& shape);

  // Through the ring where that is faster: large copies of pageable memory. Have completed when
  // they return.
  void up(void* device, void const* host, std::size_t bytes);
  void down(void* host, void const* device, std::size_t bytes);

  // Through the ring in any case.
  void ring_up(std::byte* device, std::byte const* host, std::size_t bytes);
  void ring_down(std::byte* host, std::byte const* device, std::size_t bytes);

  // A copy up in parts, on `exec`, which must be fenced after the last and before the ring is used
  // again: a part has been read when more_up returns, and need not have arrived.
  void begin_up();
  void more_up(Device const& exec, std::byte* device, std::byte const* host, std::size_t bytes);

  // Down on `exec`; before(end) is called before anything from there to `end` is put on it.
  void ring_down(Device const& exec, std::byte* host, std::byte const* device, std::size_t bytes,
                 std::function<void(std::size_t end)> const& before);

 private:
  struct Piece {
    explicit Piece(Device const& exec) : copied(exec) {}
    Buffer<Kokkos::SharedHostPinnedSpace, std::byte> memory;
    Event<Device> copied;
  };

  void prepare();
  Piece& piece(std::size_t number) { return ring_[number % shape_.pieces]; }
  std::size_t size_of(std::size_t number, std::size_t bytes) const;

  Device device_;
  Host host_;
  Shape shape_;
  std::vector<Piece> ring_;
  std::size_t pieces_up_ = 0;  // of the copy up that is under way
};

}  // namespace yoke::detail
