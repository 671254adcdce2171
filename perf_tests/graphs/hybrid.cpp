#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <yoke/hybrid.hpp>

#include "graphs/searches.hpp"
#include "graphs/settings.hpp"
#include "support/lanes.hpp"

namespace yoke_perf {
namespace {

using PinnedGraph = PerfGraph<Kokkos::SharedHostPinnedSpace>;
using PinnedArray = Kokkos::View<Vertex*, Kokkos::SharedHostPinnedSpace>;
using DeviceArray = Kokkos::View<Vertex*, typename Device::memory_space>;

// The host's shares that are measured; nothing: the one that the library chooses.
std::vector<std::optional<double>> every_share() {
  return {std::nullopt, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0};
}

std::string name_of(std::optional<double> share) {
  return share ? "share_" + std::to_string(*share).substr(0, 3) : "automatic";
}

yoke::Split split_of(std::optional<double> share) {
  return share ? yoke::Split(*share) : yoke::Split::automatic();
}

// What a caller would do without a hybrid call: move the graph, work on the device, move the
// result.
class MovedGraph {
 public:
  explicit MovedGraph(PinnedGraph const& source)
      : source_(source),
        offsets_("yoke_perf::moved_offsets", source.offsets().size()),
        neighbours_("yoke_perf::moved_neighbours", source.arcs()) {}

  PerfGraph<typename Device::memory_space> move() const {
    Kokkos::deep_copy(exec_, offsets_, source_.offsets());
    Kokkos::deep_copy(exec_, neighbours_, source_.neighbours());
    return {yoke::unchecked, yoke::GraphKind::symmetric, offsets_, neighbours_};
  }

 private:
  Device exec_;
  PinnedGraph source_;
  DeviceArray offsets_, neighbours_;
};

template <class Label, class Run>
void measure_components(benchmark::State& state, KnownGraph& known, Label const& label,
                        Run const& run) {
  Host const exec;
  std::size_t count = 0;
  Measured work;
  work.prepare = [&] { Kokkos::deep_copy(exec, label, ~Vertex(0)); };
  work.run = [&] { count = run(); };
  work.find_fault = [&] { return known.find_fault(exec, label, count); };
  measure(state, work, {known.on<Host>().arcs(), 0});
}

using ComponentsPlan = yoke::ConnectedComponentsPlan<yoke::Hybrid<>, Vertex, Vertex>;
using SearchPlan = yoke::BfsPlan<yoke::Hybrid<>, Vertex, Vertex>;

// A plan's calls, and the lanes of one.
template <class Graph, class Label>
void measure_plan(benchmark::State& state, KnownGraph& known, Graph const& graph,
                  Label const& label, yoke::Hybrid<> const& hybrid,
                  yoke::ComponentsOptions options) {
  auto const make = [&](yoke::Timeline* timeline) {
    options.timeline = timeline;
    auto const plan =
        std::make_shared<ComponentsPlan>(hybrid, graph.vertices(), graph.arcs(), options);
    return [&, plan] { return (*plan)(graph, label); };
  };
  measure_components(state, known, label, make(nullptr));
  show_lanes(state, make);
}

// From one of the host's memories and to the same.
template <class Memory>
void find_components(benchmark::State& state, KnownGraph& known, std::optional<double> share) {
  auto const& graph = known.in<Memory>();
  Kokkos::View<Vertex*, Memory> const label("yoke_perf::label", graph.vertices());
  yoke::ComponentsOptions options;
  options.split = split_of(share);
  measure_plan(state, known, graph, label, yoke::Hybrid<>(), options);
}

// With so much of the device's memory: a graph that needs more goes through it.
void find_components_bounded(benchmark::State& state, KnownGraph& known, std::size_t bytes) {
  auto const& graph = known.pinned();
  PinnedArray const label("yoke_perf::label", graph.vertices());
  yoke::Hybrid<> const hybrid;
  yoke::ComponentsReport report;
  yoke::ComponentsOptions options;
  options.split = yoke::Split(0);
  options.device_memory = bytes;
  measure_plan(state, known, graph, label, hybrid, options);
  options.report = &report;  // its fences are not timed
  yoke::connected_components(hybrid, graph, label, options);
  state.counters["streamed_bytes"] = static_cast<double>(report.streamed_bytes);
}

// What no stream can beat: the arcs alone go up to the device, from pinned memory, to one place.
void upload_arcs(benchmark::State& state, KnownGraph& known) {
  Device const exec;
  auto const& graph = known.pinned();
  std::size_t const block = std::min<std::size_t>(graph.arcs(), std::size_t(1) << 22);
  DeviceArray const there("yoke_perf::arcs_there", block);
  Measured work;
  work.run = [&] {
    for (std::size_t begin = 0; begin < graph.arcs(); begin += block) {
      std::size_t const end = std::min(begin + block, graph.arcs());
      Kokkos::deep_copy(exec, Kokkos::subview(there, std::pair(std::size_t(0), end - begin)),
                        Kokkos::subview(graph.neighbours(), std::pair(begin, end)));
    }
    exec.fence("yoke_perf: arcs uploaded");
  };
  work.prepare = [&] { Kokkos::deep_copy(exec, there, ~Vertex(0)); };
  work.find_fault = [&]() -> std::string {
    if (graph.arcs() == 0) return "";
    auto const copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), there);
    std::size_t const begin = (graph.arcs() - 1) / block * block;
    for (std::size_t i = begin; i < graph.arcs(); ++i) {
      if (copy(i - begin) != graph.neighbours()(i)) return "arc " + std::to_string(i) + " differs";
    }
    return "";
  };
  measure(state, work, {graph.arcs(), 0});
}

void move_and_find_components(benchmark::State& state, KnownGraph& known) {
  Device const exec;
  auto const& graph = known.pinned();
  PinnedArray const label("yoke_perf::label", graph.vertices());
  DeviceArray const there("yoke_perf::label_there", graph.vertices());
  MovedGraph const moved(graph);
  yoke::ConnectedComponentsPlan<Device, Vertex, Vertex> plan(exec, graph.vertices(), graph.arcs());
  measure_components(state, known, label, [&] {
    std::size_t const count = plan(moved.move(), there);
    Kokkos::deep_copy(exec, label, there);
    exec.fence("yoke_perf: labels moved");
    return count;
  });
}

// A plan's searches, and the lanes of as many as are timed, one after the other.
template <class Graph, class Array>
void measure_plan(benchmark::State& state, Graph const& graph, std::vector<Vertex> const& sources,
                  Array const& level, Array const& parent, yoke::Hybrid<> const& hybrid,
                  yoke::BfsOptions options) {
  auto const make = [&](yoke::Timeline* timeline) {
    options.timeline = timeline;
    auto const plan = std::make_shared<SearchPlan>(hybrid, graph.vertices(), graph.arcs(), options);
    return [&, plan](Vertex source) { (*plan)(graph, source, level, parent); };
  };
  measure_searches(state, Host(), graph, sources, level, parent, make(nullptr));
  auto const searches = std::min<std::size_t>(state.max_iterations, sources.size());
  show_lanes(
      state,
      [&](yoke::Timeline* timeline) {
        return [&, search = make(timeline)] {
          for (std::size_t k = 0; k < searches; ++k) search(sources[k]);
        };
      },
      searches);
}

template <class Memory>
void search(benchmark::State& state, KnownGraph& known, std::vector<Vertex> const& sources,
            std::optional<double> share) {
  auto const& graph = known.in<Memory>();
  Kokkos::View<Vertex*, Memory> const level("yoke_perf::level", graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  yoke::BfsOptions options;
  options.split = split_of(share);
  measure_plan(state, graph, sources, level, parent, yoke::Hybrid<>(), options);
}

// With so much of the device's memory: the device reads the rows of a graph that needs more in
// place.
void search_bounded(benchmark::State& state, KnownGraph& known, std::vector<Vertex> const& sources,
                    std::size_t bytes) {
  auto const& graph = known.pinned();
  PinnedArray const level("yoke_perf::level", graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  yoke::Hybrid<> const hybrid;
  yoke::BfsReport report;
  yoke::BfsOptions options;
  options.split = yoke::Split(0);
  options.device_memory = bytes;
  measure_plan(state, graph, sources, level, parent, hybrid, options);
  options.report = &report;  // not timed
  yoke::bfs(hybrid, graph, sources[0], level, parent, options);
  state.counters["rows_in_place"] = report.way == yoke::Way::in_place;
  state.counters["bottom_up_levels"] = static_cast<double>(report.bottom_up_levels);
}

void move_and_search(benchmark::State& state, KnownGraph& known,
                     std::vector<Vertex> const& sources) {
  Device const exec;
  auto const& graph = known.pinned();
  PinnedArray const level("yoke_perf::level", graph.vertices()),
      parent("yoke_perf::parent", graph.vertices());
  DeviceArray const level_there("yoke_perf::level_there", graph.vertices()),
      parent_there("yoke_perf::parent_there", graph.vertices());
  MovedGraph const moved(graph);
  yoke::BfsPlan<Device, Vertex, Vertex> plan(exec, graph.vertices(), graph.arcs());
  measure_searches(state, Host(), graph, sources, level, parent, [&](Vertex source) {
    plan(moved.move(), source, level_there, parent_there);
    Kokkos::deep_copy(exec, level, level_there);
    Kokkos::deep_copy(exec, parent, parent_there);
    exec.fence("yoke_perf: levels and parents moved");
  });
}

// Calls body(state) with the graph held.
template <class Body>
void add(Settings const& settings, KnownGraph& known, std::string const& name,
         std::string const& graph, int runs, Body const& body) {
  add_benchmark(name + "/" + graph, runs,
                [&known, graph, body, seed = settings.seed](benchmark::State& state) {
                  known.hold(graph, seed);
                  body(state);
                });
}

}  // namespace

void add_hybrid(Settings const& settings, KnownGraph& known, std::string const& graph) {
  int const runs = settings.runs_or(10), searches = std::min(settings.sources, 16);
  auto const sources = [&known, settings] {
    return known.sources(settings.sources, settings.seed);
  };
  for (auto const& share : every_share()) {
    add(settings, known, "components/hybrid/" + name_of(share), graph, runs,
        [&known, share](benchmark::State& state) {
          find_components<Kokkos::SharedHostPinnedSpace>(state, known, share);
        });
    add(settings, known, "bfs/hybrid/" + name_of(share), graph, searches,
        [&known, sources, share](benchmark::State& state) {
          search<Kokkos::SharedHostPinnedSpace>(state, known, sources(), share);
        });
  }
  if (settings.device_memory > 0) {
    add(settings, known, "components/hybrid/bounded", graph, runs,
        [&known, bytes = settings.device_memory](benchmark::State& state) {
          find_components_bounded(state, known, bytes);
        });
    add(settings, known, "bfs/hybrid/bounded", graph, searches,
        [&known, sources, bytes = settings.device_memory](benchmark::State& state) {
          search_bounded(state, known, sources(), bytes);
        });
    add(settings, known, "components/upload_arcs", graph, runs,
        [&known](benchmark::State& state) { upload_arcs(state, known); });
  }
  if constexpr (has_device) {  // else all of the host's memory is the same
    add(settings, known, "components/hybrid/pageable", graph, runs,
        [&known](benchmark::State& state) {
          find_components<Kokkos::HostSpace>(state, known, std::nullopt);
        });
    add(settings, known, "bfs/hybrid/pageable", graph, searches,
        [&known, sources](benchmark::State& state) {
          search<Kokkos::HostSpace>(state, known, sources(), std::nullopt);
        });
    add(settings, known, "components/copy_then_device", graph, runs,
        [&known](benchmark::State& state) { move_and_find_components(state, known); });
    add(settings, known, "bfs/copy_then_device", graph, searches,
        [&known, sources](benchmark::State& state) { move_and_search(state, known, sources()); });
  }
}

}  // namespace yoke_perf
