#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "bfs/sources.hpp"
#include "distances/sweep.hpp"
#include "frame/fill_array.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/distances/capability.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::distances {

// What each search has found so far: the vertices, and the sum of their distances.
template <class Space>
struct SweepSums {
  Array<Space, std::uint64_t> vertices, distance;
};

// Adds up a level: an item is a block of the frontier. On a device it is one bit of a block, and
// threads side by side read the same words.
template <class Space, class Vertex>
struct AddLevel {
  static constexpr std::uint64_t bits = 64, block = 512;
  static constexpr std::uint64_t items_of_block = runs_on_host<Space> ? 1 : bits;

  Array<Space, Vertex const> frontier;
  Array<Space, std::uint64_t const> fresh;
  std::uint64_t level;
  SweepSums<Space> sums;

  std::uint64_t items() const { return (frontier.extent(0) + block - 1) / block * items_of_block; }

  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    std::uint64_t const begin = item / items_of_block * block, size = frontier.extent(0);
    std::uint64_t const end = begin + block < size ? begin + block : size;
    if constexpr (runs_on_host<Space>) {
      std::uint32_t counts[bits] = {};
      for (std::uint64_t i = begin; i < end; ++i) {
        for (std::uint64_t word = fresh(frontier(i)); word != 0; word &= word - 1) {
          ++counts[Kokkos::countr_zero(word)];
        }
      }
      for (std::uint64_t bit = 0; bit < bits; ++bit) add(bit, counts[bit]);
    } else {
      std::uint64_t const bit = item % bits;
      std::uint64_t count = 0;
      for (std::uint64_t i = begin; i < end; ++i) count += fresh(frontier(i)) >> bit & 1;
      add(bit, count);
    }
  }

 private:
  KOKKOS_FUNCTION void add(std::uint64_t bit, std::uint64_t count) const {
    if (count == 0) return;
    Kokkos::atomic_add(&sums.vertices(bit), count);
    Kokkos::atomic_add(&sums.distance(bit), count * level);
  }
};

// Wasserman and Faust's closeness of the sources.
template <class Space>
struct StoreCloseness {
  SweepSums<Space> sums;
  double others;  // all vertices but one
  Array<Space, double> closeness;
  KOKKOS_FUNCTION void operator()(std::uint64_t bit) const {
    auto const distance = static_cast<double>(sums.distance(bit));
    auto const reached = static_cast<double>(sums.vertices(bit)) - 1;
    closeness(bit) = distance > 0 ? reached / distance * (reached / others) : 0;
  }
};

}  // namespace yoke::detail::distances

namespace yoke::detail {

template <class Vertex, class Offset, class Space>
class Solver<distances::Closeness<Vertex, Offset>, Space> {
  using Capability = distances::Closeness<Vertex, Offset>;
  using Sources = distances::SweepSources<Space, Vertex>;

 public:
  Solver(Space const& exec, GraphCapacity const& capacity, ClosenessOptions const& options,
         OneAlgorithm)
      : exec_(exec),
        options_(options),
        sweep_(exec, capacity),
        sums_(make_buffer<Space, std::uint64_t>(exec, "yoke::distances::sums", 2 * Sources::most)) {
  }

  std::size_t run(typename Capability::Arguments const& arguments) {
    auto const& graph = arguments.graph;
    auto const listed = array_on<Space>(arguments.sources);
    bfs::check_sources(exec_, bfs::BfsSources<Space, Vertex>(listed), graph.vertices(),
                       Capability::name);
    if (options_.validate) graphs::check_graph<Space>(exec_, graph, {});
    auto const rows = csr_of<Space>(graph);
    for (std::uint64_t first = 0; first < arguments.size(); first += Sources::most) {
      std::uint64_t const count = std::min(arguments.size() - first, Sources::most);
      sweep(rows, {listed, first, count},
            Array<Space, double>(arguments.closeness.data + first, count));
    }
    exec_.fence("yoke::closeness");
    return arguments.size();
  }

 private:
  void sweep(CsrView<Space, Vertex, Offset> const& graph, Sources const& sources,
             Array<Space, double> const& closeness) {
    distances::SweepSums<Space> const sums{
        Array<Space, std::uint64_t>(sums_.data(), Sources::most),
        Array<Space, std::uint64_t>(sums_.data() + Sources::most, Sources::most)};
    fill(exec_, array_of(sums_), 0);
    sweep_.run(
        graph, sources,
        [&](std::uint64_t level, Array<Space, Vertex> const& frontier, std::uint64_t) {
          distances::AddLevel<Space, Vertex> const add{frontier, sweep_.fresh(), level, sums};
          Kokkos::parallel_for("yoke::distances::add_level",
                               WideRange<Space>(exec_, 0, add.items()), add);
        });
    Kokkos::parallel_for("yoke::distances::closeness", WideRange<Space>(exec_, 0, sources.count),
                         distances::StoreCloseness<Space>{
                             sums, static_cast<double>(graph.vertices() - 1), closeness});
    if (options_.report) ++options_.report->sweeps;
  }

  Space exec_;
  ClosenessOptions options_;
  distances::Sweep<Space, Vertex, Offset> sweep_;
  Buffer<Space, std::uint64_t> sums_;  // of the vertices, then of their distances
};

}  // namespace yoke::detail
