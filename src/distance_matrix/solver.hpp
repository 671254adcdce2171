#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "distance_matrix/rows.hpp"
#include "distances/bounds.hpp"
#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "yoke/detail/distance_matrix/capability.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail {

template <class Weight, class Space>
class Solver<distance_matrix::Summary<Weight>, Space> {
  using Capability = distance_matrix::Summary<Weight>;
  using Arguments = typename Capability::Arguments;
  using Matrix = distance_matrix::Matrix<Weight>;

 public:
  Solver(Space const& exec, all_pairs::MatrixCapacity const& capacity,
         DistanceMatrixOptions const& options, OneAlgorithm)
      : exec_(exec),
        report_(options.report),
        farthest_(make_buffer<Space, Weight>(exec, "yoke::distance_matrix::farthest",
                                             capacity.vertices)) {}

  std::size_t run(Arguments const& arguments) {
    using namespace distance_matrix;
    PhaseTimer<Space> timer(exec_, report_);
    std::uint64_t const stride = arguments.stride;
    bool const by_columns = arguments.transposed;
    Matrix const matrix{arguments.distances.data, by_columns ? 1 : stride, by_columns ? stride : 1,
                        arguments.rows,           arguments.vertices,      arguments.first};
    Results<Space, Weight> results{matrix, {}, array_on<Space>(arguments.closeness)};
    if (arguments.wants_eccentricity) {
      results.farthest = array_on<Space>(arguments.eccentricity);
    } else if (arguments.diameter != nullptr) {
      results.farthest = array_of(farthest_, arguments.rows);
    }
    refuse(arguments.caller,
           arguments.wants_closeness ? look_at<true>(results, by_columns)
                                     : look_at<false>(results, by_columns),
           arguments.vertices);
    timer.done("rows");
    if (arguments.diameter != nullptr) {
      *arguments.diameter = longest(matrix, results.farthest);
      timer.done("diameter");
    }
    return arguments.rows;
  }

 private:
  // Returns the place of the first element that is no distance.
  template <bool has_sum>
  std::uint64_t look_at(distance_matrix::Results<Space, Weight> const& results,
                        bool by_columns) const {
    using namespace distance_matrix;
    return by_columns ? SumUpColumns<Space, Weight, has_sum>::run(exec_, results)
                      : SumUpRows<Space, Weight, has_sum>::run(exec_, results);
  }

  static void refuse(char const* caller, std::uint64_t place, std::uint64_t vertices) {
    if (place == nothing_found) return;
    throw InvalidInput(std::string(caller) + ": distances(" + std::to_string(place / vertices) +
                           ", " + std::to_string(place % vertices) +
                           ") is negative or NaN; a distance is at least 0",
                       place);
  }

  WeightedDiameter<Weight> longest(Matrix const& matrix,
                                   Array<Space, Weight> const& farthest) const {
    using namespace distance_matrix;
    WeightedDiameter<Weight> found;
    Kokkos::parallel_reduce(
        "yoke::distance_matrix::farthest", WideRange<Space>(exec_, 0, matrix.rows),
        FindFarthestRow<Space, Weight>{farthest}, Kokkos::Max<Weight>(found.length));
    exec_.fence("yoke::distance_matrix: farthest");
    if (!(found.length > 0)) return {};
    std::uint64_t const i =
        smallest("yoke::distance_matrix::from", exec_, matrix.rows,
                 distances::FirstAtDistance<Space, Weight>{farthest, found.length});
    found.from = matrix.first + i;
    found.to = first_node(exec_, matrix.vertices, IsAtDistance<Weight>{matrix, i, found.length});
    return found;
  }

  Space exec_;
  CallReport* report_;  // may be null
  Buffer<Space, Weight> farthest_;
};

}  // namespace yoke::detail
