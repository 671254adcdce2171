#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/photons/capability.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::photons {

namespace {

void check_feed(PhotonOptions const& options) {
  constexpr std::uint64_t most = std::uint64_t(1) << 24;
  check_range(Photons::name, "options.feed.walkers", options.feed.walkers, 1, most);
  check_range(Photons::name, "options.feed.words", options.feed.words, 1, most);
  if (options.split.is_automatic() || options.split.host_share() == 0) return;
  throw std::invalid_argument(
      "yoke::simulate_photons: options.split is " + show_number(options.split.host_share()) +
      ", and options.generator is fed_expander, for which the host makes bits alone: leave the "
      "split automatic, or take expander");
}

}  // namespace

void Photons::check_options(PhotonOptions const& options) {
  check_choice(name, "options.arithmetic", options.arithmetic, PhotonArithmetic::precise);
  check_choice(name, "options.generator", options.generator, PhotonGenerator::fed_expander);
  check_choice(name, "options.expander.eighth", options.expander.eighth, EighthValue::diagonal);
  check_choice(name, "options.feed.source", options.feed.source, PhotonFeedSource::philox);
  check_choice(name, "options.beam", options.beam, PhotonBeam::gaussian);
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (options.algorithm == PhotonAlgorithm::lanes &&
      options.generator != PhotonGenerator::xoshiro) {
    throw std::invalid_argument(
        "yoke::simulate_photons: options.algorithm is lanes, which takes "
        "no other numbers than xoshiro's, and options.generator is " +
        std::string(to_string(options.generator)));
  }
  if (options.generator != PhotonGenerator::xoshiro && options.expander.length == 0) {
    throw std::invalid_argument(
        "yoke::simulate_photons: options.expander.length is 0; a walk has at least 1 step");
  }
  if (options.generator == PhotonGenerator::fed_expander) check_feed(options);
  bool const is_radius = std::isfinite(options.beam_radius) && options.beam_radius > 0;
  if (options.beam != PhotonBeam::narrow && !is_radius) {
    throw std::invalid_argument(
        "yoke::simulate_photons: options.beam is " + std::string(to_string(options.beam)) +
        " and options.beam_radius is " + show_number(options.beam_radius) + "; it must be above 0");
  }
  check_range(name, "options.most_hops", options.most_hops, 1, most);
}

}  // namespace yoke::detail::photons
