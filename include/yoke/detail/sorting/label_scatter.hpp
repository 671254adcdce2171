#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "yoke/detail/kokkos_ext/stream_store.hpp"

namespace yoke::detail::sorting {

// Where the elements of each label go: the next one's place.
using Places = std::array<std::uint64_t, 256>;

// Moves elements to the places of their labels by way of blocks, one for each label, that stay in
// the L1 and L2 caches. A full block goes past the caches: its lines are not read first, and few
// pages are written at a time.
template <class Element>
class BlockScatter {
  static constexpr std::size_t size = sizeof(Element);
  static constexpr std::size_t in_lines = elements_in_lines(size);
  // All blocks take 32 KiB of the stack if the size is a power of 2, else 48 or 80 KiB.
  static constexpr std::size_t most_bytes = 320, wanted_bytes = 128;
  // A power of 2.
  static constexpr std::size_t block = std::bit_floor(std::max(wanted_bytes / size, in_lines));

 public:
  // Larger elements fill lines by themselves. Blocks that fill no lines gain nothing.
  static constexpr bool is_for_element = size <= stream_line && in_lines * size <= most_bytes;

  // Each of `places` is the index of an element in `to`.
  BlockScatter(Element* to, Places& places) : to_(to), next_(places), first_(places) {
    for (std::size_t i = 0; i < in_lines; ++i) {
      if (reinterpret_cast<std::uintptr_t>(to + i) % stream_line != 0) continue;
      streams_ = true;
      shift_ = block - i;
    }
  }

  void run(Element const* from, std::uint8_t const* labels, std::uint64_t count) {
    alignas(stream_line) std::array<std::byte, 256 * block * size> memory;
    auto* const open = reinterpret_cast<Element*>(memory.data());
    for (std::uint64_t i = 0; i < count; ++i) {
      std::size_t const label = labels[i];
      std::uint64_t const place = next_[label]++, in_block = (place + shift_) % block;
      Element* const of_label = open + label * block;
      of_label[in_block] = from[i];
      if (in_block == block - 1) store(of_label, label, place + 1, block);
    }
    for (std::size_t label = 0; label < next_.size(); ++label) {
      std::uint64_t const rest = (next_[label] + shift_) % block;
      if (rest > 0) store(open + label * block, label, next_[label], rest);
    }
    end_streaming();
  }

 private:
  // Stores the first `count` elements of a block; the last one goes in front of `end`. A label's
  // first place may lie inside a block: elements before it belong to another label.
  void store(Element const* open, std::size_t label, std::uint64_t end, std::uint64_t count) {
    std::uint64_t const stored = std::min(count, end - first_[label]);
    auto* const to = reinterpret_cast<std::byte*>(to_ + (end - stored));
    auto const* const from = reinterpret_cast<std::byte const*>(open + (count - stored));
    if (!streams_ || stored < block) {
      std::memcpy(to, from, stored * size);
    } else {
      for (std::size_t k = 0; k < block * size; k += stream_line) stream_store(to + k, from + k);
    }
  }

  Element* to_;
  Places& next_;
  Places const first_;
  bool streams_ = false;
  std::uint64_t shift_ = 0;  // added to a place, so that blocks begin with lines
};

// Moves elements to the places of their labels, in order. `all` is the number of elements that all
// threads move together.
template <class Element>
void scatter_by_label(Element const* from, Element* to, std::uint8_t const* labels,
                      std::uint64_t size, std::uint64_t all, Places& places) {
  // Fewer elements fill few blocks, or stay in the caches.
  constexpr std::uint64_t fewest_bytes = std::uint64_t(1) << 17, fewest_of_all = 8 * fewest_bytes;
  if constexpr (BlockScatter<Element>::is_for_element) {
    if (size * sizeof(Element) >= fewest_bytes && all * sizeof(Element) >= fewest_of_all) {
      return BlockScatter<Element>(to, places).run(from, labels, size);
    }
  }
  for (std::uint64_t i = 0; i < size; ++i) to[places[labels[i]]++] = from[i];
}

}  // namespace yoke::detail::sorting
