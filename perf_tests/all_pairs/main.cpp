// The speed of distances of all pairs, on each side and on both, beside a plain blocked loop. Every
// timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "all_pairs/data.hpp"
#include "all_pairs/graphs.hpp"
#include "primitives/clones.hpp"
#include "support/program.hpp"
#include "yoke/hybrid.hpp"

namespace yoke_perf::all_pairs {
namespace {

// Rows and columns of a matrix in tiles of 64, as a user would write it: three loops, which g++
// makes vector instructions of.
constexpr std::uint64_t tile = 64;

template <class Weight>
inline void relax_tile(Weight* matrix, std::uint64_t n, std::uint64_t i0, std::uint64_t j0,
                       std::uint64_t k0) {
  std::uint64_t const i1 = std::min(i0 + tile, n), j1 = std::min(j0 + tile, n);
  for (std::uint64_t k = k0; k < std::min(k0 + tile, n); ++k) {
    Weight const* const from = matrix + k * n;
    for (std::uint64_t i = i0; i < i1; ++i) {
      Weight* const to = matrix + i * n;
      Weight const a = to[k];
      for (std::uint64_t j = j0; j < j1; ++j) {
        Weight const sum = static_cast<Weight>(a + from[j]);
        to[j] = sum < to[j] ? sum : to[j];
      }
    }
  }
}

YOKE_CLONES void relax(std::int32_t* matrix, std::uint64_t n, std::uint64_t i, std::uint64_t j,
                       std::uint64_t k) {
  relax_tile(matrix, n, i, j, k);
}
YOKE_CLONES void relax(std::int16_t* matrix, std::uint64_t n, std::uint64_t i, std::uint64_t j,
                       std::uint64_t k) {
  relax_tile(matrix, n, i, j, k);
}
YOKE_CLONES void relax(float* matrix, std::uint64_t n, std::uint64_t i, std::uint64_t j,
                       std::uint64_t k) {
  relax_tile(matrix, n, i, j, k);
}

template <class Weight>
void run_plain_blocked(Matrix<Host, Weight> const& matrix) {
  std::uint64_t const n = matrix.extent(0), tiles = (n + tile - 1) / tile;
  Weight* const data = matrix.data();
  for (std::uint64_t i = 0; i < n; ++i) data[i * n + i] = 0;
  using Range = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>,
                                    Kokkos::IndexType<std::uint64_t>>;
  for (std::uint64_t k = 0; k < n; k += tile) {
    relax(data, n, k, k, k);
    Kokkos::parallel_for("yoke_perf::panels", Range(0, 2 * tiles), [=](std::uint64_t t) {
      std::uint64_t const other = t / 2 * tile;
      if (other == k) return;
      relax(data, n, t % 2 ? k : other, t % 2 ? other : k, k);
    });
    Kokkos::parallel_for("yoke_perf::rest", Range(0, tiles * tiles), [=](std::uint64_t t) {
      std::uint64_t const i = t / tiles * tile, j = t % tiles * tile;
      if (i != k && j != k) relax(data, n, i, j, k);
    });
  }
  Kokkos::fence("yoke_perf: plain blocked loop");
}

struct Settings {
  std::vector<std::uint64_t> sizes = {1024, 2048};
  std::vector<std::string> weights = {"i16", "i32", "float"};
  std::vector<std::string> ways = {"device", "device_next", "host",    "host_next",
                                   "hybrid", "hybrid_next", "bounded", "plain_blocked"};
  std::vector<std::string> shares = {"automatic", "0.5"};
  std::vector<std::string> graphs;
  std::vector<std::string> algorithms = {"automatic", "blocked", "searches"};
  std::uint64_t device_memory = 0;
  int runs = 5;
};

void add_way(Settings const& settings, std::string const& way, std::string const& weight,
             std::uint64_t n, std::function<Measured()> const& work) {
  add_benchmark("all_pairs/" + way + "/" + weight + "/" + std::to_string(n), settings.runs,
                [=](benchmark::State& state) {
                  measure(state, work(), {n * n * n, 0});
                });
}

// Beside the same calls without a bound. A bounded call has no next.
template <class Weight>
void add_bounded(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& weight,
                 std::uint64_t n) {
  yoke::AllPairsOptions const options{.split = yoke::Split(0),
                                      .device_memory = settings.device_memory};
  add_way(settings, "bounded", weight, n, [=, &hybrid] {
    return planned<Kokkos::SharedHostPinnedSpace, Weight>(hybrid, n, false, options);
  });
  add_way(settings, "bounded_pageable", weight, n,
          [=, &hybrid] { return planned<Kokkos::HostSpace, Weight>(hybrid, n, false, options); });
}

// The matrix is in pinned memory.
template <class Weight>
void add_hybrid(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& way,
                std::string const& weight, std::uint64_t n) {
  for (auto const& share : settings.shares) {
    yoke::AllPairsOptions const options{
        .split = share == "automatic" ? yoke::Split::automatic() : yoke::Split(std::stod(share))};
    add_way(settings, way + "/" + share, weight, n, [=, &hybrid] {
      return planned<Kokkos::SharedHostPinnedSpace, Weight>(hybrid, n, way.ends_with("_next"),
                                                            options);
    });
  }
}

yoke::AllPairsAlgorithm algorithm_of(std::string const& name) {
  for (auto const& entry : yoke::all_pairs_algorithms) {
    if (entry.name == name) return entry.algorithm;
  }
  throw UsageError("no algorithm: '" + name + "'");
}

// The ways that are sides, of a graph and not of a matrix.
template <class Weight>
void add_graph(Settings const& settings, std::string const& graph, std::string const& weight,
               std::uint64_t n) {
  for (auto const& side : settings.ways) {
    bool const is_device = side == "device";
    if (is_device ? !has_device : side != "host") continue;
    for (auto const& name : settings.algorithms) {
      auto const algorithm = algorithm_of(name);
      add_benchmark(
          "all_pairs/" + side + "/" + graph + "/" + name + "/" + weight + "/" + std::to_string(n),
          settings.runs, [=](benchmark::State& state) {
            measure(state,
                    is_device ? of_graph<Device, Weight>(graph, n, algorithm)
                              : of_graph<Host, Weight>(graph, n, algorithm),
                    {n * n, 0});
          });
    }
  }
}

template <class Weight>
void add(Settings const& settings, yoke::Hybrid<> const& hybrid, std::string const& weight,
         std::uint64_t n) {
  for (auto const& graph : settings.graphs) add_graph<Weight>(settings, graph, weight, n);
  if (!settings.graphs.empty()) return;
  for (auto const& way : settings.ways) {
    bool const with_next = way.ends_with("_next");
    if (way.starts_with("hybrid")) {
      add_hybrid<Weight>(settings, hybrid, way, weight, n);
    } else if (way == "bounded") {
      if (settings.device_memory > 0) add_bounded<Weight>(settings, hybrid, weight, n);
    } else if (way.starts_with("host")) {
      add_way(settings, way, weight, n,
              [=] { return planned<Host, Weight>(Host(), n, with_next); });
    } else if (!way.starts_with("device")) {
      add_way(settings, way, weight, n,
              [=] { return measured<Host, Weight>(n, run_plain_blocked<Weight>); });
    } else if (has_device) {
      add_way(settings, way, weight, n,
              [=] { return planned<Device, Weight>(Device(), n, with_next); });
    }
  }
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST    numbers of vertices (1024,2048)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--weights=", "LIST  of i16, i32 and float (all)",
       [&](std::string_view text) { settings.weights = parse_list(text); }},
      {"--ways=",
       "LIST     of device, device_next, host, host_next, hybrid, hybrid_next, bounded\n"
       "                  and plain_blocked (all)",
       [&](std::string_view text) { settings.ways = parse_list(text); }},
      {"--shares=", "LIST   the host's shares of hybrid ways (automatic,0.5)",
       [&](std::string_view text) { settings.shares = parse_list(text); }},
      {"--graphs=",
       "LIST   graphs in place of matrices, of rmatK (K arcs a vertex) and grid, or of "
       "plain_rmatK and plain_grid, which have no weights",
       [&](std::string_view text) { settings.graphs = parse_list(text); }},
      {"--algorithms=", "LIST of graphs: of automatic, blocked and searches (all)",
       [&](std::string_view text) { settings.algorithms = parse_list(text); }},
      {"--device_memory=", "BYTES  that bounded ways may hold on the device (no such ways)",
       [&](std::string_view text) { settings.device_memory = parse_size(text); }},
      {"--runs=", "K        timed runs of each benchmark (5)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace
}  // namespace yoke_perf::all_pairs

int main(int argc, char** argv) {
  using namespace yoke_perf;
  all_pairs::Settings settings;
  return run_program("perf_all_pairs", argc, argv, all_pairs::options_of(settings), [&] {
    auto hybrid = std::make_unique<yoke::Hybrid<>>();
    for (auto const n : settings.sizes) {
      for (auto const& weight : settings.weights) {
        if (weight == "i16") {
          all_pairs::add<std::int16_t>(settings, *hybrid, weight, n);
        } else if (weight == "i32") {
          all_pairs::add<std::int32_t>(settings, *hybrid, weight, n);
        } else {
          all_pairs::add<float>(settings, *hybrid, weight, n);
        }
      }
    }
    return hybrid;
  });
}
