#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
#include <yoke/connected_components.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/validate_components.hpp>

#include "components.hpp"
#include "graph_part.hpp"
#include "memory.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

// The result, in host memory.
template <class Word>
struct Labelling {
  Numbers<Word, Kokkos::HostSpace> label, from, to;  // from and to only where a forest is asked for
  std::uint64_t edges = 0;                           // of this rank's, of the forest
};

// Returns how many edges of a forest a plan has written.
std::uint64_t take_forest(std::size_t found, std::uint64_t vertices, std::uint64_t& components) {
  components = found;
  return vertices - found;
}
#ifdef YOKE_HAS_MPI
std::uint64_t take_forest(DistributedForest const& found, std::uint64_t,
                          std::uint64_t& components) {
  components = found.components;
  return found.own_edges;
}
#endif

template <class Word, class Executor>
Labelling<Word> label_on(Executor const& executor, ComponentsArguments const& arguments,
                         GraphPart<Word> const& part, Outputs& outputs,
                         ComponentsOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  auto const& graph = part.own.graph;
  auto const placed = place_part(executor, part, outcome.upload);
  auto const n = graph.vertices();
  bool const wants_forest = !arguments.forest.empty();
  auto const label = make_numbers<Word, Memory>("label", n);
  auto const from = make_numbers<Word, Memory>("from", wants_forest ? n : 0);
  auto const to = make_numbers<Word, Memory>("to", from.extent(0));
  TimedRuns timed(arguments, "connected_components", outcome);
  ConnectedComponentsPlan<Executor, Word, Word> plan(executor, n, graph.arcs(), timed.options());
  std::uint64_t edges = 0;
  timed.run("labelling", plan, [&] {
    if (wants_forest) {
      edges = take_forest(plan(placed, label, from, to), n, outcome.components);
    } else {
      outcome.components = plan(placed, label);
    }
  });
  add_traffic_of(executor, outcome.traffic);
  timed.write_trace(outputs);
  return {copied_to<Kokkos::HostSpace>(label), copied_to<Kokkos::HostSpace>(from),
          copied_to<Kokkos::HostSpace>(to), edges};
}

template <class Word>
std::uint64_t largest_component(std::span<Word const> label) {
  std::vector<std::uint64_t> size(label.size());
  for (Word const l : label) ++size[l];
  return size.empty() ? 0 : *std::max_element(size.begin(), size.end());
}

template <class Word>
void write_forest(Outputs& outputs, ComponentsArguments const& arguments, std::uint64_t vertices,
                  Labelling<Word> const& labelling) {
  auto const edges = std::make_pair(std::uint64_t(0), labelling.edges);
  EdgeList<Word, Kokkos::HostSpace> forest;
  forest.vertices = vertices;
  forest.from = Kokkos::subview(labelling.from, edges);
  forest.to = Kokkos::subview(labelling.to, edges);
  save_part(outputs, arguments.forest, build_part(forest), arguments.written_forest);
}

template <class Word>
ComponentsOutcome label_words(ComponentsArguments const& arguments, Outputs& outputs) {
  auto const part = load_part<Word>(arguments.graph);
  auto const& graph = part.own.graph;
  write_ids(arguments.graph, part.own.report, outputs);
  ComponentsOutcome outcome;
  outcome.vertices = part.vertices;
  outcome.arcs = part.arcs;
  Labelling<Word> labelling;
  on_ranks_or_space(arguments.space, [&](auto const& executor) {
    labelling = label_on<Word>(executor, arguments, part, outputs, outcome);
  });
  if (arguments.verify) {
    outcome.fault = find_fault("component", outcome.components, [&] {
      return arguments.forest.empty() ? validate_components(HostExec(), graph, labelling.label)
                                      : validate_spanning_forest(HostExec(), graph, labelling.label,
                                                                 labelling.from, labelling.to);
    });
    if (outcome.fault) return outcome;
  }
  if (ranks() == 1) outcome.largest = largest_component<Word>(span_of(labelling.label));
  write_output(outputs, arguments.output, arguments.output_type, labelling.label);
  if (!arguments.forest.empty()) {
    write_forest(outputs, arguments, part.vertices, labelling);
  }
  return outcome;
}

}  // namespace

ComponentsOutcome label_components(ComponentsArguments const& arguments, Outputs& outputs) {
  return is_wide(arguments.graph) ? label_words<std::uint64_t>(arguments, outputs)
                                  : label_words<std::uint32_t>(arguments, outputs);
}

}  // namespace yoke::tool
