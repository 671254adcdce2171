#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

#include "frame/raw_arrays.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/photon_options.hpp"
#include "yoke/photon_tallies.hpp"

namespace yoke::detail::photons {

// What the report and the caller learn of the tallies.
struct Counted {
  std::uint64_t photons = 0, hops = 0, cut_off = 0;

  friend Counted operator+(Counted const& a, Counted const& b) {
    return {a.photons + b.photons, a.hops + b.hops, a.cut_off + b.cut_off};
  }
  friend Counted operator-(Counted const& a, Counted const& b) {
    return {a.photons - b.photons, a.hops - b.hops, a.cut_off - b.cut_off};
  }
  void write(PhotonReport& report) const {
    report.photons = photons;
    report.hops = hops;
    report.cut_off = cut_off;
  }
};

template <class Space>
Counted counted(Space const& exec, RawArray<std::uint64_t> const& sums) {
  std::vector<std::uint64_t> copy;
  std::uint64_t const* here = sums.data;
  if constexpr (!runs_on_host<Space>) {
    using Target =
        Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    copy.resize(sums.size);
    here = copy.data();
    Kokkos::deep_copy(exec, Target(copy.data(), copy.size()), array_on<Space>(sums));
  }
  exec.fence("yoke::photons: sums");
  PhotonTotals const totals = add_up(here, sums.size / photon_batches - photon_sums);
  return {totals[PhotonSum::photons], totals[PhotonSum::hops], totals[PhotonSum::cut_off_photons]};
}

}  // namespace yoke::detail::photons
