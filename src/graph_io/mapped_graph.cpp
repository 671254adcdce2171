#include <stdexcept>
#include <string>
#include <vector>

#include "limits.hpp"
#include "opened_file.hpp"
#include "rows.hpp"
#include "symmetry.hpp"
#include "yoke/weighted_graph_io.hpp"

namespace yoke {
namespace {

using detail::files::FileRows;
using detail::files::FileWords;
using detail::files::OpenedFile;

FileRows find_rows(OpenedFile const& file) {
  return file.read([&] { return detail::files::find_binary_rows(file.bytes()); });
}

template <class Vertex, class Offset>
void check_types(char const* caller, OpenedFile const& file, FileRows const& rows) {
  if (rows.neighbours.width == sizeof(Vertex) && rows.offsets.width == sizeof(Offset)) return;
  throw std::invalid_argument(std::string(caller) + ": " + file.path().string() +
                              " holds vertices of " + std::to_string(8 * rows.neighbours.width) +
                              " bits and offsets of " + std::to_string(8 * rows.offsets.width) +
                              ", and not of " + std::to_string(8 * sizeof(Vertex)) + " and " +
                              std::to_string(8 * sizeof(Offset)));
}

// What a Graph promises, by the means of the readers, which know the bytes to name.
void check_rows(OpenedFile const& file, FileRows const& rows) {
  GraphReadOptions const options;
  check_offsets(rows.offsets, rows);
  auto const borders = split_rows(rows, rows.offsets, options.piece_bytes);
  std::vector<detail::files::ArcBalance> balances(borders.size() - 1);
  for_each_row_arc(file.bytes(), rows, rows.offsets, rows.neighbours, borders, {},
                   [&](std::size_t piece, std::uint64_t u, std::uint64_t, std::uint64_t v) {
                     balances[piece].add_either_way(u, v);
                   });
  if (rows.is_symmetric && !is_balanced(balances)) throw_unsymmetric(file.bytes(), rows);
  check_incoming(file.bytes(), rows, options);
}

// Throws where the rows are too many for the type, or where they are to be checked and wrong.
template <class Vertex>
void check_file(OpenedFile const& file, FileRows const& rows, bool check) {
  file.read([&] {
    detail::files::VertexLimit<Vertex>(file.bytes(), {})
        .check_count(rows.vertices, file.bytes().data());
    if (check) check_rows(file, rows);
  });
}

GraphFile open_binary(std::filesystem::path const& path) {
  GraphReadOptions options;
  options.format = GraphFormat::binary;
  return GraphFile(path, options);
}

template <class Word>
Kokkos::View<Word const*, Kokkos::HostSpace> view_of(FileWords const& words, std::uint64_t size) {
  // Aligned: arrays begin at multiples of 64 bytes, mappings at those of a page.
  return Kokkos::View<Word const*, Kokkos::HostSpace>(reinterpret_cast<Word const*>(words.data),
                                                      size);
}

GraphKind kind_of(FileRows const& rows) {
  return rows.is_symmetric ? GraphKind::symmetric : GraphKind::directed;
}

void check_weight_type(OpenedFile const& file, FileRows const& rows,
                       detail::files::WeightKind kind) {
  if (rows.weight_kind == kind) return;
  std::string const own(detail::files::name_of_weight(rows.weight_kind));
  throw std::invalid_argument("yoke::MappedWeightedGraph: " + file.path().string() + " holds " +
                              (own.empty() ? "no weights" : "weights of type " + own) +
                              ", and not of type " +
                              std::string(detail::files::name_of_weight(kind)));
}

}  // namespace

MappedGraphTypes mapped_graph_types(GraphFile const& file) {
  FileRows const rows = find_rows(file.opened());
  return {8 * rows.neighbours.width, 8 * rows.offsets.width,
          detail::files::name_of_weight(rows.weight_kind)};
}

template <detail::FileWord Vertex, detail::FileWord Offset>
MappedGraph<Vertex, Offset>::MappedGraph(GraphFile const& file, bool check) {
  auto const& opened = file.opened();
  FileRows const rows = find_rows(opened);
  check_types<Vertex, Offset>("yoke::MappedGraph", opened, rows);
  check_file<Vertex>(opened, rows, check);
  graph_ = {unchecked, kind_of(rows), view_of<Offset>(rows.offsets, rows.vertices + 1),
            view_of<Vertex>(rows.neighbours, rows.arcs)};
  if (rows.has_incoming()) {
    graph_ =
        graph_.with_incoming(unchecked, view_of<Offset>(rows.incoming_offsets, rows.vertices + 1),
                             view_of<Vertex>(rows.incoming_neighbours, rows.arcs));
  }
  mapping_ = file.owner();
}

template <detail::FileWord Vertex, detail::FileWord Offset>
MappedGraph<Vertex, Offset>::MappedGraph(GraphFile const& file) : MappedGraph(file, true) {}

template <detail::FileWord Vertex, detail::FileWord Offset>
MappedGraph<Vertex, Offset>::MappedGraph(std::filesystem::path const& path)
    : MappedGraph(open_binary(path), true) {}

template <detail::FileWord Vertex, detail::FileWord Offset>
MappedGraph<Vertex, Offset>::MappedGraph(Unchecked, std::filesystem::path const& path)
    : MappedGraph(open_binary(path), false) {}

template <ArcWeight Weight, detail::FileWord Vertex, detail::FileWord Offset>
MappedWeightedGraph<Weight, Vertex, Offset>::MappedWeightedGraph(GraphFile const& file,
                                                                 bool check) {
  auto const& opened = file.opened();
  FileRows const rows = find_rows(opened);
  // All types first: the check of the arrays reads the whole file.
  check_types<Vertex, Offset>("yoke::MappedWeightedGraph", opened, rows);
  check_weight_type(opened, rows, detail::files::kind_of_weight<Weight>());
  check_file<Vertex>(opened, rows, check);
  if (check) opened.read([&] { check_weights(opened.bytes(), rows, GraphReadOptions()); });
  graph_ = {unchecked, kind_of(rows), view_of<Offset>(rows.offsets, rows.vertices + 1),
            view_of<Vertex>(rows.neighbours, rows.arcs), view_of<Weight>(rows.weights, rows.arcs)};
  mapping_ = file.owner();
}

template <ArcWeight Weight, detail::FileWord Vertex, detail::FileWord Offset>
MappedWeightedGraph<Weight, Vertex, Offset>::MappedWeightedGraph(GraphFile const& file)
    : MappedWeightedGraph(file, true) {}

template <ArcWeight Weight, detail::FileWord Vertex, detail::FileWord Offset>
MappedWeightedGraph<Weight, Vertex, Offset>::MappedWeightedGraph(std::filesystem::path const& path)
    : MappedWeightedGraph(open_binary(path), true) {}

template <ArcWeight Weight, detail::FileWord Vertex, detail::FileWord Offset>
MappedWeightedGraph<Weight, Vertex, Offset>::MappedWeightedGraph(Unchecked,
                                                                 std::filesystem::path const& path)
    : MappedWeightedGraph(open_binary(path), false) {}

#define YOKE_INSTANTIATE(Space, Vertex, Offset)                     \
  template class MappedGraph<Vertex, Offset>;                       \
  template class MappedWeightedGraph<float, Vertex, Offset>;        \
  template class MappedWeightedGraph<double, Vertex, Offset>;       \
  template class MappedWeightedGraph<std::int32_t, Vertex, Offset>; \
  template class MappedWeightedGraph<std::int64_t, Vertex, Offset>;
YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE, Kokkos::HostSpace)

}  // namespace yoke
