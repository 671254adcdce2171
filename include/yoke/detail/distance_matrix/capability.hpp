#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/distance_matrix_options.hpp"
#include "yoke/eccentricities_options.hpp"
#include "yoke/messages.hpp"

// Eccentricities and closeness from a matrix of distances, as the frame knows them
// (frame/capability.hpp).
namespace yoke::detail::distance_matrix {

template <class Weight>
struct Summary {
  using Algorithm = OneAlgorithm;
  using Options = DistanceMatrixOptions;
  using Report = CallReport;
  using Capacity = all_pairs::MatrixCapacity;
  static constexpr char const* name = "yoke::DistanceMatrixPlan";
  static constexpr char const* busy = "distance matrix";
  static constexpr RankForm ranks = RankForm::of_spaces;

  // Element (i, j) is distances[i * stride + j]. If it is transposed, this is the distance from j
  // to i. On several ranks the rows are this rank's, and the first of them is row `first`.
  struct Arguments {
    RawArray<Weight const> distances;
    RawArray<Weight> eccentricity;
    RawArray<double> closeness;
    bool wants_eccentricity = false, wants_closeness = false;
    WeightedDiameter<Weight>* diameter = nullptr;  // null: not wanted
    std::size_t rows = 0, vertices = 0, stride = 0, first = 0;
    bool transposed = false;
    char const* caller = name;

    static constexpr std::array names{"distances", "eccentricity", "closeness"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.distances, self.eccentricity, self.closeness);
    }
  };

  static Capacity capacity_of(std::size_t vertices) {
    checked_product(name, "vertices squared", vertices, vertices);
    return {vertices};
  }
  static void check(char const* caller, Arguments const& arguments) {
    if (arguments.wants_eccentricity) {
      check_same_size(caller, "eccentricity", arguments.eccentricity.size, "distances",
                      arguments.rows);
    }
    if (arguments.wants_closeness) {
      check_same_size(caller, "closeness", arguments.closeness.size, "distances", arguments.rows);
    }
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(arguments.caller, "a row of distances", arguments.vertices, capacity.vertices);
  }
  static void check_options(Options const& options) {
    if (options.split.is_automatic()) return;
    double const share = options.split.host_share();
    if (share == 0 || share == 1) return;
    throw std::invalid_argument(std::string(name) + ": options.split is " + show_number(share) +
                                ", but one side works: use 0 or 1, or automatic");
  }
};

}  // namespace yoke::detail::distance_matrix
