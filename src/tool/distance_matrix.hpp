#pragma once

#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <yoke/all_pairs_distances_options.hpp>
#include <yoke/messages.hpp>

#include "errors.hpp"
#include "graph_output.hpp"
#include "matrix_file.hpp"
#include "memory.hpp"

namespace yoke::tool {

// A square matrix: its elements lie row after row, or column after column.
template <class Weight, class Memory = Kokkos::HostSpace>
struct Matrix {
  Numbers<Weight, Memory> elements;
  std::uint64_t rows = 0;
  bool is_by_columns = false;

  auto view() const {
    std::size_t const from = is_by_columns ? 1 : rows, to = is_by_columns ? rows : 1;
    return Kokkos::View<Weight**, Kokkos::LayoutStride, Memory,
                        Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        elements.data(), Kokkos::LayoutStride(rows, from, rows, to));
  }
};

template <class Weight, class Memory>
Matrix<Weight, Memory> make_matrix(std::uint64_t rows, bool is_by_columns) {
  return {make_numbers<Weight, Memory>("matrix", rows * rows), rows, is_by_columns};
}

template <class Weight>
Matrix<Weight> read_matrix(MatrixFile& file) {
  auto const matrix = make_matrix<Weight, Kokkos::HostSpace>(file.rows(), file.is_by_columns());
  file.read(span_of(matrix.elements));
  return matrix;
}

// The matrix of a graph whose weights may be of a wider type: the lightest of parallel arcs. Throws
// Failure, with the arc, for a weight that is no distance.
template <class Weight, class Word, class Wide>
Matrix<Weight> matrix_of(WeightedHostGraph<Word, Wide> const& graph, std::string const& name) {
  auto const n = graph.vertices();
  auto const matrix = make_matrix<Weight, Kokkos::HostSpace>(n, false);
  Kokkos::deep_copy(matrix.elements, unreachable_distance<Weight>);
  for (std::uint64_t from = 0; from < n; ++from) {
    auto* const row = matrix.elements.data() + from * n;
    row[from] = 0;
    for (auto arc = graph.offsets()(from); arc < graph.offsets()(from + 1); ++arc) {
      Wide const weight = graph.weights()(arc);
      Word const to = graph.neighbours()(arc);
      if (!(least_distance<Weight> <= weight && weight <= unreachable_distance<Weight>)) {
        throw Failure(fmt::format(
            "{}: the arc from {} to {} has the weight {}, and such distances are from {} to {}",
            name, from, to, show_number(weight), show_number(least_distance<Weight>),
            show_number(unreachable_distance<Weight>)));
      }
      row[to] = std::min(row[to], static_cast<Weight>(weight));
    }
  }
  return matrix;
}

}  // namespace yoke::tool
