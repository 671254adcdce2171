#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "yoke/algorithm.hpp"

namespace yoke {

/// How generated keys are distributed, and where they stand. The first six are those of Banerjee's
/// thesis, section 4.3: n keys lie in p blocks of n / p that follow each other. Where the thesis
/// has numbers below 2^31, here are all keys of the type.
enum class KeyDistribution {
  uniform,   ///< every key is as likely
  gaussian,  ///< the mean of 12 uniform keys
  /// Numbers: of the first p / 2 blocks log2(n), of the next p / 4 log2(n / 2), and so on; of the
  /// last block one half log2(n / p), a quarter log2(n / 2p), and so on. All rounded down.
  deterministic_duplicates,
  /// Numbers: a block is `runs` runs of one number each, which is drawn from 0 to runs - 1, and so
  /// are the runs' relative lengths.
  randomised_duplicates,
  /// The first half of the blocks is uniform in the odd ones of p equal ranges of keys, in their
  /// order, the other half in the even ones.
  staggered,
  /// Each block is p parts, of which the j-th is uniform in the j-th of p equal ranges of keys.
  bucket_sorted,
  zipf,       ///< numbers: k - 1 is as likely as 1 / k, for k up to `zipf_values`
  sorted,     ///< numbers: 0, 1, 2, ...; where keys are too narrow for n of them each comes twice,
              ///< or more often
  reversed,   ///< the same the other way round
  all_equal,  ///< one number
};

/// A distribution and its name, as the command-line tool takes it.
struct KeyDistributionEntry {
  KeyDistribution distribution;  ///< what shapes call it
  std::string_view name;         ///< what the command-line tool calls it
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

/// Its name in the table.
inline std::string_view to_string(KeyDistribution distribution) {
  return detail::name_of(key_distributions, distribution);
}

/// What keys to generate.
struct KeyShape {
  static constexpr std::uint64_t most_blocks = std::uint64_t(1) << 20;       ///< of `blocks`
  static constexpr std::uint64_t most_runs = 1024;                           ///< of `runs`
  static constexpr std::uint64_t most_zipf_values = std::uint64_t(1) << 31;  ///< of `zipf_values`
  KeyDistribution distribution = KeyDistribution::uniform;  ///< which are how likely
  std::uint64_t blocks = 64;                                ///< the thesis's p: 1 to 2^20
  std::uint64_t runs = 32;  ///< of a block of randomised duplicates: 1 to 1024
  std::uint64_t zipf_values = std::uint64_t(1) << 20;  ///< how many there are: 1 to 2^31
  std::uint64_t seed = 1;                              ///< of what is drawn
};

}  // namespace yoke
