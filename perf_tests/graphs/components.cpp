#include <yoke/connected_components.hpp>

#include "graphs/settings.hpp"
#include "support/benchmarks.hpp"
#include "support/graphs.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ComponentsAlgorithm;

// One way to find components.
struct Way {
  std::string name;
  yoke::ComponentsOptions options;
  bool forest = false;
  bool one_shot = false;  // plan, run and give back the memory, all of it timed
};

std::vector<Way> every_way() {
  std::vector<Way> ways{{"automatic/plan", {}}, {"automatic/one_shot", {}}, {"forest/plan", {}}};
  ways[1].one_shot = true;
  ways[2].forest = true;
  for (auto const algorithm :
       {Algorithm::afforest, Algorithm::soman, Algorithm::shiloach_vishkin}) {
    Way way{std::string(yoke::to_string(algorithm)) + "/plan", {}};
    way.options.algorithm = algorithm;
    ways.push_back(way);
  }
  return ways;
}

template <class Space>
void find_components(benchmark::State& state, KnownGraph const& known, Way const& way) {
  Space const exec;
  auto const& graph = known.on<Space>();
  std::size_t const n = graph.vertices();
  using Labels = Kokkos::View<Vertex*, typename Space::memory_space>;
  Labels const label("yoke_perf::label", n);
  Labels const from("yoke_perf::from", way.forest ? n : 0), to("yoke_perf::to", from.size());
  yoke::ConnectedComponentsPlan<Space, Vertex, Vertex> plan(exec, n, graph.arcs(), way.options);
  std::size_t count = 0;
  Measured work;
  work.prepare = [&] { Kokkos::deep_copy(exec, label, ~Vertex(0)); };
  work.run = [&] {
    count = way.one_shot ? yoke::connected_components(exec, graph, label, way.options)
            : way.forest ? plan(graph, label, from, to)
                         : plan(graph, label);
  };
  work.find_fault = [&] { return known.find_fault(exec, label, count); };
  work.warm_up = way.options.algorithm != Algorithm::sequential;
  measure(state, work, {graph.arcs(), 0});
  state.counters["workspace_bytes_per_vertex"] =
      static_cast<double>(plan.workspace_bytes()) / static_cast<double>(n);
  state.SetLabel(std::string(yoke::to_string(plan.algorithm())));
}

template <class Space>
void add(Settings const& settings, KnownGraph& known, std::string const& graph, Way const& way,
         int runs) {
  std::string const name =
      std::string("components/") + name_of_space<Space>() + "/" + way.name + "/" + graph;
  add_benchmark(name, settings.runs_or(runs),
                [&known, graph, way, seed = settings.seed](benchmark::State& state) {
                  known.hold(graph, seed);
                  find_components<Space>(state, known, way);
                });
}

}  // namespace

void add_components(Settings const& settings, KnownGraph& known, std::string const& graph) {
  for (auto const& way : every_way()) {
    if constexpr (has_device) add<Device>(settings, known, graph, way, 20);
    add<Host>(settings, known, graph, way, 5);
  }
  Way sequential{"sequential/plan", {}};
  sequential.options.algorithm = Algorithm::sequential;
  add<Host>(settings, known, graph, sequential, 2);
}

}  // namespace yoke_perf
