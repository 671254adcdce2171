#include <cstdint>
#include <cstring>
#include <string>

#include "readers.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

constexpr std::size_t header_bytes = 1 + 8 + 8;
constexpr int offset_bytes = 8, neighbour_bytes = 4;

std::uint64_t count_at(std::string_view bytes, std::size_t offset, char const* what) {
  std::int64_t count;
  std::memcpy(&count, bytes.data() + offset, sizeof count);
  // No array of so many words fits into the file, and no sum of sizes below can overflow.
  if (count >= 0 && static_cast<std::uint64_t>(count) <= bytes.size()) {
    return static_cast<std::uint64_t>(count);
  }
  throw Fault{bytes.data() + offset, "a file of " + show_count(bytes.size(), "byte") +
                                         " cannot hold " + std::to_string(count) + " " + what};
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
  // A neighbour, or a neighbour and a weight: only the size tells.
  std::uint64_t const ways = directed == 1 ? 2 : 1;
  std::uint64_t const offsets_bytes = unsigned(offset_bytes) * (rows.vertices + 1);
  auto const expected = [&](int arc_bytes) {
    return header_bytes + ways * (offsets_bytes + unsigned(arc_bytes) * rows.arcs);
  };
  bool const has_weights = rows.arcs > 0 && bytes.size() == expected(2 * neighbour_bytes);
  if (bytes.size() != expected(neighbour_bytes) && !has_weights) {
    throw Fault{bytes.data() + bytes.size(),
                "a graph with the header's numbers of vertices and "
                "arcs takes " +
                    show_count(expected(neighbour_bytes), "byte") + ", and with weights " +
                    std::to_string(expected(2 * neighbour_bytes))};
  }
  rows.weight_kind = has_weights ? WeightKind::int32 : WeightKind::none;
  int const stride = has_weights ? 2 * neighbour_bytes : neighbour_bytes;
  std::uint64_t const one_way = offsets_bytes + unsigned(stride) * rows.arcs;
  char const* const begin = bytes.data() + header_bytes;
  rows.offsets = {begin, offset_bytes};
  rows.neighbours = {begin + offsets_bytes, neighbour_bytes, stride};
  rows.weights = {begin + offsets_bytes + neighbour_bytes, neighbour_bytes, stride};
  if (directed == 1) {
    rows.incoming_offsets = {begin + one_way, offset_bytes};
    rows.incoming_neighbours = {begin + one_way + offsets_bytes, neighbour_bytes, stride};
  }
  return rows;
}

bool is_gapbs(std::string_view bytes) {
  bool const may_be = bytes.size() >= header_bytes && static_cast<unsigned char>(bytes[0]) <= 1;
  if (!may_be) return false;
  try {
    find_gapbs_rows(bytes);
    return true;
  } catch (Fault const&) {
    return false;
  }
}

}  // namespace yoke::detail::files
