#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/all_pairs/graph_arcs.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"

namespace yoke::detail::all_pairs {

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
