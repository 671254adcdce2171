#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"

namespace yoke {

/// How generated keys are distributed and ordered. The first six are those of Banerjee's thesis,
/// section 4.3: n keys in p successive blocks of n / p. The thesis has numbers below 2^31; here the
/// range has all keys of the type.
enum class KeyDistribution {
  uniform,   ///< every key has the same probability
  gaussian,  ///< the mean of 12 uniform keys
  /// Numbers: log2(n) in the first p / 2 blocks, log2(n / 2) in the next p / 4, and so on. In the
  /// last block log2(n / p) for one half, log2(n / 2p) for a quarter, and so on. All rounded down.
  deterministic_duplicates,
  /// Numbers: a block is `runs` runs of one number each. The numbers, and the runs' relative
  /// lengths, are drawn from 0 to runs - 1.
  randomised_duplicates,
  /// The first half of the blocks is uniform in the odd ones of p equal ranges of keys, in their
  /// order. The other half is uniform in the even ones.
  staggered,
  /// Each block is p parts; part j is uniform in range j of p equal ranges of keys.
  bucket_sorted,
  zipf,      ///< numbers: k - 1 with a probability proportional to 1 / k, for k up to `zipf_values`
  sorted,    ///< numbers: 0, 1, 2, ...; each repeated if keys are too narrow for n numbers
  reversed,  ///< the same in reverse
  all_equal,  ///< one number
};

/// A distribution and its name in the command-line tool.
struct KeyDistributionEntry {
  KeyDistribution distribution;  ///< the value in shapes
  std::string_view name;         ///< the name in the command-line tool
};

/// The table of distributions, in their order.
inline constexpr std::array key_distributions{
    KeyDistributionEntry{KeyDistribution::uniform, "uniform"},
    KeyDistributionEntry{KeyDistribution::gaussian, "gaussian"},
    KeyDistributionEntry{KeyDistribution::deterministic_duplicates, "deterministic_duplicates"},
    KeyDistributionEntry{KeyDistribution::randomised_duplicates, "randomised_duplicates"},
    KeyDistributionEntry{KeyDistribution::staggered, "staggered"},
    KeyDistributionEntry{KeyDistribution::bucket_sorted, "bucket_sorted"},
    KeyDistributionEntry{KeyDistribution::zipf, "zipf"},
    KeyDistributionEntry{KeyDistribution::sorted, "sorted"},
    KeyDistributionEntry{KeyDistribution::reversed, "reversed"},
    KeyDistributionEntry{KeyDistribution::all_equal, "all_equal"}};

/// The distribution's name in the table.
inline std::string_view to_string(KeyDistribution distribution) {
  return detail::name_of(key_distributions, distribution);
}

/// The shape of generated keys.
struct KeyShape {
  static constexpr std::uint64_t most_blocks = std::uint64_t(1) << 20;       ///< of `blocks`
  static constexpr std::uint64_t most_runs = 1024;                           ///< of `runs`
  static constexpr std::uint64_t most_zipf_values = std::uint64_t(1) << 31;  ///< of `zipf_values`
  KeyDistribution distribution = KeyDistribution::uniform;                   ///< the distribution
  std::uint64_t blocks = 64;  ///< the thesis's p: 1 to 2^20
  std::uint64_t runs = 32;    ///< runs in a block of randomised duplicates: 1 to 1024
  std::uint64_t zipf_values = std::uint64_t(1) << 20;  ///< number of different values: 1 to 2^31
  std::uint64_t seed = 1;                              ///< seed of the random numbers
};

}  // namespace yoke
