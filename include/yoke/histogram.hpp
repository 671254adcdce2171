#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/histogram/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/histogram_options.hpp"

namespace yoke {

/// Bins of one width, from `lower` up to, and without, `upper`. A value v of n bins is in bin
/// - integers: floor((v - lower) n / (upper - lower)), exactly, without overflow;
/// - floating-point numbers: floor((v - lower) s), but n - 1 at most, where s = n / (upper - lower)
///   and all of it, of floats too, is computed in double precision, each operation rounded: the
///   same bin on every space. A value that is within rounding of the edge of two bins may be in
///   either.
template <class Value>
struct EvenBins {
  Value lower;  ///< the least value that is counted
  Value upper;  ///< the first one that is not
};
/// Of both bounds' type.
template <class Value>
EvenBins(Value, Value) -> EvenBins<Value>;

/// Bins of one value each: the values are the bins' numbers, from 0.
struct ByLabel {};
/// Says that values are labels.
inline constexpr ByLabel by_label;

namespace detail::histograms {

// Throws where there are no such bins.
template <class Value>
void check_even(EvenBins<Value> const& bins, std::size_t count) {
  auto const refuse = [&](char const* why) {
    throw std::invalid_argument("yoke::histogram: lower is " + show_number(bins.lower) +
                                " and upper is " + show_number(bins.upper) + ": " + why);
  };
  if constexpr (std::is_floating_point_v<Value>) {
    if (!std::isfinite(bins.lower) || !std::isfinite(bins.upper)) {
      refuse(
          "bins of one width must be of a finite range. Where these are the least and the greatest "
          "of the values, the values hold an infinity or a NaN: take those of the finite values, "
          "or bounds");
    }
  }
  if (!(bins.lower < bins.upper)) refuse("lower must be less than upper");
  if constexpr (std::is_floating_point_v<Value>) {
    double const range = static_cast<double>(bins.upper) - static_cast<double>(bins.lower);
    if (!std::isfinite(range)) refuse("bins of one width must be of a finite range");
    if (!std::isfinite(static_cast<double>(count) / range)) refuse("the bins are too narrow");
  }
}

}  // namespace detail::histograms

/// The workspace for histograms of up to `capacity` values in up to `bins` bins, so that repeated
/// calls allocate nothing (the first one with bounds allocates what they need). Executor is a
/// Kokkos execution space or a yoke::Hybrid; Value is a 32- or 64-bit integer, float or double.
///
/// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
/// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor, class Value>
class HistogramPlan
    : public detail::Plan<detail::histograms::Histogram<detail::sorting::WordFor<Value>>,
                          Executor> {
  static_assert(detail::sorting::is_key<Value>,
                "yoke::HistogramPlan: Value must be an integer or floating-point type of 32 or 64 "
                "bits");
  using Word = detail::sorting::WordFor<Value>;
  using Capability = detail::histograms::Histogram<Word>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument where an option is out of its range.
  HistogramPlan(Executor const& executor, std::size_t capacity, std::size_t bins,
                HistogramOptions const& options = {})
      : Base(executor,
             {detail::checked_capacity(Capability::name, capacity),
              Capability::checked_bins(Capability::name, bins)},
             options) {}
  template <detail::TemporaryHybrid Temporary>
  HistogramPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                HistogramOptions const& = {}) = delete;

  /// Counts as yoke::histogram does. Throws std::invalid_argument where there are more values or
  /// counts than the plan was made for.
  template <class Values, class Counts>
  std::size_t operator()(Values const& values, EvenBins<Value> const& bins, Counts const& counts) {
    detail::histograms::check_even(bins, counts.extent(0));
    return count_even(values, std::bit_cast<Word>(bins.lower), std::bit_cast<Word>(bins.upper),
                      counts);
  }
  /// The same, of labels.
  template <class Values, class Counts>
  std::size_t operator()(Values const& labels, ByLabel, Counts const& counts) {
    static_assert(std::is_integral_v<Value>, "yoke::histogram: labels must be integers");
    return count_even(labels, 0, static_cast<Word>(counts.extent(0)), counts);
  }
  /// The same, between bounds.
  template <class Values, detail::AnyView Bounds, class Counts>
  std::size_t operator()(Values const& values, Bounds const& bounds, Counts const& counts) {
    check_types<Values, Counts>();
    static_assert(std::is_same_v<typename Bounds::non_const_value_type, Value>,
                  "yoke::histogram: the bounds must be of the values' type");
    auto const words = detail::sorting::as_words(values);
    auto const bound_words = detail::sorting::as_words(bounds);
    Arguments arguments;
    arguments.kind = detail::sorting::kind_of<Value>;
    arguments.is_even = false;
    return this->call(Capability::name, arguments, {},
                      std::tuple(detail::bind<&Arguments::values>("values", words),
                                 detail::bind<&Arguments::bounds>("bounds", bound_words),
                                 detail::bind<&Arguments::counts>("counts", counts)));
  }

 private:
  template <class Values, class Counts>
  static constexpr void check_types() {
    static_assert(std::is_same_v<typename Values::non_const_value_type, Value>,
                  "yoke::HistogramPlan: the values are not of the plan's type");
    using Count = typename Counts::value_type;
    static_assert(std::is_integral_v<Count> && sizeof(Count) == sizeof(std::uint64_t),
                  "yoke::histogram: counts must hold 64-bit integers");
  }

  template <class Values, class Counts>
  std::size_t count_even(Values const& values, Word lower, Word upper, Counts const& counts) {
    check_types<Values, Counts>();
    auto const words = detail::sorting::as_words(values);
    Arguments arguments;
    arguments.kind = detail::sorting::kind_of<Value>;
    arguments.lower = lower;
    arguments.upper = upper;
    return this->call(Capability::name, arguments, {},
                      std::tuple(detail::bind<&Arguments::values>("values", words),
                                 detail::bind<&Arguments::counts>("counts", counts)));
  }
};

/// Counts how many values are in each bin.
///
/// @param values  n elements: 32- or 64-bit integers, float or double
/// @param bins  which value is in which bin, one of
///   - EvenBins{lower, upper}, of the values' type: bins of one width;
///   - a View of one more element than there are bins, of the values' type, ascending: bin i is of
///     values v with bounds(i) <= v < bounds(i + 1); a bin between equal bounds is empty;
///   - yoke::by_label: bin i is of the values that are i.
/// @param counts  a 64-bit integer for each of the bins, of which there are 1 to 2^20; all are
///   written
///
/// Returns how many values were counted. A NaN is counted nowhere, and neither is a value outside
/// of all bins, as upper itself, or the last bound, is. Deterministic, and the same on every space
/// and for every share. Work O(n), of bounds O(n log bins). Memory beyond the arguments: on a
/// device 4 bytes a bin; on a host, for each thread, 4 bytes a bin or 16 bytes for each of the
/// first 2048 bins, whichever is more, but for several threads not more than 8 bytes a value; by
/// `sequential` none; and for bounds twice as many as there are, and two. With both sides of a
/// Hybrid it takes that on each, and 24 bytes a bin. Strided Views are copied.
///
/// Throws std::invalid_argument where sizes do not fit each other, where lower is not less than
/// upper, or the range of floating-point numbers is not finite, and where counts overlap the
/// others; yoke::InvalidInput, naming the place, where bounds fall or are NaN.
///
/// Sources: Banerjee's thesis, sections 4.2 and 4.4.5 (private counters, joined by addition).
template <class Executor, detail::AnyView Values, class Bins, detail::AnyView Counts>
std::size_t histogram(Executor const& executor, Values const& values, Bins const& bins,
                      Counts const& counts, HistogramOptions const& options = {}) {
  HistogramPlan<Executor, typename Values::non_const_value_type> plan(executor, values.extent(0),
                                                                      counts.extent(0), options);
  return plan(values, bins, counts);
}

}  // namespace yoke
