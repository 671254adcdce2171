#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "photons/lanes_simulation.hpp"
#include "photons/simulation.hpp"

namespace yoke::detail::photons {

template <PhotonArithmetic arithmetic, class Space>
std::unique_ptr<Simulation> make_simulation_in(Space const& exec, Photons::Capacity const& capacity,
                                               PhotonOptions const& options,
                                               PhotonAlgorithm algorithm) {
  if constexpr (runs_on_host<Space>) {
    if (algorithm == PhotonAlgorithm::lanes) {
      return std::make_unique<LanesSimulation<Space, arithmetic>>(exec, capacity, options);
    }
  } else if (algorithm == PhotonAlgorithm::lanes) {
    throw std::invalid_argument(
        "yoke::simulate_photons: options.algorithm is lanes, which runs on a host alone");
  }
  using Real = typename RealOf<arithmetic>::Type;
  if (options.generator == PhotonGenerator::expander) {
    using Streams = ExpanderStreams;
    return std::make_unique<OneAThreadSimulation<Space, Real, Streams>>(
        exec, capacity, options, Streams(options.seed, options.expander));
  }
  return std::make_unique<OneAThreadSimulation<Space, Real, Philox>>(exec, capacity, options,
                                                                     Philox(options.seed));
}

template <class Space>
std::unique_ptr<Simulation> make_simulation(Space const& exec, Photons::Capacity const& capacity,
                                            PhotonOptions const& options,
                                            PhotonAlgorithm algorithm) {
  switch (options.arithmetic) {
    case PhotonArithmetic::reproducible:
      return make_simulation_in<PhotonArithmetic::reproducible>(exec, capacity, options, algorithm);
    case PhotonArithmetic::precise:
      return make_simulation_in<PhotonArithmetic::precise>(exec, capacity, options, algorithm);
    case PhotonArithmetic::fast:
      break;
  }
  return make_simulation_in<PhotonArithmetic::fast>(exec, capacity, options, algorithm);
}

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

namespace yoke::detail {

template <class Space>
class Solver<photons::Photons, Space> {
  using Arguments = photons::Photons::Arguments;

 public:
  Solver(Space const& exec, photons::Photons::Capacity const& capacity,
         PhotonOptions const& options, PhotonAlgorithm algorithm)
      : exec_(exec), report_(options.report) {
    simulation_ = photons::make_simulation(exec, capacity, options, algorithm);
  }

  static PhotonAlgorithm choose(photons::Photons::Capacity const&, PhotonOptions const& options) {
    bool const is_philox = options.generator == PhotonGenerator::philox;
    return runs_on_host<Space> && is_philox ? PhotonAlgorithm::lanes
                                            : PhotonAlgorithm::one_a_thread;
  }

  std::size_t run(Arguments const& arguments) {
    photons::Counted const before = photons::counted(exec_, arguments.sums);
    PhaseTimer<Space> timer(exec_, report_);
    simulation_->run(arguments);
    timer.done("simulate");
    photons::Counted const now = photons::counted(exec_, arguments.sums) - before;
    if (report_ != nullptr) now.write(*report_);
    return now.cut_off;
  }

 private:
  Space exec_;
  PhotonReport* report_;
  std::unique_ptr<photons::Simulation> simulation_;
};

}  // namespace yoke::detail
