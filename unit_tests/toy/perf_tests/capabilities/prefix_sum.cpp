#include "yoke/prefix_sum.hpp"

#include <cstdint>
#include <memory>
#include <string>

#include "capabilities/cases.hpp"

namespace yoke_perf {
namespace {

template <class Space>
struct PrefixSumCases {
  static Cases all() { return {{"prefix_sum/u64", {1 << 18, 1 << 24, 1 << 26}, of}}; }

  // All values are 3.
  static Ready of(std::uint64_t size) {
    Numbers<std::uint64_t, typename Space::memory_space> const value("value", size),
        sum("sum", size);
    Numbers<std::uint64_t, Kokkos::HostSpace> const expected("expected", size);
    Kokkos::deep_copy(value, 3);
    for (std::uint64_t i = 0; i < size; ++i) expected(i) = 3 * (i + 1);
    auto const plan = std::make_shared<yoke::PrefixSumPlan<Space>>(Space(), size);
    return {size,
            {.prepare = [=] { Kokkos::deep_copy(sum, 0); },
             .run = [=] { (*plan)(value, sum); },
             .find_fault = [=] { return find_difference("sum", sum, expected); }}};
  }
};

}  // namespace

Cases prefix_sum_cases(Side side) { return cases_of<PrefixSumCases>(side); }

}  // namespace yoke_perf
