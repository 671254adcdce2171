#include "read_edges.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "pieces.hpp"

namespace yoke {
namespace detail::files {
namespace {

// One array of the pieces, which go as they are copied.
template <class Vertex>
EdgeList<Vertex, Kokkos::HostSpace> gather(ParsedEdges<Vertex>& parsed) {
  std::vector<std::uint64_t> begin;
  std::uint64_t edges = 0;
  for (auto const& piece : parsed.pieces) {
    begin.push_back(edges);
    edges += piece.from.size();
  }
  Kokkos::DefaultHostExecutionSpace const exec;
  EdgeList<Vertex, Kokkos::HostSpace> const list{
      parsed.vertices, make_array<Vertex, Kokkos::HostSpace>(exec, "yoke::graph_io::from", edges),
      make_array<Vertex, Kokkos::HostSpace>(exec, "yoke::graph_io::to", edges)};
  for_each_piece(parsed.pieces.size(), [&](std::size_t i) {
    auto const piece = std::exchange(parsed.pieces[i], {});
    std::ranges::copy(piece.from, list.from.data() + begin[i]);
    std::ranges::copy(piece.to, list.to.data() + begin[i]);
  });
  return list;
}

}  // namespace

template <class Vertex>
WeightedEdgeFile<Vertex> read_weighted_edges(OpenedFile const& file, ReaderOptions const& options) {
  auto parsed =
      file.read([&] { return read_parsed_edges<Vertex>(file.bytes(), file.format(), options); });
  WeightedEdgeFile<Vertex> result;
  auto& report = result.report;
  report.format = file.format();
  report.is_symmetric = parsed.is_symmetric;
  report.vertices = parsed.vertices;
  report.bytes = file.bytes().size();
  report.lines = parsed.lines;
  report.ids = std::move(parsed.ids);
  report.names = std::move(parsed.names);
  report.notes = std::move(parsed.notes);
  report.first_edge_may_be_sizes = parsed.first_edge_may_be_sizes;
  for (auto& piece : parsed.pieces) {
    report.edges += piece.from.size();
    report.loops += piece.loops;
    report.lines += piece.lines;
    if (options.keeps_weights()) result.weights.push_back(std::move(piece.weights));
  }
  result.edges = gather(parsed);
  return result;
}

template <class Vertex>
EdgeFile<Vertex> read_edges(OpenedFile const& file, GraphReadOptions const& options) {
  return read_weighted_edges<Vertex>(file, options);
}

template EdgeFile<std::uint32_t> read_edges(OpenedFile const&, GraphReadOptions const&);
template EdgeFile<std::uint64_t> read_edges(OpenedFile const&, GraphReadOptions const&);
template WeightedEdgeFile<std::uint32_t> read_weighted_edges(OpenedFile const&,
                                                             ReaderOptions const&);
template WeightedEdgeFile<std::uint64_t> read_weighted_edges(OpenedFile const&,
                                                             ReaderOptions const&);

}  // namespace detail::files

template <detail::FileWord Vertex>
EdgeFile<Vertex> read_edges(GraphFile const& file, GraphReadOptions const& options) {
  auto result = detail::files::read_edges<Vertex>(file.opened(), options);
  if (options.report != nullptr) *options.report = result.report;
  return result;
}

template <detail::FileWord Vertex>
EdgeFile<Vertex> read_edges(std::filesystem::path const& path, GraphReadOptions const& options) {
  return read_edges<Vertex>(GraphFile(path, options), options);
}

template EdgeFile<std::uint32_t> read_edges(GraphFile const&, GraphReadOptions const&);
template EdgeFile<std::uint64_t> read_edges(GraphFile const&, GraphReadOptions const&);
template EdgeFile<std::uint32_t> read_edges(std::filesystem::path const&, GraphReadOptions const&);
template EdgeFile<std::uint64_t> read_edges(std::filesystem::path const&, GraphReadOptions const&);

}  // namespace yoke
