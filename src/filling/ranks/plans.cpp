#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <typeinfo>
#include <variant>

#include "frame/ranks/plan_core.hpp"
#include "yoke/detail/filling/capability.hpp"

namespace yoke::detail {

namespace filling {

// What a generator draws.
template <class Cipher>
mpi::Counts draws_of(CounterRandom<Cipher> const& generator) {
  auto const block = generator.block(0);
  return {std::begin(block.word), std::end(block.word)};
}
template <class Cipher>
void compare_generators(mpi::Call& call, CounterRandom<Cipher> const& generator) {
  call.alike("the generator", draws_of(generator));
}
inline void compare_generators(mpi::Call& call, ExpanderStreams const& generator) {
  call.alike("the generator", draws_of(generator.bits().stream(0)))  // its own stream has no say
      .same("the generator's length", generator.options().length)
      .same("the generator's eighth value", generator.options().eighth, mpi::eighth_value_names);
}

}  // namespace filling

// Element i of the whole array is what it is for one rank: element i of rank r's part is number
// first + (the elements of the ranks before) + i.
template <class Word, class Space>
class RankSolver<filling::Fill<Word>, Space> {
  using Capability = filling::Fill<Word>;
  using Arguments = typename Capability::Arguments;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), own_(plan.own()) {}

  static void compare(mpi::Call& call, typename Capability::Capacity const&,
                      FillOptions const& options) {
    call.same("options.first", options.first);
  }
  static void compare(mpi::Call& call, Arguments const& arguments) {
    call.same("the first number", arguments.first)
        .same("the type of the generator",
              std::visit([](auto const& it) { return mpi::readable_type(typeid(it)); },
                         arguments.generator));
    std::visit([&](auto const& it) { filling::compare_generators(call, it); }, arguments.generator);
  }

  std::size_t run(Arguments arguments) {
    std::uint64_t const before = ranks_.sum_before({arguments.numbers.size}).front();
    agreed(ranks_, [&] {
      if (before > std::numeric_limits<std::uint64_t>::max() - arguments.first) {
        throw std::invalid_argument("yoke::fill: the last number's number would be above 2^64 - 1");
      }
      arguments.first += before;
      Capability::check(Capability::name, arguments);
      own_.run(arguments);
    });
    return 0;
  }
  FillAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  mpi::Network<Space>& ranks_;
  PlanCore<Capability, Space> own_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::filling::Fill<std::uint32_t>)
YOKE_INSTANTIATE_RANK_PLANS(yoke::detail::filling::Fill<std::uint64_t>)
