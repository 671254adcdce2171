#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "distances/lengths.hpp"
#include "shortest_paths/weights.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke::detail::distances {

// Of all finite weights: the largest one, and the exponent of the largest power of two that divides
// them. Counts those that are negative or NaN.
template <class Space, class Weight>
struct LookAtWeights {
  static constexpr int no_unit = 1 << 20;

  Array<Space, Weight const> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t arc, Weight& most, int& unit,
                                  std::uint64_t& unusual) const {
    Weight const weight = weights(arc);
    unusual += !(weight >= 0);
    if (!(weight > 0 && weight < no_length<Weight>())) return;
    if (weight > most) most = weight;
    if constexpr (std::is_floating_point_v<Weight>) {
      int const of_weight = exponent_of_lowest_bit(static_cast<double>(weight));
      if (of_weight < unit) unit = of_weight;
    }
  }

 private:
  KOKKOS_FUNCTION static int exponent_of_lowest_bit(double x) {
    std::uint64_t const bits = Kokkos::bit_cast<std::uint64_t>(x);
    std::uint64_t const fraction = bits & ((std::uint64_t(1) << 52) - 1);
    int const exponent = static_cast<int>(bits >> 52);  // the sign is 0
    bool const is_normal = exponent > 0;
    std::uint64_t const digits = is_normal ? fraction | std::uint64_t(1) << 52 : fraction;
    return (is_normal ? exponent : 1) - 1075 + Kokkos::countr_zero(digits);
  }
};

// Distances that are multiples of 2^unit are exact up to 2^(unit + digits of the type): a distance
// between two vertices is at most twice the eccentricity of a third one.
template <class Weight>
BoundRules<Weight> rules_of_floats(Weight largest, int unit, std::uint64_t vertices) {
  constexpr double roundoff = std::numeric_limits<Weight>::epsilon() / 2;
  constexpr Weight most = std::numeric_limits<Weight>::max();
  BoundRules<Weight> rules;
  rules.most_bounded = most / 8 - largest / 8;
  double const exact = unit == LookAtWeights<Kokkos::DefaultHostExecutionSpace, Weight>::no_unit
                           ? static_cast<double>(most)
                           : std::ldexp(1.0, std::numeric_limits<Weight>::digits - 1 + unit);
  rules.most_exact = static_cast<Weight>(std::min(exact, static_cast<double>(rules.most_bounded)));
  // 1 / (1 - y) is at most 1 + 2 y up to y = 1 / 2, with y = (2 vertices + 2) roundoff.
  double const twice = 4 * (static_cast<double>(vertices) + 1) * roundoff;
  rules.widening = std::nextafter(static_cast<Weight>(1 + twice), most);
  if (twice > 1) rules.most_bounded = rules.most_exact;
  return rules;
}

// What options.validate asks for.
template <class Weight, class Space, class Arguments>
void check_graph(Space const& exec, Arguments const& arguments) {
  graphs::check_graph<Space>(exec, arguments.graph, {});
  if constexpr (!std::is_void_v<Weight>) {
    graphs::check_weights<Space>(exec, arguments.graph, arguments.weights, "weights");
  }
}

// Throws yoke::InvalidInput, which names an arc, for a weight that is negative or NaN.
template <class Space, class Weight>
BoundRules<Weight> rules_of(Space const& exec, Array<Space, Weight const> const& weights,
                            std::uint64_t vertices, char const* caller) {
  using Look = LookAtWeights<Space, Weight>;
  Weight largest = 0;
  int unit = Look::no_unit;
  std::uint64_t unusual = 0;
  Kokkos::parallel_reduce("yoke::distances::look_at_weights",
                          WideRange<Space>(exec, 0, weights.extent(0)), Look{weights},
                          Kokkos::Max<Weight>(largest), Kokkos::Min<int>(unit),
                          Kokkos::Sum<std::uint64_t>(unusual));
  exec.fence("yoke::distances: weights seen");
  if (unusual > 0) {
    shortest_paths::refuse_unusual(exec, weights, caller, "weights must be 0 or more");
  }
  largest = std::max(largest, Weight(0));  // of no arcs it is the least number
  if constexpr (std::is_floating_point_v<Weight>) {
    return rules_of_floats(largest, std::min<int>(unit, Look::no_unit), vertices);
  } else {
    Weight const most = static_cast<Weight>((no_length<Weight>() - 1 - largest) / 2);
    return {most, most, 1};
  }
}

}  // namespace yoke::detail::distances
