#include "frame/copy_ring.hpp"

#include <algorithm>
#include <stdexcept>

#include "frame/host_copy.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {
namespace {

using Device = CopyRing::Device;
using Host = CopyRing::Host;

void copy_plainly(Device const& exec, void* device, void const* host, std::size_t bytes) {
  Kokkos::deep_copy(exec, Array<Device, std::byte>(static_cast<std::byte*>(device), bytes),
                    Array<Host, std::byte const>(static_cast<std::byte const*>(host), bytes));
  exec.fence("yoke::copy_ring: up");
}
void copy_back_plainly(Device const& exec, void* host, void const* device, std::size_t bytes) {
  Kokkos::deep_copy(exec, Array<Host, std::byte>(static_cast<std::byte*>(host), bytes),
                    Array<Device, std::byte const>(static_cast<std::byte const*>(device), bytes));
  exec.fence("yoke::copy_ring: down");
}

}  // namespace

bool is_pageable([[maybe_unused]] void const* data, [[maybe_unused]] std::size_t bytes) {
#ifdef KOKKOS_ENABLE_CUDA
  auto const is_registered = [](void const* address) {
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
      cudaGetLastError();  // the next call would report it as its own
      return false;
    }
    return attributes.type != cudaMemoryTypeUnregistered;
  };
  auto const* first = static_cast<std::byte const*>(data);
  return bytes > 0 && !(is_registered(first) && is_registered(first + bytes - 1));
#else
  return false;
#endif
}

CopyRing::CopyRing(Device const& device, Host const& host) : CopyRing(device, host, Shape()) {}

CopyRing::CopyRing(Device const& device, Host const& host, Shape const& shape)
    : device_(device), host_(host), shape_(shape) {
  if (shape.pieces == 0 || shape.piece_bytes == 0) {
    throw std::invalid_argument("yoke::CopyRing: there must be a piece, and bytes in it");
  }
}

void CopyRing::up(void* device, void const* host, std::size_t bytes) {
  if (bytes < shape_.least_bytes || !is_pageable(host, bytes)) {
    copy_plainly(device_, device, host, bytes);
  } else {
    ring_up(static_cast<std::byte*>(device), static_cast<std::byte const*>(host), bytes);
  }
}

void CopyRing::down(void* host, void const* device, std::size_t bytes) {
  if (bytes < shape_.least_bytes || !is_pageable(host, bytes)) {
    copy_back_plainly(device_, host, device, bytes);
  } else {
    ring_down(static_cast<std::byte*>(host), static_cast<std::byte const*>(device), bytes);
  }
}

void CopyRing::ring_up(std::byte* device, std::byte const* host, std::size_t bytes) {
  begin_up();
  more_up(device_, device, host, bytes);
  device_.fence("yoke::copy_ring: up");
}

void CopyRing::begin_up() {
  prepare();
  pieces_up_ = 0;
}

// Plain stores: the pieces stay in the caches, from where the device's reads are served.
void CopyRing::more_up(Device const& exec, std::byte* device, std::byte const* host,
                       std::size_t bytes) {
  for (std::size_t done = 0; done < bytes; ++pieces_up_) {
    Piece& next = piece(pieces_up_);
    std::size_t const size = std::min(shape_.piece_bytes, bytes - done);
    if (pieces_up_ >= shape_.pieces) next.copied.wait();
    copy_by_all(host_, next.memory.data(), host + done, size);
    Kokkos::deep_copy(exec, Array<Device, std::byte>(device + done, size),
                      array_of(next.memory, size));
    next.copied.record(exec);
    done += size;
  }
}

void CopyRing::ring_down(std::byte* host, std::byte const* device, std::size_t bytes) {
  ring_down(device_, host, device, bytes, [](std::size_t) {});
}

void CopyRing::ring_down(Device const& exec, std::byte* host, std::byte const* device,
                         std::size_t bytes, std::function<void(std::size_t)> const& before) {
  prepare();
  auto const fetch = [&](std::size_t k) {
    std::size_t const begin = k * shape_.piece_bytes;
    if (begin >= bytes) return;
    std::size_t const size = size_of(k, bytes);
    before(begin + size);
    Kokkos::deep_copy(exec, array_of(piece(k).memory, size),
                      Array<Device, std::byte const>(device + begin, size));
    piece(k).copied.record(exec);
  };
  for (std::size_t k = 0; k < shape_.pieces; ++k) fetch(k);
  for (std::size_t k = 0; k * shape_.piece_bytes < bytes; ++k) {
    piece(k).copied.wait();
    stream_by_all(host_, host + k * shape_.piece_bytes, piece(k).memory.data(), size_of(k, bytes));
    fetch(k + shape_.pieces);
  }
}

std::size_t CopyRing::size_of(std::size_t number, std::size_t bytes) const {
  return std::min(shape_.piece_bytes, bytes - number * shape_.piece_bytes);
}

void CopyRing::prepare() {
  if (!ring_.empty()) return;
  std::vector<Piece> ring;
  ring.reserve(shape_.pieces);
  for (std::size_t k = 0; k < shape_.pieces; ++k) {
    ring.emplace_back(device_).memory = Buffer<Kokkos::SharedHostPinnedSpace, std::byte>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::copy_ring"), shape_.piece_bytes);
  }
  ring_ = std::move(ring);
}

}  // namespace yoke::detail
