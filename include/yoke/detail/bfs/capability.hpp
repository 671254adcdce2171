#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/bfs_options.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/graphs/sources.hpp"

namespace yoke::detail::bfs {

// What tells calls from one source from those from several (CallOf).
struct FromOneSource {
  static constexpr char const* text = " from one source";
};
struct FromSources {
  static constexpr char const* text = " from sources";
};

// Breadth-first search, as the frame knows it (frame/capability.hpp).
template <class Vertex, class Offset>
struct BreadthFirst {
  using Algorithm = BfsAlgorithm;
  using Options = BfsOptions;
  using Report = BfsReport;
  static constexpr auto const& algorithms = bfs_algorithms;
  static constexpr char const* name = "yoke::bfs";
  static constexpr char const* busy = "search";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    // Its incoming arcs are left out where it is symmetric, so that they do not travel twice.
    RawGraph<Vertex, Offset> graph;
    // One source that the host knows, or several.
    Vertex source = 0;
    bool has_one_source = false;
    RawArray<Vertex const> sources;
    // Empty where they are not wanted.
    RawArray<Vertex> level, parent;

    static constexpr std::array names{
        "offsets", "neighbours", "incoming offsets", "incoming neighbours", "source",
        "level",   "parent"};
    template <class Self>
    static auto arrays(Self& self) {
      auto& graph = self.graph;
      return std::tie(graph.offsets, graph.neighbours, graph.incoming_offsets,
                      graph.incoming_neighbours, self.sources, self.level, self.parent);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.graph.numbered(); }

  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const n = arguments.graph.vertices(), level = arguments.level.size,
                      parent = arguments.parent.size;
    if (level > 0) check_same_size(caller, "level", level, "the graph", n);
    if (parent > 0) check_same_size(caller, "parent", parent, "the graph", n);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.graph);
  }
  static void simplify(Arguments& arguments) { take_one_source(arguments); }
  // Sources are checked even where there is no vertex.
  static bool is_empty(Arguments const&) { return false; }
};

}  // namespace yoke::detail::bfs
