#pragma once

#include <Kokkos_Core.hpp>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "filling/kernels.hpp"
#include "frame/phase_timer.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/filling/capability.hpp"

namespace yoke::detail::filling {

template <class Space, class Word, bool is_real, class Random>
struct KernelFor {
  using Type =
      std::conditional_t<runs_on_host<Space>, FillFromManyBlocks<Space, Word, is_real, Random>,
                         FillFromBlocks<Space, Word, is_real, Random>>;
};
template <class Space, class Word, bool is_real>
struct KernelFor<Space, Word, is_real, ExpanderStreams> {
  using Type = FillFromStreams<Space, Word, is_real>;
};

template <class Space, class Word, bool is_real, class Random>
void launch_fill(Space const& exec, Random const& random, Numbers<Space, Word> const& numbers) {
  typename KernelFor<Space, Word, is_real, Random>::Type const kernel(random, numbers);
  Kokkos::parallel_for("yoke::fill::numbers", WideRange<Space>(exec, 0, kernel.items()), kernel);
}

}  // namespace yoke::detail::filling

namespace yoke::detail {

// Each space makes its numbers itself.
template <class Word, class Space>
class Solver<filling::Fill<Word>, Space> {
  using Arguments = typename filling::Fill<Word>::Arguments;

 public:
  Solver(Space const& exec, typename filling::Fill<Word>::Capacity const&,
         FillOptions const& options, FillAlgorithm algorithm)
      : exec_(exec), report_(options.report) {
    if (algorithm != FillAlgorithm::fed) return;
    throw std::invalid_argument(
        "yoke::fill: options.algorithm is fed, which takes both sides: call with a yoke::Hybrid");
  }

  static FillAlgorithm choose(typename filling::Fill<Word>::Capacity const&, FillOptions const&) {
    return FillAlgorithm::in_place;
  }

  std::size_t run(Arguments const& arguments) {
    if (arguments.numbers.size == 0) return 0;  // a side's part may be
    PhaseTimer<Space> timer(exec_, report_);
    filling::Numbers<Space, Word> const numbers(arguments.numbers.data, arguments.numbers.size,
                                                arguments.first);
    std::visit(
        [&](auto const& random) {
          using Random = std::remove_cvref_t<decltype(random)>;
          if (arguments.is_real) {
            filling::launch_fill<Space, Word, true, Random>(exec_, random, numbers);
          } else {
            filling::launch_fill<Space, Word, false, Random>(exec_, random, numbers);
          }
        },
        arguments.generator);
    exec_.fence("yoke::fill: numbers");
    timer.done("fill");
    return arguments.numbers.size;
  }

 private:
  Space exec_;
  FillReport* report_;
};

}  // namespace yoke::detail
