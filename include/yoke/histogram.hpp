#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/histograms/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/histogram_options.hpp"
#include "yoke/messages.hpp"

namespace yoke {

/// Bins of one width, from `lower` up to, and without, `upper`. Value v is, for n bins, in bin
/// - integers: floor((v - lower) n / (upper - lower)), exactly, without overflow;
/// - floating-point numbers: floor((v - lower) s), but at most n - 1, with s = n / (upper - lower).
///   All of it is computed in double precision, also for floats, and each operation is rounded. The
///   bin is therefore the same on every space. A value that is within rounding of the edge of two
///   bins may be in either.
template <class Value>
struct EvenBins {
  Value lower;  ///< the least value that is counted
  Value upper;  ///< the first value that is not counted
};
/// Deduces the type of both bounds.
template <class Value>
EvenBins(Value, Value) -> EvenBins<Value>;

/// Bins of one value each: the values are the bins' numbers, from 0.
struct ByLabel {};
/// The argument for values that are labels.
inline constexpr ByLabel by_label;

namespace detail::histograms {

// Throws if there are no such bins.
template <class Value>
void check_even(EvenBins<Value> const& bins, std::size_t count) {
  auto const refuse = [&](char const* why) {
    throw std::invalid_argument("yoke::histogram: lower is " + show_number(bins.lower) +
                                " and upper is " + show_number(bins.upper) + ": " + why);
  };
  if constexpr (std::is_floating_point_v<Value>) {
    if (!std::isfinite(bins.lower) || !std::isfinite(bins.upper)) {
      refuse(
          "bins of one width must be of a finite range. Take the least and the greatest of the "
          "finite values, or bounds");
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

/// The workspace for histograms of up to `capacity` values in up to `bins` bins. Repeated calls
/// allocate nothing, except the first call with bounds. Executor is a Kokkos execution space or a
/// yoke::Hybrid. Value is a 32- or 64-bit integer, float or double.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has a part of the
/// values. `capacity` is for this rank's part. All ranks give the same bins. Each gets the counts
/// of all values and their sum. Each sends 8 bytes per bin, through host memory. All ranks throw
/// the errors of a call on one execution space, and std::invalid_argument if bins or numbers of
/// bins differ.
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
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 values or more.
  HistogramPlan(Executor const& executor, std::size_t capacity, std::size_t bins,
                HistogramOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Value>>(Capability::name),
            [=] {
              return typename Capability::Capacity{
                  detail::checked_capacity(Capability::name, capacity),
                  Capability::checked_bins(Capability::name, bins)};
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  HistogramPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                HistogramOptions const& = {}) = delete;

  /// Counts as yoke::histogram does. Throws std::invalid_argument if there are more values or
  /// counts than in the plan's sizes.
  template <class Values, class Counts>
  std::size_t operator()(Values const& values, EvenBins<Value> const& bins, Counts const& counts) {
    return count_even<EvenBins<Value>>(
        values, std::bit_cast<Word>(bins.lower), std::bit_cast<Word>(bins.upper), counts,
        [&] { detail::histograms::check_even(bins, counts.extent(0)); });
  }
  /// The same for labels.
  template <class Values, class Counts>
  std::size_t operator()(Values const& labels, ByLabel, Counts const& counts) {
    static_assert(std::is_integral_v<Value>, "yoke::histogram: labels must be integers");
    return count_even<ByLabel>(labels, 0, static_cast<Word>(counts.extent(0)), counts,
                               detail::NothingToCheck());
  }
  /// The same between bounds.
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
    return this->call(call_with<Counts, Bounds>(), arguments, {},
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

  template <class Counts, class Bins>
  static constexpr auto call_with() {
    using Count = typename Counts::non_const_value_type;
    return detail::call_of<detail::Of<Value, Count, Bins>>(Capability::name);
  }

  template <class Bins, class Values, class Counts, class Check>
  std::size_t count_even(Values const& values, Word lower, Word upper, Counts const& counts,
                         Check const& check) {
    check_types<Values, Counts>();
    auto const words = detail::sorting::as_words(values);
    Arguments arguments;
    arguments.kind = detail::sorting::kind_of<Value>;
    arguments.lower = lower;
    arguments.upper = upper;
    return this->call(call_with<Counts, Bins>(), arguments, {},
                      std::tuple(detail::bind<&Arguments::values>("values", words),
                                 detail::bind<&Arguments::counts>("counts", counts)),
                      check);
  }
};

/// Counts the values in each bin.
///
/// @param values  n elements: 32- or 64-bit integers, float or double
/// @param bins  which value is in which bin, one of
///   - EvenBins{lower, upper}, of the values' type: bins of one width;
///   - a View with one element more than there are bins, of the values' type, ascending: bin i has
///     the values v with bounds(i) <= v < bounds(i + 1); a bin between equal bounds is empty;
///   - yoke::by_label: bin i has the values that are i.
/// @param counts  a 64-bit integer for each of the 1 to 2^20 bins; all are written
///
/// Returns the number of values counted. A NaN is not counted, nor is a value outside all bins,
/// such as upper itself or the last bound. Deterministic, and the same on every space and for every
/// share. Work O(n), with bounds O(n log bins). Strided Views are copied. Memory beyond the
/// arguments:
/// - device: 4 bytes per bin;
/// - host: for each thread, 4 bytes per bin or 16 bytes for each of the first 2048 bins, the larger
///   of the two. Several threads together take at most 8 bytes a value;
/// - `sequential`: none;
/// - bounds: in addition twice the number of bounds, and two;
/// - both sides of a Hybrid: the above on each, and 24 bytes per bin.
///
/// Throws std::invalid_argument if sizes do not fit each other, or if counts overlap the others.
/// Throws it also if lower is not less than upper, or if a floating-point range is not finite.
/// Throws yoke::InvalidInput, which names the place, if bounds decrease or are NaN.
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
