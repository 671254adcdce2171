#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/connected_components.hpp>
#include <yoke/generate_graph.hpp>
#include <yoke/graph.hpp>
#include <yoke/graph_io.hpp>
#include <yoke/huge_pages.hpp>
#include <yoke/random.hpp>
#include <yoke/validate_components.hpp>

#include "support/arguments.hpp"
#include "support/spaces.hpp"
#include "support/timing.hpp"

namespace yoke_perf {

using Vertex = std::uint32_t;
template <class MemorySpace>
using PerfGraph = yoke::Graph<Vertex, Vertex, MemorySpace>;

// "rmat:22" (Graph500's R-MAT, 16 edges a vertex), "thesis_rmat:22" (the thesis's quadrants),
// "uniform:22" (16 random edges a vertex) or "grid:4096" (a square of which 70% of the edges are
// kept). Loops and multi-edges are dropped when it is built.
inline yoke::GraphShape parse_graph(std::string_view text, std::uint64_t seed) {
  auto const colon = text.find(':');
  if (colon == std::string_view::npos) throw UsageError("no graph: '" + std::string(text) + "'");
  auto const kind = text.substr(0, colon);
  std::uint64_t const size = parse_size(text.substr(colon + 1));
  if (kind == "rmat" || kind == "thesis_rmat") {
    yoke::RmatShape shape;
    shape.scale = static_cast<int>(size);
    shape.seed = seed;
    if (kind == "thesis_rmat") shape.quadrants = yoke::thesis_quadrants;
    return shape;
  }
  if (kind == "uniform") {
    std::uint64_t const vertices = std::uint64_t(1) << size;
    return yoke::UniformShape{vertices, 16 * vertices, false, seed};
  }
  if (kind == "grid") return yoke::GridShape{size, size, 0.7, false, seed};
  throw UsageError("no kind of graph: '" + std::string(kind) + "'");
}

// Anything else names a file of one of the formats that yoke::read_graph reads.
inline bool is_file(std::string_view graph) { return graph.find(':') == std::string_view::npos; }

// The same graph in another memory.
template <class MemorySpace, class Source>
PerfGraph<MemorySpace> copy_graph(Source const& graph) {
  Kokkos::View<Vertex*, MemorySpace> const offsets(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::offsets"),
      graph.offsets().extent(0));
  Kokkos::View<Vertex*, MemorySpace> const neighbours(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::neighbours"), graph.arcs());
  if (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
    yoke::advise_huge_pages(offsets.data(), offsets.size() * sizeof(Vertex));
    yoke::advise_huge_pages(neighbours.data(), neighbours.size() * sizeof(Vertex));
  }
  Kokkos::deep_copy(offsets, graph.offsets());
  Kokkos::deep_copy(neighbours, graph.neighbours());
  return PerfGraph<MemorySpace>(yoke::unchecked, graph.kind(), offsets, neighbours);
}

// A graph, and vertices of its largest component to search from. Kept until another one is asked
// for.
class KnownGraph {
 public:
  using HostGraph = PerfGraph<Kokkos::HostSpace>;
  using DeviceGraph = PerfGraph<typename Device::memory_space>;

  void hold(std::string const& name, std::uint64_t seed) {
    if (name == name_) return;
    is_file(name) ? hold_file(name) : hold(name, parse_graph(name, seed));
  }

  // `name` stands for the shape: a graph of the same name is not made again.
  void hold(std::string const& name, yoke::GraphShape const& shape) {
    if (name == name_) return;
    *this = {};
    name_ = name;
    Device const exec;
    device_ = yoke::build_graph(exec, yoke::generate_edges(exec, shape), build_options());
    host_ = copy_to<Kokkos::HostSpace>(device_);
    find_components();
  }

  // As an undirected graph.
  void hold_file(std::string const& path) {
    *this = {};
    name_ = path;
    host_ = yoke::read_graph<Vertex, Vertex>(path, {}, build_options());
    device_ = copy_to<typename Device::memory_space>(host_);
    find_components();
  }

  template <class Space>
  auto const& on() const {
    if constexpr (std::is_same_v<Space, Host>) {
      return host_;
    } else {
      return device_;
    }
  }
  // In host memory that a device reaches fast.
  PerfGraph<Kokkos::SharedHostPinnedSpace> const& pinned() {
    if (pinned_.vertices() != host_.vertices())
      pinned_ = copy_graph<Kokkos::SharedHostPinnedSpace>(host_);
    return pinned_;
  }

  // In one of the host's memories.
  template <class Memory>
  auto const& in() {
    if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
      return host_;
    } else {
      return pinned();
    }
  }

  // What is wrong with labels in memory that Space reaches, or nothing.
  template <class Space, class Label>
  std::string find_fault(Space const& exec, Label const& label, std::size_t counted) const {
    return fault_of("components", counted,
                    [&] { return yoke::validate_components(exec, on<Space>(), label); });
  }

  // So many random vertices of the largest component, the same ones for a seed.
  std::vector<Vertex> sources(int count, std::uint64_t seed) const {
    Vertex const largest = largest_component();
    yoke::Philox const random(seed);
    std::vector<Vertex> sources;
    for (std::uint64_t draw = 0; sources.size() < static_cast<std::size_t>(count); ++draw) {
      std::uint64_t const v = random.below(draw, host_.vertices());
      if (label_(v) == largest) sources.push_back(static_cast<Vertex>(v));
    }
    return sources;
  }

 private:
  static yoke::GraphBuildOptions build_options() {
    yoke::GraphBuildOptions options;
    options.drop_loops = true;
    options.merge_multi_edges = true;
    return options;
  }

  // A build for the host alone has one copy.
  template <class MemorySpace, class Graph>
  static PerfGraph<MemorySpace> copy_to(Graph const& graph) {
    if constexpr (std::is_same_v<Graph, PerfGraph<MemorySpace>>) {
      return graph;
    } else {
      return copy_graph<MemorySpace>(graph);
    }
  }

  void find_components() {
    label_ = Kokkos::View<Vertex*, Kokkos::HostSpace>("yoke_perf::label", host_.vertices());
    yoke::ComponentsOptions sequential;
    sequential.algorithm = yoke::ComponentsAlgorithm::sequential;
    yoke::connected_components(Host(), host_, label_, sequential);
  }

  Vertex largest_component() const {
    std::vector<Vertex> sizes(host_.vertices());
    for (std::size_t v = 0; v < host_.vertices(); ++v) ++sizes[label_(v)];
    return static_cast<Vertex>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  }

  std::string name_;
  DeviceGraph device_;
  HostGraph host_;
  PerfGraph<Kokkos::SharedHostPinnedSpace> pinned_;
  Kokkos::View<Vertex*, Kokkos::HostSpace> label_;
};

}  // namespace yoke_perf
