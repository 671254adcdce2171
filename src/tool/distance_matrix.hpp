#pragma once

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <yoke/all_pairs_distances_options.hpp>
#include <yoke/errors.hpp>
#include <yoke/messages.hpp>

#include "graph_output.hpp"
#include "matrix_file.hpp"
#include "memory.hpp"
#include "ranks.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {

// A square matrix, or of several ranks this one's rows: the elements lie row after row, or column
// after column.
template <class Weight, class Memory = Kokkos::HostSpace>
struct Matrix {
  Numbers<Weight, Memory> elements;
  std::uint64_t rows = 0, columns = 0;
  bool is_by_columns = false;

  auto view() const {
    std::size_t const from = is_by_columns ? 1 : columns, to = is_by_columns ? rows : 1;
    return Kokkos::View<Weight**, Kokkos::LayoutStride, Memory,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        elements.data(), Kokkos::LayoutStride(rows, from, columns, to));
  }
};

template <class Weight, class Memory>
Matrix<Weight, Memory> make_matrix(std::uint64_t rows, std::uint64_t columns, bool is_by_columns) {
  return {make_numbers<Weight, Memory>("matrix", rows * columns), rows, columns, is_by_columns};
}

// This rank's rows of the file's matrix.
template <class Weight>
Matrix<Weight> read_matrix(MatrixFile& file) {
  auto const own = own_part(file.rows());
  auto const matrix =
      make_matrix<Weight, Kokkos::HostSpace>(own.size, file.rows(), file.is_by_columns());
  file.read(own, span_of(matrix.elements));
  return matrix;
}

// The rows of a graph whose weights are in the range of distances: the lightest of parallel arcs.
template <class Weight, class Word, class Read>
Matrix<Weight> matrix_of(WeightedPart<Word, Read> const& part) {
  auto const& graph = part.own;
  auto const matrix =
      make_matrix<Weight, Kokkos::HostSpace>(graph.vertices(), part.vertices, false);
  Kokkos::deep_copy(matrix.elements, unreachable_distance<Weight>);
  for (std::uint64_t from = 0; from < graph.vertices(); ++from) {
    auto* const row = matrix.elements.data() + from * part.vertices;
    for (auto arc = graph.offsets()(from); arc < graph.offsets()(from + 1); ++arc) {
      auto& element = row[graph.neighbours()(arc)];
      element = std::min(element, static_cast<Weight>(graph.weights()(arc)));
    }
  }
  return matrix;
}

// Throws InvalidInput on all ranks where a weight of one of them is not in that range: what the
// library throws of the whole graph.
template <class Weight, class Word, class Read>
void check_weights(WeightedPart<Word, Read> const& part) {
  constexpr Weight least = least_distance<Weight>, most = unreachable_distance<Weight>;
  auto const weights = span_of(part.own.weights());
  auto const wrong = std::ranges::find_if(weights, [](Read weight) {
    return weight < static_cast<Read>(least) || weight > static_cast<Read>(most);
  });
  constexpr auto none = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t const before = sum_of_ranks_before(weights.size());
  auto const own = static_cast<std::uint64_t>(wrong - weights.begin());
  auto const first =
      std::ranges::min(numbers_of_ranks(own == weights.size() ? none : before + own));
  if (first == none) return;
  throw InvalidInput(fmt::format("weights({}) of the graph is not a number from {} to {}", first,
                                 show_number(least), show_number(most)),
                     first);
}

}  // namespace yoke::tool
