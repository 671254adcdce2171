#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "distances/distance_sum.hpp"
#include "distances/each_vertex.hpp"
#include "distances/weights.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/closeness_options.hpp"
#include "yoke/detail/distances/capability.hpp"

namespace yoke::detail::distances {

template <class Space, class Weight>
struct AddBlock {
  Array<Space, Weight const> distance;
  Array<Space, DistanceSum<Weight>> sums;
  KOKKOS_FUNCTION void operator()(std::uint64_t number) const {
    sums(number) = DistanceSum<Weight>::of_block(distance, distance.extent(0), number);
  }
};

// By one thread.
template <class Space, class Weight>
struct AddBlocks {
  Array<Space, DistanceSum<Weight> const> sums;
  std::uint64_t vertices, place;
  Array<Space, double> closeness;
  KOKKOS_FUNCTION void operator()(std::uint64_t) const {
    DistanceSum<Weight> sum;
    std::uint64_t const blocks = DistanceSum<Weight>::blocks(vertices);
    for (std::uint64_t number = 0; number < blocks; ++number) sum.add(sums(number));
    closeness(place) = sum.closeness(vertices);
  }
};

// Takes the distances from the vertex at place i.
template <class Space, class Weight>
struct TakeCloseness {
  using Sum = DistanceSum<Weight>;
  using Shape = shortest_paths::TeamShape<Space>;
  struct Scratch {
    Sum of_blocks[Shape::groups][Shape::sources];
    Sum totals[Shape::sources];
  };

  Array<Space, DistanceSum<Weight>> sums;  // a device's: of each block
  Array<Space, double> closeness;

  KOKKOS_FUNCTION void operator()(std::uint64_t i,
                                  Array<Space, Weight const> const& distance) const {
    DistanceSum<Weight> sum;
    std::uint64_t const n = distance.extent(0), blocks = DistanceSum<Weight>::blocks(n);
    for (std::uint64_t number = 0; number < blocks; ++number) {
      sum.add(DistanceSum<Weight>::of_block(distance, n, number));
    }
    closeness(i) = sum.closeness(n);
  }

  void together(Space const& exec, std::uint64_t i,
                Array<Space, Weight const> const& distance) const {
    std::uint64_t const n = distance.extent(0);
    Kokkos::parallel_for("yoke::distances::add_block",
                         WideRange<Space>(exec, 0, DistanceSum<Weight>::blocks(n)),
                         AddBlock<Space, Weight>{distance, sums});
    Kokkos::parallel_for("yoke::distances::add_blocks", WideRange<Space>(exec, 0, 1),
                         AddBlocks<Space, Weight>{sums, n, i, closeness});
  }

  // Each group of threads adds a block at a time. Their sums are then added in order.
  template <class Member, class Vertex>
  KOKKOS_FUNCTION void by_team(Member const& member,
                               shortest_paths::TeamDistances<Space, Vertex, Weight> const& distance,
                               Scratch& scratch) const {
    auto const t = static_cast<std::uint32_t>(member.team_rank()), group = t / Shape::lanes;
    std::uint64_t const n = distance.vertices, blocks = Sum::blocks(n);
    for (std::uint32_t s = t; s < distance.count; s += Shape::threads) scratch.totals[s] = Sum();
    for (std::uint64_t first = 0; first < blocks; first += Shape::groups) {
      if (first + group < blocks) {
        for (std::uint32_t s = t % Shape::lanes; s < distance.count; s += Shape::lanes) {
          scratch.of_blocks[group][s] =
              Sum::of_block([&](std::uint64_t v) { return distance(v, s); }, n, first + group);
        }
      }
      member.team_barrier();
      for (std::uint32_t s = t; s < distance.count; s += Shape::threads) {
        for (std::uint64_t g = 0; g < Shape::groups && first + g < blocks; ++g) {
          scratch.totals[s].add(scratch.of_blocks[g][s]);
        }
      }
      member.team_barrier();
    }
    for (std::uint32_t s = t; s < distance.count; s += Shape::threads) {
      closeness(distance.first + s) = scratch.totals[s].closeness(n);
    }
  }
};

// That of a graph with weights, by a search from each source.
template <class Space, class Vertex, class Offset, class Weight,
          class Traits = EachVertexTraits<Space>>
class WeightedCloseness {
 public:
  WeightedCloseness(Space const& exec, GraphCapacity const& capacity, ClosenessReport* report)
      : exec_(exec), report_(report), each_vertex_(exec, capacity) {
    if constexpr (!Traits::by_threads) {
      paths_ = make_paths<Weight, Space, Vertex, Offset>(exec, capacity);
      sums_ = make_buffer<Space, DistanceSum<Weight>>(
          exec, "yoke::distances::sums", DistanceSum<Weight>::blocks(capacity.vertices));
      each_vertex_.reserve_teams(capacity, capacity.vertices);
    }
  }

  // Throws where a weight is negative or NaN.
  void find(typename Closeness<Vertex, Offset, Weight>::Arguments const& arguments) {
    rules_of(exec_, array_on<Space>(arguments.weights), arguments.graph.vertices(),
             "yoke::closeness");
    each_vertex_.run(
        paths_, {arguments.graph, arguments.weights},
        {array_on<Space>(arguments.sources), 0, arguments.size()},
        TakeCloseness<Space, Weight>{array_of(sums_), array_on<Space>(arguments.closeness)});
    if (report_) report_->searches += arguments.size();
  }

 private:
  Space exec_;
  ClosenessReport* report_;                  // may be null
  PathsSide<Vertex, Offset, Weight> paths_;  // a device's
  Buffer<Space, DistanceSum<Weight>> sums_;  // a device's
  EachVertex<Space, Vertex, Offset, Weight, Traits> each_vertex_;
};

}  // namespace yoke::detail::distances
