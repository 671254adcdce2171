#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "yoke/detail/filling/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill_options.hpp"
#include "yoke/random.hpp"

namespace yoke {

/// The workspace to fill arrays of up to `capacity` numbers. Repeated calls allocate nothing.
/// Executor is a Kokkos execution space or a yoke::Hybrid. Number is std::uint32_t, std::uint64_t,
/// float or double.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has a part of the array.
/// `capacity` is for this rank's part. Every element has the value that one rank gives it. Element
/// i of rank r's part is number options.first + (the elements of the ranks before) + i. No numbers
/// are sent. All ranks throw the errors of a call on one execution space, and std::invalid_argument
/// if generators or first numbers differ.
template <class Executor, class Number>
class FillPlan
    : public detail::Plan<detail::filling::Fill<detail::sorting::WordFor<Number>>, Executor> {
  static_assert(std::is_same_v<Number, std::uint32_t> || std::is_same_v<Number, std::uint64_t> ||
                    std::is_same_v<Number, float> || std::is_same_v<Number, double>,
                "yoke::FillPlan: Number must be std::uint32_t, std::uint64_t, float or double");
  using Capability = detail::filling::Fill<detail::sorting::WordFor<Number>>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or for 2^48 numbers or more.
  FillPlan(Executor const& executor, std::size_t capacity, FillOptions const& options = {})
      : Base(
            executor, call_name,
            [=] { return detail::checked_capacity(Capability::name, capacity); }, options),
        first_(options.first) {}
  template <detail::TemporaryHybrid Temporary>
  FillPlan(Temporary&& gone_too_soon, std::size_t, FillOptions const& = {}) = delete;

  /// Fills as yoke::fill does, from the options' first number.
  template <class Numbers, class Generator>
  void operator()(Numbers const& numbers, Generator const& generator) {
    (*this)(numbers, generator, first_);
  }
  /// The same, from another number.
  template <class Numbers, class Generator>
  void operator()(Numbers const& numbers, Generator const& generator, std::uint64_t first) {
    static_assert(std::is_same_v<typename Numbers::value_type, Number>,
                  "yoke::FillPlan: the numbers are not of the plan's type");
    static_assert(std::same_as<Generator, Philox> || std::same_as<Generator, Threefry> ||
                      std::same_as<Generator, ExpanderStreams>,
                  "yoke::fill: the generator must be a Philox, Threefry or ExpanderStreams");
    auto const words = detail::sorting::as_words(numbers);
    Arguments arguments;
    arguments.generator = generator;
    arguments.is_real = std::is_floating_point_v<Number>;
    arguments.first = first;
    this->call(call_name, arguments, {},
               std::tuple(detail::bind<&Arguments::numbers>("numbers", words)));
  }

 private:
  static constexpr auto call_name = detail::call_of<detail::Of<Number>>(Capability::name);

  std::uint64_t first_;
};

/// Fills an array with random numbers. Each is a function only of the generator and of the number's
/// index: the same bits on every space, for every split and every number of threads.
///
/// On several ranks each has a part of the array. Then k is options.first + (the number of elements
/// of the ranks before) + i.
///
/// @param numbers  n elements of std::uint32_t, std::uint64_t, float or double; all are written
/// @param generator  Element i, with k = options.first + i, is
///   - of a Philox or Threefry r: r(k), r.word64(k) or r.uniform<Real>(k);
///   - of ExpanderStreams: 64-bit number k is number t of stream s. Here k = 2048 c + 32 t + j and
///   s = 32 c + j, for j below 32 and t below 64. Each block of 2048 is drawn by 32 streams, and
///     the generator's own stream does not matter. 32-bit word k is half k % 2 of number k / 2, the
///     low half first. Floats and doubles are made from the highest bits of these words, in [0, 1).
///
/// Work O(n). No memory beyond the numbers, except on a Hybrid: a copy of the numbers that one side
/// makes for the other. Strided Views are copied.
///
/// Throws std::invalid_argument if the last index would be 2^64, or if walks have no steps. Also
/// throws it if FillAlgorithm::fed is used without walks, or on one execution space.
///
/// Sources: Salmon et al. (random_ciphers.hpp); Banerjee's thesis, chapter 5.
template <class Executor, detail::AnyView Numbers, class Generator>
void fill(Executor const& executor, Numbers const& numbers, Generator const& generator,
          FillOptions const& options = {}) {
  FillPlan<Executor, typename Numbers::non_const_value_type> plan(executor, numbers.extent(0),
                                                                  options);
  plan(numbers, generator);
}

}  // namespace yoke
