#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "photons/medium.hpp"
#include "photons/tally.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {

// What a team has counts of in its scratch memory: the layers of each batch, and the cells of
// absorption around the beam, from the surface down.
struct NearShape {
  std::int32_t layers = 0, rings = 0, depths = 0;

  KOKKOS_FUNCTION std::int32_t cells() const { return rings * depths; }
  KOKKOS_FUNCTION std::int32_t size() const {
    return static_cast<std::int32_t>(photon_batches) * layers + cells();
  }
};

// At most that many counts. The cells reach as deep as they reach to the sides, as light does.
template <class Real>
NearShape near_shape(std::int32_t room, Task<Real> const& task) {
  Medium<Real> const& medium = task.medium;
  constexpr std::int32_t most_layers = 16;
  NearShape shape;
  if (medium.count <= most_layers) shape.layers = medium.count;
  if (task.tally.absorbed == nullptr) return shape;
  double const left = room - shape.size();
  double const all_rings = static_cast<double>(static_cast<float>(medium.last_radius)) + 1;
  double const all_depths = medium.depths;
  double const depths_a_ring =
      static_cast<double>(static_cast<float>(medium.cells_per_depth)) /
      std::max(static_cast<double>(static_cast<float>(medium.cells_per_radius)), 1e-300);
  double depths = std::clamp(std::sqrt(left * depths_a_ring), 1.0, std::min(left, all_depths));
  double const rings = std::min(std::floor(left / std::floor(depths)), all_rings);
  depths = std::min(std::floor(left / rings), all_depths);
  shape.rings = static_cast<std::int32_t>(rings);
  shape.depths = static_cast<std::int32_t>(depths);
  return shape;
}

// Additions to the tallies' layers and cells of absorption, through a team's counts where it has
// them. Counts have 32 bits, and carry into the tallies, so sums are exact.
class NearCounts {
 public:
  // Without a team: all is added to the tallies.
  NearCounts() = default;
  KOKKOS_FUNCTION NearCounts(NearShape const& shape, std::uint32_t* counts)
      : shape_(shape), cells_(counts), layers_(counts + shape.cells()) {}

  // Those of the call's batch b.
  KOKKOS_FUNCTION void begin_batch(std::uint64_t b) { batch_ = static_cast<std::int32_t>(b); }

  // The cell is the one of that ring and depth.
  template <class Add>
  KOKKOS_FORCEINLINE_FUNCTION void add_to_cell(std::int32_t ring, std::int32_t depth,
                                               std::uint32_t units, std::uint64_t* cell) const {
    std::int32_t const place = ring * shape_.depths + depth;
    // One addition for both would not know which memory it is in.
    if (depth < shape_.depths && place < shape_.cells()) {
      if (carries(cells_ + place, units)) Add::add(cell, carry);
    } else {
      Add::add(cell, units);
    }
  }
  template <class Add>
  KOKKOS_FORCEINLINE_FUNCTION void add_to_layer(std::int32_t layer, std::uint64_t units,
                                                std::uint64_t* sum) const {
    if (layer < shape_.layers) {
      auto const low = static_cast<std::uint32_t>(units);
      std::uint64_t const high =
          units - low + (carries(layers_ + (batch_ * shape_.layers + layer), low) ? carry : 0);
      if (high > 0) Add::add(sum, high);
    } else {
      Add::add(sum, units);
    }
  }

  // Adds the counts up, when the team has counted all; one of `size` threads.
  KOKKOS_FUNCTION void add_up(TallyArrays const& tally, std::uint64_t first,
                              std::int32_t all_depths, std::int32_t thread,
                              std::int32_t size) const {
    for (std::int32_t i = thread; i < shape_.cells(); i += size) {
      std::int32_t const ring = i / shape_.depths, depth = i % shape_.depths;
      if (cells_[i] > 0) AtomicAdd::add(tally.absorbed + (ring * all_depths + depth), cells_[i]);
    }
    for (std::int32_t i = thread; i < shape_.size() - shape_.cells(); i += size) {
      std::int32_t const b = i / shape_.layers, layer = i % shape_.layers;
      std::uint64_t* const sums = tally.batch_of(first + static_cast<std::uint64_t>(b));
      if (layers_[i] > 0) AtomicAdd::add(sums + photon_sums + layer, layers_[i]);
    }
  }

 private:
  static constexpr std::uint64_t carry = std::uint64_t(1) << 32;

  // Of a count in a team's memory the compiler's own function makes one instruction.
  KOKKOS_FORCEINLINE_FUNCTION static bool carries(std::uint32_t* count, std::uint32_t units) {
    std::uint32_t before = 0;
    KOKKOS_IF_ON_DEVICE((before = atomicAdd(count, units);))
    KOKKOS_IF_ON_HOST((before = Kokkos::atomic_fetch_add(count, units);))
    return before > ~units;
  }

  NearShape shape_;
  std::uint32_t *cells_ = nullptr, *layers_ = nullptr;
  std::int32_t batch_ = 0;
};

}  // namespace yoke::detail::photons
