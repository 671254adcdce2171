#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <yoke/euler_tour.hpp>
#include <yoke/random.hpp>

#include "capabilities/cases.hpp"
#include "support/lists.hpp"

namespace yoke_perf {
namespace {

using Node = std::uint32_t;
using HostNodes = Numbers<Node, Kokkos::HostSpace>;

HostNodes room_for(std::uint64_t nodes) { return HostNodes("yoke_perf::nodes", nodes); }

// A tree in which each node hangs on a random one before it, and what is to be said of it, node by
// node in that order.
struct RandomTree {
  HostNodes parent, depth, subtree_size, preorder, postorder, tour;

  explicit RandomTree(std::uint64_t nodes)
      : parent(room_for(nodes)),
        depth(room_for(nodes)),
        subtree_size(room_for(nodes)),
        preorder(room_for(nodes)),
        postorder(room_for(nodes)),
        tour(room_for(2 * nodes)) {
    yoke::Philox const random(1);
    for (std::uint64_t v = 1; v < nodes; ++v) parent(v) = static_cast<Node>(random.below(v, v));
    Kokkos::deep_copy(subtree_size, Node(1));
    for (std::uint64_t v = nodes - 1; v > 0; --v) subtree_size(parent(v)) += subtree_size(v);
    number_nodes();
    follow_tour();
  }

 private:
  void number_nodes() {
    std::uint64_t const nodes = parent.extent(0);
    std::vector<Node> next(nodes, 1);  // the number of a node's next child
    for (std::uint64_t v = 0; v < nodes; ++v) {
      if (v > 0) {
        Node const above = parent(v);
        depth(v) = depth(above) + 1;
        preorder(v) = next[above];
        next[above] += subtree_size(v);
        next[v] = preorder(v) + 1;
      }
      // Those that were left before are those entered before, but for the nodes above.
      postorder(v) = preorder(v) + subtree_size(v) - 1 - depth(v);
    }
  }

  // Visit v enters node v, n + v leaves it.
  void follow_tour() {
    auto const nodes = static_cast<Node>(parent.extent(0));
    std::vector<Node> visits(2 * nodes);
    for (Node v = 0; v < nodes; ++v) {
      Node const entered = 2 * preorder(v) - depth(v);
      visits[entered] = v;
      visits[entered + 2 * subtree_size(v) - 1] = nodes + v;
    }
    for (std::size_t i = 0; i < visits.size(); ++i) {
      tour(visits[i]) = visits[std::min(i + 1, visits.size() - 1)];
    }
  }
};

template <class Space>
struct TreeCases {
  using Memory = typename Space::memory_space;
  using Nodes = Numbers<Node, Memory>;

  static Cases all() {
    Sizes const sizes{1 << 15, 1 << 20, 1 << 23};
    return {{"euler_tour/u32", sizes, tour},
            {"tree_statistics/u32", sizes, statistics},
            {"root_forest/u32", sizes, root}};
  }

  static Nodes copied(HostNodes const& nodes) {
    auto const copy = make_numbers<Node, Memory>("nodes", nodes.extent(0), true);
    Kokkos::deep_copy(copy, nodes);
    return copy;
  }
  static void spoil(Nodes const& nodes) { Kokkos::deep_copy(nodes, ~Node(0)); }

  static Ready tour(std::uint64_t size) {
    auto const tree = std::make_shared<RandomTree>(size);
    auto const plan = std::make_shared<yoke::EulerTourPlan<Space, Node>>(Space(), size);
    auto const parent = copied(tree->parent), successor = copied(tree->tour);
    return {size,
            {.prepare = [=] { spoil(successor); },
             .run = [=] { (*plan)(parent, successor); },
             .find_fault = [=] { return find_difference("visit", successor, tree->tour); }},
            [=] { yoke::euler_tour(Space(), parent, successor); }};
  }

  static Ready statistics(std::uint64_t size) {
    auto const tree = std::make_shared<RandomTree>(size);
    auto const plan = std::make_shared<yoke::TreeStatisticsPlan<Space, Node>>(Space(), size);
    auto const parent = copied(tree->parent);
    yoke::TreeStatistics<Node, Memory> const result(Space(), size);
    return {size,
            {.prepare =
                 [=] {
                   spoil(result.depth);
                   spoil(result.subtree_size);
                   spoil(result.preorder);
                   spoil(result.postorder);
                 },
             .run = [=] { (*plan)(parent, result); },
             .find_fault =
                 [=] {
                   return find_difference("the depth of", result.depth, tree->depth) +
                          find_difference("the subtree of", result.subtree_size,
                                          tree->subtree_size) +
                          find_difference("the preorder of", result.preorder, tree->preorder) +
                          find_difference("the postorder of", result.postorder, tree->postorder);
                 }}};
  }

  // From its edges, node by node, every other one from child to parent.
  static Ready root(std::uint64_t size) {
    auto const tree = std::make_shared<RandomTree>(size);
    HostNodes const ends = room_for(size - 1), other_ends = room_for(size - 1);
    for (std::uint64_t v = 1; v < size; ++v) {
      ends(v - 1) = v % 2 == 0 ? static_cast<Node>(v) : tree->parent(v);
      other_ends(v - 1) = v % 2 == 0 ? tree->parent(v) : static_cast<Node>(v);
    }
    auto const plan = std::make_shared<yoke::RootForestPlan<Space, Node>>(Space(), size - 1, 1);
    auto const from = copied(ends), to = copied(other_ends), root = copied(room_for(1));
    auto const parent = copied(tree->parent);
    return {size,
            {.prepare = [=] { spoil(parent); },
             .run = [=] { (*plan)(from, to, root, parent); },
             .find_fault = [=] { return find_difference("the parent of", parent, tree->parent); }},
            [=] { yoke::root_forest(Space(), from, to, root, parent); }};
  }
};

}  // namespace

Cases tree_cases(Side side) { return cases_of<TreeCases>(side); }

}  // namespace yoke_perf
