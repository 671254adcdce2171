#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/all_pairs/matrix.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::all_pairs {

// yoke::validate_distances, as it is compiled in the library: both matrices of a size, in memory
// that Space accesses. Checks next too, if the distances have it. Fences.
template <class Space, class Weight>
std::uint64_t validate(Space const& exec, typename AllPairs<Weight>::Arguments const& weights,
                       typename AllPairs<Weight>::Arguments const& distances);

struct NoNext {};

template <class Space, class Weights, class Distances, class Next>
std::uint64_t validate_views(Space const& exec, Weights const& weights, Distances const& distances,
                             Next const& next) {
  using Weight = typename Distances::non_const_value_type;
  using Capability = AllPairs<Weight>;
  static_assert(check_instantiated<Space>());
  static_assert(DistanceWeight<Weight> && Weights::rank == 2 && Distances::rank == 2 &&
                    std::is_same_v<typename Weights::non_const_value_type, Weight>,
                "yoke::validate_distances: weights and distances must have two dimensions and "
                "elements of one type of weight");
  static_assert(is_accessible<Space, typename Weights::memory_space>() &&
                    is_accessible<Space, typename Distances::memory_space>(),
                "yoke::validate_distances: the execution space cannot access a matrix");
  char const* const caller = "yoke::validate_distances";
  Capability::check_square(caller, "weights", weights.extent(0), weights.extent(1));
  Capability::check_square(caller, "distances", distances.extent(0), distances.extent(1));
  MatrixArgument weights_in, distances_in, next_in;
  typename Capability::Arguments given, result;
  weights_in.bring(exec, weights, given);
  distances_in.bring(exec, distances, result);
  check_same_size(caller, "weights", weights.size(), "distances", distances.size());
  if constexpr (!std::is_same_v<Next, NoNext>) {
    using Vertex = typename Next::non_const_value_type;
    static_assert(Next::rank == 2 && std::is_integral_v<Vertex> && sizeof(Vertex) == 4,
                  "yoke::validate_distances: next must have two dimensions and 32-bit integers");
    static_assert(is_accessible<Space, typename Next::memory_space>(),
                  "yoke::validate_distances: the execution space cannot access next");
    Capability::check_next(caller, result, next.extent(0), next.extent(1));
    next_in.bring_next<true>(exec, next, result);
  }
  return validate<Space, Weight>(exec, given, result);
}

}  // namespace yoke::detail::all_pairs

namespace yoke {

/// Checks the result of yoke::all_pairs_distances by its definition. It uses only the weights, and
/// shares no arithmetic with the call:
/// 1. the distance of a vertex from itself is 0;
/// 2. no arc shortens a path: the distance from i to u, plus the weight from u to v, is at least
///    the distance from i to v. If both are equal, the arc is tight for i;
/// 3. from each vertex i, arcs that are tight for i lead to all vertices with a distance from i.
///
/// With next, also these rules:
/// 4. the weight from i to next(i, j), plus the distance from there to j, is the distance from i to
///    j. next(i, j) is i if j is i, and the largest value of the type if there is no path;
/// 5. next leads from i to j.
///
/// In floating point, sums count as equal if they differ by n rounding errors of both summands. If
/// weights of opposite signs cancel, a right result may differ by more, and is refused.
///
/// @param weights  n x n elements: the matrix before the call
/// @param distances  n x n elements of the same type: the matrix after it
///
/// Returns the number of pairs with a path.
///
/// Work O(n^3). Memory: 8 n bytes for each thread of a host, and for each of up to 1024 teams of a
/// device. A View whose strides both exceed 1 is copied. In pinned memory any View with gaps is
/// copied.
///
/// Throws yoke::InvalidInput, which names two vertices and the rule that they break. index() is
/// from * n + to. Throws std::invalid_argument if a matrix is not square or sizes differ.
template <detail::AnySpace Space, detail::AnyView Weights, detail::AnyView Distances>
std::uint64_t validate_distances(Space const& exec, Weights const& weights,
                                 Distances const& distances) {
  return detail::all_pairs::validate_views(exec, weights, distances, detail::all_pairs::NoNext());
}

/// The same with next.
///
/// @param next  n x n integers of 32 bits: the call's result
template <detail::AnySpace Space, detail::AnyView Weights, detail::AnyView Distances,
          detail::AnyView Next>
std::uint64_t validate_distances(Space const& exec, Weights const& weights,
                                 Distances const& distances, Next const& next) {
  return detail::all_pairs::validate_views(exec, weights, distances, next);
}

}  // namespace yoke
