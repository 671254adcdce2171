#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <memory>
#include <stdexcept>

#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "photons/algorithm.hpp"
#include "photons/counted.hpp"
#include "photons/in_lanes.hpp"

namespace yoke::detail::photons {

template <PhotonArithmetic arithmetic, class Space>
std::unique_ptr<Algorithm> make_algorithm_in(Space const& exec, Photons::Capacity const& capacity,
                                             PhotonOptions const& options,
                                             PhotonAlgorithm algorithm) {
  if constexpr (runs_on_host<Space>) {
    if (algorithm == PhotonAlgorithm::lanes) {
      return std::make_unique<InLanes<Space, arithmetic>>(exec, capacity, options);
    }
  } else if (algorithm == PhotonAlgorithm::lanes) {
    throw std::invalid_argument(
        "yoke::simulate_photons: options.algorithm is lanes, which runs on a host alone");
  }
  using Real = typename RealOf<arithmetic>::Type;
  if (options.generator == PhotonGenerator::expander) {
    using Streams = ExpanderStreams;
    return std::make_unique<OneAThread<Space, Real, Streams>>(
        exec, capacity, options, Streams(options.seed, options.expander));
  }
  return std::make_unique<OneAThread<Space, Real, HopStreams>>(exec, capacity, options,
                                                               HopStreams(options.seed));
}

template <class Space>
std::unique_ptr<Algorithm> make_algorithm(Space const& exec, Photons::Capacity const& capacity,
                                          PhotonOptions const& options, PhotonAlgorithm algorithm) {
  switch (options.arithmetic) {
    case PhotonArithmetic::reproducible:
      return make_algorithm_in<PhotonArithmetic::reproducible>(exec, capacity, options, algorithm);
    case PhotonArithmetic::precise:
      return make_algorithm_in<PhotonArithmetic::precise>(exec, capacity, options, algorithm);
    case PhotonArithmetic::fast:
      break;
  }
  return make_algorithm_in<PhotonArithmetic::fast>(exec, capacity, options, algorithm);
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
    if (options.generator == PhotonGenerator::fed_expander) {
      throw std::invalid_argument(
          "yoke::simulate_photons: options.generator is fed_expander, which takes both sides: call "
          "with a yoke::Hybrid, or take expander");
    }
    algorithm_ = photons::make_algorithm(exec, capacity, options, algorithm);
  }

  static PhotonAlgorithm choose(photons::Photons::Capacity const&, PhotonOptions const& options) {
    bool const is_xoshiro = options.generator == PhotonGenerator::xoshiro;
    return runs_on_host<Space> && is_xoshiro ? PhotonAlgorithm::lanes
                                             : PhotonAlgorithm::one_a_thread;
  }

  std::size_t run(Arguments const& arguments) {
    photons::Counted const before = photons::counted(exec_, arguments.sums);
    PhaseTimer<Space> timer(exec_, report_);
    algorithm_->run(arguments);
    timer.done("simulate");
    photons::Counted const now = photons::counted(exec_, arguments.sums) - before;
    if (report_ != nullptr) now.write(*report_);
    return now.cut_off;
  }

 private:
  Space exec_;
  PhotonReport* report_;
  std::unique_ptr<photons::Algorithm> algorithm_;
};

}  // namespace yoke::detail
