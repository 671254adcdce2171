#include "yoke/kokkos_kernels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "support/executors.hpp"
#include "support/lists.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/hybrid.hpp"

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
    auto const back = yoke::graph_from(exec, crs);
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
    EXPECT_EQ(yoke::graph_from(exec, matrix).neighbours().data(), graph.neighbours().data());
    EXPECT_THROW(yoke::to_crs_matrix(graph, to_space<Space>(std::vector<double>{1, 2, 3, 4, 5})),
                 std::invalid_argument);
  });
}

TEST(KokkosKernels, OtherTypesAreConverted) {
  on_every_space([]<class Space>(Space const& exec) {
    auto const crs = yoke::to_static_crs_graph(triangle<Space, std::int32_t, std::int64_t>(exec));
    auto const graph = yoke::graph_from<std::uint32_t, std::uint32_t>(exec, crs);
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
      return yoke::graph_from(exec, crs);
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
    EXPECT_THROW(yoke::graph_from(exec, Matrix("wide", crs, 3)), std::invalid_argument);
    EXPECT_EQ(yoke::graph_from(exec, Matrix("square", crs, 2)).arcs(), 2u);
  });
}

template <class G, class Executor>
void expect_two_components(Executor const& executor, G const& graph) {
  using Memory = typename G::device_type::memory_space;
  Kokkos::View<int*, Memory> const label("label", 4), level("level", 4), parent("parent", 4),
      from("from", 3), to("to", 3);
  std::vector<int> const labels{0, 0, 0, 3};
  EXPECT_EQ(yoke::connected_components(executor, graph, label), 2u);
  EXPECT_EQ(to_vector(label), labels);
  EXPECT_EQ(yoke::spanning_forest(executor, graph, label, from, to), 2u);
  EXPECT_EQ(yoke::bfs(executor, graph, 1, level, parent), 3u);
  EXPECT_EQ(to_vector(level), (std::vector<int>{1, 0, 1, -1}));
  yoke::ConnectedComponentsPlan<Executor, int, std::int64_t> components(executor, 4, 6);
  EXPECT_EQ(components(graph, label), 2u);
  yoke::BfsPlan<Executor, int, std::int64_t> search(executor, 4, 6);
  EXPECT_EQ(search(yoke::rows(graph, GraphKind::directed), 0, level), 3u);
}

TEST(KokkosKernels, CallsTakeMatricesAndGraphs) {
  auto const check = []<class Executor, class Space>(Executor const& executor, Space const& exec) {
    auto const graph = triangle<Space, std::int32_t, std::int64_t>(exec);
    expect_two_components(executor, yoke::to_static_crs_graph(graph));
    auto const values = to_space<Space>(std::vector<float>(6));
    expect_two_components(executor, yoke::to_crs_matrix(graph, values));
  };
  on_every_space([&]<class Space>(Space const& exec) { check(exec, exec); });
  check(yoke::Hybrid<>(), Kokkos::DefaultHostExecutionSpace());
  check(yoke::Hybrid<>(), Kokkos::DefaultExecutionSpace());
}

TEST(KokkosKernels, MessagesHaveTheCallsWords) {
  Kokkos::DefaultHostExecutionSpace const exec;
  auto const graph = triangle<Kokkos::DefaultHostExecutionSpace, int, int>(exec);
  auto const wrong = yoke::to_static_crs_graph(yoke::Graph<int, int, Kokkos::HostSpace>(
      yoke::unchecked, GraphKind::symmetric, graph.offsets(),
      to_space<Kokkos::DefaultHostExecutionSpace>(std::vector<int>{1, 2, 0, 9, 0, 1})));
  Kokkos::View<int*, Kokkos::HostSpace> const label("label", 4);
  try {
    yoke::connected_components(exec, wrong, label);
    ADD_FAILURE() << "nothing thrown";
  } catch (yoke::InvalidInput const& error) {
    EXPECT_STREQ(error.what(),
                 "yoke::connected_components: entries(3) is 9, and there are 4 vertices");
  }
}

}  // namespace
