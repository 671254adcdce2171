#include <cstdint>
#include <cstring>
#include <string>

#include "readers.hpp"

namespace yoke::detail::files {
namespace {

constexpr std::size_t header_bytes = 1 + 8 + 8;

std::uint64_t count_at(std::string_view bytes, std::size_t offset, char const* what) {
  std::int64_t count;
  std::memcpy(&count, bytes.data() + offset, sizeof count);
  // No array of so many words fits into the file, and no sum of sizes below can overflow.
  if (count >= 0 && static_cast<std::uint64_t>(count) <= bytes.size()) {
    return static_cast<std::uint64_t>(count);
  }
  throw Fault{bytes.data() + offset, "a file of " + std::to_string(bytes.size()) +
                                         " bytes cannot hold " + std::to_string(count) + " " +
                                         what};
}

}  // namespace

FileRows find_gapbs_rows(std::string_view bytes) {
  if (bytes.size() < header_bytes) {
    throw Fault{bytes.data() + bytes.size(), "the file ends within its header"};
  }
  auto const directed = static_cast<unsigned char>(bytes[0]);
  if (directed > 1) {
    throw Fault{bytes.data(), "the first byte says whether the graph is directed and is " +
                                  std::to_string(directed) + ", not 0 or 1"};
  }
  FileRows rows;
  rows.is_symmetric = directed == 0;
  rows.arcs = count_at(bytes, 1, "arcs");
  rows.vertices = count_at(bytes, 9, "vertices");
  std::uint64_t const offsets_bytes = 8 * (rows.vertices + 1), neighbours_bytes = 4 * rows.arcs;
  std::uint64_t const one_way = offsets_bytes + neighbours_bytes;
  std::uint64_t const expected = header_bytes + (directed == 1 ? 2 : 1) * one_way;
  if (bytes.size() != expected) {
    throw Fault{bytes.data() + bytes.size(),
                "a graph of so many vertices and arcs takes " + std::to_string(expected) +
                    " bytes (with weights, as in .wsg, it cannot be read)"};
  }
  char const* const begin = bytes.data() + header_bytes;
  rows.offsets = {begin, 8};
  rows.neighbours = {begin + offsets_bytes, 4};
  if (directed == 1) {
    rows.incoming_offsets = {begin + one_way, 8};
    rows.incoming_neighbours = {begin + one_way + offsets_bytes, 4};
  }
  return rows;
}

}  // namespace yoke::detail::files
