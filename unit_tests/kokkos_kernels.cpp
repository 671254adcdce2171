#include "yoke/kokkos_kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "support/executors.hpp"
#include "support/lists.hpp"

namespace {

using yoke::GraphKind;
using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space, class Vertex, class Offset>
auto triangle(Space const& exec, std::vector<Offset> const& offsets = {0, 2, 4, 6, 6},
              std::vector<Vertex> const& neighbours = {1, 2, 0, 2, 0, 1}) {
  return yoke::Graph<Vertex, Offset, typename Space::memory_space>(
      exec, GraphKind::symmetric, to_space<Space>(offsets), to_space<Space>(neighbours));
}

template <class Work>
void on_every_space(Work const& work) {
  for (auto const& executor : yoke_test::every_executor<Work>()) executor.run(work);
}

TEST(KokkosKernels, GraphsGoThereAndBackWithoutACopy) {
  on_every_space([]<class Space>(Space const& exec) {
    auto const graph = triangle<Space, std::int32_t, std::int64_t>(exec);
    auto const crs = yoke::to_static_crs_graph(graph);
    EXPECT_EQ(crs.numRows(), 4);
    EXPECT_EQ(crs.entries.data(), graph.neighbours().data());
    EXPECT_EQ(crs.row_map.data(), graph.offsets().data());
    auto const back = yoke::graph_from(exec, GraphKind::symmetric, crs);
    static_assert(std::is_same_v<decltype(back), decltype(graph)>);
    EXPECT_EQ(back.neighbours().data(), graph.neighbours().data());
    EXPECT_EQ(back.offsets().data(), graph.offsets().data());
    EXPECT_EQ(back.vertices(), 4u);
  });
}

TEST(KokkosKernels, MatricesGoThereAndBackWithoutACopy) {
  on_every_space([]<class Space>(Space const& exec) {
    auto const graph = triangle<Space, std::int32_t, std::int64_t>(exec);
    auto const values = to_space<Space>(std::vector<double>{1, 2, 3, 4, 5, 6});
    auto const matrix = yoke::to_crs_matrix(graph, values);
    EXPECT_EQ(matrix.numRows(), 4);
    EXPECT_EQ(matrix.numCols(), 4);
    EXPECT_EQ(matrix.nnz(), 6);
    EXPECT_EQ(matrix.values.data(), values.data());
    EXPECT_EQ(yoke::graph_from(exec, GraphKind::symmetric, matrix).neighbours().data(),
              graph.neighbours().data());
    EXPECT_THROW(yoke::to_crs_matrix(graph, to_space<Space>(std::vector<double>{1, 2, 3, 4, 5})),
                 std::invalid_argument);
  });
}

TEST(KokkosKernels, OtherTypesAreConverted) {
  on_every_space([]<class Space>(Space const& exec) {
    auto const crs = yoke::to_static_crs_graph(triangle<Space, std::int32_t, std::int64_t>(exec));
    auto const graph =
        yoke::graph_from<std::uint32_t, std::uint32_t>(exec, GraphKind::symmetric, crs);
    EXPECT_EQ(to_vector(graph.offsets()), (std::vector<std::uint32_t>{0, 2, 4, 6, 6}));
    EXPECT_EQ(to_vector(graph.neighbours()), (std::vector<std::uint32_t>{1, 2, 0, 2, 0, 1}));
  });
}

TEST(KokkosKernels, WhatComesInIsChecked) {
  on_every_space([]<class Space>(Space const& exec) {
    using Memory = typename Space::memory_space;
    using Crs = KokkosSparse::StaticCrsGraph<int, KokkosKernels::default_layout,
                                             Kokkos::Device<Space, Memory>, void, int>;
    auto const from = [&](std::vector<int> const& offsets, std::vector<int> const& neighbours) {
      Crs const crs(to_space<Space>(neighbours), to_space<Space>(offsets));
      return yoke::graph_from(exec, GraphKind::symmetric, crs);
    };
    EXPECT_EQ(from({0, 1, 2}, {1, 0}).arcs(), 2u);
    EXPECT_EQ(from({}, {}).vertices(), 0u);
    EXPECT_THROW(from({0, 1, 2}, {1, 2}), yoke::InvalidInput);
    EXPECT_THROW(from({0, 1, 2}, {1, -1}), yoke::InvalidInput);
    EXPECT_THROW(from({0, 2, 1}, {1, 0}), yoke::InvalidInput);
    EXPECT_THROW(from({0, 1, 1}, {1}), yoke::InvalidInput);
    // A matrix that is not square.
    using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::Device<Space, Memory>, void, int>;
    Crs const crs(to_space<Space>(std::vector<int>{1, 0}),
                  to_space<Space>(std::vector<int>{0, 1, 2}));
    EXPECT_THROW(yoke::graph_from(exec, GraphKind::symmetric, Matrix("wide", crs, 3)),
                 std::invalid_argument);
    EXPECT_EQ(yoke::graph_from(exec, GraphKind::symmetric, Matrix("square", crs, 2)).arcs(), 2u);
  });
}

}  // namespace
