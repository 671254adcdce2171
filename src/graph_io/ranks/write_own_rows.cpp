#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "graph_io/binary_layout.hpp"
#include "graph_io/write_words.hpp"
#include "graph_io/writers.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/mpi/detail/own_rows.hpp"

namespace yoke::detail::mpi {

namespace {

constexpr char const* caller = "yoke::write_graph";

// The whole graph's arrays in the file, which is one process's whoever writes what of it.
struct Places {
  std::string header;
  std::uint64_t offsets, neighbours, incoming_offsets, incoming_neighbours;
};

Places places_in_gapbs(bool is_symmetric, std::uint64_t vertices, std::uint64_t arcs) {
  Places places;
  places.header = files::gapbs_header(!is_symmetric, vertices, arcs);
  std::uint64_t const offsets_bytes = (vertices + 1) * sizeof(std::int64_t);
  places.offsets = places.header.size();
  places.neighbours = places.offsets + offsets_bytes;
  places.incoming_offsets = places.neighbours + arcs * sizeof(std::int32_t);
  places.incoming_neighbours = places.incoming_offsets + offsets_bytes;
  return places;
}

template <class Vertex, class Offset>
Places places_in_binary(bool is_symmetric, std::uint64_t vertices, std::uint64_t arcs) {
  files::BinaryHeader header;
  header.vertex_bytes = sizeof(Vertex);
  header.offset_bytes = sizeof(Offset);
  header.directed = is_symmetric ? 0 : 1;
  header.vertices = vertices;
  header.arcs = arcs;
  files::BinaryLayout const layout(header);
  return {std::string(files::bytes_of(header)), layout.offsets, layout.neighbours, layout.end,
          layout.end};
}

// One rank's part of the arcs by source, or by target.
template <class StoredOffset, class StoredVertex>
class PartWriter {
 public:
  PartWriter(Communicator& ranks, OpenFrom const& open_from, GraphFileProgress const& progress)
      : ranks_(ranks), open_from_(open_from), progress_(progress) {}

  // What stands before the offsets is the first rank's to write, and what fills up the bytes after
  // them the last one's.
  template <class Vertex, class Offset>
  void write(std::string const& before, std::uint64_t offsets_at, std::uint64_t neighbours_at,
             RowsToWrite<Vertex, Offset> const& rows) const {
    std::uint64_t const arcs = rows.neighbours.extent(0);
    std::uint64_t const first_arc = ranks_.sum_before({arcs})[0];
    std::uint64_t const own_at = offsets_at + rows.first * sizeof(StoredOffset);
    auto& file = open_from_(is_first() ? offsets_at - before.size() : own_at);
    agreed(ranks_, [&] {
      if (is_first()) file.write(before);
      auto const offsets = own_offsets(rows.offsets);
      files::write_words(file, offsets, static_cast<StoredOffset>(first_arc));
      std::uint64_t const end = own_at + offsets.extent(0) * sizeof(StoredOffset);
      if (is_last()) file.write(std::string(neighbours_at - end, '\0'));
    });
    auto& next = open_from_(neighbours_at + first_arc * sizeof(StoredVertex));
    agreed(ranks_, [&] {
      files::write_words(next, rows.neighbours, StoredVertex(0), [&](std::size_t written) {
        if (progress_) progress_(written, arcs);
      });
    });
  }

 private:
  bool is_first() const { return ranks_.rank() == 0; }
  bool is_last() const { return ranks_.rank() + 1 == ranks_.ranks(); }

  // Where a rank's rows end, the next one's begin.
  template <class Offset>
  Kokkos::View<Offset const*, Kokkos::HostSpace> own_offsets(
      Kokkos::View<Offset const*, Kokkos::HostSpace> const& offsets) const {
    auto const all = files::some_offsets(offsets);
    std::size_t const count = is_last() ? all.extent(0) : all.extent(0) - 1;
    return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, count));
  }

  Communicator& ranks_;
  OpenFrom const& open_from_;
  GraphFileProgress const& progress_;
};

}  // namespace

template <class Vertex, class Offset>
void write_own_rows(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                    RowsToWrite<Vertex, Offset> const& rows,
                    RowsToWrite<Vertex, Offset> const* incoming, GraphWriteOptions const& options) {
  std::uint64_t const arcs = ranks.sum(rows.neighbours.extent(0));
  if (options.format == GraphFormat::gapbs) {
    files::check_gapbs_holds(rows.all);
    auto const places = places_in_gapbs(is_symmetric, rows.all, arcs);
    PartWriter<std::int64_t, std::int32_t> const writer(ranks, open_from, options.progress);
    writer.write(places.header, places.offsets, places.neighbours, rows);
    if (incoming == nullptr) return;
    writer.write("", places.incoming_offsets, places.incoming_neighbours, *incoming);
    return;
  }
  check_index_holds<Offset>(caller, "the offsets", arcs);
  auto const places = places_in_binary<Vertex, Offset>(is_symmetric, rows.all, arcs);
  PartWriter<Offset, Vertex> const writer(ranks, open_from, options.progress);
  writer.write(places.header, places.offsets, places.neighbours, rows);
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                      \
  template void write_own_rows(Communicator&, OpenFrom const&, bool, \
                               RowsToWrite<Vertex, Offset> const&,   \
                               RowsToWrite<Vertex, Offset> const*, GraphWriteOptions const&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::mpi
