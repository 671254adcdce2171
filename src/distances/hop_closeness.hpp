#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "distances/distance_sum.hpp"
#include "distances/sweep.hpp"
#include "frame/fill_array.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/detail/distances/capability.hpp"

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

template <class Space>
struct StoreCloseness {
  SweepSums<Space> sums;
  std::uint64_t vertices;
  Array<Space, double> closeness;
  KOKKOS_FUNCTION void operator()(std::uint64_t bit) const {
    closeness(bit) =
        closeness_of(sums.vertices(bit), static_cast<double>(sums.distance(bit)), vertices);
  }
};

// That of a graph without weights, by sweeps.
template <class Space, class Vertex, class Offset>
class HopCloseness {
  using Sources = SweepSources<Space, Vertex>;

 public:
  HopCloseness(Space const& exec, GraphCapacity const& capacity, ClosenessReport* report)
      : exec_(exec),
        report_(report),
        sweep_(exec, capacity),
        sums_(make_buffer<Space, std::uint64_t>(exec, "yoke::distances::sums", 2 * Sources::most)) {
  }

  void find(typename Closeness<Vertex, Offset>::Arguments const& arguments) {
    auto const rows = csr_of<Space>(arguments.graph);
    auto const listed = array_on<Space>(arguments.sources);
    for (std::uint64_t first = 0; first < arguments.size(); first += Sources::most) {
      std::uint64_t const count = std::min(arguments.size() - first, Sources::most);
      sweep(rows, {listed, first, count},
            Array<Space, double>(arguments.closeness.data + first, count));
    }
  }

 private:
  void sweep(CsrView<Space, Vertex, Offset> const& graph, Sources const& sources,
             Array<Space, double> const& closeness) {
    SweepSums<Space> const sums{
        Array<Space, std::uint64_t>(sums_.data(), Sources::most),
        Array<Space, std::uint64_t>(sums_.data() + Sources::most, Sources::most)};
    fill(exec_, array_of(sums_), 0);
    sweep_.run(graph, sources,
               [&](std::uint64_t level, Array<Space, Vertex> const& frontier, std::uint64_t) {
                 AddLevel<Space, Vertex> const add{frontier, sweep_.fresh(), level, sums};
                 Kokkos::parallel_for("yoke::distances::add_level",
                                      WideRange<Space>(exec_, 0, add.items()), add);
               });
    Kokkos::parallel_for("yoke::distances::closeness", WideRange<Space>(exec_, 0, sources.count),
                         StoreCloseness<Space>{sums, graph.vertices(), closeness});
    if (report_) ++report_->sweeps;
  }

  Space exec_;
  ClosenessReport* report_;  // may be null
  Sweep<Space, Vertex, Offset> sweep_;
  Buffer<Space, std::uint64_t> sums_;  // of the vertices, then of their distances
};

}  // namespace yoke::detail::distances
