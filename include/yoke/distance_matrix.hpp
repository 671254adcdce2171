#pragma once

#include <cstddef>
#include <exception>
#include <tuple>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/all_pairs/matrix.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/distance_matrix/capability.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/distance_matrix_options.hpp"
#include "yoke/errors.hpp"

namespace yoke {

/// The workspace for eccentricities, diameters and closeness from matrices of distances with up to
/// a number of columns. Repeated calls allocate nothing. Executor is a Kokkos execution space, a
/// yoke::Hybrid, or a yoke::Distributed of an execution space.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// On a Hybrid one side works alone. By an automatic split the matrix stays where it is. With
/// Split(0) or Split(1) it is copied if it lies on the other side.
///
/// If Executor is a yoke::Distributed, each MPI rank has some rows of the matrix, as of
/// yoke::AllPairsPlan. It gets the results of these rows. All ranks get the diameter. Errors and
/// diameters number rows in the whole matrix. Results are the same bytes as on one execution space.
/// Rounds of messages: 3 for closeness, and 6 for eccentricities or a diameter.
///
/// Memory beyond the arguments: n distances. These Views are copied:
/// - if both strides exceed 1;
/// - on a Hybrid and in pinned memory, any View with gaps;
/// - on ranks, a View whose rows are not adjacent elements.
template <class Executor, DistanceWeight Weight>
class DistanceMatrixPlan : public detail::Plan<detail::distance_matrix::Summary<Weight>, Executor> {
  using Capability = detail::distance_matrix::Summary<Weight>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument for 2^24 vertices or more, and if options.split is not 0, 1 or
  /// automatic.
  explicit DistanceMatrixPlan(Executor const& executor, std::size_t vertices,
                              DistanceMatrixOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Weight>>(Capability::name),
            [=] { return Capability::capacity_of(vertices); }, options),
        vertices_(vertices) {}
  template <detail::TemporaryHybrid Temporary>
  DistanceMatrixPlan(Temporary&& gone_too_soon, std::size_t,
                     DistanceMatrixOptions const& = {}) = delete;

  /// Works as yoke::eccentricities of a matrix does, and throws its exceptions. Also throws
  /// std::invalid_argument if the matrix has more columns than the plan has vertices.
  template <detail::AnyMatrix Distances, detail::AnyView Eccentricity>
  WeightedDiameter<Weight> eccentricities(Distances const& distances,
                                          Eccentricity const& eccentricity) {
    WeightedDiameter<Weight> diameter;
    Arguments arguments;
    arguments.wants_eccentricity = true;
    arguments.diameter = &diameter;
    call("yoke::eccentricities", distances, arguments,
         std::tuple(detail::bind<&Arguments::eccentricity>("eccentricity", eccentricity)));
    return diameter;
  }

  /// Works as yoke::diameter of a matrix does. Throws as eccentricities().
  template <detail::AnyMatrix Distances>
  WeightedDiameter<Weight> diameter(Distances const& distances) {
    WeightedDiameter<Weight> diameter;
    Arguments arguments;
    arguments.diameter = &diameter;
    call("yoke::diameter", distances, arguments, std::tuple());
    return diameter;
  }

  /// Works as yoke::closeness of a matrix does. Throws as eccentricities().
  template <detail::AnyMatrix Distances, detail::AnyView Closeness>
  void closeness(Distances const& distances, Closeness const& closeness) {
    Arguments arguments;
    arguments.wants_closeness = true;
    call("yoke::closeness", distances, arguments,
         std::tuple(detail::bind<&Arguments::closeness>("closeness", closeness)));
  }

 private:
  template <class Distances, class Outputs>
  void call(char const* caller, Distances const& distances, Arguments arguments,
            Outputs const& outputs) {
    static_assert(std::is_same_v<typename Distances::non_const_value_type, Weight>,
                  "yoke::DistanceMatrixPlan: distances are not of the plan's type");
    static_assert(detail::is_accessible<Executor, typename Distances::memory_space>(),
                  "yoke::DistanceMatrixPlan: the execution space cannot access distances");
    arguments.caller = caller;
    arguments.rows = distances.extent(0);
    arguments.vertices = distances.extent(1);
    // One of several ranks must not throw alone.
    std::exception_ptr failure;
    try {
      detail::Ledger::Opened const opened(this->ledger());
      if (!this->is_part()) {
        detail::all_pairs::AllPairs<Weight>::check_square(caller, "distances", arguments.rows,
                                                          arguments.vertices);
      }
      Capability::check_fits(arguments, {vertices_});
      this->executor().begin_call();
      matrix_.bring(this->template instance_for<typename Distances::memory_space>(), distances,
                    arguments, {!this->is_part(), !detail::IsHybrid<Executor>::value});
    } catch (...) {
      failure = std::current_exception();
    }
    Base::call(detail::call_of<detail::Of<Weight>>(caller), arguments,
               {detail::bytes_of("distances", distances)}, outputs, [&] {
                 if (failure) std::rethrow_exception(failure);
               });
  }

  detail::all_pairs::MatrixArgument matrix_;
  std::size_t vertices_;
};

/// The eccentricity of each vertex from a matrix of distances: the largest distance from the vertex
/// to one that it reaches. For a graph alone use <yoke/eccentricities.hpp>, which needs no matrix.
///
/// @param executor  an execution space, a yoke::Hybrid or a yoke::Distributed. DistanceMatrixPlan
///   has the last two.
/// @param distances  n x n elements of a yoke::DistanceWeight, const or not, in any layout: what
///   yoke::all_pairs_distances finds. Element (i, j) is the distance from i to j, and
///   yoke::unreachable_distance or more if there is no path. The diagonal counts as 0. The graph
///   may be directed.
/// @param eccentricity  n elements of that type, all written. On MPI ranks one for each own row.
///
/// Returns the diameter, the largest eccentricity, with its ends: the first row that has it, and
/// the first vertex at this distance. Both are 0 if it is 0.
///
/// Deterministic: the results depend only on the input. Work: O(n^2). Memory beyond the arguments:
/// n distances. DistanceMatrixPlan says which matrices are copied.
///
/// Throws std::invalid_argument:
/// - if the matrix is not square, or has 2^24 columns or more;
/// - if eccentricity is of another size, or overlaps the matrix;
/// - if options.split is not 0, 1 or automatic.
///
/// Throws yoke::InvalidInput for a distance that is negative or NaN, and leaves the results
/// undefined. index() is i * n + j.
template <class Executor, detail::AnyMatrix Distances, detail::AnyView Eccentricity>
auto eccentricities(Executor const& executor, Distances const& distances,
                    Eccentricity const& eccentricity, DistanceMatrixOptions const& options = {}) {
  return DistanceMatrixPlan<Executor, typename Distances::non_const_value_type>(
             executor, distances.extent(1), options)
      .eccentricities(distances, eccentricity);
}

/// The diameter from a matrix of distances, as yoke::eccentricities of it returns it.
template <class Executor, detail::AnyMatrix Distances>
auto diameter(Executor const& executor, Distances const& distances,
              DistanceMatrixOptions const& options = {}) {
  return DistanceMatrixPlan<Executor, typename Distances::non_const_value_type>(
             executor, distances.extent(1), options)
      .diameter(distances);
}

/// The closeness of each vertex from a matrix of distances, as yoke::closeness of a graph defines
/// it: of the distances from the vertex. Sums are added in the order that is given there, so equal
/// distances have the same bytes.
///
/// @param distances  as of yoke::eccentricities of a matrix
/// @param closeness  n doubles, all written. On MPI ranks one for each own row.
///
/// Throws as yoke::eccentricities of a matrix.
template <class Executor, detail::AnyMatrix Distances, detail::AnyView Closeness>
void closeness(Executor const& executor, Distances const& distances, Closeness const& closeness,
               DistanceMatrixOptions const& options = {}) {
  DistanceMatrixPlan<Executor, typename Distances::non_const_value_type>(
      executor, distances.extent(1), options)
      .closeness(distances, closeness);
}

}  // namespace yoke
