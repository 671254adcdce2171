#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <yoke/all_pairs_distances_options.hpp>

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

// The matrix of a graph whose weights are in the range of distances: the lightest of parallel arcs.
template <class Weight, class Word, class Read>
Matrix<Weight> matrix_of(WeightedHostGraph<Word, Read> const& graph) {
  auto const n = graph.vertices();
  auto const matrix = make_matrix<Weight, Kokkos::HostSpace>(n, false);
  Kokkos::deep_copy(matrix.elements, unreachable_distance<Weight>);
  for (std::uint64_t from = 0; from < n; ++from) {
    auto* const row = matrix.elements.data() + from * n;
    for (auto arc = graph.offsets()(from); arc < graph.offsets()(from + 1); ++arc) {
      auto& element = row[graph.neighbours()(arc)];
      element = std::min(element, static_cast<Weight>(graph.weights()(arc)));
    }
  }
  return matrix;
}

}  // namespace yoke::tool
