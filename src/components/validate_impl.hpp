#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "components/validate_steps.hpp"
#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/errors.hpp"
#include "yoke/validate_components.hpp"

namespace yoke::detail::components {

// One check of labels, and of a forest after them.
template <class Space, class Vertex, class Offset>
class ComponentsValidation {
 public:
  ComponentsValidation(std::string const& caller, Space const& exec,
                       RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> label)
      : caller_(caller),
        exec_(exec),
        rows_(csr_of<Space>(graph)),
        label_(array_on<Space>(label)),
        parents_(make_buffer<Space, Vertex>(exec, "yoke::validate_components::parents",
                                            graph.vertices())),
        sets_{array_of(parents_)} {}

  // Returns the number of components.
  std::uint64_t check_labels() const {
    start_sets();
    auto const chunks = ArcChunks::of(exec_, rows_.arcs());
    std::uint64_t const arc =
        smallest("yoke::validate_components::join_along_arcs", exec_, chunks.count(),
                 JoinAlongArcs<Space, Vertex, Offset>{rows_, chunks, label_, sets_});
    if (arc != nothing_found) {
      std::uint64_t const v = source_of_arc(exec_, rows_, arc);
      Vertex const u = at(rows_.neighbours, arc);
      fail(v, with_label(v) + ", and its neighbour " + std::to_string(u) + " label " +
                  std::to_string(at(label_, u)));
    }
    std::uint64_t const v = smallest("yoke::validate_components::labels", exec_, rows_.vertices(),
                                     FirstWrongLabel<Space, Vertex>{label_, sets_});
    if (v != nothing_found) {
      fail(v, with_label(v) + ", and the smallest vertex that it is connected with is " +
                  std::to_string(smallest_of(v)));
    }
    return count_sets();
  }

  void check_forest(ForestToCheck<Vertex> const& forest, std::uint64_t components) const {
    std::uint64_t const count = rows_.vertices() - components;
    check_capacity("from", forest.from.size, count);
    check_capacity("to", forest.to.size, count);
    Edges<Space, Vertex> const edges{array_on<Space>(forest.from), array_on<Space>(forest.to)};
    check_edges(edges, count, "has an end that is no vertex",
                FirstEdgeOutOfRange<Space, Vertex>{edges, rows_.vertices()});
    check_edges(edges, count, "is none of the graph's",
                FirstEdgeNotInGraph<Space, Vertex, Offset>{edges, rows_});
    start_sets();
    check_edges(edges, count, "closes a cycle", FirstEdgeOfCycle<Space, Vertex>{edges, sets_});
  }

 private:
  void start_sets() const {
    Kokkos::parallel_for("yoke::validate_components::start_sets",
                         WideRange<Space>(exec_, 0, rows_.vertices()),
                         StartSets<Space, Vertex>{sets_});
  }

  std::uint64_t count_sets() const {
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::validate_components::count_sets",
                            WideRange<Space>(exec_, 0, rows_.vertices()),
                            CountSets<Space, Vertex>{sets_}, count);
    return count;
  }

  void check_capacity(char const* name, std::size_t size, std::uint64_t edges) const {
    if (size >= edges) return;
    throw std::invalid_argument(caller_ + ": " + name + " has " + show_count(size, "element") +
                                ", and the forest " + show_count(edges, "edge"));
  }

  template <class Functor>
  void check_edges(Edges<Space, Vertex> const& edges, std::uint64_t count, std::string const& what,
                   Functor const& functor) const {
    std::uint64_t const edge = smallest("yoke::validate_components::forest", exec_, count, functor);
    if (edge == nothing_found) return;
    fail(edge, "edge " + std::to_string(edge) + " of the forest, from " +
                   std::to_string(at(edges.from, edge)) + " to " +
                   std::to_string(at(edges.to, edge)) + ", " + what);
  }

  [[noreturn]] void fail(std::uint64_t index, std::string const& what) const {
    throw InvalidInput(caller_ + ": " + what, index);
  }

  template <class T>
  T at(Array<Space, T const> array, std::uint64_t i) const {
    return element(exec_, array, i);
  }
  std::string with_label(std::uint64_t v) const {
    return "vertex " + std::to_string(v) + " has label " + std::to_string(at(label_, v));
  }
  Vertex smallest_of(std::uint64_t v) const {
    Array<Space, Vertex const> const parent = sets_.parent;
    Vertex here = static_cast<Vertex>(v);
    for (Vertex above = at(parent, here); above != here; above = at(parent, here)) here = above;
    return here;
  }

  std::string caller_;
  Space exec_;
  CsrView<Space, Vertex, Offset> rows_;
  Array<Space, Vertex const> label_;
  Buffer<Space, Vertex> parents_;
  VertexSets<Space, Vertex> sets_;
};

template <class Space, class Vertex, class Offset>
std::size_t validate_components(char const* caller, Space const& exec,
                                RawGraph<Vertex, Offset> const& graph, RawArray<Vertex const> label,
                                ForestToCheck<Vertex> const* forest) {
  Components<Vertex, Offset>::check(caller, {graph, {nullptr, label.size}, {}, {}});
  if (graph.vertices() == 0) return 0;
  Kokkos::Profiling::ScopedRegion const region(caller);
  ComponentsValidation<Space, Vertex, Offset> const validation(caller, exec, graph, label);
  std::uint64_t const components = validation.check_labels();
  if (forest != nullptr) validation.check_forest(*forest, components);
  return components;
}

}  // namespace yoke::detail::components
