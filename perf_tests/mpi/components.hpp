#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <yoke/connected_components.hpp>
#include <yoke/mpi/connected_components.hpp>

#include "mpi/measure.hpp"
#include "mpi/rows.hpp"

namespace yoke_perf::mpi {

// By definition: labels no larger than their vertices, that label themselves, and are the same at
// the two ends of every arc. That two components share a label only --against_one=1 tells.
struct CountWrongLabels {
  Words<Memory> all;
  Rows::Offsets offsets;
  Rows::Neighbours neighbours;
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
      : graph_(make_rows(shape, 0, yoke::count_vertices(shape))),
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
  Rows graph_;
  Words<Memory> label_;
  yoke::ConnectedComponentsPlan<Device, Word> plan_;
  Samples samples_;
  std::size_t components_ = 0;
};

struct CountDifferent {
  Words<Memory> one, other;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& different) const {
    different += one(i) != other(i);
  }
};

inline nlohmann::json measure_components(Settings const& settings, Cluster const& cluster,
                                         NamedGraph const& graph) {
  std::uint64_t const vertices = yoke::count_vertices(graph.shape);
  std::uint64_t const begin = begin_of(cluster, vertices, cluster.rank());
  std::uint64_t const end = begin_of(cluster, vertices, cluster.rank() + 1);
  auto const rows = make_rows(graph.shape, begin, end);
  yoke::DistributedGraph<Word, Word, Memory> const own(cluster, yoke::GraphKind::symmetric,
                                                       rows.offsets(), rows.neighbours());
  std::optional<OneSpace> one;
  if (settings.against_one && cluster.rank() == 0) one.emplace(graph.shape);
  Words<Memory> const label("label", end - begin), all("all", vertices);
  yoke::ConnectedComponentsPlan<Cluster, Word> plan(cluster, own.own_vertices(), own.own_arcs());
  std::size_t components = 0;
  int run = 0;
  Work work{graph.name, cluster.begin_call().sum(own.own_arcs()), {}, {}, {}};
  work.prepare = [&] {
    Kokkos::deep_copy(label, ~Word(0));
    if (one) one->run(run > 0);
    ++run;
  };
  work.run = [&] { components = plan(own, label); };
  work.count_faults = [&] {
    auto& ranks = cluster.begin_call();
    ranks.gather_all(label.data(), ranks.gather(label.extent(0)), all.data());
    auto faults = count(end - begin, CountWrongLabels{all, own.offsets(), own.neighbours(), begin});
    faults += count(vertices, CountRoots{all}) != components;
    if (one) {
      faults += one->components() != components;
      faults += count(vertices, CountDifferent{one->label(), all});
    }
    return faults;
  };
  auto result = measure(settings, cluster, work);
  result["components"] = components;
  if (!one) return result;
  double const milliseconds = one->minimum() * 1e3;
  result["one_space_min_ms"] = milliseconds;
  std::printf("%-10s one space, by turns: %.3f ms; the ranks take %.3f times as long\n",
              graph.name.c_str(), milliseconds, result["min_ms"].get<double>() / milliseconds);
  return result;
}

}  // namespace yoke_perf::mpi
