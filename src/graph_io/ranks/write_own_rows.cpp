#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "graph_io/binary_layout.hpp"
#include "graph_io/write_words.hpp"
#include "graph_io/writers.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

namespace {

constexpr char const* caller = "yoke::write_graph";

using files::ArcWeights;

// The whole graph's arrays in the file, which is one process's whoever writes what of it. A .wsg
// file has its weights among the neighbours.
struct Places {
  std::string header;
  std::uint64_t offsets, neighbours, weights, incoming_offsets, incoming_neighbours;
};

Places places_in_gapbs(bool is_symmetric, std::uint64_t vertices, std::uint64_t arcs,
                       std::size_t arc_bytes) {
  Places places;
  places.header = files::gapbs_header(!is_symmetric, vertices, arcs);
  std::uint64_t const offsets_bytes = (vertices + 1) * sizeof(std::int64_t);
  places.offsets = places.header.size();
  places.neighbours = places.offsets + offsets_bytes;
  places.weights = places.incoming_offsets = places.neighbours + arcs * arc_bytes;
  places.incoming_neighbours = places.incoming_offsets + offsets_bytes;
  return places;
}

template <class Vertex, class Offset>
Places places_in_binary(bool is_symmetric, std::uint64_t vertices, std::uint64_t arcs,
                        files::WeightKind kind) {
  files::BinaryHeader header;
  header.vertex_bytes = sizeof(Vertex);
  header.offset_bytes = sizeof(Offset);
  header.directed = is_symmetric ? 0 : 1;
  header.weights = static_cast<std::uint32_t>(kind);
  header.vertices = vertices;
  header.arcs = arcs;
  files::BinaryLayout const layout(header);
  return {std::string(files::bytes_of(header)),
          layout.offsets,
          layout.neighbours,
          layout.weights,
          layout.end,
          layout.end};
}

// One rank's part of the arcs by source, or by target.
template <class Vertex, class Offset>
class PartWriter {
 public:
  PartWriter(Communicator& ranks, OpenFrom const& open_from,
             RowsToWrite<Vertex, Offset> const& rows, std::uint64_t all_arcs)
      : ranks_(ranks),
        open_from_(open_from),
        rows_(rows),
        all_arcs_(all_arcs),
        first_arc_(ranks.sum_before({rows.neighbours.extent(0)})[0]) {}

  // The offsets, from byte `begin` on. What stands before them is the first rank's to write, and
  // zeros up to byte `end` are the last one's.
  template <class Stored>
  void write_offsets(std::string const& before, std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t const own_at = begin + rows_.first * sizeof(Stored);
    auto& file = open_from_(is_first() ? begin - before.size() : own_at);
    agreed(ranks_, [&] {
      if (is_first()) file.write(before);
      auto const offsets = own_offsets();
      files::write_words(file, offsets, static_cast<Stored>(first_arc_));
      if (is_last()) fill_up(file, own_at + offsets.extent(0) * sizeof(Stored), end);
    });
  }

  // So many bytes for each arc, from byte `begin` on: write(file) writes those of this rank's arcs.
  // The last rank writes zeros up to byte `end`.
  template <class Write>
  void write_arcs(std::size_t bytes, std::uint64_t begin, std::uint64_t end,
                  Write const& write) const {
    auto& file = open_from_(begin + first_arc_ * bytes);
    agreed(ranks_, [&] {
      write(file);
      if (is_last()) fill_up(file, begin + all_arcs_ * bytes, end);
    });
  }

 private:
  bool is_first() const { return ranks_.rank() == 0; }
  bool is_last() const { return ranks_.rank() + 1 == ranks_.ranks(); }

  static void fill_up(OutputFile& file, std::uint64_t from, std::uint64_t to) {
    file.write(std::string(to - from, '\0'));
  }

  // Where a rank's rows end, the next one's begin.
  Kokkos::View<Offset const*, Kokkos::HostSpace> own_offsets() const {
    auto const all = files::some_offsets(rows_.offsets);
    std::size_t const count = is_last() ? all.extent(0) : all.extent(0) - 1;
    return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, count));
  }

  Communicator& ranks_;
  OpenFrom const& open_from_;
  RowsToWrite<Vertex, Offset> const& rows_;
  std::uint64_t all_arcs_, first_arc_;
};

// What is written: the rows, with the weights of their arcs, or with none.
template <class Vertex, class Offset>
struct Written {
  RowsToWrite<Vertex, Offset> rows;
  ArcWeights weights;
};

template <class Vertex, class Offset>
void write_gapbs(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                 Written<Vertex, Offset> const& by_source, Written<Vertex, Offset> const* by_target,
                 std::uint64_t all_arcs, GraphFileProgress const& progress) {
  auto const& [rows, weights] = by_source;
  bool const has_weights = weights.exist();
  files::check_gapbs_holds(rows.all);
  std::uint64_t const own_arcs = rows.neighbours.extent(0);
  if (has_weights) agreed(ranks, [&] { files::check_gapbs_holds(by_source.weights, own_arcs); });
  std::size_t const arc_bytes = sizeof(std::int32_t) * (has_weights ? 2 : 1);
  auto const places = places_in_gapbs(is_symmetric, rows.all, all_arcs, arc_bytes);
  auto const write = [&](Written<Vertex, Offset> const& part, std::string const& before,
                         std::uint64_t offsets_at, std::uint64_t arcs_at, auto const& after) {
    PartWriter<Vertex, Offset> const writer(ranks, open_from, part.rows, all_arcs);
    writer.template write_offsets<std::int64_t>(before, offsets_at, arcs_at);
    writer.write_arcs(arc_bytes, arcs_at, arcs_at + all_arcs * arc_bytes, [&](OutputFile& file) {
      if (part.weights.exist()) {
        files::write_pairs(file, part.rows.neighbours, part.weights, after);
      } else {
        files::write_words<std::int32_t>(file, part.rows.neighbours, 0, after);
      }
    });
  };
  write(by_source, places.header, places.offsets, places.neighbours, [&](std::size_t written) {
    if (progress) progress(written, own_arcs);
  });
  if (by_target == nullptr) return;
  write(*by_target, "", places.incoming_offsets, places.incoming_neighbours, [](std::size_t) {});
}

template <class Vertex, class Offset>
void write_binary(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                  Written<Vertex, Offset> const& written, std::uint64_t all_arcs,
                  GraphFileProgress const& progress) {
  auto const& [rows, weights] = written;
  check_index_holds<Offset>(caller, "the offsets", all_arcs);
  auto const places =
      places_in_binary<Vertex, Offset>(is_symmetric, rows.all, all_arcs, weights.kind);
  PartWriter<Vertex, Offset> const writer(ranks, open_from, rows, all_arcs);
  writer.template write_offsets<Offset>(places.header, places.offsets, places.neighbours);
  std::uint64_t const own_arcs = rows.neighbours.extent(0);
  writer.write_arcs(sizeof(Vertex), places.neighbours, places.weights, [&](OutputFile& file) {
    files::write_words<Vertex>(file, written.rows.neighbours, 0, [&](std::size_t done) {
      if (progress) progress(done, own_arcs);
    });
  });
  if (!weights.exist()) return;
  std::uint64_t const width = files::bytes_of_weight(weights.kind);
  writer.write_arcs(width, places.weights, places.incoming_offsets, [&](OutputFile& file) {
    file.write({static_cast<char const*>(written.weights.data), own_arcs * width});
  });
}

// The rows of arcs by target are there for a .sg or .wsg file of a directed graph.
template <class Vertex, class Offset>
void write_part(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                Written<Vertex, Offset> const& by_source, Written<Vertex, Offset> const* by_target,
                GraphWriteOptions const& options) {
  std::uint64_t const all_arcs = ranks.sum(by_source.rows.neighbours.extent(0));
  if (options.format == GraphFormat::gapbs) {
    write_gapbs(ranks, open_from, is_symmetric, by_source, by_target, all_arcs, options.progress);
  } else {
    write_binary(ranks, open_from, is_symmetric, by_source, all_arcs, options.progress);
  }
}

template <class Weight, class Vertex, class Offset>
Written<Vertex, Offset> with_weights(WeightedRowsToWrite<Weight, Vertex, Offset> const& rows) {
  return {rows, {rows.weights.data(), files::kind_of_weight<Weight>()}};
}

}  // namespace

void check_written_format(GraphFormat format) {
  if (format == GraphFormat::gapbs || format == GraphFormat::binary) return;
  throw std::invalid_argument(
      "yoke::write_graph: on several ranks options.format must be gapbs or binary");
}

template <class Weight>
void check_written_format(GraphFormat format) {
  check_written_format(format);
  files::check_holds(format, files::kind_of_weight<Weight>());
}
template void check_written_format<float>(GraphFormat);
template void check_written_format<double>(GraphFormat);
template void check_written_format<std::int32_t>(GraphFormat);
template void check_written_format<std::int64_t>(GraphFormat);

template <class Vertex, class Offset>
void write_own_rows(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                    RowsToWrite<Vertex, Offset> const& rows,
                    RowsToWrite<Vertex, Offset> const* incoming, GraphWriteOptions const& options) {
  std::optional<Written<Vertex, Offset>> by_target;
  if (incoming != nullptr) by_target = Written<Vertex, Offset>{*incoming, {}};
  write_part<Vertex, Offset>(ranks, open_from, is_symmetric, {rows, {}},
                             by_target ? &*by_target : nullptr, options);
}

template <class Weight, class Vertex, class Offset>
void write_own_weighted_rows(Communicator& ranks, OpenFrom const& open_from, bool is_symmetric,
                             WeightedRowsToWrite<Weight, Vertex, Offset> const& rows,
                             WeightedRowsToWrite<Weight, Vertex, Offset> const* incoming,
                             GraphWriteOptions const& options) {
  std::optional<Written<Vertex, Offset>> by_target;
  if (incoming != nullptr) by_target = with_weights(*incoming);
  write_part<Vertex, Offset>(ranks, open_from, is_symmetric, with_weights(rows),
                             by_target ? &*by_target : nullptr, options);
}

#define YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, Weight)                                         \
  template void write_own_weighted_rows(                                                        \
      Communicator&, OpenFrom const&, bool, WeightedRowsToWrite<Weight, Vertex, Offset> const&, \
      WeightedRowsToWrite<Weight, Vertex, Offset> const*, GraphWriteOptions const&);
#define YOKE_INSTANTIATE(Space, Vertex, Offset)                                               \
  template void write_own_rows(Communicator&, OpenFrom const&, bool,                          \
                               RowsToWrite<Vertex, Offset> const&,                            \
                               RowsToWrite<Vertex, Offset> const*, GraphWriteOptions const&); \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, float)                                              \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, double)                                             \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int32_t)                                       \
  YOKE_INSTANTIATE_WEIGHT(Vertex, Offset, std::int64_t)
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::mpi
