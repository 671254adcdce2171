#include <gtest/gtest.h>

#include <limits>

#include "list_ranking/owned_walk.hpp"
#include "support/classic.hpp"
#include "support/watchdog.hpp"

// Wyllie's algorithm, recursive Helman-JaJa and random splitter on what are no lists: they must
// throw, and soon.

namespace {

using namespace yoke_test::classic;

template <class Parameter>
class ClassicFaults : public ::testing::Test {};
TYPED_TEST_SUITE(ClassicFaults, typename AsTypes<EveryParameter>::type);

template <class Index>
struct BadInput {
  std::string name;
  std::vector<Index> successor;
};

// What no algorithm can rank, whether or not it validates.
template <class Index>
std::vector<BadInput<Index>> make_bad_inputs(std::size_t n) {
  auto const node_at = [n](std::size_t position) {
    return static_cast<std::size_t>(
        yoke::detail::NodeAtPosition(ListOrder::random, n, yoke::Philox(3))(position));
  };
  auto const good = yoke_test::make_list<Index>(n, {.seed = 3});
  std::vector<BadInput<Index>> inputs;
  auto const add = [&](std::string const& name, std::size_t node, std::size_t next) {
    inputs.push_back({name, good});
    inputs.back().successor[node] = static_cast<Index>(next);
  };
  add("one cycle", node_at(n - 1), node_at(0));
  add("rho", node_at(n - 1), node_at(n / 2));
  add("tight rho", node_at(n - 1), node_at(n - 2));
  add("successor out of range", node_at(n / 3), n);
  add("successor far out of range", node_at(n / 3), std::numeric_limits<Index>::max() - 1);
  // A list beside a cycle.
  add("cycle beside a list", node_at(n / 2), node_at(0));
  add("small cycle beside a list", node_at(3), node_at(0));
  // All odd nodes on a cycle, which then holds no regular splitter of an even interval; all others
  // run into it.
  std::vector<Index> trap(n);
  for (std::size_t i = 0; i < n; ++i) {
    trap[i] = static_cast<Index>(i % 2 ? (i + 2 < n ? i + 2 : 1) : i + 1 < n ? i + 1 : 1);
  }
  inputs.push_back({"all run into a cycle", trap});
  trap[0] = 0;
  inputs.push_back({"all but one run into a cycle", trap});
  return inputs;
}

template <class Space, class Index>
void expect_throws(BadInput<Index> const& input, ListRankOptions const& options) {
  auto const successor = yoke_test::to_space<Space>(input.successor);
  auto const rank = yoke_test::to_space<Space>(input.successor);
  yoke_test::Watchdog const watchdog(input.name);
  EXPECT_THROW(yoke::list_rank(Space(), successor, rank, options), yoke::InvalidInput);
}

TYPED_TEST(ClassicFaults, BadInputThrows) {
  for (std::size_t const n : {4, 1000, 70000}) {
    for (auto const& input : make_bad_inputs<typename TypeParam::Index>(n)) {
      for (auto const& variant : make_variants()) {
        SCOPED_TRACE(variant.name + ", " + input.name + ", n = " + std::to_string(n));
        expect_throws<typename TypeParam::Space>(input, variant.options);
      }
    }
  }
}

// Lists that run into each other end at a tail all the same, so what an algorithm sees depends on
// where it cuts them: it may rank such nodes by their distance to the tail, but must return soon.
TYPED_TEST(ClassicFaults, InTreesThrowOrEnd) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 100000;
  for (bool const star : {false, true}) {
    std::vector<Index> successor(n);
    for (std::size_t i = 0; i < n; ++i) {
      // The upper half is one path that ends at the last node. The nodes of the lower half join it
      // at its beginning, or, in steps that double the index, all along it.
      successor[i] = static_cast<Index>(i + 1 == n   ? i
                                        : i >= n / 2 ? i + 1
                                        : star       ? n / 2
                                                     : 2 * i + 1);
    }
    for (auto const& variant : make_variants()) {
      SCOPED_TRACE(variant.name);
      ListRankOptions options = variant.options;
      auto const rank = yoke_test::to_space<Space>(successor);
      try {
        yoke_test::Watchdog const watchdog(variant.name + ", in-tree");
        yoke::list_rank(Space(), yoke_test::to_space<Space>(successor), rank, options);
      } catch (yoke::InvalidInput const&) {
      }
      options.validate = true;
      expect_throws<Space, Index>({"in-tree", successor}, options);
    }
  }
}

// Of two lists one true head is given and one inner node: the other list's first nodes are never
// met, unless its head happens to be a splitter; then nothing is missing.
TYPED_TEST(ClassicFaults, WrongHeadsThrowOrDoNoHarm) {
  using Space = typename TypeParam::Space;
  using Index = typename TypeParam::Index;
  std::size_t const n = 70000;
  yoke::detail::NodeAtPosition const node_at(ListOrder::random, n, yoke::Philox(8));
  auto const list = yoke_test::make_list<Index>(n, {.lists = 2, .seed = 8});
  auto const heads = yoke_test::to_space<Space>(
      std::vector<Index>{static_cast<Index>(node_at(0)), static_cast<Index>(node_at(n / 2 + 500))});
  auto const expected = yoke_test::oracle_ranks(list, Tail::self_loop(), RankFrom::tail);
  int thrown = 0;
  for (auto const& variant : make_variants()) {
    SCOPED_TRACE(variant.name);
    auto const rank = yoke_test::to_space<Space>(std::vector<Index>(n));
    try {
      yoke::list_rank(Space(), yoke_test::to_space<Space>(list), heads, rank, variant.options);
      EXPECT_EQ(yoke_test::to_vector(rank), expected);
    } catch (yoke::InvalidInput const&) {
      ++thrown;
    }
  }
  // With few splitters, the head is none.
  EXPECT_GE(thrown, 3);
}

// What a walker may see of a node that another one has just met: its owner, and not yet its rank.
struct HalfWritten {
  std::uint64_t met;
  std::uint64_t owner_of_met;
  KOKKOS_FUNCTION std::uint64_t owner(std::uint64_t node) const {
    return node == met ? owner_of_met : 0;
  }
  KOKKOS_FUNCTION std::uint64_t rank(std::uint64_t) const { return 0; }
  KOKKOS_FUNCTION bool is_free(std::uint64_t node) const { return node != met && node != 5; }
  KOKKOS_FUNCTION void set(std::uint64_t, std::uint64_t, std::uint64_t) const {}
};
struct Path {
  KOKKOS_FUNCTION yoke::detail::JumpCell<std::uint64_t> load(std::uint64_t node) const {
    return {node + 1, 1};
  }
};

TEST(WalkToOwned, ANodeWhoseRankIsStillToComeIsNoStart) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using namespace yoke::detail;
  std::uint64_t const heads[] = {0, 5};
  list_ranking::SublistStarts<Host, std::uint64_t> const starts(
      {}, Array<Host, std::uint64_t const>(heads, 2), 8, 0, 1);
  JumpCell<std::uint64_t> cells[2] = {};
  JumpCells<Host, std::uint64_t> const sublists(cells, cells);
  using Walk = list_ranking::WalkToOwned<Host, std::uint64_t, HalfWritten, Path>;
  Walk{{}, starts, {2, 1}, sublists}(0);
  EXPECT_EQ(cells[0].next, 0u) << "node 2 is none of sublist 1's start";
  EXPECT_EQ(cells[0].sum, 2u);
  Walk{{}, starts, {5, 1}, sublists}(0);
  EXPECT_EQ(cells[0].next, 1u);
  EXPECT_EQ(cells[0].sum, 5u);
}

}  // namespace
