#include "yoke/list_scan.hpp"
#include "support/all_spaces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "support/lists.hpp"
#include "support/scans.hpp"
#include "support/seed.hpp"

namespace {

using yoke::ListOrder;
using yoke::ListShape;
using yoke::ScanFrom;
using yoke::ScanKind;
using yoke::Tail;
using yoke_test::Affine;
using yoke_test::Chain;
using yoke_test::Compose;
using yoke_test::Concatenate;
using yoke_test::draw;
using yoke_test::Matrix;
using yoke_test::Multiply;
using yoke_test::oracle_scan;
using yoke_test::scan_options;
using yoke_test::to_space;
using yoke_test::to_vector;

template <class Space, class Index, class Value, class Operator>
void expect_scan(std::vector<Index> const& successor, std::vector<Value> const& value,
                 Operator const& op, yoke::ListScanOptions const& options, bool in_place = false) {
  auto const links = to_space<Space>(successor);
  auto const values = to_space<Space>(value);
  auto const results =
      in_place ? values : Kokkos::View<Value*, typename Space::memory_space>("r", value.size());
  yoke::list_scan(Space(), links, values, results, op, Value::identity(), options);
  auto const expected = oracle_scan(successor, value, op, Value::identity(), options);
  auto const actual = to_vector(results);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_TRUE(actual[i] == expected[i]) << "node " << i << " of " << expected.size();
  }
}

template <class Space>
class ListScan : public ::testing::Test {};
TYPED_TEST_SUITE(ListScan, yoke_test::AllSpaces);

constexpr std::size_t sizes[] = {0, 1, 2, 3, 31, 32, 33, 1000, 65536, 65537};

template <class Space>
void check_order_of_matrices(std::size_t n) {
  auto const seed = yoke_test::base_seed() + n;
  auto const list = yoke_test::make_list<std::uint32_t>(n, {.seed = seed});
  auto const values = draw<Matrix>(n, seed);
  for (auto from : {ScanFrom::head, ScanFrom::tail}) {
    expect_scan<Space>(list, values, Multiply(), scan_options(ScanKind::inclusive, from));
  }
}

TYPED_TEST(ListScan, keeps_the_order_of_matrices) {
  for (auto n : sizes) check_order_of_matrices<TypeParam>(n);
}
TYPED_TEST(ListScan, keeps_the_order_of_a_Million_matrices) {
  check_order_of_matrices<TypeParam>(1000000);
}

TYPED_TEST(ListScan, composes_affine_maps_in_every_way) {
  for (auto kind : {ScanKind::inclusive, ScanKind::exclusive}) {
    for (auto from : {ScanFrom::head, ScanFrom::tail}) {
      for (auto tail : {Tail::self_loop(), Tail::minus_one()}) {
        for (std::size_t n : {1, 2, 33, 1000, 65537}) {
          auto const seed = yoke_test::base_seed() + n;
          ListShape shape{.lists = 1 + n / 50, .seed = seed, .tail = tail};
          expect_scan<TypeParam>(yoke_test::make_list<std::int32_t>(n, shape),
                                 draw<Affine>(n, seed), Compose(), scan_options(kind, from, tail));
        }
      }
    }
  }
}

TYPED_TEST(ListScan, takes_every_order_and_index_type) {
  std::size_t const n = 50000;
  auto const values = draw<Affine>(n, yoke_test::base_seed());
  auto const check = [&]<class Index>(Index) {
    for (auto order :
         {ListOrder::random, ListOrder::ordered, ListOrder::reversed, ListOrder::block_shuffled}) {
      for (auto from : {ScanFrom::head, ScanFrom::tail}) {
        ListShape const shape{.order = order, .seed = yoke_test::base_seed()};
        expect_scan<TypeParam>(yoke_test::make_list<Index>(n, shape), values, Compose(),
                               scan_options(ScanKind::inclusive, from));
      }
    }
  };
  check(std::uint32_t());
  check(std::int32_t());
  check(std::uint64_t());
  check(std::int64_t());
}

TYPED_TEST(ListScan, scans_many_lists) {
  std::size_t const n = 200000;
  auto const values = draw<Affine>(n, yoke_test::base_seed());
  for (std::uint64_t lists : {2, 1000, 70000, 200000}) {
    for (double long_share : {0.0, 0.5}) {
      ListShape const shape{
          .lists = lists, .long_list_share = long_share, .seed = yoke_test::base_seed()};
      auto const list = yoke_test::make_list<std::uint32_t>(n, shape);
      for (auto from : {ScanFrom::head, ScanFrom::tail}) {
        expect_scan<TypeParam>(list, values, Compose(), scan_options(ScanKind::exclusive, from));
      }
    }
  }
}

TYPED_TEST(ListScan, works_in_place) {
  std::size_t const n = 65537;
  auto const list = yoke_test::make_list<std::uint32_t>(n, {.seed = yoke_test::base_seed()});
  for (auto kind : {ScanKind::inclusive, ScanKind::exclusive}) {
    for (auto from : {ScanFrom::head, ScanFrom::tail}) {
      expect_scan<TypeParam>(list, draw<Matrix>(n, 5), Multiply(), scan_options(kind, from), true);
    }
  }
}

// Letters in list order: the concatenation of any stretch is unbroken, from its first letter to its
// last, and only if no two operands changed places.
TYPED_TEST(ListScan, concatenates_in_list_order) {
  std::size_t const n = 100000;
  auto const list = yoke_test::make_list<std::uint32_t>(n, {.seed = yoke_test::base_seed()});
  auto const position = yoke_test::oracle_ranks(list, Tail::self_loop(), yoke::RankFrom::head);
  std::vector<Chain> letters(n);
  for (std::size_t i = 0; i < n; ++i) letters[i] = {position[i], position[i], 1, true};
  auto const links = to_space<TypeParam>(list);
  for (auto from : {ScanFrom::head, ScanFrom::tail}) {
    auto const chains = to_space<TypeParam>(letters);
    yoke::list_scan(TypeParam(), links, chains, chains, Concatenate(), Chain::identity(),
                    scan_options(ScanKind::inclusive, from));
    auto const result = to_vector(chains);
    auto const last = static_cast<std::uint32_t>(n - 1);
    for (std::size_t i = 0; i < n; ++i) {
      auto const p = position[i];
      Chain const expected =
          from == ScanFrom::head ? Chain{0, p, p + 1, true} : Chain{p, last, last - p + 1, true};
      ASSERT_TRUE(result[i] == expected) << "node " << i;
    }
  }
}

TYPED_TEST(ListScan, takes_strided_views) {
  std::size_t const n = 5000;
  auto const list = yoke_test::make_list<std::uint32_t>(n, {.seed = yoke_test::base_seed()});
  auto const maps = draw<Affine>(n, 3);
  using Memory = typename TypeParam::memory_space;
  Kokkos::View<std::uint32_t**, Kokkos::LayoutRight, Memory> const links("links", n, 3);
  Kokkos::View<Affine**, Kokkos::LayoutRight, Memory> const values("values", n, 2);
  auto const column = Kokkos::subview(links, Kokkos::ALL, 1);
  Kokkos::deep_copy(column, to_space<TypeParam>(list));
  Kokkos::deep_copy(Kokkos::subview(values, Kokkos::ALL, 0), to_space<TypeParam>(maps));
  auto const options = scan_options(ScanKind::inclusive, ScanFrom::head);
  yoke::list_scan(TypeParam(), column, Kokkos::subview(values, Kokkos::ALL, 0),
                  Kokkos::subview(values, Kokkos::ALL, 1), Compose(), Affine::identity(), options);
  Kokkos::View<Affine*, Memory> const results("results", n);
  Kokkos::deep_copy(results, Kokkos::subview(values, Kokkos::ALL, 1));
  auto const expected = oracle_scan(list, maps, Compose(), Affine::identity(), options);
  EXPECT_TRUE(to_vector(results) == expected);
}

// Malformed lists: every one is refused, by name of a node, and none hangs.
using Links = std::vector<std::uint32_t>;

template <class Space>
std::string refusal(Links const& links, ScanFrom from, bool validate) {
  auto const successor = to_space<Space>(links);
  auto const values = to_space<Space>(draw<Affine>(links.size(), 1));
  auto options = scan_options(ScanKind::inclusive, from);
  options.validate = validate;
  try {
    yoke::list_scan(Space(), successor, values, values, Compose(), Affine::identity(), options);
  } catch (yoke::InvalidInput const& error) {
    return error.what();
  }
  return "";
}

template <class Space>
void expect_refused(Links const& links, char const* reason) {
  for (auto from : {ScanFrom::head, ScanFrom::tail}) {
    for (bool validate : {false, true}) {
      EXPECT_THAT(refusal<Space>(links, from, validate), ::testing::HasSubstr(reason))
          << links.size() << " nodes, from " << (from == ScanFrom::head ? "head" : "tail")
          << ", validate " << validate;
    }
  }
}

TYPED_TEST(ListScan, refuses_malformed_lists) {
  for (std::uint32_t n : {10u, 1000u, 100000u}) {
    auto const good = yoke_test::make_list<std::uint32_t>(n, {.seed = yoke_test::base_seed()});
    auto const position = yoke_test::oracle_ranks(good, Tail::self_loop(), yoke::RankFrom::head);
    std::vector<std::uint32_t> order(n);
    for (std::uint32_t i = 0; i < n; ++i) order[position[i]] = i;
    std::uint32_t const first = order[0], middle = order[n / 2], last = order[n - 1];

    Links cycle = good;  // no tail at all
    cycle[last] = first;
    expect_refused<TypeParam>(cycle, "meets no tail");
    Links beside = good;  // a list, and a cycle beside it
    beside[last] = middle;
    beside[order[n / 2 - 1]] = order[n / 2 - 1];
    expect_refused<TypeParam>(beside, "meets no tail");
    Links pair = good;  // a cycle of two, too small for a splitter
    pair[order[n - 3]] = order[n - 3];
    pair[last] = order[n - 2];
    expect_refused<TypeParam>(pair, "meets no tail");
    Links rho = good;  // the list runs into itself
    rho[last] = middle;
    expect_refused<TypeParam>(rho, "two nodes have node");
    Links out_of_range = good;
    out_of_range[middle] = n;
    expect_refused<TypeParam>(out_of_range,
                              ("successor of node " + std::to_string(middle)).c_str());
    Links tree(n);  // a binary in-tree
    for (std::uint32_t i = 0; i < n; ++i) tree[i] = i == 0 ? 0 : (i - 1) / 2;
    expect_refused<TypeParam>(tree, "two nodes have node");
    Links star(n, 0);
    expect_refused<TypeParam>(star, "two nodes have node");
  }
}

TYPED_TEST(ListScan, refuses_arguments_that_do_not_fit) {
  using View32 = Kokkos::View<std::uint32_t*, typename TypeParam::memory_space>;
  using Maps = Kokkos::View<Affine*, typename TypeParam::memory_space>;
  auto const scan = [](std::size_t n, std::size_t values, std::size_t results) {
    yoke::list_scan(TypeParam(), View32("s", n), Maps("v", values), Maps("r", results), Compose(),
                    Affine::identity());
  };
  EXPECT_THROW(scan(4, 3, 4), std::invalid_argument);
  EXPECT_THROW(scan(4, 4, 5), std::invalid_argument);
  yoke::ListScanOptions options;
  options.tail = Tail::value(std::uint64_t(1) << 40);
  EXPECT_THROW(yoke::list_scan(TypeParam(), View32("s", 4), Maps("v", 4), Maps("r", 4), Compose(),
                               Affine::identity(), options),
               std::invalid_argument);
}

template <class Space, class Index>
void check_list_to_array(std::size_t n, ListShape const& shape) {
  auto const list = yoke_test::make_list<Index>(n, shape);
  auto const position = yoke_test::oracle_ranks(list, shape.tail, yoke::RankFrom::head);
  std::vector<Index> order, offsets{0};
  for (std::size_t head = 0; head < n; ++head) {
    if (position[head] != 0) continue;
    for (auto node = static_cast<Index>(head);;) {
      order.push_back(node);
      auto const next = list[static_cast<std::size_t>(node)];
      if (next == node || static_cast<std::size_t>(next) >= n) break;
      node = next;
    }
    offsets.push_back(static_cast<Index>(order.size()));
  }
  auto const links = to_space<Space>(list);
  using Indices = Kokkos::View<Index*, typename Space::memory_space>;
  Indices const nodes("nodes", n), with_offsets("nodes", n), starts("starts", offsets.size());
  yoke::ListToArrayOptions options;
  options.tail = shape.tail;
  options.seed = yoke_test::base_seed();
  EXPECT_EQ(yoke::list_to_array(Space(), links, nodes, options), offsets.size() - 1);
  EXPECT_EQ(yoke::list_to_array(Space(), links, with_offsets, starts, options), offsets.size() - 1);
  EXPECT_TRUE(to_vector(nodes) == order) << n << " nodes in " << offsets.size() - 1 << " lists";
  EXPECT_TRUE(to_vector(with_offsets) == order);
  EXPECT_TRUE(to_vector(starts) == offsets);
}

TYPED_TEST(ListScan, lists_become_arrays) {
  for (auto n : sizes) {
    check_list_to_array<TypeParam, std::uint32_t>(n, {.seed = yoke_test::base_seed()});
  }
  for (std::uint64_t lists : {2, 100, 30000, 65537}) {
    ListShape shape{.lists = lists, .seed = yoke_test::base_seed()};
    check_list_to_array<TypeParam, std::int64_t>(65537, shape);
    shape.tail = Tail::minus_one();
    shape.long_list_share = 0.4;
    check_list_to_array<TypeParam, std::int32_t>(65537, shape);
    check_list_to_array<TypeParam, std::uint64_t>(65537, shape);
  }
}
TYPED_TEST(ListScan, a_list_of_a_Million_becomes_an_array) {
  check_list_to_array<TypeParam, std::uint32_t>(1000000, {.seed = yoke_test::base_seed()});
}

TYPED_TEST(ListScan, list_to_array_refuses_what_does_not_fit) {
  auto const list = to_space<TypeParam>(
      yoke_test::make_list<std::uint32_t>(1000, {.lists = 10, .seed = yoke_test::base_seed()}));
  using Indices = Kokkos::View<std::uint32_t*, typename TypeParam::memory_space>;
  TypeParam const exec;
  EXPECT_THROW(yoke::list_to_array(exec, list, Indices("o", 999)), std::invalid_argument);
  EXPECT_THROW(yoke::list_to_array(exec, list, Indices("o", 1000), Indices("f", 10)),
               std::invalid_argument);
  EXPECT_NO_THROW(yoke::list_to_array(exec, list, Indices("o", 1000), Indices("f", 11)));
  auto const cycle = to_space<TypeParam>(Links{1, 2, 0, 3});
  EXPECT_THROW(yoke::list_to_array(exec, cycle, Indices("o", 4)), yoke::InvalidInput);
}

}  // namespace
