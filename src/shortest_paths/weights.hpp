#pragma once

#include <algorithm>
#include <string>

#include "primitives/arcs.hpp"
#include "shortest_paths/algorithm.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::shortest_paths {

// Counts the weights that are negative or NaN, in chunks that a host goes through by vectors.
template <class Space, class Weight>
struct CountUnusual {
  ArcChunks chunks;
  Array<Space, Weight const> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& count) const {
    Weight const* const weight = weights.data() + chunks.begin(chunk);
    int const size = static_cast<int>(chunks.end(chunk) - chunks.begin(chunk));
    int unusual = 0;
    for (int i = 0; i < size; ++i) unusual += !(weight[i] >= 0);
    count += static_cast<std::uint64_t>(unusual);
  }
};

template <class Space, class Weight>
struct FirstUnusual {
  Array<Space, Weight const> weights;
  bool nan;
  KOKKOS_FUNCTION void operator()(std::uint64_t arc, std::uint64_t& first) const {
    Weight const weight = weights(arc);
    if (arc < first && (nan ? weight != weight : weight < 0)) first = arc;
  }
};

// Of weights at random places, those that are positive and finite. A regular stride would meet the
// same place of every row of a regular graph.
template <class Space, class Weight>
struct SumOfSample {
  Array<Space, Weight const> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, double& sum, std::uint64_t& count) const {
    Weight const weight = weights(hash(i) % weights.extent(0));
    if (!(weight > 0 && weight < far_away<Weight>())) return;
    sum += static_cast<double>(weight);
    ++count;
  }
};

// The mean of the positive ones in a sample of at most 4096 weights. If there are none: 0.
template <class Space, class Weight>
double mean_weight(Space const& exec, Array<Space, Weight const> const& weights) {
  std::uint64_t const size = std::min<std::uint64_t>(weights.extent(0), 4096);
  double sum = 0;
  std::uint64_t count = 0;
  Kokkos::parallel_reduce("yoke::shortest_paths::mean_weight", WideRange<Space>(exec, 0, size),
                          SumOfSample<Space, Weight>{weights}, sum, count);
  exec.fence("yoke::shortest_paths: mean weight");
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

// Throws yoke::InvalidInput, which names an arc, for NaN, and for a negative weight where `remedy`
// says what to do about it; null: negative weights are taken.
template <class Space, class Weight>
void refuse_unusual(Space const& exec, Array<Space, Weight const> const& weights,
                    std::string const& caller, char const* remedy) {
  auto const first = [&](bool nan) {
    return smallest("yoke::shortest_paths::first_unusual", exec, weights.extent(0),
                    FirstUnusual<Space, Weight>{weights, nan});
  };
  std::string const start = caller + ": weights(";
  std::uint64_t const nan = first(true);
  if (nan != nothing_found) {
    throw InvalidInput(start + std::to_string(nan) + ") is NaN, which is no weight", nan);
  }
  std::uint64_t const arc = remedy ? first(false) : nothing_found;
  if (arc == nothing_found) return;
  throw InvalidInput(start + std::to_string(arc) + ") is " +
                         show_number(element(exec, weights, arc)) + "; " + remedy,
                     arc);
}

// Throws yoke::InvalidInput, which names an arc, for NaN, and for a negative weight where the
// algorithm takes none.
template <class Space, class Weight>
WeightsSummary check_weights(Space const& exec, Array<Space, Weight const> const& weights,
                             ShortestPathsAlgorithm algorithm) {
  WeightsSummary summary;
  summary.mean = mean_weight(exec, weights);
  ArcChunks const chunks = ArcChunks::of(exec, weights.extent(0));
  std::uint64_t unusual = 0;
  Kokkos::parallel_reduce("yoke::shortest_paths::count_unusual",
                          WideRange<Space>(exec, 0, chunks.count()),
                          CountUnusual<Space, Weight>{chunks, weights}, unusual);
  exec.fence("yoke::shortest_paths: weights counted");
  if (unusual == 0) return summary;
  summary.has_negative = true;
  bool const takes_negative = algorithm == ShortestPathsAlgorithm::bellman_ford;
  refuse_unusual(exec, weights, "yoke::shortest_paths",
                 takes_negative
                     ? nullptr
                     : "negative weights need ShortestPathsAlgorithm::bellman_ford, in a directed "
                       "graph");
  return summary;
}

}  // namespace yoke::detail::shortest_paths
