#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "frame/fill_array.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/photons/capability.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {

// The first cells of what leaves, those around the beam, where most photons leave: each batch
// counts them in a copy of its own, so that additions seldom meet. A copy has those of the surface,
// then those of the bottom.
struct HotExits {
  static constexpr std::uint64_t most = 2048;

  std::uint64_t* counts;  // photon_batches copies
  std::int32_t exits;     // of the surface, and as many of the bottom

  KOKKOS_FUNCTION std::int32_t size() const { return 2 * exits; }
  KOKKOS_FUNCTION std::uint64_t* of_batch(std::uint64_t b) const {
    return counts + b * static_cast<std::uint64_t>(size());
  }
};

// Adds the copies up.
struct JoinHotExits {
  HotExits hot;
  TallyArrays tally;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t sum = 0;
    for (std::uint64_t b = 0; b < photon_batches; ++b) sum += hot.of_batch(b)[i];
    *cell(static_cast<std::int32_t>(i)) += sum;
  }

 private:
  KOKKOS_FUNCTION std::uint64_t* cell(std::int32_t i) const {
    return i < hot.exits ? tally.reflected + i : tally.transmitted + (i - hot.exits);
  }
};

// The copies' memory, for tallies of a shape.
template <class Space>
class HotExitsWorkspace {
 public:
  HotExitsWorkspace(Space const& exec, TallyShape const& shape)
      : exec_(exec),
        counts_(make_buffer<Space, std::uint64_t>(exec, "yoke::photons::hot", size_of(shape))) {}

  // All 0.
  HotExits cleared(Photons::Arguments const& arguments) const {
    fill(exec_, array_of(counts_), 0);
    return hot_exits(arguments.reflected.size, counts_.data());
  }
  void join(HotExits const& hot, TallyArrays const& tally) const {
    Kokkos::parallel_for("yoke::photons::join_hot_exits",
                         WideRange<Space>(exec_, 0, static_cast<std::uint64_t>(hot.size())),
                         JoinHotExits{hot, tally});
  }

 private:
  static HotExits hot_exits(std::size_t exits, std::uint64_t* counts) {
    // A host's threads are too few to meet, and a batch of its too short to add copies up.
    if (runs_on_host<Space>) return {counts, 0};
    return {counts, static_cast<std::int32_t>(std::min<std::size_t>(exits, HotExits::most))};
  }
  static std::size_t size_of(TallyShape const& shape) {
    return photon_batches * static_cast<std::size_t>(hot_exits(shape.exits, nullptr).size());
  }

  Space exec_;
  Buffer<Space, std::uint64_t> counts_;
};

}  // namespace yoke::detail::photons
