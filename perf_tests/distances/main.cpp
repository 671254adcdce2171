// The two ways of a device to search from several vertices of a graph with weights: by teams, and
// one search after another by the whole device. `automatic` is the choice of EachVertexTraits.
// Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>
#include <yoke/closeness.hpp>

#include "capabilities/weighted_graphs.hpp"
#include "distances/weighted_closeness.hpp"
#include "support/graphs.hpp"
#include "support/program.hpp"

namespace yoke_perf {
namespace {

namespace distances = yoke::detail::distances;

struct Settings {
  std::vector<std::string> graphs = {"rmat:12", "grid:64"};
  std::vector<std::uint64_t> sources = {32, 512, 4096};
  int runs = 3;
  std::uint64_t seed = 1;
};

// On a host too, where there is no device.
struct Automatic : distances::EachVertexTraits<Device> {
  static constexpr bool by_threads = false;
};
struct OneByOne : Automatic {
  static constexpr std::size_t most_vertices = 0;
};
struct ByTeams : Automatic {
  static constexpr std::size_t most_vertices = std::size_t(1) << 32;
  static bool prefers_teams(Device const&, distances::ManySearches const&) { return true; }
};

template <class Weight>
struct Case {
  using Memory = typename Device::memory_space;
  yoke::WeightedGraph<Vertex, Vertex, Weight, Memory> graph;
  Numbers<Vertex, Memory> sources;
  Numbers<double, Memory> found;

  Case(yoke::GraphShape const& shape, std::uint64_t count)
      : graph(
            std::visit([](auto const& its) { return weighted_graph<Device, Weight>(its); }, shape)),
        sources("yoke_perf::sources", std::min<std::uint64_t>(count, graph.vertices())),
        found("yoke_perf::closeness", sources.extent(0)) {
    auto const chosen = Kokkos::create_mirror_view(sources);
    for (std::size_t i = 0; i < chosen.extent(0); ++i) {
      chosen(i) = static_cast<Vertex>(i * graph.vertices() / chosen.extent(0));
    }
    Kokkos::deep_copy(sources, chosen);
  }

  // Some closenesses against those of a host, which are the same bytes.
  std::string find_fault() const {
    std::size_t const some = std::min<std::size_t>(8, sources.extent(0));
    auto const here = [](auto const& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    };
    yoke::WeightedGraph<Vertex, Vertex, Weight, Kokkos::HostSpace> const on_host(
        yoke::unchecked, graph.kind(), here(graph.offsets()), here(graph.neighbours()),
        here(graph.weights()));
    Numbers<Vertex, Kokkos::HostSpace> const first("yoke_perf::first", some);
    Numbers<double, Kokkos::HostSpace> const expected("yoke_perf::expected", some);
    Kokkos::deep_copy(first, Kokkos::subview(here(sources), std::pair(std::size_t(0), some)));
    yoke::closeness(Host(), on_host, first, expected);
    auto const its = here(found);
    for (std::size_t i = 0; i < some; ++i) {
      if (its(i) != expected(i)) return "closeness " + std::to_string(i) + " is wrong";
    }
    return "";
  }
};

template <class Traits, class Weight>
void measure_way(benchmark::State& state, yoke::GraphShape const& shape, std::uint64_t count) {
  using namespace yoke::detail;
  Case<Weight> const its(shape, count);
  auto const& graph = its.graph;
  distances::WeightedCloseness<Device, Vertex, Vertex, Weight, Traits> closeness(
      Device(), GraphCapacity{graph.vertices(), graph.arcs()}, nullptr);
  typename distances::Closeness<Vertex, Vertex, Weight>::Arguments arguments;
  arguments.graph = graph.raw();
  arguments.weights = raw_array<Weight>(graph.weights());
  arguments.sources = raw_array<Vertex>(its.sources);
  arguments.closeness = raw_output<double>(its.found);
  measure(state,
          {.prepare = [&] { Kokkos::deep_copy(its.found, -1.0); },
           .run =
               [&] {
                 closeness.find(arguments);
                 Device().fence("yoke_perf: closeness");
               },
           .find_fault = [&] { return its.find_fault(); }},
          {its.sources.extent(0) * graph.vertices(), 0});
}

template <class Traits, class Weight>
void add(Settings const& settings, std::string const& way) {
  for (auto const& graph : settings.graphs) {
    auto const shape = parse_graph(graph, settings.seed);
    for (std::uint64_t const count : settings.sources) {
      std::string const name = "closeness/" + way + "/" + graph + "/" + std::to_string(count);
      add_benchmark(name, settings.runs, [=](benchmark::State& state) {
        measure_way<Traits, Weight>(state, shape, count);
      });
    }
  }
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--graphs=", "LIST   rmat:SCALE, uniform:SCALE or grid:WIDTH",
       [&](std::string_view text) { settings.graphs = parse_list(text); }},
      {"--sources=", "LIST  numbers of vertices that are searched from",
       [&](std::string_view text) { settings.sources = parse_sizes(text); }},
      {"--runs=", "K        timed runs of each benchmark (3)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--seed=", "S        of the graphs (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
  };
}

std::unique_ptr<int> add_all(Settings const& settings) {
  add<ByTeams, float>(settings, "teams");
  add<OneByOne, float>(settings, "one_by_one");
  add<Automatic, float>(settings, "automatic");
  return nullptr;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_distances", argc, argv, yoke_perf::options_of(settings),
                                [&] { return yoke_perf::add_all(settings); });
}
