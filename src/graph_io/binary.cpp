#include <cstddef>
#include <cstring>
#include <string>

#include "binary_layout.hpp"
#include "readers.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::files {
namespace {

class HeaderCheck {
 public:
  explicit HeaderCheck(std::string_view bytes) : bytes_(bytes) {
    require(bytes.size() >= sizeof header_, bytes.size(), "the file ends within its header");
    std::memcpy(&header_, bytes.data(), sizeof header_);
    check_kind();
    check_types();
    check_sizes();
  }

  BinaryHeader const& header() const { return header_; }

 private:
  void require(bool holds, std::size_t byte, std::string const& reason) const {
    if (!holds) throw Fault{bytes_.data() + byte, reason};
  }

  void check_kind() const {
    require(header_.magic == BinaryHeader::expected_magic, 0, "this is no .yoke file");
    require(header_.byte_order == BinaryHeader::expected_byte_order,
            offsetof(BinaryHeader, byte_order), "the file is from a machine of another byte order");
    require(header_.version == BinaryHeader::expected_version, offsetof(BinaryHeader, version),
            "the file's version is " + std::to_string(header_.version) +
                "; this library reads version " + std::to_string(BinaryHeader::expected_version));
  }

  void check_types() const {
    auto const is_width = [](std::uint32_t bytes) { return bytes == 4 || bytes == 8; };
    require(is_width(header_.vertex_bytes), offsetof(BinaryHeader, vertex_bytes),
            "vertices of " + show_count(header_.vertex_bytes, "byte"));
    require(is_width(header_.offset_bytes) && header_.offset_bytes >= header_.vertex_bytes,
            offsetof(BinaryHeader, offset_bytes),
            "offsets of " + show_count(header_.offset_bytes, "byte") + " beside vertices of " +
                std::to_string(header_.vertex_bytes));
    require(header_.directed <= 1, offsetof(BinaryHeader, directed),
            "the mark for directed graphs is neither 0 nor 1");
    require(header_.has_incoming <= header_.directed, offsetof(BinaryHeader, has_incoming),
            "the mark for arcs by target is wrong");
    require(header_.weights <= static_cast<std::uint32_t>(WeightKind::int64),
            offsetof(BinaryHeader, weights), "the type of weights is none from 1 to 4");
    require(header_.weights == 0 || header_.has_incoming == 0, offsetof(BinaryHeader, has_incoming),
            "arcs by target stand beside weights");
    require(header_.reserved == decltype(header_.reserved)(), offsetof(BinaryHeader, reserved),
            "bytes that must be 0 are not");
  }

  void check_sizes() const {
    // With these no sum of sizes can overflow.
    require(header_.vertices <= bytes_.size(), offsetof(BinaryHeader, vertices),
            "the file cannot hold " + show_count(header_.vertices, "vertex", "vertices"));
    require(header_.arcs <= bytes_.size(), offsetof(BinaryHeader, arcs),
            "the file cannot hold " + show_count(header_.arcs, "arc"));
    std::uint64_t const end = BinaryLayout(header_).end;
    require(
        bytes_.size() == end, bytes_.size(),
        "a graph with the header's numbers of vertices and arcs takes " + show_count(end, "byte"));
  }

  std::string_view bytes_;
  BinaryHeader header_;
};

}  // namespace

FileRows find_binary_rows(std::string_view bytes) {
  BinaryHeader const header = HeaderCheck(bytes).header();
  BinaryLayout const layout(header);
  auto const words = [&](std::uint64_t begin, std::uint32_t width) {
    return FileWords{bytes.data() + begin, static_cast<int>(width)};
  };
  FileRows rows;
  rows.vertices = header.vertices;
  rows.arcs = header.arcs;
  rows.is_symmetric = header.directed == 0;
  rows.offsets = words(layout.offsets, header.offset_bytes);
  rows.neighbours = words(layout.neighbours, header.vertex_bytes);
  if (header.weights != 0) {
    rows.weight_kind = static_cast<WeightKind>(header.weights);
    rows.weights = words(layout.weights, bytes_of_weight(rows.weight_kind));
  }
  if (header.has_incoming == 1) {
    rows.incoming_offsets = words(layout.incoming_offsets, header.offset_bytes);
    rows.incoming_neighbours = words(layout.incoming_neighbours, header.vertex_bytes);
  }
  return rows;
}

}  // namespace yoke::detail::files
