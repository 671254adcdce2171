#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <yoke/counted.hpp>
#include <yoke/errors.hpp>
#include <yoke/histogram.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/messages.hpp>

#include "errors.hpp"
#include "histogram.hpp"
#include "memory.hpp"
#include "ranks.hpp"
#include "run.hpp"

namespace yoke::tool {
namespace {

using HistogramRuns = TimedRuns<HistogramArguments, HistogramOutcome>;
using HostMemory = Kokkos::HostSpace;
template <class Value>
using HostNumbers = Numbers<Value, HostMemory>;

template <class Value>
Value parse_value(std::string const& option, std::string const& text) {
  Value value{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool const is_value = error == std::errc() && end == text.data() + text.size();
  if (is_value && std::isfinite(static_cast<double>(value))) return value;
  throw UsageError(fmt::format("{}: {} is no{} value of INPUT's type", option, in_quotes(text),
                               std::is_floating_point_v<Value> ? " finite" : ""));
}

// The bins of a call: bounds of a file, or even ones. Without an upper end the last even bin has
// the greatest value too, which no bound need be beyond.
template <class Value>
struct Bins {
  std::uint64_t count = 0;
  std::optional<HostNumbers<Value>> bounds;
  EvenBins<Value> even{};
  bool is_closed = false;
  std::uint64_t greatest = 0;  // how many of it go to the last bin beside
};

// Of the values that are numbers, the least and the greatest, and how many of the latter there are.
template <class Value>
struct Extent {
  Value least{}, greatest{};
  std::uint64_t numbers = 0, of_greatest = 0;

  explicit Extent(std::span<Value const> values) {
    for (Value const value : values) {
      if (value == value) add({value, value, 1, 1});
    }
  }

  // Where this is of one rank's values, that of all ranks'.
  Extent of_ranks() const {
    auto const leasts = numbers_of_ranks(bits_of(least));
    auto const greatests = numbers_of_ranks(bits_of(greatest));
    auto const counts = numbers_of_ranks(numbers);
    auto const counts_of_greatest = numbers_of_ranks(of_greatest);
    Extent all(std::span<Value const>{});
    for (std::size_t r = 0; r < counts.size(); ++r) {
      all.add({value_of(leasts[r]), value_of(greatests[r]), counts[r], counts_of_greatest[r]});
    }
    return all;
  }

 private:
  using Word = std::conditional_t<sizeof(Value) == 4, std::uint32_t, std::uint64_t>;
  static std::uint64_t bits_of(Value value) { return std::bit_cast<Word>(value); }
  static Value value_of(std::uint64_t bits) {
    return std::bit_cast<Value>(static_cast<Word>(bits));
  }

  Extent(Value least_one, Value greatest_one, std::uint64_t count, std::uint64_t count_of_greatest)
      : least(least_one), greatest(greatest_one), numbers(count), of_greatest(count_of_greatest) {}

  // Of values that follow these.
  void add(Extent const& next) {
    if (next.numbers == 0) return;
    if (numbers == 0 || next.least < least) least = next.least;
    if (numbers == 0 || next.greatest > greatest) {
      greatest = next.greatest;
      of_greatest = 0;
    }
    if (next.greatest == greatest) of_greatest += next.of_greatest;
    numbers += next.numbers;
  }
};

// Bins that end at the least and the greatest value end nowhere where one of these is infinite: the
// first such value of the file is named.
template <class Value>
void check_ends(HistogramArguments const& arguments, KeyFile const& file,
                std::span<Value const> values, Extent<Value> const& extent) {
  auto const is_infinite = [](Value value) { return std::isinf(static_cast<double>(value)); };
  bool const needs_lower = arguments.lower.empty() && is_infinite(extent.least),
             needs_upper = arguments.upper.empty() && is_infinite(extent.greatest);
  bool const are_one = arguments.lower.empty() && arguments.upper.empty() &&
                       extent.least == extent.greatest && !is_infinite(extent.least);
  if (are_one || (!needs_lower && !needs_upper)) return;
  auto const found = std::ranges::find_if(values, [&](Value value) {
    return is_infinite(value) && (static_cast<double>(value) < 0 ? needs_lower : needs_upper);
  });
  constexpr auto nowhere = std::numeric_limits<std::uint64_t>::max();
  auto const of_ranks = numbers_of_ranks(
      found == values.end()
          ? nowhere
          : own_part(file.size()).begin + static_cast<std::uint64_t>(found - values.begin()));
  auto const first = *std::ranges::min_element(of_ranks);
  throw MalformedFile(file.name(), MalformedFile::Unit::byte, first * sizeof(Value),
                      fmt::format("value {} is infinite, and bins of one width have finite ends: "
                                  "{}",
                                  first,
                                  !needs_upper   ? "--lower gives another least value"
                                  : !needs_lower ? "--upper gives another end"
                                                 : "--lower and --upper give others"));
}

template <class Value>
Bins<Value> even_bins(HistogramArguments const& arguments, KeyFile const& file,
                      std::span<Value const> values) {
  Bins<Value> bins;
  bins.count = arguments.bins;
  auto const extent = Extent<Value>(values).of_ranks();
  check_ends(arguments, file, values, extent);
  bins.even.lower =
      arguments.lower.empty() ? extent.least : parse_value<Value>("--lower", arguments.lower);
  if (arguments.upper.empty()) {
    bins.even.upper = extent.numbers > 0 ? extent.greatest : bins.even.lower;
    bins.is_closed = true;
    if (!(bins.even.upper < bins.even.lower)) bins.greatest = extent.of_greatest;
  } else {
    bins.even.upper = parse_value<Value>("--upper", arguments.upper);
  }
  return bins;
}

// A message of the library, with the names that the command line has for the ends.
std::string with_options(std::string why) {
  for (std::string const name : {"lower", "upper"}) {
    for (std::size_t at = 0; (at = why.find(name, at)) != why.npos; at += name.size() + 2) {
      why.insert(at, "--");
    }
  }
  return why;
}

// There are no such even bins. Ends that nobody gave are the values', and so is the fault.
[[noreturn]] void blame(HistogramArguments const& arguments, KeyFile const& file,
                        std::string const& why) {
  bool const needs_lower = arguments.bounds.empty() && arguments.lower.empty(),
             needs_upper = arguments.bounds.empty() && arguments.upper.empty();
  auto const reason = with_options(why);
  if (!needs_lower && !needs_upper) throw UsageError(reason);
  throw Failure(fmt::format("{}: {}; {}", file.name(), reason,
                            !needs_upper   ? "--lower is the least value unless it is given"
                            : !needs_lower ? "--upper is the greatest value unless it is given"
                                           : "they are the least and the greatest value unless "
                                             "they are given"));
}

template <class Value>
Bins<Value> read_bounds(HistogramArguments const& arguments, KeyType type) {
  auto const hint =
      fmt::format("--bounds takes raw words of INPUT's type, which is {}", to_string(type));
  auto const named = key_type_named(arguments.bounds);
  // --type says that names mean something else.
  if (named && *named != type && named != key_type_named(arguments.input)) {
    throw UsageError(fmt::format("{}: {} is the name of a file of {}", hint, arguments.bounds,
                                 to_string(*named)));
  }
  KeyFile file(arguments.bounds, type, hint, hint);
  if (file.size() < 2) {
    throw Failure(fmt::format("{} has {}; bins need at least 2", file.name(),
                              show_count(file.size(), "bound")));
  }
  if (file.size() - 1 > HistogramOptions::most_bins) {
    throw Failure(fmt::format("{} has {} bounds; there may be at most {} bins", file.name(),
                              file.size(), show_bound(HistogramOptions::most_bins)));
  }
  Bins<Value> bins;
  bins.count = file.size() - 1;
  bins.bounds = make_numbers<Value, HostMemory>("bounds", file.size());
  file.read_all(span_of(*bins.bounds));
  return bins;
}

// Counts by a plan; the bounds lie where it works on them. Only even bins can be of no width: all
// values are then the greatest.
template <class Plan, class Value, class Values, class Bounds, class Counts>
std::uint64_t count(Plan& plan, Bins<Value> const& bins, Values const& values, Bounds const& bounds,
                    Counts const& counts) {
  if (bins.bounds) return plan(values, bounds, counts);
  if (bins.is_closed && bins.even.lower == bins.even.upper) {
    Kokkos::deep_copy(counts, 0);
    return 0;
  }
  return plan(values, bins.even, counts);
}

template <class Value, class Executor, class Values>
void count_on(Executor const& executor, Bins<Value> const& bins, Values const& values,
              HostNumbers<std::uint64_t> const& counts, HistogramRuns& runs,
              HistogramOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  HistogramPlan<Executor, Value> plan(executor, values.extent(0), bins.count, runs.options());
  Numbers<Value, Memory> bounds;
  if (bins.bounds) bounds = copied_to<Memory>(*bins.bounds);
  auto const counts_there = make_numbers<std::uint64_t, Memory>("counts", bins.count);
  Numbers<Value, Memory> there;
  if constexpr (std::is_same_v<Memory, typename Values::memory_space>) {
    there = values;
  } else {
    there = make_numbers<Value, Memory>("values", values.extent(0));
    outcome.upload = timed_copy(executor, there, values);
  }
  runs.run("counting", plan,
           [&] { outcome.counted = count(plan, bins, there, bounds, counts_there); });
  add_traffic_of(executor, outcome.traffic);
  double const seconds = timed_copy(executor, counts, counts_there);
  if (outcome.upload) outcome.download = seconds;
}

// What one thread counts otherwise.
template <class Value, class Values>
std::optional<std::string> find_fault(Bins<Value> const& bins, Values const& values,
                                      HostNumbers<std::uint64_t> const& counts) {
  Progress const progress("verifying");
  HistogramPlan<HostExec, Value> plan(HostExec(), values.extent(0), bins.count,
                                      {.algorithm = HistogramAlgorithm::sequential});
  auto const expected = make_numbers<std::uint64_t, HostMemory>("expected", bins.count);
  auto const bounds = bins.bounds.value_or(HostNumbers<Value>());
  count(plan, bins, values, bounds, expected);
  for (std::uint64_t bin = 0; bin < bins.count; ++bin) {
    if (counts(bin) == expected(bin)) continue;
    return fmt::format("bin {} has {} by the count, but {} in the input", bin,
                       show_count(counts(bin), "value"), expected(bin));
  }
  return std::nullopt;
}

template <class Value, class Executor>
void count_values(Executor const& executor, HistogramArguments const& arguments, KeyFile& file,
                  Outputs& outputs, HistogramOutcome& outcome) {
  constexpr bool is_host = std::is_same_v<WorkMemory<Executor>, HostMemory>;
  auto const values =
      make_numbers<Value, std::conditional_t<is_host, HostMemory, Kokkos::SharedHostPinnedSpace>>(
          "values", own_part(file.size()).size);
  file.read(span_of(values));
  auto const bins = arguments.bounds.empty()
                        ? even_bins<Value>(arguments, file, std::span<Value const>(span_of(values)))
                        : read_bounds<Value>(arguments, outcome.type);
  outcome.bins = bins.count;
  auto const counts = make_numbers<std::uint64_t, HostMemory>("counts", bins.count);
  HistogramRuns runs(arguments, "histogram", outcome);
  try {
    count_on(executor, bins, values, counts, runs, outcome);
  } catch (InvalidInput const& error) {
    if (arguments.bounds.empty()) throw;
    throw MalformedFile(arguments.bounds == "-" ? "standard input" : arguments.bounds,
                        MalformedFile::Unit::byte, error.index() * sizeof(Value), error.what());
  } catch (DeviceMemoryExceeded const&) {
    throw;
  } catch (std::invalid_argument const& error) {
    if (std::string_view(error.what()).find("options.") != std::string_view::npos) throw;
    blame(arguments, file, error.what());
  }
  if (arguments.verify) {
    outcome.fault = find_fault(bins, values, counts);
    if (outcome.fault) return;
  }
  counts(bins.count - 1) += bins.greatest;
  outcome.counted += bins.greatest;
  auto const all = span_of(counts);
  auto const fullest = std::ranges::max_element(all);
  outcome.fullest = static_cast<std::uint64_t>(fullest - all.begin());
  outcome.most = *fullest;
  write_common_output(outputs, arguments.output, arguments.output_type, counts);
  runs.write_trace(outputs);
}

}  // namespace

HistogramOutcome count_file(HistogramArguments const& arguments, Outputs& outputs) {
  HistogramOutcome outcome;
  outcome.type = key_type_of(arguments.input, arguments.type, wide_key_types);
  KeyFile file(arguments.input, outcome.type);
  outcome.values = file.size();
  check_fits_in_memory(file.name(), "to count its values",
                       static_cast<double>(own_part(file.size()).size) *
                           static_cast<double>(width_of(outcome.type)));
  on_wide_key_type(outcome.type, [&](auto value) {
    on_ranks_or_space(arguments.space, [&](auto const& executor) {
      count_values<decltype(value)>(executor, arguments, file, outputs, outcome);
    });
  });
  return outcome;
}

}  // namespace yoke::tool
