#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::all_pairs {

template <class G>
concept AnyGraph = requires {
  typename G::vertex_type;
  typename G::offset_type;
  typename G::Offsets;
};

template <class G>
concept GraphWithWeights = AnyGraph<G> && requires {
  typename G::weight_type;
};

// The arcs of a graph of any types, or of one rank's part of it. Kernels see the types when they
// run: each arc is read a few times, and each pair of types would be a kernel of its own.
struct GraphArcs {
  enum class Kind : unsigned char { one, int32, int64, float32, float64 };  // one: without weights
  void const* offsets = nullptr;
  void const* neighbours = nullptr;
  void const* weights = nullptr;
  std::size_t vertices = 0, arcs = 0;  // the part's own
  bool has_wide_offsets = false, has_wide_vertices = false;
  Kind kind = Kind::one;
  bool is_given = false;  // false: there is no graph

  template <class G>
  static GraphArcs of(G const& graph) {
    auto const raw = graph.raw();
    GraphArcs arcs{raw.offsets.data,
                   raw.neighbours.data,
                   nullptr,
                   raw.vertices(),
                   raw.arcs(),
                   sizeof *raw.offsets.data == 8,
                   sizeof *raw.neighbours.data == 8,
                   Kind::one,
                   true};
    if constexpr (GraphWithWeights<G>) {
      using Weight = typename G::weight_type;
      constexpr bool is_integral = std::is_integral_v<Weight>;
      arcs.weights = graph.weights().data();
      arcs.kind = sizeof(Weight) == 4 ? (is_integral ? Kind::int32 : Kind::float32)
                                      : (is_integral ? Kind::int64 : Kind::float64);
    }
    return arcs;
  }
  bool has_weights() const { return kind != Kind::one; }
};

// Compiled once, for all executors (from_graph.cpp.in). Throws yoke::InvalidInput for a weight that
// is no distance. Returns the first arc of negative weight, or the largest number.
template <class Space, class Weight>
std::uint64_t check_arcs(Space const& exec, GraphArcs const& arcs);
// Makes element (i, j), at i * row_stride + j * column_stride, the least weight of an arc from i to
// j, or the unreachable distance: for each vertex i of the arcs, and j below `columns`. Fences.
template <class Space, class Weight>
void put_graph(Space const& exec, GraphArcs const& arcs, std::size_t columns, Weight* matrix,
               std::size_t row_stride, std::size_t column_stride);

// Throws where distances of this graph cannot be written to this matrix.
template <class Executor, class G, class Distances>
GraphArcs checked_arcs(char const* caller, G const& graph, Distances const& distances) {
  static_assert(is_accessible<Executor, typename G::Offsets::memory_space>(),
                "yoke::all_pairs_distances: the execution space cannot access the graph");
  static_assert(
      is_accessible<Executor, typename Distances::memory_space>(),
      "yoke::all_pairs_distances: no side of the Hybrid accesses the graph and distances");
  GraphArcs const arcs = GraphArcs::of(graph);
  check_same_size(caller, "the graph's vertices", graph.vertices(), "a row of distances",
                  distances.extent(1));
  check_same_size(caller, "the graph's rows", arcs.vertices, "distances", distances.extent(0));
  auto const written = bytes_of("distances", distances);
  check_apart(caller, {written},
              {bytes_of("the graph's offsets", graph.offsets()),
               bytes_of("the graph's neighbours", graph.neighbours())});
  if constexpr (GraphWithWeights<G>) {
    static_assert(
        std::is_floating_point_v<typename Distances::value_type> ||
            std::is_integral_v<typename G::weight_type>,
        "yoke::all_pairs_distances: distances are integers, and the graph's weights are not");
    check_apart(caller, {written}, {bytes_of("the graph's weights", graph.weights())});
  }
  return arcs;
}

// Makes a checked matrix that of the graph's weights.
template <class Space, class G, class Distances>
void put_graph(Space const& exec, char const* caller, G const& graph, Distances const& distances) {
  using Weight = typename Distances::value_type;
  GraphArcs const arcs = checked_arcs<Space>(caller, graph, distances);
  if (arcs.vertices == 0) return;
  check_arcs<Space, Weight>(exec, arcs);
  put_graph<Space, Weight>(exec, arcs, arcs.vertices, distances.data(),
                           static_cast<std::size_t>(distances.stride(0)),
                           static_cast<std::size_t>(distances.stride(1)));
}

struct MatrixCapacity {
  std::size_t vertices;
};

// Distances of all pairs, as the frame knows them (frame/capability.hpp).
template <class Weight>
struct AllPairs {
  using Algorithm = AllPairsAlgorithm;
  using Options = AllPairsOptions;
  using Report = AllPairsReport;
  using Capacity = MatrixCapacity;
  static constexpr auto const& algorithms = all_pairs_algorithms;
  static constexpr char const* name = "yoke::all_pairs_distances";
  static constexpr char const* busy = "all pairs";
  static constexpr RankForm ranks = RankForm::of_spaces;
  static constexpr bool numbers_all_ranks = true;

  // Element (i, j) is distances[i * stride + j]. If it is transposed, this is the distance from j
  // to i. The same of next, which has as many rows and columns, or is empty. On several ranks
  // nothing is transposed, and the rows are this rank's. If there is a graph, its arcs are the
  // weights, and the old elements of distances do not matter.
  struct Arguments {
    InOutArray<Weight> distances;
    RawArray<std::uint32_t> next;
    GraphArcs graph;
    std::size_t rows = 0, vertices = 0, stride = 0, next_stride = 0;
    bool transposed = false, next_transposed = false;

    static constexpr std::array names{"distances", "next"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.distances, self.next);
    }
  };

  // The plan does, before it copies a matrix.
  static void check(char const*, Arguments const&) {}
  static void check_square(char const* caller, std::string const& matrix, std::uint64_t rows,
                           std::uint64_t columns) {
    if (rows == columns) return;
    throw std::invalid_argument(std::string(caller) + ": " + matrix + " has " +
                                show_count(rows, "row") + " and " + show_count(columns, "column") +
                                "; it must be square");
  }
  static void check_next(char const* caller, Arguments const& arguments, std::size_t rows,
                         std::size_t columns) {
    if (rows == arguments.rows && columns == arguments.vertices) return;
    throw std::invalid_argument(std::string(caller) + ": next has " + show_count(rows, "row") +
                                " and " + show_count(columns, "column") + "; distances has " +
                                show_count(arguments.rows, "row"));
  }
  // Throws if the algorithm is searches, which `why`.
  static void refuse_searches(AllPairsAlgorithm chosen, char const* why) {
    if (chosen != AllPairsAlgorithm::searches) return;
    throw std::invalid_argument(std::string(name) + ": options.algorithm is searches, which " +
                                why);
  }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.rows; }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "a row of distances", arguments.vertices, capacity.vertices);
  }
};

}  // namespace yoke::detail::all_pairs
