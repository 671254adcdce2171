#include "studies/generators.hpp"

#include <memory>

#include "list_ranking/fractional_independent_set_hybrid.hpp"
#include "studies/bit_generators.hpp"

namespace yoke_perf {
namespace {

using Word = std::uint32_t;

template <class Generator>
using FedByHost = yoke::detail::list_ranking::BitsFedByHost<Device, Host, Generator>;
template <class Generator>
using MadeInPlace = yoke::detail::list_ranking::BitsMadeInPlace<Device, Generator>;
using Source = std::unique_ptr<yoke::detail::list_ranking::BitSource<Device>>;

Source make_source(BitGenerator generator, yoke::Hybrid<> const& hybrid, std::size_t nodes,
                   std::uint64_t seed) {
  switch (generator) {
    case BitGenerator::library_rand:
      return std::make_unique<FedByHost<RandBits>>(hybrid, nodes, RandBits{seed});
    case BitGenerator::md5:
      return std::make_unique<MadeInPlace<Md5Bits>>(hybrid.device(), nodes, Md5Bits{seed});
    case BitGenerator::twister:
      break;
  }
  return std::make_unique<MadeInPlace<TwisterBits<Device>>>(
      hybrid.device(), nodes, TwisterBits<Device>(hybrid.device(), seed));
}

}  // namespace

RankTimes time_ranking_by(BitGenerator generator, yoke::Hybrid<> const& hybrid,
                          DeviceBench const& bench, yoke::ListRankOptions const& options, int runs,
                          Phases phases) {
  namespace ranking = yoke::detail::list_ranking;
  auto const& exec = hybrid.device();
  std::size_t const nodes = bench.successor().extent(0);
  ranking::FractionalIndependentSet<Device, Word> algorithm(
      exec, nodes, ranking::removal_iterations<Device, Word>(options.fractional_independent_set),
      make_source(generator, hybrid, nodes, options.seed), options);
  RankTimes times;
  ranking::Problem<Device, Word> const problem{
      exec,
      yoke::detail::Array<Device, Word const>(bench.successor()),
      {},
      yoke::detail::Array<Device, Word>(bench.rank()),
      yoke::detail::end_rule<Word>(options.tail, "yoke_perf"),
      options.from,
      phases == Phases::yes ? &times.report : nullptr};
  measure_runs(times, bench, options.from, runs, [&] {
    times.report.phases.clear();
    auto const outcome = algorithm.run(problem);
    if (!outcome.complete) throw CheckFailed("not all nodes were ranked");
    return outcome.lists;
  });
  return times;
}

}  // namespace yoke_perf
