#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/graphs/sources.hpp"
#include "yoke/messages.hpp"
#include "yoke/shortest_paths_options.hpp"

namespace yoke::detail::shortest_paths {

// The distance of a vertex that no path reaches.
template <class Weight>
inline constexpr Weight infinity = std::is_floating_point_v<Weight>
                                       ? std::numeric_limits<Weight>::infinity()
                                       : std::numeric_limits<Weight>::max();

// Shortest paths, as the frame knows them (frame/capability.hpp).
template <class Vertex, class Offset, class Weight>
struct ShortestPaths {
  using Algorithm = ShortestPathsAlgorithm;
  using Options = ShortestPathsOptions;
  using Report = ShortestPathsReport;
  static constexpr auto const& algorithms = shortest_paths_algorithms;
  static constexpr char const* name = "yoke::shortest_paths";
  static constexpr char const* busy = "shortest paths";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    RawGraph<Vertex, Offset> graph;  // its arcs by source alone
    RawArray<Weight const> weights;
    // One source that the host knows, or several.
    Vertex source = 0;
    bool has_one_source = false;
    RawArray<Vertex const> sources;
    RawArray<Weight> distances;
    RawArray<Vertex> parents;  // empty where they are not wanted

    static constexpr std::array names{"offsets", "neighbours", "weights",
                                      "sources", "distances",  "parents"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.graph.offsets, self.graph.neighbours, self.weights, self.sources,
                      self.distances, self.parents);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.graph.numbered(); }

  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const n = arguments.graph.vertices();
    check_same_size(caller, "distances", arguments.distances.size, "the graph", n);
    if (arguments.parents.size > 0)
      check_same_size(caller, "parents", arguments.parents.size, "the graph", n);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.graph);
  }
  static void check_options(Options const& options) {
    if (options.delta >= 0 && options.delta <= std::numeric_limits<double>::max()) return;
    throw std::invalid_argument(std::string(name) + ": options.delta is " +
                                show_number(options.delta) +
                                "; it must be a number from 0, in units of weight");
  }
  static void simplify(Arguments& arguments) { take_one_source(arguments); }
  // Sources are checked even where there is no vertex.
  static bool is_empty(Arguments const&) { return false; }
};

}  // namespace yoke::detail::shortest_paths
