#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>

#include "components/afforest_steps.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::components {

// How many of n vertices a share is.
inline std::uint64_t host_vertices(std::uint64_t vertices, double share) {
  return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(vertices)));
}

// One element of an array that may lie on the device.
template <class Device, class T>
T element_of(Device const& exec, RawArray<T const> array, std::uint64_t i) {
  if (runs_on_host<Device> || array.place != Place::device) return array.data[i];
  T element;
  Kokkos::deep_copy(
      exec, Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(&element),
      Kokkos::View<T const, typename Device::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          array.data + i));
  exec.fence("yoke::components: an element fetched");
  return element;
}

// Rows of which the first `empty` are empty, from the offsets of the others in a larger graph.
template <class Space, class Offset>
struct RebaseOffsets {
  Array<Space, Offset const> own;
  Array<Space, Offset> offsets;
  std::uint64_t empty;
  Offset base;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    offsets(v) = v <= empty ? 0 : own(v - empty) - base;
  }
};

// On cores: half of an R-MAT's rows are empty, which no branch predictor learns, and each wrong
// guess drops the loads that were under way.
template <class Space, class Vertex, class Offset>
struct HookWithPrefetch {
  static constexpr std::uint64_t ahead = 24;
  HookUnderNeighbour<Space, Vertex, Offset> hook;

  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    KOKKOS_IF_ON_HOST((if (v + ahead < hook.graph.vertices()) {
      __builtin_prefetch(hook.graph.neighbours.data() + hook.graph.begin(v + ahead));
    }))
    hook(v);
  }
};

// The forest's edges of vertices that were hooked elsewhere.
template <class Space, class Vertex>
struct EdgesOfHooks {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const label = labels.label(v);
    if (label != v) labels.forest.set(v, static_cast<Vertex>(v), label);
  }
};

// The arcs of the vertices outside the largest component. Paths are shortened on the way: long ones
// would take the square of their length.
template <class Space, class Vertex, class Offset>
struct CountArcsLeft {
  CsrView<Space, Vertex, Offset> graph;
  Labels<Space, Vertex> labels;
  Array<Space, Vertex const> largest;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& arcs) const {
    bool const is_inside = largest(0) != no_component<Vertex> &&
                           labels.compress(static_cast<Vertex>(v)) == labels.find(largest(0));
    if (!is_inside) arcs += graph.degree(v);
  }
};

}  // namespace yoke::detail::components
