#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/prefix_sum.hpp"

namespace yoke::detail {

namespace prefix_sum {

// The kernels.
template <class Space>
struct AddUp {
  Array<Space, Word const> value;
  Array<Space, Word> sum;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Word& sums, bool last) const {
    sums += value(i);
    if (last) sum(i) = sums;
  }
};
template <class Space>
struct AddCarry {
  Array<Space, Word> sum;
  Word carry;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { sum(i) += carry; }
};
// End of the kernels.

// Adds to each sum those of the parts before.
template <class Space>
void add_carry(Space const& exec, RawArray<Word> const& sum, Word carry) {
  Kokkos::parallel_for("yoke::prefix_sum::add_carry", WideRange<Space>(exec, 0, sum.size),
                       AddCarry<Space>{array_on<Space>(sum), carry});
  exec.fence("yoke::prefix_sum: carry");
}

}  // namespace prefix_sum

template <class Space>
class Solver<prefix_sum::PrefixSum, Space> {
  using Capability = prefix_sum::PrefixSum;

 public:
  Solver(Space const& exec, Capability::Capacity const&, PrefixSumOptions const& options,
         PrefixSumAlgorithm algorithm)
      : exec_(exec), report_(options.report), algorithm_(algorithm) {}

  static PrefixSumAlgorithm choose(Capability::Capacity const& capacity, PrefixSumOptions const&) {
    return runs_on_host<Space> && capacity.elements < 4096 ? PrefixSumAlgorithm::sequential
                                                           : PrefixSumAlgorithm::scan;
  }

  std::size_t run(Capability::Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, report_);
    prefix_sum::Word total = 0;
    if (runs_on_host<Space> && algorithm_ == PrefixSumAlgorithm::sequential) {
      for (std::size_t i = 0; i < arguments.value.size; ++i) {
        total = arguments.sum.data[i] = total + arguments.value.data[i];
      }
    } else {
      prefix_sum::AddUp<Space> const add_up{array_on<Space>(arguments.value),
                                            array_on<Space>(arguments.sum)};
      Kokkos::parallel_scan("yoke::prefix_sum::add_up",
                            WideRange<Space>(exec_, 0, arguments.value.size), add_up, total);
    }
    timer.done("add up");
    return total;
  }

 private:
  Space exec_;
  PrefixSumReport* report_;
  PrefixSumAlgorithm algorithm_;
};

}  // namespace yoke::detail
