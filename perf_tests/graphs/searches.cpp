#include "graphs/searches.hpp"

#include "graphs/settings.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::BfsAlgorithm;

// One way to search.
struct Way {
  std::string name;
  yoke::BfsOptions options;
};

std::vector<Way> every_way() {
  std::vector<Way> ways{{"automatic", {}}};
  for (auto const algorithm : {Algorithm::direction_optimising, Algorithm::level_synchronous}) {
    Way way{std::string(yoke::to_string(algorithm)), {}};
    way.options.algorithm = algorithm;
    ways.push_back(way);
  }
  Way deterministic{"deterministic_parents", {}};
  deterministic.options.deterministic_parents = true;
  ways.push_back(deterministic);
  return ways;
}

template <class Space>
void search(benchmark::State& state, KnownGraph const& known, Settings const& settings,
            Way const& way) {
  Space const exec;
  auto const& graph = known.on<Space>();
  Kokkos::View<Vertex*, typename Space::memory_space> const level("yoke_perf::level",
                                                                  graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  yoke::BfsPlan<Space, Vertex, Vertex> plan(exec, graph.vertices(), graph.arcs(), way.options);
  measure_searches(state, exec, graph, known.sources(settings.sources, settings.seed), level,
                   parent, [&](Vertex source) { plan(graph, source, level, parent); });
  state.counters["workspace_bytes_per_vertex"] =
      static_cast<double>(plan.workspace_bytes()) / static_cast<double>(graph.vertices());
  state.SetLabel(std::string(yoke::to_string(plan.algorithm())));
}

template <class Space>
void add(Settings const& settings, KnownGraph& known, std::string const& graph, Way const& way,
         int runs) {
  std::string const name =
      std::string("bfs/") + name_of_space<Space>() + "/" + way.name + "/" + graph;
  add_benchmark(name, runs, [&known, settings, graph, way](benchmark::State& state) {
    known.hold(graph, settings.seed);
    search<Space>(state, known, settings, way);
  });
}

}  // namespace

void add_searches(Settings const& settings, KnownGraph& known, std::string const& graph) {
  for (auto const& way : every_way()) {
    if constexpr (has_device) add<Device>(settings, known, graph, way, settings.sources);
    add<Host>(settings, known, graph, way, std::min(settings.sources, 16));
  }
  Way sequential{"sequential", {}};
  sequential.options.algorithm = Algorithm::sequential;
  add<Host>(settings, known, graph, sequential, std::min(settings.sources, 3));
}

}  // namespace yoke_perf
