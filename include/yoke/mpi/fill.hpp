#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "yoke/fill.hpp"
#include "yoke/mpi/detail/plan.hpp"

namespace yoke {

namespace detail::mpi {

// A generator as check_alike takes it: what it draws.
template <class Cipher>
Counts numbers_of(CounterRandom<Cipher> const& generator) {
  auto const block = generator.block(0);
  return Counts(std::begin(block.word), std::end(block.word));
}
inline Counts numbers_of(ExpanderStreams const& generator) {
  auto numbers = numbers_of(generator.bits().stream(0));  // its own stream has no say
  numbers.push_back(generator.options().length);
  numbers.push_back(number_of(generator.options().eighth));
  return numbers;
}

}  // namespace detail::mpi

/// Filling an array of which each rank has a part: yoke::fill(cluster, numbers, generator) makes
/// one of these. Element i of the whole array is what it is for one rank: element i of rank r's
/// part is number options.first + (the elements of the ranks before) + i. No numbers are sent.
///
/// Throws, on all ranks, what the plan of one space throws on any of them, and
/// std::invalid_argument where the ranks' generators or first numbers differ.
template <class Space, class Number>
class FillPlan<Distributed<Space>, Number> {
 public:
  /// For up to `capacity` numbers on this rank.
  FillPlan(Distributed<Space> const& cluster, std::size_t capacity, FillOptions const& options = {})
      : plan_(cluster, "yoke::fill",
              {detail::mpi::number_of(options.algorithm), detail::mpi::number_of(options.first)},
              options, capacity),
        first_(options.first) {}

  /// Fills as yoke::fill does, from the options' first number.
  template <class Numbers, class Generator>
  void operator()(Numbers const& numbers, Generator const& generator) {
    (*this)(numbers, generator, first_);
  }
  /// The same, from another one.
  template <class Numbers, class Generator>
  void operator()(Numbers const& numbers, Generator const& generator, std::uint64_t first) {
    auto& ranks = plan_.begin_call();
    auto same = detail::mpi::numbers_of(generator);
    same.push_back(first);
    ranks.check_alike("yoke::fill", "the generator and the first number", same);
    std::uint64_t const before = ranks.sum_before({numbers.extent(0)}).front();
    detail::mpi::agreed(ranks, [&] {
      if (before > std::numeric_limits<std::uint64_t>::max() - first) {
        throw std::invalid_argument("yoke::fill: the last number's number would be above 2^64 - 1");
      }
      plan_.own()(numbers, generator, first + before);
    });
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.own().workspace_bytes(); }

 private:
  detail::mpi::RankPlan<Space, FillPlan<Space, Number>> plan_;
  std::uint64_t first_;
};

}  // namespace yoke
