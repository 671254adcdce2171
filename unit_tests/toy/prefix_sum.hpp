#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>

#include "yoke/algorithm.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/report.hpp"
#include "yoke/split.hpp"
#include "yoke/timeline.hpp"

// The smallest capability: prefix sums of an array, of which each side of a Hybrid takes a part.
// What a capability writes beside its kernels is what stands here and in prefix_sum.cpp.
namespace toy {

enum class PrefixSumAlgorithm { automatic, sequential, scan };

inline constexpr auto prefix_sum_algorithms =
    std::to_array<yoke::AlgorithmEntry<PrefixSumAlgorithm>>(
        {{PrefixSumAlgorithm::automatic, "automatic", yoke::Strategy::cut},
         {PrefixSumAlgorithm::sequential, "sequential", yoke::Strategy::alone},
         {PrefixSumAlgorithm::scan, "scan", yoke::Strategy::cut}});

struct PrefixSumReport : yoke::CallReport {
  PrefixSumAlgorithm algorithm = PrefixSumAlgorithm::automatic;
};

struct PrefixSumOptions {
  PrefixSumAlgorithm algorithm = PrefixSumAlgorithm::automatic;
  yoke::Split split = yoke::Split::automatic();
  std::size_t device_memory = 0;
  PrefixSumReport* report = nullptr;
  yoke::Timeline* timeline = nullptr;
};

struct PrefixSum {
  using Word = std::uint64_t;
  using Algorithm = PrefixSumAlgorithm;
  using Options = PrefixSumOptions;
  using Report = PrefixSumReport;
  static constexpr auto const& algorithms = prefix_sum_algorithms;
  static constexpr char const* name = "toy::prefix_sum";
  static constexpr char const* busy = "sum";

  struct Capacity {
    std::size_t elements;
  };
  struct Arguments {
    yoke::detail::RawArray<Word const> value;
    yoke::detail::RawArray<Word> sum;

    static constexpr std::array names{"value", "sum"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.value, self.sum);
    }
  };

  static std::uint64_t numbered(Arguments const&) { return 0; }  // the integers number nothing
  static void check(char const* caller, Arguments const& arguments) {
    yoke::detail::check_same_size(caller, "value", arguments.value.size, "sum", arguments.sum.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    if (arguments.value.size <= capacity.elements) return;
    throw std::invalid_argument("toy::prefix_sum: value is larger than the plan");
  }
  static bool is_empty(Arguments const& arguments) { return arguments.value.size == 0; }
};

template <class Executor>
class PrefixSumPlan : public yoke::detail::Plan<PrefixSum, Executor> {
  using Base = yoke::detail::Plan<PrefixSum, Executor>;

 public:
  PrefixSumPlan(Executor const& executor, std::size_t elements,
                PrefixSumOptions const& options = {})
      : Base(executor, {elements}, options) {}

  template <class Values, class Sums>
  std::size_t operator()(Values const& value, Sums const& sum) {
    using yoke::detail::bind;
    return this->call(PrefixSum::name, {}, {},
                      std::tuple(bind<&PrefixSum::Arguments::value>("value", value),
                                 bind<&PrefixSum::Arguments::sum>("sum", sum)));
  }
};

// sum(i) = value(0) + ... + value(i), modulo 2^64. Returns the last sum.
template <class Executor, yoke::detail::AnyView Values, yoke::detail::AnyView Sums>
std::size_t prefix_sum(Executor const& executor, Values const& value, Sums const& sum,
                       PrefixSumOptions const& options = {}) {
  return PrefixSumPlan<Executor>(executor, value.extent(0), options)(value, sum);
}

}  // namespace toy
