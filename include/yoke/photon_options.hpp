#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/expander.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"

namespace yoke {

class Timeline;

/// How photons are shared among threads. The choice changes no bit of a reproducible result.
enum class PhotonAlgorithm {
  /// `lanes` on a host, `one_a_thread` on a device.
  automatic,
  /// Each thread follows one photon, and then the next.
  one_a_thread,
  /// A host's thread follows many photons at once, one in each lane of its vector unit.
  lanes,
};

/// The table of algorithms.
inline constexpr auto photon_algorithms = std::to_array<AlgorithmEntry<PhotonAlgorithm>>(
    {{PhotonAlgorithm::automatic, "automatic", Strategy::queue},
     {PhotonAlgorithm::one_a_thread, "one_a_thread", Strategy::queue},
     {PhotonAlgorithm::lanes, "lanes", Strategy::queue}});

/// The algorithm's name in the table.
inline std::string_view to_string(PhotonAlgorithm algorithm) {
  return detail::name_of(photon_algorithms, algorithm);
}

/// The arithmetic of places and directions. Weights are always integers.
enum class PhotonArithmetic {
  /// Single precision, by the fastest functions of each space: the same bits for every launch and
  /// number of threads of one execution space.
  fast,
  /// Single precision, each operation rounded by itself, with the library's own functions: the same
  /// bits on every space and for every split.
  reproducible,
  /// Double precision.
  precise,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_arithmetic_names{"fast", "reproducible",
                                                                         "precise"};

/// The arithmetic's name.
inline std::string_view to_string(PhotonArithmetic arithmetic) {
  return detail::name_of(photon_arithmetic_names, arithmetic);
}

/// The source of a photon's random numbers. Each photon has a stream of its own number.
enum class PhotonGenerator {
  xoshiro,   ///< yoke::Xoshiro128, whose state Philox draws for each photon
  expander,  ///< yoke::Expander: a hop takes the next four halves of its numbers
  /// Walks whose bits the host makes in blocks and sends, as in the thesis. Meanwhile the device
  /// follows photons with the bits of the block before. Only for calls of a yoke::Hybrid. A
  /// photon's numbers are the next ones of its walker.
  fed_expander,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_generator_names{"xoshiro", "expander",
                                                                        "fed_expander"};

/// The generator's name.
inline std::string_view to_string(PhotonGenerator generator) {
  return detail::name_of(photon_generator_names, generator);
}

/// The generator of the bits that a host feeds to walks.
enum class PhotonFeedSource {
  xoshiro,  ///< yoke::Xoshiro128x8, the cheapest
  philox,   ///< yoke::Philox
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 2> photon_feed_source_names{"xoshiro", "philox"};

/// The source's name.
inline std::string_view to_string(PhotonFeedSource source) {
  return detail::name_of(photon_feed_source_names, source);
}

/// How PhotonGenerator::fed_expander feeds its walks. `source` and `walkers` change the numbers
/// that are drawn; `words` does not.
struct PhotonFeed {
  PhotonFeedSource source = PhotonFeedSource::xoshiro;  ///< the generator of the bits
  /// The largest number of walkers, up to 2^24, rounded up to a multiple of 64. Each walker follows
  /// one photon at a time. If a call has fewer than 16 photons for each walker, it uses only one
  /// walker for every 16 photons.
  std::uint64_t walkers = 1 << 15;
  /// Words of bits that each walker has in a block, up to 2^24. A hop takes 6 of them at the
  /// expander's usual length. More words mean fewer launches. They also mean more unused words when
  /// few walkers are left.
  std::uint64_t words = 256;
};

/// Where photons fall on the surface, straight down.
enum class PhotonBeam {
  narrow,  ///< all on one point
  flat,    ///< evenly on a disc of the radius `beam_radius`
  /// In a Gaussian beam, with an irradiance at `beam_radius` that is 1/e^2 of that in the middle.
  gaussian,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_beam_names{"narrow", "flat", "gaussian"};

/// The beam's name.
inline std::string_view to_string(PhotonBeam beam) {
  return detail::name_of(photon_beam_names, beam);
}

/// The report of a call.
struct PhotonReport : CallReport {
  PhotonAlgorithm algorithm = PhotonAlgorithm::automatic;  ///< the chosen algorithm
  std::uint64_t photons = 0;                               ///< simulated by this call
  /// Hybrid calls of both sides: the number of photons that the host simulated. host_share is their
  /// share, set by a split or by the queue.
  std::uint64_t host_photons = 0;
  std::uint64_t hops = 0;     ///< steps to places at which a photon scatters or meets a boundary
  std::uint64_t cut_off = 0;  ///< photons that were given up after options.most_hops
  /// PhotonGenerator::fed_expander: words of bits that the host made for the walkers, used or not.
  std::uint64_t fed_words = 0;
};

/// The options of a call.
struct PhotonOptions {
  PhotonAlgorithm algorithm = PhotonAlgorithm::automatic;  ///< how photons are shared among threads
  PhotonArithmetic arithmetic = PhotonArithmetic::fast;    ///< the arithmetic
  /// The source of the random numbers. `lanes` takes only xoshiro.
  PhotonGenerator generator = PhotonGenerator::xoshiro;
  ExpanderOptions expander = {};  ///< the options of walks, if the generator walks
  PhotonFeed feed = {};           ///< the source of their bits, for fed_expander
  std::uint64_t seed = 0;         ///< seed of the random numbers
  /// The number of the first photon. A photon's fate is a function of the seed and of its number
  /// alone. A run therefore continues another one if it begins with the next number. This does not
  /// hold for PhotonGenerator::fed_expander, where the fate also depends on the call. There a run
  /// in parts has other photons than the whole, but the same number of them.
  std::uint64_t first_photon = 0;
  PhotonBeam beam = PhotonBeam::narrow;  ///< where photons enter
  double beam_radius = 0;                ///< in cm; above 0, unless the beam is narrow
  /// A photon that would live for ever, as some do without absorption, is given up after this
  /// number of hops. Its remaining weight is counted.
  std::uint64_t most_hops = 100'000'000;
  /// Hybrid calls only: the share of the photons that the host simulates. Automatic: both sides
  /// take batches until none is left. A host that feeds walks simulates no photon.
  Split split = Split::automatic();
  /// A bound in bytes on the device memory of the call or its plan. The caller's arrays do not
  /// count. 0: the free memory. If the bound is too little, DeviceMemoryExceeded is thrown. On a
  /// host it has no effect.
  std::size_t device_memory = 0;
  /// Receives the report of the call; null: none.
  PhotonReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< receives the spans of each lane; null: none
};

}  // namespace yoke
