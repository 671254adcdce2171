#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "all_pairs/next_impl.hpp"
#include "all_pairs/pivot.hpp"
#include "all_pairs/products.hpp"
#include "all_pairs/team_rows.hpp"
#include "support/next_by_rule.hpp"
#include "support/squares.hpp"
#include "support/team_fibers.hpp"
#include "yoke/all_pairs_distances.hpp"

// The kernels of a device, on a host: so that machines without one see their faults.
namespace {

namespace all_pairs = yoke::detail::all_pairs;
using all_pairs::block;
using yoke_test::far;
using yoke_test::FiberDevice;
using yoke_test::FiberOrder;
using yoke_test::random_square;
using yoke_test::run_teams;
using yoke_test::Square;

enum class Way { alone, with_next, transposed };

// What steps need beside the matrix (steps.hpp).
template <class Weight>
class DeviceKernels {
  using Left = all_pairs::LeftPanel<FiberDevice, Weight>;
  using Right = all_pairs::RightPanel<FiberDevice, Weight>;
  template <class Target, class Its = all_pairs::Words<Weight>>
  using Product = all_pairs::DeviceProduct<FiberDevice, Weight, Target, Its>;
  using Target = all_pairs::NextTarget<Weight>;

 public:
  DeviceKernels(Square<Weight> const& square, bool has_negative, FiberOrder order)
      : n_(square.n),
        stride_((n_ + 15) / 16 * 16),
        order_(order),
        matrix_(n_ * stride_),
        next_(n_ * n_),
        status_(all_pairs::findings, ~std::uint64_t(0)),
        lefts_(2 * Left::size(n_)),
        left_pivot_(Left::size(block)),
        rights_(2 * Right::size(n_)),
        right_pivot_(Right::size(block)),
        closing_rows_(block * block) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j) {
        matrix_[i * stride_ + j] = i == j ? std::min<Weight>(square(i, j), 0) : square(i, j);
        next_[i * n_ + j] = matrix_[i * stride_ + j] < far<Weight> ? static_cast<std::uint32_t>(j)
                                                                   : all_pairs::no_next;
      }
    }
    step_.rows = {matrix_.data(), 0, n_, n_, stride_};
    step_.shifted = {has_negative ? all_pairs::Shifted<Weight>::for_negative : Weight(0)};
    step_.status = {status_.data()};
    step_.has_negative = has_negative;
  }

  void run(Way way) {
    way_ = way;
    bool const with_next = way == Way::with_next;
    step_.finds_large = with_next && std::is_same_v<Weight, std::int32_t> && !step_.has_negative;
    for (std::size_t first = 0; first < n_; first += block) {
      step_.pivot_rows = matrix_.data() + first * stride_;
      step_.pivot_stride = stride_;
      step_.first = first;
      step_.size = static_cast<int>(std::min<std::size_t>(block, n_ - first));
      close();
      with_next ? lower_with_next() : lower();
    }
  }
  std::vector<Weight> distances() const {
    std::vector<Weight> all;
    for (std::size_t i = 0; i < n_; ++i) {
      all.insert(all.end(), matrix_.begin() + static_cast<std::ptrdiff_t>(i * stride_),
                 matrix_.begin() + static_cast<std::ptrdiff_t>(i * stride_ + n_));
    }
    return all;
  }
  std::vector<std::uint32_t> const& next() const { return next_; }
  bool found_large() const { return step_.status.had_large(); }

 private:
  Left left() { return {lefts_.data()}; }
  Right right() { return {rights_.data()}; }

  void close() {
    bool const transposed = way_ == Way::transposed, with_next = way_ == Way::with_next;
    Left const left_pivot{left_pivot_.data()};
    Right const right_pivot{right_pivot_.data()};
    Left const left_before{transposed ? lefts_.data() : lefts_.data() + lefts_.size() / 2};
    Right const right_before{transposed ? rights_.data() + rights_.size() / 2 : rights_.data()};
    using Panels = all_pairs::PivotPanels<FiberDevice, Weight>;
    Panels panels{
        {step_, left_pivot, right_pivot, nullptr, with_next ? closing_rows_.data() : nullptr},
        {step_, step_.pivot_rows, stride_, 1, right_before, n_},
        {step_, matrix_.data() + step_.first, 1, stride_, left_before, n_}};
    panels.of_rows = panels.rows.begin();
    panels.of_columns = panels.columns.begin();
    int const threads = Panels::Its::threads;
    auto const items = static_cast<int>(panels.of_rows + panels.of_columns);
    run_teams(1 + (items + threads - 1) / threads, threads, order_, panels);
    if (with_next) {
      using Note = all_pairs::NoteColumns<FiberDevice, Weight>;
      int const teams = (static_cast<int>(n_) + Note::rows - 1) / Note::rows;
      run_teams(teams, block, order_, Note{step_, {next_.data(), n_}, closing_rows_.data()});
    }
    if (transposed) {
      using Rows = all_pairs::PanelTarget<Weight, Right, true>;
      multiply(left_pivot, right_before, Rows{step_, right_before, right()});
    } else {
      using Columns = all_pairs::PanelTarget<Weight, Left, false>;
      multiply(left_before, right_pivot, Columns{step_, left_before, left()});
    }
  }
  template <class Its = all_pairs::Words<Weight>, class ItsTarget>
  void multiply(Left const& left, Right const& right, ItsTarget const& target) {
    Product<ItsTarget, Its> product{left, right, target, step_.depth(), step_.status, 0};
    int const tiles = product.tiles();
    run_teams(tiles, product.threads, order_, product);
  }
  void lower() { multiply(left(), right(), all_pairs::MatrixTarget<Weight>{step_, true}); }
  void lower_with_next() {
    Target target{{step_, true}, {next_.data(), n_}};
    if constexpr (std::is_integral_v<Weight>) {
      if (!step_.has_negative) {
        multiply<all_pairs::WordsWithPlaces<Weight>>(left(), right(), target);
        if (!step_.finds_large) return;
        target.only_if_large = true;
      }
    }
    multiply(left(), right(), target);
  }

  std::size_t n_, stride_;
  FiberOrder order_;
  Way way_ = Way::alone;
  std::vector<Weight> matrix_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint64_t> status_;
  std::vector<typename Left::Number> lefts_, left_pivot_;
  std::vector<Weight> rights_, right_pivot_, closing_rows_;
  all_pairs::Step<Weight> step_{};
};

template <class Weight>
Square<Weight> transposed(Square<Weight> const& square) {
  Square<Weight> result(square.n);
  for (std::size_t i = 0; i < square.n; ++i) {
    for (std::size_t j = 0; j < square.n; ++j) result(j, i) = square(i, j);
  }
  return result;
}

template <class Weight>
void expect_found(Square<Weight> const& square, bool has_negative, Square<Weight> const& distances,
                  Square<std::uint32_t> const& next) {
  for (FiberOrder const order : {FiberOrder::forward, FiberOrder::backward}) {
    SCOPED_TRACE(std::to_string(square.n) + " vertices" +
                 (order == FiberOrder::backward ? ", backward" : ""));
    DeviceKernels<Weight> alone(square, has_negative, order);
    alone.run(Way::alone);
    EXPECT_EQ(alone.distances(), distances.elements);
    DeviceKernels<Weight> both(square, has_negative, order);
    both.run(Way::with_next);
    EXPECT_EQ(both.distances(), distances.elements);
    EXPECT_EQ(both.next(), next.elements);
    DeviceKernels<Weight> of_transposed(transposed(square), has_negative, order);
    of_transposed.run(Way::transposed);
    EXPECT_EQ(of_transposed.distances(), transposed(distances).elements);
  }
}
template <class Weight>
void expect_rule(Square<Weight> const& square, bool has_negative = false) {
  auto const [distances, next] = yoke_test::next_by_rule(square);
  expect_found(square, has_negative, distances, next);
}

template <class T>
class AllPairsDeviceKernels : public testing::Test {};
using Weights = testing::Types<std::int16_t, std::int32_t, float, double>;
TYPED_TEST_SUITE(AllPairsDeviceKernels, Weights);

TYPED_TEST(AllPairsDeviceKernels, FollowTheRule) {
  for (std::size_t const n : {1, 5, 130, 290}) expect_rule(random_square<TypeParam>(n, 4, 0, 9));
  expect_rule(random_square<TypeParam>(140, 100, 1, 100));
}

TYPED_TEST(AllPairsDeviceKernels, MayHaveNegativeWeights) {
  for (std::size_t const n : {3, 150}) {
    expect_rule(yoke_test::negative_square<TypeParam>(n, 20), true);
  }
}

// The last digits depend on which sums are made.
template <class Weight>
void expect_those_of_a_host(std::size_t n) {
  auto const square = yoke_test::square_of<Weight>(n, [=](std::size_t i, std::size_t j) {
    yoke_test::GraphDice dice(i * n + j);
    return dice.below(10) < 2 ? 1 / (1 + static_cast<Weight>(dice.below(100000))) : far<Weight>;
  });
  Square<Weight> distances = square;
  Square<std::uint32_t> next(n);
  using Host = Kokkos::DefaultHostExecutionSpace;
  Kokkos::View<Weight**, Kokkos::LayoutRight, Kokkos::HostSpace> const matrix(
      distances.elements.data(), n, n);
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Kokkos::HostSpace> const its_next(
      next.elements.data(), n, n);
  yoke::all_pairs_distances(Host(), matrix, its_next);
  expect_found(square, false, distances, next);
}
TEST(AllPairsDeviceKernelsOfFractions, FindTheBytesOfAHost) {
  expect_those_of_a_host<float>(270);
  expect_those_of_a_host<double>(200);
}

TEST(AllPairsDeviceKernelsOfLargeWeights, SearchFromTheFirstLargeSummandOn) {
  int const limit = all_pairs::large_summand;
  for (int const most : {limit / 8, limit - 1, limit, 4 * limit}) {
    expect_rule(random_square<std::int32_t>(200, 3, most - 20, most));
  }
  // The first large distance is one of the second step.
  Square<std::int32_t> path(200);
  for (std::size_t i = 0; i + 1 < 200; ++i) path(i, i + 1) = i == 140 ? limit - 30 : 1;
  expect_rule(path);
  DeviceKernels<std::int32_t> kernels(path, false, FiberOrder::forward);
  kernels.run(Way::with_next);
  EXPECT_TRUE(kernels.found_large());
}

template <class Vector>
auto array_of(Vector& vector) {
  using T = std::remove_pointer_t<decltype(vector.data())>;
  return yoke::detail::Array<FiberDevice, T>(vector.data(), vector.size());
}

// In a graph of 300 vertices, all threads of the team share out the arcs of vertex 0.
template <class Weight>
void expect_searches(std::size_t n, int percent, FiberOrder order) {
  using Task = all_pairs::TeamRows<FiberDevice, Weight>;
  using Kernel =
      yoke::detail::shortest_paths::SearchByTeams<FiberDevice, std::uint32_t, std::uint64_t, Task>;
  auto square = random_square<Weight>(n, percent, 1, 50);
  for (std::size_t v = 1; v < n; ++v) {
    square(0, v) = static_cast<Weight>(60 + v % 7);
    if (v % 3 == 0) square(v, 0) = 9;
  }
  std::vector<std::uint64_t> offsets(1, 0);
  std::vector<std::uint32_t> neighbours;
  std::vector<Weight> weights;
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      if (u == v || square(u, v) == far<Weight>) continue;
      neighbours.push_back(static_cast<std::uint32_t>(v));
      weights.push_back(square(u, v));
    }
    offsets.push_back(neighbours.size());
  }
  constexpr std::size_t teams = 2;
  using Memory = typename Kernel::Memory;
  std::vector<typename Kernel::Word> distances(teams * n * Memory::sources);
  std::vector<std::uint32_t> lowered(2 * teams * n), listed(2 * teams * n), hubs(teams * n),
      clamped(1);
  std::vector<Weight> found(n * n);
  yoke::detail::CsrView<FiberDevice, std::uint32_t, std::uint64_t> const graph{
      array_of(std::as_const(offsets)), array_of(std::as_const(neighbours))};
  Task const task{
      graph, array_of(std::as_const(weights)), {found.data(), 0, n, n, n}, array_of(clamped)};
  Kernel const kernel{graph,         task, array_of(distances), array_of(lowered), array_of(listed),
                      array_of(hubs)};
  run_teams(teams, Kernel::threads, order, kernel);
  EXPECT_EQ(found, yoke_test::plain(square).elements) << n << " vertices";
}
TYPED_TEST(AllPairsDeviceKernels, SearchByTeams) {
  for (FiberOrder const order : {FiberOrder::forward, FiberOrder::backward}) {
    for (std::size_t const n : {1, 33, 300}) expect_searches<TypeParam>(n, 2, order);
  }
}

}  // namespace
