#include "yoke/euler_tour.hpp"
#include "support/all_spaces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/lists.hpp"
#include "support/rounds.hpp"
#include "support/seed.hpp"

namespace {

using yoke::Tail;
using yoke_test::to_space;
using yoke_test::to_vector;

using Parents = std::vector<std::uint32_t>;  // a root is its own parent

// The oracle: a depth-first search with a stack of its own, children in ascending order.
struct DepthFirstSearch {
  std::vector<std::uint32_t> tour;  // v on entering v, n + v on leaving it
  std::vector<std::uint32_t> depth, subtree_size, preorder, postorder;

  explicit DepthFirstSearch(Parents const& parent)
      : depth(parent.size()),
        subtree_size(parent.size(), 1),
        preorder(parent.size()),
        postorder(parent.size()) {
    auto const n = static_cast<std::uint32_t>(parent.size());
    std::vector<std::vector<std::uint32_t>> children(n);
    for (std::uint32_t v = 0; v < n; ++v) {
      if (parent[v] != v) children[parent[v]].push_back(v);
    }
    std::uint32_t entered = 0, left = 0;
    std::vector<std::pair<std::uint32_t, std::size_t>> open;  // a node and its next child
    for (std::uint32_t root = 0; root < n; ++root) {
      if (parent[root] != root) continue;
      auto const enter = [&](std::uint32_t v) {
        depth[v] = static_cast<std::uint32_t>(open.size());
        preorder[v] = entered++;
        tour.push_back(v);
        open.emplace_back(v, 0);
      };
      for (enter(root); !open.empty();) {
        auto& [v, next_child] = open.back();
        if (next_child < children[v].size()) {
          enter(children[v][next_child++]);
          continue;
        }
        auto const done = v;
        postorder[done] = left++;
        tour.push_back(n + done);
        open.pop_back();
        if (!open.empty()) subtree_size[open.back().first] += subtree_size[done];
      }
    }
  }
};

Parents random_recursive_tree(std::size_t n, std::mt19937_64& random) {
  Parents parent(n, 0);
  for (std::size_t v = 1; v < n; ++v) parent[v] = static_cast<std::uint32_t>(random() % v);
  return parent;
}
Parents path(std::size_t n) {
  Parents parent(n, 0);
  for (std::size_t v = 1; v < n; ++v) parent[v] = static_cast<std::uint32_t>(v - 1);
  return parent;
}
Parents star(std::size_t n, std::uint32_t centre) { return Parents(n, centre); }
Parents binary_tree(std::size_t n) {
  Parents parent(n, 0);
  for (std::size_t v = 1; v < n; ++v) parent[v] = static_cast<std::uint32_t>((v - 1) / 2);
  return parent;
}
// Node names that say nothing about the tree.
Parents renamed(Parents const& parent, std::mt19937_64& random) {
  std::vector<std::uint32_t> name(parent.size());
  std::iota(name.begin(), name.end(), 0u);
  std::shuffle(name.begin(), name.end(), random);
  Parents result(parent.size());
  for (std::size_t v = 0; v < parent.size(); ++v) result[name[v]] = name[parent[v]];
  return result;
}
// Cuts about one link in `period`.
Parents forest(Parents parent, std::size_t period, std::mt19937_64& random) {
  for (std::size_t v = 0; v < parent.size(); ++v) {
    if (random() % period == 0) parent[v] = static_cast<std::uint32_t>(v);
  }
  return parent;
}

std::vector<std::pair<std::string, Parents>> trees(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed() + n);
  std::vector<std::pair<std::string, Parents>> all;
  all.emplace_back("recursive", random_recursive_tree(n, random));
  all.emplace_back("renamed", renamed(random_recursive_tree(n, random), random));
  all.emplace_back("path", path(n));
  all.emplace_back("renamed path", renamed(path(n), random));
  all.emplace_back("star", star(n, static_cast<std::uint32_t>(n / 2)));
  all.emplace_back("binary", binary_tree(n));
  all.emplace_back("forest", renamed(forest(random_recursive_tree(n, random), 10, random), random));
  all.emplace_back("singletons", forest(path(n), 1, random));
  return all;
}

template <class Index>
std::vector<Index> as(std::vector<std::uint32_t> const& values) {
  return {values.begin(), values.end()};
}

template <class Space, class Index>
void expect_tour_and_statistics(std::string const& name, Parents const& parent) {
  SCOPED_TRACE(name + " of " + std::to_string(parent.size()) + " nodes");
  DepthFirstSearch const oracle(parent);
  auto const parents = to_space<Space>(as<Index>(parent));
  Kokkos::View<Index*, typename Space::memory_space> const links("links", 2 * parent.size());
  yoke::euler_tour(Space(), parents, links);
  auto const successor = to_vector(links);
  for (std::size_t k = 0; k < oracle.tour.size(); ++k) {
    auto const next = k + 1 < oracle.tour.size() ? oracle.tour[k + 1] : oracle.tour[k];
    ASSERT_EQ(successor[oracle.tour[k]], static_cast<Index>(next)) << "visit " << k;
  }
  auto const statistics = yoke::tree_statistics(Space(), parents);
  EXPECT_TRUE(to_vector(statistics.depth) == as<Index>(oracle.depth));
  EXPECT_TRUE(to_vector(statistics.subtree_size) == as<Index>(oracle.subtree_size));
  EXPECT_TRUE(to_vector(statistics.preorder) == as<Index>(oracle.preorder));
  EXPECT_TRUE(to_vector(statistics.postorder) == as<Index>(oracle.postorder));
}

template <class Space>
class EulerTour : public ::testing::Test {};
TYPED_TEST_SUITE(EulerTour, yoke_test::AllSpaces);

TYPED_TEST(EulerTour, agrees_with_depth_first_search) {
  for (std::size_t n : {0, 1, 2, 3, 31, 32, 33, 1000, 65536, 65537}) {
    for (auto const& [name, parent] : trees(n)) {
      expect_tour_and_statistics<TypeParam, std::uint32_t>(name, parent);
    }
  }
}

TYPED_TEST(EulerTour, takes_every_index_type) {
  for (auto const& [name, parent] : trees(5000)) {
    expect_tour_and_statistics<TypeParam, std::int32_t>(name, parent);
    expect_tour_and_statistics<TypeParam, std::uint64_t>(name, parent);
    expect_tour_and_statistics<TypeParam, std::int64_t>(name, parent);
  }
}

TYPED_TEST(EulerTour, takes_large_trees_of_extreme_shapes) {
  std::size_t const n = yoke_test::large(1 << 20);
  std::mt19937_64 random(yoke_test::base_seed());
  expect_tour_and_statistics<TypeParam, std::uint32_t>("path", path(n));
  expect_tour_and_statistics<TypeParam, std::uint32_t>("star", star(n, 17));
  expect_tour_and_statistics<TypeParam, std::uint32_t>(
      "renamed", renamed(random_recursive_tree(n, random), random));
}

TYPED_TEST(EulerTour, roots_may_be_marked_otherwise) {
  std::mt19937_64 random(yoke_test::base_seed());
  Parents const parent = forest(random_recursive_tree(3000, random), 20, random);
  DepthFirstSearch const oracle(parent);
  for (auto root : {Tail::minus_one(), Tail::value(1u << 30)}) {
    std::vector<std::int32_t> marked(parent.begin(), parent.end());
    for (std::size_t v = 0; v < parent.size(); ++v) {
      if (parent[v] == v) marked[v] = static_cast<std::int32_t>(root.end_value());
    }
    yoke::TreeOptions options;
    options.root = root;
    auto const result = yoke::tree_statistics(TypeParam(), to_space<TypeParam>(marked), options);
    EXPECT_TRUE(to_vector(result.depth) == as<std::int32_t>(oracle.depth));
    EXPECT_TRUE(to_vector(result.postorder) == as<std::int32_t>(oracle.postorder));
  }
}

template <class Space>
std::string statistics_fault(Parents const& parent) {
  try {
    yoke::tree_statistics(Space(), to_space<Space>(parent));
  } catch (yoke::InvalidInput const& error) {
    return error.what();
  }
  return "";
}

template <class Space>
std::string tour_fault(Parents const& parent) {
  Kokkos::View<std::uint32_t*, typename Space::memory_space> const links("l", 2 * parent.size());
  yoke::TreeOptions options;
  options.validate = true;
  try {
    yoke::euler_tour(Space(), to_space<Space>(parent), links, options);
  } catch (yoke::InvalidInput const& error) {
    return error.what();
  }
  return "";
}

template <class Space>
void expect_refused(Parents const& parent, std::string const& reason) {
  EXPECT_THAT(statistics_fault<Space>(parent), ::testing::HasSubstr(reason));
  EXPECT_THAT(tour_fault<Space>(parent), ::testing::HasSubstr(reason));
}

TYPED_TEST(EulerTour, refuses_what_is_no_forest) {
  std::mt19937_64 random(yoke_test::base_seed());
  for (std::uint32_t n : {10u, 1000u, 100000u}) {
    Parents parent = random_recursive_tree(n, random);
    EXPECT_EQ(tour_fault<TypeParam>(parent), "");
    parent[n / 2] = n;
    expect_refused<TypeParam>(parent,
                              "the parent of node " + std::to_string(n / 2) + " is neither");
    parent[n / 2] = n / 2 + 1;
    parent[n / 2 + 1] = n / 2;
    expect_refused<TypeParam>(parent, "meets no root");
    Parents ring(n);
    for (std::uint32_t v = 0; v < n; ++v) ring[v] = (v + 1) % n;
    expect_refused<TypeParam>(ring, "no node is a root");
    ring[3] = 3;
    EXPECT_EQ(tour_fault<TypeParam>(ring), "");
    EXPECT_EQ(statistics_fault<TypeParam>(ring), "");
    Parents rings = path(n);  // a path from its root, and the rest of it a ring
    rings[n / 3] = n - 1;
    expect_refused<TypeParam>(rings, "meets no root");
  }
}

TYPED_TEST(EulerTour, refuses_a_node_that_is_its_own_parent_and_no_root) {
  using Indices = Kokkos::View<int*, typename TypeParam::memory_space>;
  Kokkos::View<int*, Kokkos::HostSpace> const host("host", 3);
  host(0) = -1, host(1) = 0, host(2) = 2;
  auto const parent = Kokkos::create_mirror_view_and_copy(typename TypeParam::memory_space(), host);
  Indices const successor("successor", 6);
  yoke::TreeOptions options;
  options.root = yoke::Tail::minus_one();
  EXPECT_THROW(yoke::euler_tour(TypeParam(), parent, successor, options), yoke::InvalidInput);
  EXPECT_THROW(yoke::tree_statistics(TypeParam(), parent, options), yoke::InvalidInput);
}

TYPED_TEST(EulerTour, refuses_arguments_that_do_not_fit) {
  using Indices = Kokkos::View<std::uint32_t*, typename TypeParam::memory_space>;
  EXPECT_THROW(yoke::euler_tour(TypeParam(), Indices("p", 5), Indices("s", 9)),
               std::invalid_argument);
}

// Edge lists.

struct EdgeList {
  std::vector<std::uint32_t> from, to, roots;
};

// The links of a parent array as edges in random order and direction.
EdgeList edges_of(Parents const& parent, std::mt19937_64& random) {
  EdgeList list;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t v = 0; v < parent.size(); ++v) {
    if (parent[v] == v) {
      list.roots.push_back(v);
    } else {
      edges.emplace_back(v, parent[v]);
    }
  }
  std::shuffle(edges.begin(), edges.end(), random);
  std::shuffle(list.roots.begin(), list.roots.end(), random);
  for (auto [a, b] : edges) {
    if (random() % 2) std::swap(a, b);
    list.from.push_back(a);
    list.to.push_back(b);
  }
  return list;
}

// Follows the tour as a traveller would: each arc begins where the last one ended, except at a new
// tree's root; nobody leaves a vertex towards the root before all its other arcs are done.
void expect_tour_of_edges(EdgeList const& list, std::vector<std::uint32_t> const& successor) {
  std::size_t const m = list.from.size();
  auto const source = [&](std::size_t arc) { return arc < m ? list.from[arc] : list.to[arc - m]; };
  auto const target = [&](std::size_t arc) { return arc < m ? list.to[arc] : list.from[arc - m]; };
  if (m == 0) return;
  std::vector<bool> has_predecessor(2 * m, false);
  for (std::size_t a = 0; a < 2 * m; ++a) {
    if (successor[a] != a) has_predecessor[successor[a]] = true;
  }
  std::size_t arc =
      std::find(has_predecessor.begin(), has_predecessor.end(), false) - has_predecessor.begin();
  std::size_t root = 0, arcs = 0;
  std::vector<std::size_t> way;  // the arcs from the root to here
  for (;; arc = successor[arc]) {
    ++arcs;
    if (way.empty()) {
      while (root < list.roots.size() && list.roots[root] != source(arc)) ++root;
      ASSERT_LT(root, list.roots.size()) << "arc " << arc << " begins at no root, or out of turn";
    } else {
      ASSERT_EQ(source(arc), target(way.back()));
    }
    if (!way.empty() && way.back() == (arc + m) % (2 * m)) {
      way.pop_back();
    } else {
      way.push_back(arc);
    }
    if (successor[arc] == arc || arcs > 2 * m) break;
  }
  EXPECT_EQ(arcs, 2 * m);
  EXPECT_TRUE(way.empty());
}

template <class Space>
void check_edge_lists(std::size_t n) {
  std::mt19937_64 random(yoke_test::base_seed() + n);
  for (auto const& [name, parent] : trees(n)) {
    SCOPED_TRACE(name + " of " + std::to_string(n) + " vertices");
    auto const list = edges_of(parent, random);
    std::size_t const m = list.from.size();
    using Memory = typename Space::memory_space;
    Kokkos::View<std::uint32_t*, Memory> const parents("parents", n), links("links", 2 * m),
        again("again", 2 * m);
    auto const from = to_space<Space>(list.from), to = to_space<Space>(list.to),
               roots = to_space<Space>(list.roots);
    yoke::root_forest(Space(), from, to, roots, parents);
    EXPECT_TRUE(to_vector(parents) == parent);
    yoke::euler_tour(Space(), from, to, roots, links);
    expect_tour_of_edges(list, to_vector(links));

    Kokkos::View<std::uint32_t* [2], Memory> const pairs("pairs", m);
    Kokkos::deep_copy(Kokkos::subview(pairs, Kokkos::ALL, 0), from);
    Kokkos::deep_copy(Kokkos::subview(pairs, Kokkos::ALL, 1), to);
    Kokkos::deep_copy(parents, 0u);
    yoke::root_forest(Space(), pairs, roots, parents);
    EXPECT_TRUE(to_vector(parents) == parent);
    yoke::euler_tour(Space(), pairs, roots, again);
    EXPECT_TRUE(to_vector(again) == to_vector(links));
  }
}

TYPED_TEST(EulerTour, of_an_edge_list) {
  for (std::size_t n : {1, 2, 3, 31, 32, 33, 1000, 65537}) check_edge_lists<TypeParam>(n);
}

template <class Space>
std::string edge_fault(EdgeList const& list) {
  Kokkos::View<std::uint32_t*, typename Space::memory_space> const parents(
      "parents", list.from.size() + list.roots.size());
  try {
    yoke::root_forest(Space(), to_space<Space>(list.from), to_space<Space>(list.to),
                      to_space<Space>(list.roots), parents);
  } catch (yoke::InvalidInput const& error) {
    return error.what();
  }
  return "";
}

TYPED_TEST(EulerTour, refuses_edges_that_are_no_forest) {
  auto const fault = edge_fault<TypeParam>;
  EXPECT_EQ(fault({{0, 1, 2}, {1, 2, 3}, {0}}), "");
  EXPECT_EQ(fault({{}, {}, {0, 2, 1}}), "");
  EXPECT_THAT(fault({{0, 1, 2}, {1, 4, 3}, {0}}), ::testing::HasSubstr("an end of edge 1"));
  EXPECT_THAT(fault({{0, 1, 2}, {1, 2, 3}, {4}}), ::testing::HasSubstr("root 0"));
  // A triangle with its root, and a vertex that no root is connected to.
  EXPECT_NE(fault({{0, 1, 2}, {1, 2, 0}, {0}}), "");
  // The same with a self-loop, with two edges between two vertices, and with a root given twice.
  EXPECT_NE(fault({{0, 1}, {1, 1}, {0}}), "");
  EXPECT_NE(fault({{0, 1}, {1, 0}, {0}}), "");
  EXPECT_NE(fault({{0}, {1}, {0, 0}}), "");
  EXPECT_NE(fault({{0}, {1}, {2, 2}}), "");
  // Two roots in one tree, none in the other.
  EXPECT_NE(fault({{0, 2}, {1, 3}, {0, 1}}), "");
  // Two loops at one vertex: a tour of all arcs exists, a tree does not.
  EXPECT_NE(fault({{0, 0}, {0, 0}, {0}}), "");
}

// Any set of n - r edges and r roots is either rooted rightly or refused.
TYPED_TEST(EulerTour, random_small_graphs_are_rooted_or_refused) {
  std::mt19937_64 random(yoke_test::base_seed());
  int forests = 0, refused = 0;
  for (int round = 0; round < 1000; ++round) {
    std::uint32_t const m = 1 + random() % 4, r = 1 + random() % 2, n = m + r;
    EdgeList list;
    std::vector<std::uint32_t> component(n);
    std::iota(component.begin(), component.end(), 0u);
    bool is_forest = true;
    for (std::uint32_t e = 0; e < m; ++e) {
      std::uint32_t const a = random() % n, b = random() % n;
      list.from.push_back(a);
      list.to.push_back(b);
      is_forest = is_forest && component[a] != component[b];
      std::uint32_t const merged = component[a], into = component[b];
      std::replace(component.begin(), component.end(), merged, into);
    }
    for (std::uint32_t i = 0; i < r; ++i) list.roots.push_back(random() % n);
    is_forest = is_forest && (r == 1 || component[list.roots[0]] != component[list.roots[1]]);
    std::string const fault = edge_fault<TypeParam>(list);
    EXPECT_EQ(fault.empty(), is_forest)
        << fault << "\nfrom " << ::testing::PrintToString(list.from) << " to "
        << ::testing::PrintToString(list.to) << " roots " << ::testing::PrintToString(list.roots);
    ++(is_forest ? forests : refused);
  }
  EXPECT_GT(forests, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
