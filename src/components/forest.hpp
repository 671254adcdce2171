#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/algorithm.hpp"
#include "primitives/number_items.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::components {

// The place of an edge is free where the vertex one higher is its own label.
template <class Space, class Vertex>
struct FreePlaces {
  Array<Space, Vertex const> label;
  KOKKOS_FUNCTION bool is_free(std::uint64_t place) const { return label(place + 1) == place + 1; }
};

// The free places, listed.
template <class Space, class Vertex>
struct ListFreePlaces {
  FreePlaces<Space, Vertex> places;
  Array<Space, Vertex> free;
  KOKKOS_FUNCTION bool wants(std::uint64_t place) const { return places.is_free(place); }
  KOKKOS_FUNCTION void take(std::uint64_t place, std::uint64_t number) const {
    free(number) = static_cast<Vertex>(place);
  }
};

// Each edge from `end` on goes to a free place before it.
template <class Space, class Vertex>
struct FillFreePlaces {
  FreePlaces<Space, Vertex> places;
  std::uint64_t end;
  Array<Space, Vertex const> free;
  ForestEdges<Space, Vertex> forest;
  KOKKOS_FUNCTION bool wants(std::uint64_t i) const { return !places.is_free(end + i); }
  KOKKOS_FUNCTION void take(std::uint64_t i, std::uint64_t number) const {
    forest.from(free(number)) = forest.from(end + i);
    forest.to(free(number)) = forest.to(end + i);
  }
};

// Moves the n - `components` edges of a finished forest, each at its place, to the front of the
// arrays. Holds a word for every second vertex from its first use on: there are n - 1 places, so no
// more are free before the end than are taken after it, or than there are components.
template <class Space, class Vertex>
class ForestGatherer {
 public:
  void run(Space const& exec, Array<Space, Vertex const> label, std::uint64_t components,
           ForestEdges<Space, Vertex> const& forest) {
    std::uint64_t const n = label.extent(0), edges = n - components, beyond = components - 1;
    if (edges == 0 || beyond == 0) return;
    reserve(exec, n);
    FreePlaces<Space, Vertex> const places{label};
    Kokkos::deep_copy(exec, counters_, std::uint64_t(0));
    NumberItems<Space, ListFreePlaces<Space, Vertex>>::run(
        "yoke::components::free_places", exec, {places, array_of(free_)}, edges, counter(0));
    NumberItems<Space, FillFreePlaces<Space, Vertex>>::run("yoke::components::gather_forest", exec,
                                                           {places, edges, array_of(free_), forest},
                                                           beyond, counter(1));
    exec.fence("yoke::components: forest gathered");
  }

  void reserve(Space const& exec, std::uint64_t vertices) {
    if (free_.extent(0) >= vertices / 2) return;
    counters_ = make_buffer<Space, std::uint64_t>(exec, "yoke::components::free_counters", 2);
    // Last: it says that both are there.
    free_ = make_buffer<Space, Vertex>(exec, "yoke::components::free_places", vertices / 2);
  }

 private:
  Array<Space, std::uint64_t> counter(int i) const {
    return Array<Space, std::uint64_t>(counters_.data() + i, 1);
  }

  Buffer<Space, Vertex> free_;
  Buffer<Space, std::uint64_t> counters_;
};

}  // namespace yoke::detail::components
