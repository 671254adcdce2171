#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/photon_options.hpp"

namespace yoke::detail::photons {

void check_options(PhotonOptions const& options) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (options.most_hops > 0 && options.most_hops <= most) return;
  throw std::invalid_argument("yoke::simulate_photons: options.most_hops is " +
                              std::to_string(options.most_hops) + "; it must be 1 to " +
                              std::to_string(most));
}

}  // namespace yoke::detail::photons
