#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/histogram_options.hpp"

namespace yoke::detail::histograms {

using sorting::KeyKind;

// A bin's number, and that of one more, fit 32 bits with room for sums of them.
inline constexpr std::size_t most_bins = HistogramOptions::most_bins;

// Counting values of a width, in bins that are even or between bounds.
template <class Word>
struct Histogram {
  using Algorithm = HistogramAlgorithm;
  using Options = HistogramOptions;
  using Report = HistogramReport;
  static constexpr auto const& algorithms = histogram_algorithms;
  static constexpr char const* name = "yoke::histogram";
  static constexpr char const* busy = "count";
  static constexpr RankForm ranks = RankForm::of_spaces;

  struct Capacity {
    std::size_t values, bins;
    bool has_bounds = false;  // are calls with bounds expected?
  };

  struct Arguments {
    RawArray<Word const> values;
    RawArray<Word const> bounds;
    RawArray<std::uint64_t> counts;
    KeyKind kind = KeyKind::is_unsigned;
    bool is_even = true;        // without bounds, but with these
    Word lower = 0, upper = 0;  // the bits of values of that kind

    static constexpr std::array names{"values", "bounds", "counts"};
    static constexpr std::array on_ranks{OnRanks::part, OnRanks::same, OnRanks::summed};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.values, self.bounds, self.counts);
    }
  };

  // The bins of a call, or of a plan.
  static std::size_t checked_bins(std::string const& caller, std::size_t bins) {
    if (bins > 0 && bins <= most_bins) return bins;
    throw std::invalid_argument(caller + ": counts has " + show_count(bins, "element") +
                                ", one a bin; there must be 1 to " + std::to_string(most_bins));
  }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.values.size; }
  static void check(std::string const& caller, Arguments const& arguments) {
    std::size_t const bins = checked_bins(caller, arguments.counts.size);
    if (arguments.is_even || arguments.bounds.size == bins + 1) return;
    throw std::invalid_argument(caller + ": bounds has " +
                                show_count(arguments.bounds.size, "element") + " and counts has " +
                                std::to_string(bins) + ": " + show_count(bins, "bin") +
                                (bins == 1 ? " has " : " have ") + show_count(bins + 1, "bound"));
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "values", arguments.values.size, capacity.values);
    check_capacity(name, "counts", arguments.counts.size, capacity.bins);
  }
  // Without values there are counts of 0 to be written.
  static bool is_empty(Arguments const&) { return false; }
};

}  // namespace yoke::detail::histograms
