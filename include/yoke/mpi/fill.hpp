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

// What a generator draws.
template <class Cipher>
Counts draws_of(CounterRandom<Cipher> const& generator) {
  auto const block = generator.block(0);
  return Counts(std::begin(block.word), std::end(block.word));
}
template <class Cipher>
void add_generator(Call& call, CounterRandom<Cipher> const& generator) {
  call.alike("the generator", draws_of(generator));
}
inline void add_generator(Call& call, ExpanderStreams const& generator) {
  call.alike("the generator", draws_of(generator.bits().stream(0)))  // its own stream has no say
      .same("the generator's length", generator.options().length)
      .same("the generator's eighth value", generator.options().eighth, eighth_value_names);
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
  static constexpr char const* name = "yoke::fill";

 public:
  /// For up to `capacity` numbers on this rank.
  FillPlan(Distributed<Space> const& cluster, std::size_t capacity, FillOptions const& options = {})
      : plan_(cluster,
              detail::mpi::Call::plan(name, detail::mpi::types_text<Number>())
                  .same("options.algorithm", options.algorithm)
                  .same("options.first", options.first),
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
    auto& ranks = plan_.network();
    auto call = detail::mpi::Call::run(name, detail::mpi::types_text<Number>());
    detail::mpi::add_generator(call.same("the first number", first), generator);
    ranks.begin_call(call);
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
