#include <algorithm>
#include <vector>

#include "limits.hpp"
#include "read_edges.hpp"
#include "rows.hpp"
#include "symmetry.hpp"

namespace yoke::detail::files {
namespace {

// The arcs by source, or by target, of a file's rows.
template <class Vertex, class Offset>
class RowCopy {
 public:
  RowCopy(std::string_view bytes, FileRows const& rows, FileWords const& offsets,
          FileWords const& neighbours, std::size_t piece_bytes, GraphFileProgress const& progress)
      : borders_(split_rows(rows, offsets, piece_bytes)),
        sums_(borders_.size() - 1),
        offsets_(make<Offset>("yoke::graph::offsets", rows.vertices + 1)),
        neighbours_(make<Vertex>("yoke::graph::neighbours", rows.arcs)) {
    for_each_piece(sums_.size(), [&](std::size_t piece) { copy_offsets(offsets, piece); });
    offsets_(rows.vertices) = static_cast<Offset>(offsets[rows.vertices]);
    for_each_row_arc(bytes, rows, offsets, neighbours, borders_, progress,
                     [&](std::size_t piece, std::uint64_t u, std::uint64_t arc, std::uint64_t v) {
                       neighbours_(arc) = static_cast<Vertex>(v);
                       sums_[piece].loops += u == v;
                       if (rows.is_symmetric) sums_[piece].balance.add_either_way(u, v);
                     });
  }

  Kokkos::View<Offset*, Kokkos::HostSpace> const& offsets() const { return offsets_; }
  Kokkos::View<Vertex*, Kokkos::HostSpace> const& neighbours() const { return neighbours_; }

  std::uint64_t loops() const {
    std::uint64_t loops = 0;
    for (auto const& sum : sums_) loops += sum.loops;
    return loops;
  }
  bool is_symmetric() const {
    ArcBalance balance;
    for (auto const& sum : sums_) balance.add(sum.balance);
    return balance.is_zero();
  }

  void sort() const {
    for_each_piece(sums_.size(), [&](std::size_t piece) {
      for (std::uint64_t v = borders_[piece]; v < borders_[piece + 1]; ++v) {
        Vertex* const begin = neighbours_.data() + offsets_(v);
        Vertex* const end = neighbours_.data() + offsets_(v + 1);
        if (!std::is_sorted(begin, end)) std::sort(begin, end);
      }
    });
  }

 private:
  struct Sums {
    ArcBalance balance;
    std::uint64_t loops = 0;
  };

  template <class Word>
  static Kokkos::View<Word*, Kokkos::HostSpace> make(char const* label, std::uint64_t size) {
    return make_array<Word, Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace(), label, size);
  }

  void copy_offsets(FileWords const& offsets, std::size_t piece) const {
    for (std::uint64_t v = borders_[piece]; v < borders_[piece + 1]; ++v) {
      offsets_(v) = static_cast<Offset>(offsets[v]);
    }
  }

  std::vector<std::uint64_t> borders_;
  std::vector<Sums> sums_;
  Kokkos::View<Offset*, Kokkos::HostSpace> offsets_;
  Kokkos::View<Vertex*, Kokkos::HostSpace> neighbours_;
};

}  // namespace

template <class Vertex, class Offset>
Graph<Vertex, Offset, Kokkos::HostSpace> copy_rows(OpenedFile const& file, FileRows const& rows,
                                                   GraphReadOptions const& options, bool sort,
                                                   GraphFileReport& report) {
  check_index_holds<Offset>("yoke::read_graph", "the offsets", rows.arcs);
  VertexLimit<Vertex>(file.bytes(), options).check_count(rows.vertices, file.bytes().data());
  check_offsets(rows.offsets, rows);
  RowCopy<Vertex, Offset> const copy(file.bytes(), rows, rows.offsets, rows.neighbours,
                                     options.piece_bytes, options.progress);
  report.is_symmetric = rows.is_symmetric && copy.is_symmetric();
  if (rows.is_symmetric && !report.is_symmetric && !options.accept_unsymmetric) {
    throw_unsymmetric(file.bytes(), rows);
  }
  report.loops = copy.loops();
  if (rows.has_weights()) report.notes.emplace_back(weights_note);
  report.vertices = rows.vertices;
  report.edges = report.is_symmetric ? (rows.arcs + report.loops) / 2 : rows.arcs;
  if (sort) copy.sort();
  auto const kind = report.is_symmetric ? GraphKind::symmetric : GraphKind::directed;
  Graph<Vertex, Offset, Kokkos::HostSpace> const graph(unchecked, kind, copy.offsets(),
                                                       copy.neighbours());
  if (!rows.has_incoming()) return graph;

  check_incoming(file.bytes(), rows, options);
  RowCopy<Vertex, Offset> const by_target(file.bytes(), rows, rows.incoming_offsets,
                                          rows.incoming_neighbours, options.piece_bytes, {});
  if (sort) by_target.sort();
  return graph.with_incoming(unchecked, by_target.offsets(), by_target.neighbours());
}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                \
  template Graph<Vertex, Offset, Kokkos::HostSpace> copy_rows( \
      OpenedFile const&, FileRows const&, GraphReadOptions const&, bool, GraphFileReport&);
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke::detail::files
