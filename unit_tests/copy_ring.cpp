#include "frame/copy_ring.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "frame/host_copy.hpp"
#include "support/tools.hpp"

namespace {

using yoke::detail::CopyRing;
using Device = CopyRing::Device;
using Host = CopyRing::Host;
using DeviceBytes = Kokkos::View<std::byte*, Device::memory_space>;
template <class MemorySpace>
using HostBytes = Kokkos::View<std::byte*, MemorySpace>;

std::byte byte_at(std::size_t i) { return static_cast<std::byte>((i * 2654435761u) >> 7); }

constexpr std::byte untouched{0xa5};
constexpr std::size_t margin = 100;

// An array between two margins.
std::vector<std::byte> with_margins(std::size_t n) {
  return std::vector<std::byte>(n + 2 * margin, untouched);
}
std::vector<std::byte> filled(std::size_t n) {
  auto bytes = with_margins(n);
  for (std::size_t i = 0; i < n; ++i) bytes[margin + i] = byte_at(i);
  return bytes;
}

DeviceBytes on_device(std::vector<std::byte> const& bytes) {
  DeviceBytes const copy("copy", bytes.size());
  Kokkos::deep_copy(
      copy,
      Kokkos::View<std::byte const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          bytes.data(), bytes.size()));
  return copy;
}
std::vector<std::byte> on_host(DeviceBytes const& bytes) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), bytes);
  return {mirror.data(), mirror.data() + mirror.size()};
}

// Pieces are filled and emptied many times over, the last one in part.
TEST(CopyRing, MovesEveryByteAndNoOther) {
  for (CopyRing::Shape const shape : {CopyRing::Shape{.piece_bytes = 1000, .pieces = 1},
                                      CopyRing::Shape{.piece_bytes = 64, .pieces = 3},
                                      CopyRing::Shape{.piece_bytes = 70000, .pieces = 4}}) {
    CopyRing ring(Device(), Host(), shape);
    for (std::size_t const n : {0, 1, 63, 64, 65, 999, 1000, 1001, 2500, 70000, 400007, 5}) {
      auto const source = filled(n);
      auto const up = on_device(with_margins(n));
      ring.ring_up(up.data() + margin, source.data() + margin, n);
      EXPECT_EQ(on_host(up), source) << n << " bytes up";

      auto const there = on_device(source);
      auto down = with_margins(n);
      ring.ring_down(down.data() + margin, there.data() + margin, n);
      EXPECT_EQ(down, source) << n << " bytes down";
    }
  }
}

template <class MemorySpace>
void expect_copies(CopyRing& ring, std::size_t n) {
  HostBytes<MemorySpace> const from("from", n), to("to", n);
  for (std::size_t i = 0; i < n; ++i) from(i) = byte_at(i);
  DeviceBytes const device("device", n);
  ring.up(device.data(), from.data(), n);
  ring.down(to.data(), device.data(), n);
  EXPECT_EQ(std::memcmp(to.data(), from.data(), n), 0) << n << " bytes";
}

TEST(CopyRing, ServesMemoryOfAllKinds) {
  CopyRing ring(Device(), Host(), {.piece_bytes = 4096, .pieces = 2, .least_bytes = 5000});
  for (std::size_t const n : {1, 4999, 5000, 5001, 100000}) {
    expect_copies<Kokkos::HostSpace>(ring, n);
    expect_copies<Kokkos::SharedHostPinnedSpace>(ring, n);
  }
}

TEST(CopyRing, AllocatesItsPiecesOnceAndCountsThem) {
  auto const ledger = std::make_shared<yoke::detail::Ledger>();
  yoke::detail::Ledger::Opened const opened(ledger);
  CopyRing ring(Device(), Host(), {.piece_bytes = 1000, .pieces = 3});
  EXPECT_EQ(ledger->bytes(), 0u);
  auto const source = filled(10000);
  auto const device = on_device(source);
  ring.ring_up(device.data(), source.data(), 10000);
  EXPECT_EQ(ledger->bytes(), 3000u);
  auto target = with_margins(10000);
  yoke_test::AllocationRecorder const allocations;
  ring.ring_up(device.data(), source.data(), 10000);
  ring.ring_down(target.data(), device.data(), 10000);
  EXPECT_THAT(allocations.labels(), testing::IsEmpty());
}

TEST(CopyRing, MustHavePiecesWithBytes) {
  using Shape = CopyRing::Shape;
  EXPECT_THROW(CopyRing(Device(), Host(), Shape{.pieces = 0}), std::invalid_argument);
  EXPECT_THROW(CopyRing(Device(), Host(), Shape{.piece_bytes = 0}), std::invalid_argument);
}

TEST(CopyRing, KnowsWhatIsPageable) {
  bool const has_gpu = !yoke::detail::runs_on_host<Device>;
  HostBytes<Kokkos::HostSpace> const ordinary("ordinary", 1 << 20);
  HostBytes<Kokkos::SharedHostPinnedSpace> const pinned("pinned", 1 << 20);
  using yoke::detail::is_pageable;
  EXPECT_EQ(is_pageable(ordinary.data(), ordinary.size()), has_gpu);
  EXPECT_FALSE(is_pageable(pinned.data(), pinned.size()));
  EXPECT_FALSE(is_pageable(ordinary.data(), 0));
#ifdef KOKKOS_ENABLE_CUDA
  // A part of it: what begins there and ends elsewhere is not all registered.
  constexpr std::size_t page = 4096;
  auto* const front = reinterpret_cast<std::byte*>(
      (reinterpret_cast<std::uintptr_t>(ordinary.data()) + page - 1) / page * page);
  ASSERT_EQ(cudaHostRegister(front, 4 * page, cudaHostRegisterDefault), cudaSuccess);
  EXPECT_FALSE(is_pageable(front, 4 * page));
  EXPECT_TRUE(is_pageable(front, 40 * page));
  ASSERT_EQ(cudaHostUnregister(front), cudaSuccess);
  EXPECT_TRUE(is_pageable(front, 4 * page));
#endif
}

// Whatever the alignment of both, and whoever shares out.
TEST(HostCopy, CopiesEveryByteAndNoOther) {
  for (std::size_t const n : {0, 1, 15, 64, 200, 16384, 1000003}) {
    for (std::size_t const shift : {0, 1, 16, 63}) {
      for (int const how : {0, 1, 2}) {
        auto const source = filled(n + shift);
        auto target = with_margins(n + 64);
        auto* const to = target.data() + margin + (how == 0 ? shift : 64 - shift);
        auto const* const from = source.data() + margin + shift;
        if (how == 0) yoke::detail::stream_bytes(to, from, n);
        if (how == 1) yoke::detail::copy_by_all(Host(), to, from, n);
        if (how == 2) yoke::detail::stream_by_all(Host(), to, from, n);
        auto expected = with_margins(n + 64);
        std::copy(from, from + n, expected.data() + (to - target.data()));
        EXPECT_EQ(target, expected) << n << " bytes, shifted by " << shift << ", way " << how;
      }
    }
  }
}

}  // namespace
