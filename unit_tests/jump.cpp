#include "primitives/jump.hpp"

#include <gtest/gtest.h>
#include <algorithm>

#include <numeric>

#include "primitives/cycle_guard.hpp"
#include "primitives/regular_splitters.hpp"
#include "support/lists.hpp"

// The primitives of the algorithms that jump along lists or walk them.

namespace {

using yoke::detail::CycleGuard;
using yoke::detail::JumpCells;
using yoke::detail::ListEnd;
using yoke::detail::PointerJump;
using yoke::detail::RegularSplitters;

template <class Space, class Value>
void set_cells(Space const& exec, JumpCells<Space, Value> const& cells,
               std::vector<Value> const& next, std::vector<Value> const& weight) {
  auto const next_in = yoke_test::to_space<Space>(next);
  auto const weight_in = yoke_test::to_space<Space>(weight);
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Space>(exec, 0, next.size()),
      KOKKOS_LAMBDA(std::size_t i) { cells.set(i, next_in(i), weight_in(i)); });
  exec.fence();
}

template <class Space, class Value>
std::vector<Value> get_sums(Space const& exec, JumpCells<Space, Value> const& cells,
                            std::size_t size) {
  Kokkos::View<Value*, typename Space::memory_space> const sums("sums", size);
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Space>(exec, 0, size),
      KOKKOS_LAMBDA(std::size_t i) { sums(i) = cells.sum(i); });
  exec.fence();
  return yoke_test::to_vector(sums);
}

// Lists of `size` elements whose weights are 0, 1 and 2, and their sums to the end, from a walk
// over the positions backwards.
template <class Value>
struct WeightedLists {
  WeightedLists(std::size_t size, std::uint64_t lists, std::uint64_t seed)
      : next(size), weight(size), sum(size) {
    yoke::detail::RandomPermutation const node_at(size, yoke::Philox(seed).block(0));
    yoke::detail::ListBounds const bounds(size, {.lists = lists});
    for (std::size_t position = size; position-- > 0;) {
      std::size_t const i = node_at(position);
      bool const last = bounds.ends_at(position);
      weight[i] = static_cast<Value>(position % 3);
      next[i] = static_cast<Value>(last ? ~std::uint64_t(0) : node_at(position + 1));
      sum[i] = static_cast<Value>(weight[i] + (last ? 0 : sum[node_at(position + 1)]));
    }
  }
  std::vector<Value> next, weight, sum;
};

template <class Space, class Value>
void check_jump(std::size_t size, std::uint64_t lists) {
  SCOPED_TRACE(std::to_string(size) + " elements, " + std::to_string(8 * sizeof(Value)) + " bits");
  Space const exec;
  WeightedLists<Value> weighted(size, lists, yoke_test::base_seed());
  // Cells in the middle of a larger plan, as the levels of a recursion use them.
  PointerJump<Space, Value> const jump(exec, size + 5);
  auto cells = jump.cells().from(5);
  set_cells(exec, cells, weighted.next, weighted.weight);
  EXPECT_TRUE(jump.run(exec, cells, size));
  EXPECT_EQ(get_sums(exec, cells, size), weighted.sum);

  // The last element of a list follows itself instead of ending it.
  auto const tail = std::find(weighted.next.begin(), weighted.next.end(), decltype(cells)::end);
  *tail = static_cast<Value>(tail - weighted.next.begin());
  cells = jump.cells();
  set_cells(exec, cells, weighted.next, weighted.weight);
  EXPECT_FALSE(jump.run(exec, cells, size));
}

template <class Space, class Value>
void check_self_loops(std::size_t size) {
  Space const exec;
  std::vector<Value> next(size), weight(size, 1), sum(size);
  yoke::detail::RandomPermutation const node_at(size, yoke::Philox(3).block(0));
  for (std::size_t position = 0; position < size; ++position) {
    next[node_at(position)] = static_cast<Value>(node_at(std::min(position + 1, size - 1)));
    sum[node_at(position)] = static_cast<Value>(size - 1 - position);
  }
  weight[node_at(size - 1)] = 0;
  PointerJump<Space, Value, ListEnd::self_loop> const jump(exec, size);
  auto cells = jump.cells();
  set_cells(exec, cells, next, weight);
  jump.run_unchecked(exec, cells, size);
  EXPECT_EQ(get_sums(exec, cells, size), sum);
}

template <class Space>
void check_space() {
  for (std::size_t const size : {1, 2, 3, 4, 5, 63, 64, 65, 1000, 65535}) {
    for (std::uint64_t const lists : {1, 7}) {
      check_jump<Space, std::uint16_t>(size, lists);
      check_jump<Space, std::uint32_t>(size, lists);
      check_jump<Space, std::uint64_t>(size, lists);
    }
    check_self_loops<Space, std::uint32_t>(size);
    check_self_loops<Space, std::uint64_t>(size);
  }
  // One jump a round instead of several.
  check_jump<Space, std::uint32_t>(300000, 1);
  // Every 16-bit value names an element.
  check_self_loops<Space, std::uint16_t>(65536);
}

#define JUMP_ON(Space) check_space<Space>();
TEST(PointerJump, SumsWeightsToTheEndOrSaysThatThereIsNone) { YOKE_FOR_EACH_SPACE(JUMP_ON) }

template <class Word>
void check_splitters(std::uint64_t size, std::uint64_t interval) {
  SCOPED_TRACE("every " + std::to_string(interval) + " of " + std::to_string(size));
  RegularSplitters<Word> const splitters(size, interval);
  EXPECT_EQ(splitters.count(), (size + interval - 1) / interval);
  for (std::uint64_t back = 0; back < 3000; ++back) {
    for (std::uint64_t const node : {back, size - 1 - back}) {
      if (node >= size) continue;
      auto const number = splitters.number_of(static_cast<Word>(node));
      if (node % interval == 0) {
        ASSERT_EQ(number, node / interval);
        ASSERT_EQ(splitters.at(number), node);
      } else {
        ASSERT_GE(number, splitters.count()) << node;
      }
    }
  }
}

TEST(RegularSplitters, AgreeWithDivision) {
  for (std::uint64_t const interval : {1, 2, 3, 7, 8, 23, 96, 1024, 1058, 1458}) {
    for (std::uint64_t const size : {1ull, 2ull, 100ull, 65536ull, 0xffffffffull}) {
      check_splitters<std::uint32_t>(size, interval);
      check_splitters<std::uint64_t>(size, interval);
    }
    check_splitters<std::uint64_t>(std::uint64_t(1) << 50, interval);
  }
}

// Walks along `next` until the guard stops it; returns the steps taken.
std::uint64_t walk(std::vector<std::uint32_t> const& next, std::uint64_t patience,
                   std::uint64_t& steps_of_all, std::uint64_t limit) {
  CycleGuard<std::uint32_t> guard(0, patience, &steps_of_all, next.size());
  std::uint32_t node = 0;
  std::uint64_t step = 1;
  for (; step < limit && guard.allows(next[node], step); ++step) node = next[node];
  return step;
}

TEST(CycleGuard, LetsAListPass) {
  std::vector<std::uint32_t> next(100000);
  std::iota(next.begin(), next.end(), 1);
  std::uint64_t steps_of_all = 0;
  EXPECT_EQ(walk(next, 10, steps_of_all, next.size()), next.size());
}

TEST(CycleGuard, StopsSoonOnACycle) {
  for (std::uint64_t const before : {0, 1, 50, 1000}) {
    for (std::uint64_t const around : {1, 2, 17, 1000}) {
      std::vector<std::uint32_t> next(1000000);
      std::iota(next.begin(), next.end(), 1);
      next[before + around - 1] = static_cast<std::uint32_t>(before);
      std::uint64_t steps_of_all = 0;
      EXPECT_LE(walk(next, 10, steps_of_all, next.size()), 10 + 3 * (before + around));
    }
  }
}

TEST(CycleGuard, StopsWalkersThatTogetherWalkTooFar) {
  std::vector<std::uint32_t> next(1000);
  std::iota(next.begin(), next.end(), 1);
  std::uint64_t steps_of_all = 0;
  EXPECT_EQ(walk(next, 10, steps_of_all, 900), 900u);
  EXPECT_LE(walk(next, 10, steps_of_all, 900), 120u);
  EXPECT_LE(walk(next, 10, steps_of_all, 900), 10u);
}

}  // namespace
