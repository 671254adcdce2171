#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/connected_components_options.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"

namespace yoke::detail::components {

// Connected components and spanning forests, as the frame knows them (frame/capability.hpp).
template <class Vertex, class Offset>
struct Components {
  using Algorithm = ComponentsAlgorithm;
  using Options = ComponentsOptions;
  using Report = ComponentsReport;
  static constexpr auto const& algorithms = components_algorithms;
  static constexpr char const* name = "yoke::connected_components";
  static constexpr char const* busy = "components";
  static constexpr RankForm ranks = RankForm::of_spaces;

  using Capacity = GraphCapacity;
  struct Arguments {
    RawGraph<Vertex, Offset> graph;
    RawArray<Vertex> label;
    // Room for an edge less than there are vertices; null where no forest is wanted.
    RawArray<Vertex> from, to;
    // On ranks, where a forest is wanted: room for an edge a vertex, and for the number of edges
    // that this rank has.
    std::uint64_t* own_edges = nullptr;

    bool wants_forest() const { return from.data != nullptr; }

    static constexpr std::array names{"offsets", "neighbours", "label", "from", "to"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.graph.offsets, self.graph.neighbours, self.label, self.from, self.to);
    }
  };

  static std::uint64_t numbered(Arguments const& arguments) { return arguments.graph.numbered(); }

  static void check(char const* caller, Arguments const& arguments) {
    if (!arguments.graph.symmetric) {
      throw std::invalid_argument(
          std::string(caller) +
          ": the graph is directed; build it with symmetrise, or make it with "
          "yoke::GraphKind::symmetric where every arc has its reverse");
    }
    if (arguments.label.size != arguments.graph.vertices()) {
      throw std::invalid_argument(
          std::string(caller) + ": label has " + show_count(arguments.label.size, "element") +
          " and the graph has " + show_count(arguments.graph.vertices(), "vertex", "vertices"));
    }
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    capacity.check(name, arguments.graph);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.graph.vertices() == 0; }
};

}  // namespace yoke::detail::components
