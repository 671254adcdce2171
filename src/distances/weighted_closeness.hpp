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
    sums(number) = DistanceSum<Weight>::template of_block<Space>(distance, number);
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
  Array<Space, DistanceSum<Weight>> sums;  // a device's: of each block
  Array<Space, double> closeness;

  KOKKOS_FUNCTION void operator()(std::uint64_t i,
                                  Array<Space, Weight const> const& distance) const {
    DistanceSum<Weight> sum;
    std::uint64_t const n = distance.extent(0), blocks = DistanceSum<Weight>::blocks(n);
    for (std::uint64_t number = 0; number < blocks; ++number) {
      sum.add(DistanceSum<Weight>::template of_block<Space>(distance, number));
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
};

// That of a graph with weights, by a search from each source.
template <class Space, class Vertex, class Offset, class Weight,
          bool by_threads = runs_on_host<Space>>
class WeightedCloseness {
 public:
  WeightedCloseness(Space const& exec, GraphCapacity const& capacity, ClosenessReport* report)
      : exec_(exec), report_(report), each_vertex_(exec, capacity) {
    if constexpr (!by_threads) {
      paths_ = make_paths<Weight, Space, Vertex, Offset>(exec, capacity);
      sums_ = make_buffer<Space, DistanceSum<Weight>>(
          exec, "yoke::distances::sums", DistanceSum<Weight>::blocks(capacity.vertices));
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
  EachVertex<Space, Vertex, Offset, Weight, by_threads> each_vertex_;
};

}  // namespace yoke::detail::distances
