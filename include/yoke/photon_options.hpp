#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"
#include "yoke/expander.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How photons are shared out among threads. Which one runs changes no bit of a reproducible
/// result.
enum class PhotonAlgorithm {
  /// `lanes` on a host, `one_a_thread` on a device.
  automatic,
  /// Each thread follows one photon; when that is gone, the next.
  one_a_thread,
  /// A host's thread follows many photons at once, one in each lane of its vector unit.
  lanes,
};

/// The table of algorithms.
inline constexpr auto photon_algorithms = std::to_array<AlgorithmEntry<PhotonAlgorithm>>(
    {{PhotonAlgorithm::automatic, "automatic", Strategy::queue},
     {PhotonAlgorithm::one_a_thread, "one_a_thread", Strategy::queue},
     {PhotonAlgorithm::lanes, "lanes", Strategy::queue}});

/// Its name in the table.
inline std::string_view to_string(PhotonAlgorithm algorithm) {
  return detail::name_of(photon_algorithms, algorithm);
}

/// What places and directions are computed in. Weights are integers in each.
enum class PhotonArithmetic {
  /// Single precision, by what is fastest on each space: the same bits for every launch and number
  /// of threads of one space.
  fast,
  /// Single precision, each operation rounded by itself, by functions of the library's own: the
  /// same bits on every space and for every split.
  reproducible,
  /// Double precision.
  precise,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_arithmetic_names{"fast", "reproducible",
                                                                         "precise"};

/// Its name.
inline std::string_view to_string(PhotonArithmetic arithmetic) {
  return detail::name_of(photon_arithmetic_names, arithmetic);
}

/// Where a photon's random numbers come from, each photon's from a stream of its own number.
enum class PhotonGenerator {
  philox,    ///< yoke::Philox: hop h takes block h
  expander,  ///< yoke::Expander: a hop takes the walk's next two numbers
  /// Walks by bits that the host makes and sends while the device follows photons by those of the
  /// block before, as the thesis has it: calls of a yoke::Hybrid alone. A photon's numbers are
  /// those that its walker has come to.
  fed_expander,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_generator_names{"philox", "expander",
                                                                        "fed_expander"};

/// Its name.
inline std::string_view to_string(PhotonGenerator generator) {
  return detail::name_of(photon_generator_names, generator);
}

/// What makes the bits that a host feeds to walks.
enum class PhotonFeedSource {
  xoshiro,  ///< yoke::Xoshiro128x8, which is cheapest
  philox,   ///< yoke::Philox
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 2> photon_feed_source_names{"xoshiro", "philox"};

/// Its name.
inline std::string_view to_string(PhotonFeedSource source) {
  return detail::name_of(photon_feed_source_names, source);
}

/// How PhotonGenerator::fed_expander feeds its walks. `source` and `walkers` change which numbers
/// are drawn, `words` does not.
struct PhotonFeed {
  PhotonFeedSource source = PhotonFeedSource::xoshiro;  ///< of the bits
  /// Walks, and photons in flight, at most; rounded up to a multiple of 64, up to 2^24. A call of
  /// few photons has fewer: a walker for every 16 of them.
  std::uint64_t walkers = 1 << 15;
  /// Words of bits that each walker has in a block, up to 2^24. A hop takes 6 of them at the
  /// expander's usual length. More are fewer launches, and more that nobody uses once few walkers
  /// are left.
  std::uint64_t words = 256;
};

/// Where photons fall on the surface, straight down.
enum class PhotonBeam {
  narrow,  ///< all on one point
  flat,    ///< evenly on a disc of the radius `beam_radius`
  /// In a Gaussian beam, whose irradiance at `beam_radius` is 1/e^2 of that in the middle.
  gaussian,
};

/// Their names, in the order of the enumeration.
inline constexpr std::array<std::string_view, 3> photon_beam_names{"narrow", "flat", "gaussian"};

/// Its name.
inline std::string_view to_string(PhotonBeam beam) {
  return detail::name_of(photon_beam_names, beam);
}

/// What a call did.
struct PhotonReport : CallReport {
  PhotonAlgorithm algorithm = PhotonAlgorithm::automatic;  ///< what was chosen
  std::uint64_t photons = 0;                               ///< simulated by this call
  /// Hybrid calls of both sides: how many of them the host simulated. host_share is their share,
  /// whether a split asked for it or the sides took what they could.
  std::uint64_t host_photons = 0;
  std::uint64_t hops = 0;     ///< steps to where a photon scatters or meets a boundary
  std::uint64_t cut_off = 0;  ///< photons that were given up after options.most_hops
  /// PhotonGenerator::fed_expander: words of bits that the host made and the walkers were given,
  /// used or not.
  std::uint64_t fed_words = 0;
};

/// How to simulate, and what to say of it.
struct PhotonOptions {
  PhotonAlgorithm algorithm = PhotonAlgorithm::automatic;  ///< how photons are shared out
  PhotonArithmetic arithmetic = PhotonArithmetic::fast;    ///< what is computed in
  /// Of the random numbers. `lanes` take Philox's alone.
  PhotonGenerator generator = PhotonGenerator::philox;
  ExpanderOptions expander = {};  ///< how its walks go, where it is one of those
  PhotonFeed feed = {};           ///< where their bits come from, where it is fed_expander
  std::uint64_t seed = 0;         ///< of the random numbers
  /// The number of the first photon. What befalls a photon is a function of the seed and of its
  /// number alone, so a run goes on where another one ended by beginning there. Not so with
  /// PhotonGenerator::fed_expander, where it is a function of the call too: a run in parts has
  /// other photons, though as many.
  std::uint64_t first_photon = 0;
  PhotonBeam beam = PhotonBeam::narrow;  ///< where photons come in
  double beam_radius = 0;                ///< in cm; above 0, but of a narrow beam
  /// A photon that would live for ever, as some do where nothing absorbs, is given up after so many
  /// hops; what it had left is counted.
  std::uint64_t most_hops = 100'000'000;
  /// Hybrid calls only: the share of the photons that the host simulates. Automatic: both sides
  /// take batches until none is left. Where the host feeds, it simulates none.
  Split split = Split::automatic();
  /// The bytes that the call or its plan may hold of the device's own memory beyond the caller's
  /// arrays; 0: what is free. Where that is too little, DeviceMemoryExceeded is thrown. Nothing on
  /// a host.
  std::size_t device_memory = 0;
  /// Receive what was done; null: nothing is recorded.
  PhotonReport* report = nullptr;
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
