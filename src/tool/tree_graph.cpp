#include "tree_graph.hpp"

#include <optional>
#include <utility>
#include <yoke/connected_components.hpp>
#include <yoke/euler_tour.hpp>

#include "progress.hpp"

namespace yoke::tool {
namespace {

// Those that are their own labels.
template <class Word, class Label>
Numbers<Word, Kokkos::HostSpace> roots_of(Label const& label, std::uint64_t count) {
  auto const label_here = copied_to<Kokkos::HostSpace>(label);
  auto const roots = make_numbers<Word, Kokkos::HostSpace>("roots", count);
  std::uint64_t place = 0;
  for (std::uint64_t v = 0; v < label.extent(0); ++v) {
    if (label_here(v) == v) roots(place++) = static_cast<Word>(v);
  }
  return roots;
}

template <class Word, class Exec>
Numbers<Word, Kokkos::HostSpace> root_graph(Exec const& exec, HostGraph<Word> const& graph) {
  using Memory = typename Exec::memory_space;
  std::optional<double> no_matter;
  auto const placed = place_graph(exec, graph, no_matter);
  std::uint64_t const n = graph.vertices(), room = n == 0 ? 0 : n - 1;
  auto const label = make_numbers<Word, Memory>("label", n);
  auto const from = make_numbers<Word, Memory>("from", room);
  auto const to = make_numbers<Word, Memory>("to", room);
  auto const parent = make_numbers<Word, Memory>("parent", n);
  std::uint64_t const trees = spanning_forest(exec, placed, label, from, to);
  auto const edges = std::make_pair(std::uint64_t(0), n - trees);
  auto const roots = copied_to<Memory>(roots_of<Word>(label, trees));
  root_forest(exec, Kokkos::subview(from, edges), Kokkos::subview(to, edges), roots, parent);
  return copied_to<Kokkos::HostSpace>(parent);
}

}  // namespace

template <class Word>
Numbers<Word, Kokkos::HostSpace> forest_of_graph(GraphArguments const& arguments, Space space,
                                                 Outputs& outputs) {
  auto const loaded = load_graph<Word>(arguments);
  write_ids(arguments, loaded.report, outputs);
  Progress const progress("finding a spanning forest");
  return on_one_space(space,
                      [&](auto const& exec) { return root_graph<Word>(exec, loaded.graph); });
}

template Numbers<std::uint32_t, Kokkos::HostSpace> forest_of_graph(GraphArguments const&, Space,
                                                                   Outputs&);
template Numbers<std::uint64_t, Kokkos::HostSpace> forest_of_graph(GraphArguments const&, Space,
                                                                   Outputs&);

}  // namespace yoke::tool
