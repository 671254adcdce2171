#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "yoke/algorithm.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// The algorithms of yoke::prefix_sum.
enum class PrefixSumAlgorithm {
  automatic,   ///< sequential for few elements on a host, else scan
  sequential,  ///< one thread
  scan         ///< Kokkos::parallel_scan
};

/// The names of the algorithms, and the splits that they allow.
inline constexpr auto prefix_sum_algorithms = std::to_array<AlgorithmEntry<PrefixSumAlgorithm>>(
    {{PrefixSumAlgorithm::automatic, "automatic", Strategy::cut},
     {PrefixSumAlgorithm::sequential, "sequential", Strategy::alone},
     {PrefixSumAlgorithm::scan, "scan", Strategy::cut}});

/// The algorithm's name.
inline std::string_view to_string(PrefixSumAlgorithm algorithm) {
  return detail::name_of(prefix_sum_algorithms, algorithm);
}

/// The report of a call.
struct PrefixSumReport : CallReport {
  PrefixSumAlgorithm algorithm = PrefixSumAlgorithm::automatic;  ///< that has run
};

/// How yoke::prefix_sum works.
struct PrefixSumOptions {
  PrefixSumAlgorithm algorithm = PrefixSumAlgorithm::automatic;  ///< what to run
  Split split = Split::automatic();   ///< of a Hybrid: the host's share of the elements
  std::size_t device_memory = 0;      ///< bytes that a plan may take on the device; 0: no limit
  PrefixSumReport* report = nullptr;  ///< filled by each call
  Timeline* timeline = nullptr;       ///< of a Hybrid: filled by each call
};

namespace detail::prefix_sum {

using Word = std::uint64_t;

struct PrefixSum {
  using Algorithm = PrefixSumAlgorithm;
  using Options = PrefixSumOptions;
  using Report = PrefixSumReport;
  static constexpr auto const& algorithms = prefix_sum_algorithms;
  static constexpr char const* name = "yoke::prefix_sum";
  static constexpr char const* busy = "sum";
  static constexpr RankForm ranks = RankForm::of_spaces;

  struct Capacity {
    std::size_t elements;
  };
  struct Arguments {
    RawArray<Word const> value;
    RawArray<Word> sum;

    static constexpr std::array names{"value", "sum"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.value, self.sum);
    }
  };

  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "value", arguments.value.size, "sum", arguments.sum.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "value", arguments.value.size, capacity.elements);
  }
};

}  // namespace detail::prefix_sum

/// The workspace for prefix sums of up to `capacity` elements: none. Repeated calls allocate
/// nothing. Executor is a Kokkos execution space, a yoke::Hybrid, or a yoke::Distributed of a
/// space.
template <class Executor>
class PrefixSumPlan : public detail::Plan<detail::prefix_sum::PrefixSum, Executor> {
  using Capability = detail::prefix_sum::PrefixSum;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range.
  PrefixSumPlan(Executor const& executor, std::size_t capacity,
                PrefixSumOptions const& options = {})
      : Base(
            executor, detail::call_of(Capability::name), [=] { return capacity; }, options) {}
  template <detail::TemporaryHybrid Temporary>
  PrefixSumPlan(Temporary&&, std::size_t, PrefixSumOptions const& = {}) = delete;

  /// Sums as yoke::prefix_sum does. Throws std::invalid_argument for more elements than `capacity`.
  template <class Values, class Sums>
  std::uint64_t operator()(Values const& value, Sums const& sum) {
    return this->call(detail::call_of(Capability::name), {}, {},
                      std::tuple(detail::bind<&Arguments::value>("value", value),
                                 detail::bind<&Arguments::sum>("sum", sum)));
  }
};

/// sum(i) = value(0) + ... + value(i), modulo 2^64. Returns the last sum. O(n) work; reads and
/// writes each array once. On ranks, value and sum are parts of longer arrays, and the result is
/// the sum of all. Throws std::invalid_argument if the Views' sizes differ or the Views overlap.
template <class Executor, detail::AnyView Values, detail::AnyView Sums>
std::uint64_t prefix_sum(Executor const& executor, Values const& value, Sums const& sum,
                         PrefixSumOptions const& options = {}) {
  return PrefixSumPlan<Executor>(executor, value.extent(0), options)(value, sum);
}

}  // namespace yoke
