#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace yoke::detail {
namespace {

void check_request(int requested, int most) {
  if (requested >= 0 && requested <= most) return;
  throw std::invalid_argument("yoke::Hybrid: host_threads is " + std::to_string(requested) +
                              "; here it must be between 0 (chosen for you) and " +
                              std::to_string(most));
}

// The thread that drives a device mostly sleeps in a fence, but what it does is urgent: a late
// launch leaves the device idle. So it gets a core, unless that would cost the host half of its
// two.
ThreadShares beside_device(int requested, int total) {
  check_request(requested, total);
  int const host = requested > 0 ? requested : (total > 2 ? total - 1 : total);
  return {1, host, requested > 0 ? requested : total, true};
}

ThreadShares between_halves(int requested, int total) {
  check_request(requested, total - 1);
  int const host = requested > 0 ? requested : total / 2;
  return {total - host, host, total, true};
}

}  // namespace

ThreadShares share_out_threads(Pairing pairing, int requested, int total, int cpus) {
  if (pairing == Pairing::separate) return beside_device(requested, total);
  if (pairing == Pairing::shared && std::min(total, cpus) > 1) {
    return between_halves(requested, total);
  }
  check_request(requested, total);
  return {total, total, total, false};
}

}  // namespace yoke::detail
