#pragma once

#include <array>
#include <cstdint>

#include "weights.hpp"

namespace yoke::detail::files {

// How a .yoke file begins. The arrays follow, each at the next multiple of array_alignment:
// offsets, neighbours, and weights or the arrays of the arcs by target where they are there.
// docs/graph_files.md repeats it.
struct BinaryHeader {
  // The first byte is no text, and the line ends show what a transfer as text does to a file.
  std::array<unsigned char, 8> magic = expected_magic;
  std::uint32_t byte_order = expected_byte_order;
  std::uint32_t version = expected_version;
  std::uint32_t vertex_bytes = 4;
  std::uint32_t offset_bytes = 4;
  std::uint32_t directed = 0;
  std::uint32_t has_incoming = 0;
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint32_t weights = 0;  // a WeightKind
  std::array<std::uint32_t, 3> reserved = {};

  static constexpr std::array<unsigned char, 8> expected_magic = {0x89, 'Y',  'O',  'K',
                                                                  'E',  '\r', '\n', 0x1a};
  static constexpr std::uint32_t expected_byte_order = 0x01020304;
  static constexpr std::uint32_t expected_version = 1;
};
static_assert(sizeof(BinaryHeader) == 64);
// The numbers in files.
static_assert(WeightKind::none == WeightKind(0) && WeightKind::float32 == WeightKind(1) &&
              WeightKind::float64 == WeightKind(2) && WeightKind::int32 == WeightKind(3) &&
              WeightKind::int64 == WeightKind(4));

constexpr std::uint64_t array_alignment = 64;

constexpr std::uint64_t aligned(std::uint64_t position) {
  return (position + array_alignment - 1) / array_alignment * array_alignment;
}

// Where the arrays begin and where the file ends, in bytes.
struct BinaryLayout {
  std::uint64_t offsets, neighbours, weights, incoming_offsets, incoming_neighbours, end;

  explicit constexpr BinaryLayout(BinaryHeader const& header) {
    std::uint64_t const offsets_bytes = (header.vertices + 1) * header.offset_bytes;
    std::uint64_t const neighbours_bytes = header.arcs * header.vertex_bytes;
    offsets = sizeof(BinaryHeader);
    neighbours = aligned(offsets + offsets_bytes);
    end = neighbours + neighbours_bytes;
    weights = incoming_offsets = incoming_neighbours = end;
    if (header.weights != 0) {
      weights = aligned(end);
      end = weights + header.arcs * bytes_of_weight(static_cast<WeightKind>(header.weights));
    }
    if (header.has_incoming == 0) return;
    incoming_offsets = aligned(end);
    incoming_neighbours = aligned(incoming_offsets + offsets_bytes);
    end = incoming_neighbours + neighbours_bytes;
  }
};

}  // namespace yoke::detail::files
