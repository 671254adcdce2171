#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/closeness_options.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/even_part.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/eccentricities_options.hpp"
#include "yoke/weighted_graph.hpp"

// Eccentricities and closeness, as the frame knows them (frame/capability.hpp).
namespace yoke::detail::distances {

template <class Vertex, class Offset>
void check_symmetric(char const* caller, RawGraph<Vertex, Offset> const& graph) {
  if (graph.symmetric) return;
  throw std::invalid_argument(std::string(caller) +
                              ": the graph is directed; build it with symmetrise, or make it with "
                              "yoke::GraphKind::symmetric where every arc has its reverse");
}

template <class Vertex, class Offset>
GraphCapacity capacity_of(char const* plan, std::size_t vertices, std::size_t arcs) {
  return {checked_count<Vertex>(plan, "Vertex", checked_capacity(plan, vertices, "vertices")),
          checked_count<Offset>(plan, "Offset", checked_capacity(plan, arcs, "arcs"))};
}

// Without weights Weight is void, and a distance is a number of edges.
template <class Vertex, class Weight>
using LengthOf = std::conditional_t<std::is_void_v<Weight>, Vertex, Weight>;
template <class Weight>
using DiameterOf = std::conditional_t<std::is_void_v<Weight>, Diameter, WeightedDiameter<Weight>>;
template <class Weight>
inline constexpr bool is_weight = std::is_void_v<Weight> || ArcWeight<Weight>;

// The type of a graph's weights; void: it has none.
template <class G>
struct WeightOfGraph {
  using Type = void;
};
template <class G>
requires requires { typename G::weight_type; }
struct WeightOfGraph<G> {
  using Type = typename G::weight_type;
};
template <class G>
using WeightOf = typename WeightOfGraph<std::remove_cvref_t<G>>::Type;

template <class Executor, class Vertex, class Offset, class Weight, class G>
constexpr void check_types(G const&) {
  static_assert(is_accessible<Executor, typename G::Offsets::memory_space>(),
                "yoke: the execution space cannot access the graph");
  static_assert(std::is_same_v<VertexOf<G>, Vertex> && std::is_same_v<OffsetOf<G>, Offset>,
                "yoke: the graph is not of the plan's types");
  static_assert(std::is_void_v<Weight> || std::is_same_v<WeightOf<G>, Weight>,
                "yoke: the graph's weights are not of the plan's type");
}

// The graph of a call, with the weights that it counts.
template <class Weight, class Arguments, class G>
void take_graph(Arguments& arguments, G const& graph) {
  arguments.graph = graph.raw().without_shared_incoming();
  if constexpr (!std::is_void_v<Weight>) arguments.weights = raw_array<Weight>(graph.weights());
}

// The part that this rank has of the searches from single vertices. All ranks have the same graph.
struct SearchShare {
  EvenPart part;
  std::uint64_t begin = 0, end = 0;  // found: the eccentricities that this rank has
};

template <class Vertex, class Offset, class Weight = void>
struct Eccentricities {
  using Length = LengthOf<Vertex, Weight>;
  using Algorithm = EccentricitiesAlgorithm;
  using Options = EccentricitiesOptions;
  using Report = EccentricitiesReport;
  static constexpr auto const& algorithms = eccentricities_algorithms;
  static constexpr char const* name = "yoke::eccentricities";
  static constexpr char const* busy = "eccentricities";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    RawGraph<Vertex, Offset> graph;
    RawArray<Length const> weights;  // of the arcs; empty: none
    RawArray<Length> eccentricity;
    bool wants_all = false;  // else only the diameter
    DiameterOf<Weight>* diameter = nullptr;
    SearchShare* share = nullptr;  // null: all searches are this call's

    char const* caller() const { return wants_all ? name : "yoke::diameter"; }

    static constexpr std::array names{"offsets", "neighbours", "weights", "eccentricity"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.graph.offsets, self.graph.neighbours, self.weights, self.eccentricity);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.graph.numbered(); }

  static void check(char const* caller, Arguments const& arguments) {
    check_symmetric(caller, arguments.graph);
    if (!arguments.wants_all) return;
    check_same_size(caller, "eccentricity", arguments.eccentricity.size, "the graph",
                    arguments.graph.vertices());
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(arguments.caller(), arguments.graph);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.graph.vertices() == 0; }
};

template <class Vertex, class Offset, class Weight = void>
struct Closeness {
  using Length = LengthOf<Vertex, Weight>;
  using Algorithm = OneAlgorithm;
  using Options = ClosenessOptions;
  using Report = ClosenessReport;
  static constexpr char const* name = "yoke::closeness";
  static constexpr char const* busy = "closeness";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    RawGraph<Vertex, Offset> graph;
    RawArray<Length const> weights;  // of the arcs; empty: none
    RawArray<Vertex const> sources;
    bool of_all = false;  // every vertex is a source
    RawArray<double> closeness;

    std::uint64_t size() const { return of_all ? graph.vertices() : sources.size; }

    static constexpr std::array names{"offsets", "neighbours", "weights", "sources", "closeness"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.graph.offsets, self.graph.neighbours, self.weights, self.sources,
                      self.closeness);
    }
  };

  static void check(char const* caller, Arguments const& arguments) {
    check_symmetric(caller, arguments.graph);
    check_same_size(caller, "closeness", arguments.closeness.size,
                    arguments.of_all ? "the graph" : "sources", arguments.size());
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.graph);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.size() == 0; }
};

}  // namespace yoke::detail::distances
