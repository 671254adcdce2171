#pragma once

#include <cstddef>
#include <memory>

#include "yoke/detail/photons/capability.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::photons {

// Photons that the device follows by bits which the host makes meanwhile.
class FedSimulation {
 public:
  virtual ~FedSimulation() = default;
  // A whole call, with its report; returns how many photons were given up.
  virtual std::size_t run(Photons::Arguments const& arguments) = 0;
};

// In a source file of its own (fed_simulation.cpp), which compiles beside the others.
std::unique_ptr<FedSimulation> make_fed_simulation(Hybrid<> const& hybrid,
                                                   Photons::Capacity const& capacity,
                                                   PhotonOptions const& options);

}  // namespace yoke::detail::photons
