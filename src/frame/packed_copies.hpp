#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>
#include <vector>

#include "frame/packing.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/event.hpp"

namespace yoke::detail {

// Copies arrays of integers between pinned memory and the device, piece by piece: the bus takes
// pieces as they are whenever it would have nothing to do, and meanwhile the host's threads pack,
// or unpack, as many others as they can. So the bus waits for no thread, and is spared what they
// pack.
//
// Holds 32 MiB in pinned memory and 32 on the device from the first copy on. Serves one copy at a
// time, on a thread from which the host instance may be used.
class PackedCopies {
 public:
  using Device = Kokkos::DefaultExecutionSpace;
  using Host = Kokkos::DefaultHostExecutionSpace;

  // A piece of 2^21 words of 4 bytes is 0.16 ms for the bus, and for 16 cores that read it.
  explicit PackedCopies(Host const& host, std::size_t elements_of_piece = std::size_t(1) << 21)
      : host_(host), piece_(elements_of_piece) {}

  // The next copy: of words of 4 or 8 bytes, on `copies`, and with what packs and unpacks on
  // `aside`. Nothing may be under way on either.
  void begin(Device const& copies, Device const& aside, std::size_t bytes, std::size_t word_bytes);

  std::size_t pieces() const { return (bytes_ + piece_bytes() - 1) / piece_bytes(); }
  std::size_t end_of(std::size_t piece) const { return begin_of(piece) + size_of(piece); }

  // Sends the next piece up; its words are on the device when arrived(piece) is reached.
  void up(std::size_t piece, std::byte* device, std::byte const* host);
  Event<Device> const& arrived(std::size_t piece) const { return marks_[piece].arrived; }

  // All pieces come down. hold(exec, end) lets an instance wait until the bytes before `end` are
  // what they are to be. Copies may be under way when this returns.
  void down(std::byte* host, std::byte const* device,
            std::function<void(Device const& exec, std::size_t end)> const& hold);

  // Pieces of the last copy that were packed.
  std::size_t packed() const { return packed_; }

 private:
  struct Marks {  // of a piece
    explicit Marks(Device const& exec) : copied(exec), arrived(exec), asked(exec) {}
    Event<Device> copied, arrived, asked;
  };
  struct Slot {  // of a packed piece that is under way
    explicit Slot(Device const& exec) : copied(exec), used(exec) {}
    Buffer<Kokkos::SharedHostPinnedSpace, std::byte> pinned;
    Buffer<Device, std::byte> device;
    Event<Device> copied, used;  // by the bus; by the kernel at the device's end
    std::size_t piece = 0;
    Packing packing;
  };
  static constexpr std::size_t slots = 4;
  // So many copies that are issued, or pieces that wait for the threads, keep either busy.
  static constexpr std::size_t enough = 2;

  std::size_t piece_bytes() const { return piece_ * word_bytes_; }
  std::size_t begin_of(std::size_t piece) const { return piece * piece_bytes(); }
  std::size_t size_of(std::size_t piece) const {
    return std::min(piece_bytes(), bytes_ - begin_of(piece));
  }
  std::size_t elements_of(std::size_t piece) const { return size_of(piece) / word_bytes_; }
  Slot& slot(std::size_t number) { return slots_[number % slots]; }

  void reserve();
  bool is_bus_hungry(std::size_t piece) const;
  bool up_packed(std::size_t piece, std::byte* device, std::byte const* host);
  void ask(std::size_t piece, std::byte const* device);
  void fetch_packed(std::size_t piece, Packing const& packing, std::byte const* device);
  void unpack_oldest(std::byte* host);

  Host host_;
  std::size_t piece_;
  std::vector<Slot> slots_;
  Buffer<Kokkos::SharedHostPinnedSpace, Spread> spreads_;
  std::vector<Marks> marks_;
  // Of the copy.
  Device copies_, aside_;
  std::size_t bytes_ = 0, word_bytes_ = 4;
  std::size_t packed_ = 0, unpacked_ = 0;  // pieces
  std::size_t plain_in_row_ = 0, misfits_in_row_ = 0;
  std::size_t least_stored_ = 1;  // bytes of an element
};

}  // namespace yoke::detail
