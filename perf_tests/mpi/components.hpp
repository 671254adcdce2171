#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <yoke/connected_components.hpp>

#include "mpi/graphs.hpp"
#include "mpi/measure.hpp"

namespace yoke_perf::mpi {

// By definition: labels no larger than their vertices, that label themselves, and are the same at
// the two ends of every arc. That two components share a label only --against_one=1 tells.
struct CountWrongLabels {
  Words<Memory> all;
  RankGraph::Offsets offsets;
  RankGraph::Neighbours neighbours;
  std::uint64_t base;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    Word const label = all(base + i);
    faults += label > base + i || all(label) != label;
    for (Word arc = offsets(i); arc < offsets(i + 1); ++arc) {
      faults += all(neighbours(arc)) != label;
    }
  }
};

struct CountRoots {
  Words<Memory> all;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& roots) const {
    roots += all(v) == v;
  }
};

// One space's own call on the whole graph, and what it gives.
class OneSpace {
 public:
  OneSpace(yoke::GraphShape const& shape)
      : graph_(make_graph(Device(), shape)),
        label_("label", graph_.vertices()),
        plan_(Device(), graph_.vertices(), graph_.arcs()) {}

  void run(bool counts) {
    Kokkos::fence("yoke_perf: before the clock starts");
    Kokkos::Timer const timer;
    components_ = plan_(graph_, label_);
    if (counts) samples_.add(timer.seconds());
  }
  double minimum() const { return samples_.minimum(); }
  std::size_t components() const { return components_; }
  Words<Memory> label() const { return label_; }

 private:
  WholeGraph graph_;
  Words<Memory> label_;
  yoke::ConnectedComponentsPlan<Device, Word> plan_;
  Samples samples_;
  std::size_t components_ = 0;
};

inline nlohmann::json measure_components(Settings const& settings, Cluster const& cluster,
                                         NamedGraph const& graph) {
  auto const own = make_graph(cluster, graph.shape);
  std::uint64_t const vertices = own.vertices();
  std::optional<OneSpace> one;
  if (settings.against_one && cluster.rank() == 0) one.emplace(graph.shape);
  Words<Memory> const label("label", own.own_vertices()), all("all", vertices);
  yoke::ComponentsReport report;
  yoke::ConnectedComponentsPlan<Cluster, Word> plan(cluster, own.own_vertices(), own.own_arcs(),
                                                    {.report = &report});
  std::size_t components = 0;
  int run = 0;
  Work work{"cc_" + graph.name, cluster.network().sum(own.own_arcs()), {}, {}, {}, &report.phases};
  work.prepare = [&] {
    Kokkos::deep_copy(label, ~Word(0));
    if (one) one->run(run > 0);
    ++run;
  };
  work.run = [&] { components = plan(own, label); };
  work.count_faults = [&] {
    gather(cluster, label, all);
    auto faults = count(own.own_vertices(),
                        CountWrongLabels{all, own.offsets(), own.neighbours(), own.first_vertex()});
    faults += count(vertices, CountRoots{all}) != components;
    if (one) {
      faults += one->components() != components;
      faults += count(vertices, CountDifferent<Words<Memory>>{one->label(), all});
    }
    return faults;
  };
  auto result = measure(settings, cluster, work);
  result["components"] = components;
  if (!one) return result;
  double const milliseconds = one->minimum() * 1e3;
  result["one_space_min_ms"] = milliseconds;
  std::printf("%-14s one space, by turns: %.3f ms; the ranks take %.3f times as long\n",
              work.name.c_str(), milliseconds, result["min_ms"].get<double>() / milliseconds);
  return result;
}

}  // namespace yoke_perf::mpi
