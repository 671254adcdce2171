#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/minimum_spanning_forest_options.hpp"

namespace yoke::detail::forest {

template <class Weight>
using TotalOf = std::conditional_t<std::is_floating_point_v<Weight>, double, std::int64_t>;

// Of the forest, on ranks of all of it.
template <class Weight>
struct Total {
  TotalOf<Weight> value{};
  bool overflows = false;
  std::uint64_t edges = 0;
};

// Lightest spanning forests, as the frame knows them (frame/capability.hpp).
template <class Vertex, class Offset, class Weight>
struct MinimumForests {
  using Algorithm = MinimumForestAlgorithm;
  using Options = MinimumForestOptions;
  using Report = MinimumForestReport;
  static constexpr auto const& algorithms = minimum_forest_algorithms;
  static constexpr char const* name = "yoke::minimum_spanning_forest";
  static constexpr char const* busy = "forest";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    RawGraph<Vertex, Offset> graph;
    RawArray<Weight const> arc_weights;
    RawArray<Vertex> from, to;
    RawArray<Weight> weight;
    Total<Weight>* total = nullptr;

    static constexpr std::array names{"offsets", "neighbours", "weights", "from", "to", "weight"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.graph.offsets, self.graph.neighbours, self.arc_weights, self.from,
                      self.to, self.weight);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.graph.numbered(); }
  // A rank has the edges whose smaller ends it owns.
  static std::uint64_t most_edges(RawGraph<Vertex, Offset> const& graph) {
    if (graph.numbered() == 0) return 0;
    std::uint64_t const most = graph.numbered() - 1;
    return graph.all == 0 ? most : std::min<std::uint64_t>(most, graph.arcs());
  }

  static void check(char const* caller, Arguments const& arguments) {
    if (!arguments.graph.symmetric) {
      throw std::invalid_argument(
          std::string(caller) +
          ": the graph is directed; build it with symmetrise, or make it with "
          "yoke::GraphKind::symmetric where every arc has its reverse");
    }
    check_room(caller, "from", arguments.from.size, arguments.graph);
    check_room(caller, "to", arguments.to.size, arguments.graph);
    check_room(caller, "weight", arguments.weight.size, arguments.graph);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.graph);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.graph.vertices() == 0; }

 private:
  static void check_room(char const* caller, char const* argument, std::uint64_t room,
                         RawGraph<Vertex, Offset> const& graph) {
    if (room >= most_edges(graph)) return;
    throw std::invalid_argument(std::string(caller) + ": " + argument + " has " +
                                show_count(room, "element") + ", and a forest of " +
                                show_count(graph.numbered(), "vertex", "vertices") + " may need " +
                                std::to_string(most_edges(graph)));
  }
};

}  // namespace yoke::detail::forest
