#include "frame/packed_copies.hpp"

#include <algorithm>

#include "yoke/detail/spaces.hpp"

namespace yoke::detail {
namespace {

using Device = PackedCopies::Device;

void put_up(Device const& exec, std::byte* device, std::byte const* pinned, std::size_t bytes) {
  Kokkos::deep_copy(exec, Array<Device, std::byte>(device, bytes),
                    Array<Kokkos::SharedHostPinnedSpace, std::byte const>(pinned, bytes));
}
void put_down(Device const& exec, std::byte* pinned, std::byte const* device, std::size_t bytes) {
  Kokkos::deep_copy(exec, Array<Kokkos::SharedHostPinnedSpace, std::byte>(pinned, bytes),
                    Array<Device, std::byte const>(device, bytes));
}

}  // namespace

void PackedCopies::begin(Device const& copies, Device const& aside, std::size_t bytes,
                         std::size_t word_bytes) {
  copies_ = copies;
  aside_ = aside;
  bytes_ = bytes;
  word_bytes_ = word_bytes;
  packed_ = unpacked_ = plain_in_row_ = misfits_in_row_ = 0;
  least_stored_ = 1;
  reserve();
}

void PackedCopies::reserve() {
  auto const how = Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::packed_copies");
  // Of words of 8 bytes 4 are stored at most.
  std::size_t const bytes = piece_ * sizeof(std::uint32_t);
  if (slots_.empty()) {
    std::vector<Slot> made;
    made.reserve(slots);
    for (std::size_t k = 0; k < slots; ++k) {
      made.emplace_back(copies_);
      made.back().pinned = Buffer<Kokkos::SharedHostPinnedSpace, std::byte>(how, bytes);
      made.back().device = make_buffer<Device, std::byte>(aside_, "yoke::packed_copies", bytes);
    }
    aside_.fence("yoke::packed_copies: reserve");
    slots_ = std::move(made);
  }
  if (spreads_.extent(0) < pieces())
    spreads_ = Buffer<Kokkos::SharedHostPinnedSpace, Spread>(how, pieces());
  while (marks_.size() < pieces()) marks_.emplace_back(copies_);
}

// Would the bus soon have nothing to do, before this piece? Where it never has much, because it is
// as fast as its events are late, the threads get their share all the same.
bool PackedCopies::is_bus_hungry(std::size_t piece) const {
  return plain_in_row_ < enough && (piece < enough || marks_[piece - enough].copied.is_reached());
}

void PackedCopies::up(std::size_t piece, std::byte* device, std::byte const* host) {
  // What does not fit twice running is not asked again: of random indices nothing is gained.
  bool const may_pack = misfits_in_row_ < 2 && !is_bus_hungry(piece);
  if (may_pack && up_packed(piece, device + begin_of(piece), host + begin_of(piece))) return;
  ++plain_in_row_;
  put_up(copies_, device + begin_of(piece), host + begin_of(piece), size_of(piece));
  marks_[piece].copied.record(copies_);
  marks_[piece].arrived.record(copies_);
}

bool PackedCopies::up_packed(std::size_t piece, std::byte* device, std::byte const* host) {
  std::size_t const elements = elements_of(piece);
  Packing const packing = guess_packing(host, elements, word_bytes_, least_stored_);
  Slot& at = slot(packed_);
  bool fits = packing.bytes > 0;
  if (fits) {
    if (packed_ >= slots) at.copied.wait();
    fits = pack_by_all(host_, host, elements, word_bytes_, packing, at.pinned.data());
  }
  misfits_in_row_ = fits ? 0 : misfits_in_row_ + 1;
  if (!fits) {
    // The guess saw too little: blocks of neighbours in any order look like one run of them.
    least_stored_ = word_bytes_ / 2;
    return false;
  }
  if (packed_ >= slots) at.used.hold(copies_);
  put_up(copies_, at.device.data(), at.pinned.data(),
         elements * static_cast<std::size_t>(packing.bytes));
  at.copied.record(copies_);
  marks_[piece].copied.record(copies_);
  at.copied.hold(aside_);
  unpack(aside_, at.device.data(), elements, word_bytes_, packing, device);
  at.used.record(aside_);
  marks_[piece].arrived.record(aside_);
  plain_in_row_ = 0;
  ++packed_;
  return true;
}

void PackedCopies::down(std::byte* host, std::byte const* device,
                        std::function<void(Device const&, std::size_t)> const& hold) {
  constexpr std::size_t ahead = 2 * enough;
  std::size_t asked = 0, next = 0;
  while (next < pieces() || unpacked_ < packed_) {
    for (; asked < std::min(next + ahead, pieces()); ++asked) {
      hold(aside_, end_of(asked));
      ask(asked, device);
    }
    if (next < pieces()) {
      marks_[next].asked.wait();
      Packing const packing = packing_of(spreads_(next), word_bytes_);
      if (packing.bytes > 0 && packed_ - unpacked_ < enough) {
        fetch_packed(next++, packing, device);
        continue;
      }
      if (packing.bytes == 0 || is_bus_hungry(next)) {
        ++plain_in_row_;
        hold(copies_, end_of(next));
        put_down(copies_, host + begin_of(next), device + begin_of(next), size_of(next));
        marks_[next++].copied.record(copies_);
        continue;
      }
    }
    unpack_oldest(host);
  }
}

void PackedCopies::ask(std::size_t piece, std::byte const* device) {
  find_spread(aside_, device + begin_of(piece), elements_of(piece), word_bytes_,
              spreads_.data() + piece);
  marks_[piece].asked.record(aside_);
}

// The slot's last piece has been unpacked: no copy is under way there.
void PackedCopies::fetch_packed(std::size_t piece, Packing const& packing,
                                std::byte const* device) {
  Slot& at = slot(packed_++);
  at.piece = piece;
  at.packing = packing;
  pack(aside_, device + begin_of(piece), elements_of(piece), word_bytes_, packing,
       at.device.data());
  at.used.record(aside_);
  at.used.hold(copies_);
  put_down(copies_, at.pinned.data(), at.device.data(),
           elements_of(piece) * static_cast<std::size_t>(packing.bytes));
  at.copied.record(copies_);
  marks_[piece].copied.record(copies_);
}

void PackedCopies::unpack_oldest(std::byte* host) {
  Slot& at = slot(unpacked_++);
  at.copied.wait();
  unpack_by_all(host_, at.pinned.data(), elements_of(at.piece), word_bytes_, at.packing,
                host + begin_of(at.piece));
  plain_in_row_ = 0;
}

}  // namespace yoke::detail
