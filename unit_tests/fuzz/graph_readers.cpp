// Feeds bytes to the readers of graph files, and builds the graphs that they read. The first byte
// chooses the format and the options, so that one corpus serves all; the rest is the file.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph_io/pieces.hpp"
#include "graph_io/readers.hpp"
#include "yoke/graph.hpp"

namespace files = yoke::detail::files;

// In place of Kokkos's threads.
std::size_t files::threads_at_once() { return 1; }
void files::for_each_at_once(std::size_t count, std::function<void(std::size_t)> const& body) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

// All that a reader says of a file, without the pieces that it was read in.
struct Outcome {
  std::vector<std::uint64_t> ends, ids;
  std::vector<std::string> names, notes;
  std::uint64_t vertices = 0, loops = 0, lines = 0;
  bool is_symmetric = false;
  std::ptrdiff_t fault_at = -1;
  std::string reason;

  bool operator==(Outcome const&) const = default;
};

template <class Vertex>
Outcome outcome_of(files::ParsedEdges<Vertex> const& parsed, std::size_t bytes) {
  Outcome outcome;
  outcome.ids = parsed.ids;
  outcome.names = parsed.names;
  outcome.notes = parsed.notes;
  outcome.vertices = parsed.vertices;
  outcome.lines = parsed.lines;
  outcome.is_symmetric = parsed.is_symmetric;
  for (auto const& piece : parsed.pieces) {
    require(piece.from.size() == piece.to.size());
    for (std::size_t e = 0; e < piece.from.size(); ++e) {
      require(piece.from[e] < parsed.vertices && piece.to[e] < parsed.vertices);
      outcome.ends.push_back(piece.from[e]);
      outcome.ends.push_back(piece.to[e]);
    }
    outcome.loops += piece.loops;
    outcome.lines += piece.lines;
  }
  require(outcome.ends.size() <= 2 * bytes);
  require(parsed.ids.empty() || parsed.ids.size() == parsed.vertices);
  require(parsed.names.empty() || parsed.names.size() == parsed.vertices);
  require(std::ranges::is_sorted(parsed.ids));
  return outcome;
}

// What read_graph refuses to build: a file of a few bytes may number its vertices as it likes.
template <class Vertex>
bool is_too_large(files::ParsedEdges<Vertex> const& parsed, std::uint64_t limit) {
  return parsed.vertices + parsed.edges() > limit / (4 * sizeof(std::uint64_t));
}

// Checks what build_graph makes of it.
template <class Vertex>
void build(files::ParsedEdges<Vertex> const& parsed, bool merges) {
  Kokkos::DefaultHostExecutionSpace const exec;
  using Ends = Kokkos::View<Vertex*, Kokkos::HostSpace>;
  yoke::EdgeList<Vertex, Kokkos::HostSpace> edges{parsed.vertices, Ends("from", parsed.edges()),
                                                  Ends("to", parsed.edges())};
  std::size_t place = 0;
  std::uint64_t loops = 0;
  for (auto const& piece : parsed.pieces) {
    std::ranges::copy(piece.from, edges.from.data() + place);
    std::ranges::copy(piece.to, edges.to.data() + place);
    place += piece.from.size();
    loops += piece.loops;
  }
  for (bool const symmetrise : {true, false}) {
    yoke::GraphBuildOptions options;
    options.symmetrise = symmetrise;
    options.merge_multi_edges = merges;
    auto const graph = yoke::build_graph<Vertex>(exec, edges, options);
    require(graph.vertices() == parsed.vertices);
    std::uint64_t const arcs = symmetrise ? 2 * place - loops : place;
    require(merges ? graph.arcs() <= arcs : graph.arcs() == arcs);
    // Throws where it is none.
    yoke::Graph<Vertex, Vertex, Kokkos::HostSpace> const checked(
        exec, graph.kind(), graph.offsets(), graph.neighbours());
  }
}

template <class Vertex>
Outcome read(std::string_view file, yoke::GraphFormat format,
             yoke::GraphReadOptions const& options) {
  try {
    auto const parsed = files::read_parsed_edges<Vertex>(file, format, options);
    if (!is_too_large(parsed, options.memory_limit)) build(parsed, options.lenient);
    return outcome_of(parsed, file.size());
  } catch (files::Fault const& fault) {
    // A place outside the file would have no line.
    require(file.data() <= fault.at && fault.at <= file.data() + file.size());
    require(!fault.reason.empty() && fault.reason.size() < 400);
    Outcome outcome;
    outcome.fault_at = fault.at - file.data();
    outcome.reason = fault.reason;
    return outcome;
  }
}

// Pieces must not matter.
template <class Vertex>
void read_in_pieces(std::string_view file, yoke::GraphFormat format,
                    yoke::GraphReadOptions options) {
  auto const whole = read<Vertex>(file, format, options);
  options.piece_bytes = 7;
  require(read<Vertex>(file, format, options) == whole);
}

// With weights each edge has one, and no weight is NaN.
void read_weights(std::string_view file, yoke::GraphFormat format,
                  yoke::GraphReadOptions const& options, files::WeightKind kind) {
  try {
    auto const parsed = files::read_parsed_edges<std::uint32_t>(file, format, {options, kind});
    for (auto const& piece : parsed.pieces) {
      require(piece.weights.size() == piece.from.size());
      if (kind != files::WeightKind::float32) continue;
      for (std::uint64_t const bits : piece.weights) {
        float const weight = files::weight_of_bits<float>(bits);
        require(weight == weight);
      }
    }
  } catch (files::Fault const& fault) {
    require(file.data() <= fault.at && fault.at <= file.data() + file.size());
    require(!fault.reason.empty() && fault.reason.size() < 400);
  }
}

// The edges that a header promises are asked for before the file is read.
bool promises_no_fault(std::string_view file, yoke::GraphFormat format,
                       yoke::GraphReadOptions const& options) {
  try {
    files::most_edges(file, format, options);
  } catch (files::Fault const& fault) {
    return file.data() <= fault.at && fault.at <= file.data() + file.size();
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  Kokkos::initialize(Kokkos::InitializationSettings().set_num_threads(1));
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  unsigned const choice = data[0];
  std::string_view const file(reinterpret_cast<char const*>(data) + 1, size - 1);
  auto const format = static_cast<yoke::GraphFormat>(1 + choice % 6);
  unsigned const bits = choice / 6;
  yoke::GraphReadOptions options;
  options.ids = (bits & 1) != 0 ? yoke::VertexIds::compact : yoke::VertexIds::keep;
  options.allow_sparse_ids = (bits & 2) != 0;
  options.lenient = (bits & 4) != 0;
  options.skip_lines = bits / 32;
  options.memory_limit = std::uint64_t(1) << 22;
  options.accept_unsymmetric = (bits & 8) != 0;
  if (format == yoke::GraphFormat::edge_list) {
    // By bits that mean nothing to edge lists.
    if ((bits & 3) == 3) options.ids = yoke::VertexIds::names;
    if ((bits & 8) != 0) options.columns = {"2", "3"};
    if (options.ids == yoke::VertexIds::keep) options.base = bits / 32;
  }
  if ((bits & 16) != 0) {
    read_in_pieces<std::uint64_t>(file, format, options);
  } else {
    read_in_pieces<std::uint32_t>(file, format, options);
  }
  read_weights(file, format, options, files::WeightKind::float32);
  read_weights(file, format, options, files::WeightKind::int32);
  require(files::format_to_read("graph", file, yoke::GraphFormat::automatic).format !=
          yoke::GraphFormat::automatic);
  require(files::is_binary(format) || promises_no_fault(file, format, options));
  return 0;
}
