#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/detail/end_rule.hpp"
#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/trees/statistics.hpp"
#include "yoke/detail/trees/tour.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke {

struct TreeOptions {
  // How a root is marked in the parent array: by default it is its own parent.
  Tail root = Tail::self_loop();
  // euler_tour only: check that the parents run in no cycle, in the time of one more walk along the
  // tour. tree_statistics always does.
  bool validate = false;
};

// One entry a node, in the memory space of the call.
template <class Index, class MemorySpace>
struct TreeStatistics {
  using Numbers = Kokkos::View<Index*, MemorySpace>;

  TreeStatistics() = default;
  template <class Space>
  TreeStatistics(Space const& exec, std::size_t nodes)
      : depth(allocate(exec, "yoke::tree_statistics::depth", nodes)),
        subtree_size(allocate(exec, "yoke::tree_statistics::subtree_size", nodes)),
        preorder(allocate(exec, "yoke::tree_statistics::preorder", nodes)),
        postorder(allocate(exec, "yoke::tree_statistics::postorder", nodes)) {}

  Numbers depth;         // links to the root
  Numbers subtree_size;  // nodes in the subtree, itself included
  Numbers preorder;      // place among all nodes of the forest in the order they are entered
  Numbers postorder;     // and in the order they are left

 private:
  template <class Space>
  static Numbers allocate(Space const& exec, std::string const& label, std::size_t nodes) {
    Numbers const numbers(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), nodes);
    if constexpr (detail::runs_on_host<Space>) {
      detail::advise_huge_pages(numbers.data(), nodes * sizeof(Index));
    }
    return numbers;
  }
};

namespace detail {

template <class Space, class V>
constexpr void check_tree_view() {
  static_assert(V::rank == 1, "yoke::euler_tour: the arguments must be one-dimensional Views");
  static_assert(std::is_integral_v<typename V::value_type> &&
                    (sizeof(typename V::value_type) == 4 || sizeof(typename V::value_type) == 8),
                "yoke::euler_tour: indices must be 32- or 64-bit integers");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke::euler_tour: the execution space cannot access an argument's memory");
}

}  // namespace detail

// Turns a tree or forest into one linked list of 2 n visits: v enters node v, n + v leaves it. A
// node's children are visited in ascending order, and so are the trees of a forest; the last visit
// is the tail and points at itself. yoke::list_rank on it numbers the visits; yoke::list_scan with
// a value at each visit computes what can be summed over subtrees or along paths from the root.
//
//   parent     n indices; parent(v) is v's parent. How a root is marked is options.root.
//   successor  2 n indices as wide as the parent's.
//
// O(n) work whatever the shape; 4 indices a node beyond the arguments; deterministic. Throws
// std::invalid_argument where sizes do not fit or where the index type is too small for 2 n, and
// yoke::InvalidInput, naming a node, where a parent is out of range or where there is no root. A
// cycle of parents beside a root is found with options.validate; without it the visits of the nodes
// on and below it are not part of the list, which list_rank and list_scan refuse.
//
// Source: Tarjan and Vishkin 1985.
template <class Space, class Parent, class Successor>
requires(Kokkos::is_execution_space_v<Space>&& Kokkos::is_view_v<Parent>&&
             Kokkos::is_view_v<Successor>) void euler_tour(Space const& exec, Parent const& parent,
                                                           Successor const& successor,
                                                           TreeOptions const& options = {}) {
  detail::check_tree_view<Space, Parent>();
  detail::check_tree_view<Space, Successor>();
  using Index = typename Parent::non_const_value_type;
  using Word = detail::WordOf<Index>;
  static_assert(sizeof(typename Successor::value_type) == sizeof(Index),
                "yoke::euler_tour: parent and successor must hold integers of one width");
  std::string const caller = "yoke::euler_tour";
  std::uint64_t const n = parent.extent(0);
  detail::check_same_size(caller, "successor", successor.extent(0), "the tour", 2 * n);
  detail::check_index_holds<typename Successor::value_type>(caller, "successor", 2 * n);
  auto const root = detail::end_rule<Word>(options.root, caller + ": options.root");
  if (n == 0) return;
  Kokkos::Profiling::ScopedRegion const region(caller);
  detail::ContiguousInput<Word, Parent> const parents(parent);
  detail::ContiguousOutput<Word, Successor> const tour(successor);
  detail::Array<Space, Word const> const parent_in(parents.array().data, n);
  detail::Array<Space, Word> const links(tour.array().data, 2 * n);
  detail::SeparateVisits<Word> const visits{static_cast<Word>(n)};
  detail::check_parents(caller, exec, parent_in, root);
  detail::build_tour(exec, parent_in, root, visits, detail::LinkInArray<Space, Word>{links});
  if (options.validate) detail::check_tour<Space, Word>(caller, exec, links, visits);
  tour.copy_back();
}

// The depth, subtree size, preorder and postorder number of every node of a tree or forest, its
// children and trees taken in ascending order.
//
//   parent   n indices; parent(v) is v's parent. How a root is marked is options.root.
//
// Returns Views that the call allocates, 4 indices a node; while it runs it needs 10 more. O(n)
// work whatever the shape: a path and a star take no longer than a random tree. Deterministic.
// Throws std::invalid_argument where the index type is too small for 2 n, and yoke::InvalidInput,
// naming a node, where a parent is out of range or parents run in a cycle.
//
// Source: Tarjan and Vishkin 1985.
template <class Space, class Parent>
requires(Kokkos::is_execution_space_v<Space>&& Kokkos::is_view_v<Parent>)
    TreeStatistics<typename Parent::non_const_value_type,
                   typename Space::memory_space> tree_statistics(Space const& exec,
                                                                 Parent const& parent,
                                                                 TreeOptions const& options = {}) {
  detail::check_tree_view<Space, Parent>();
  using Index = typename Parent::non_const_value_type;
  using Word = detail::WordOf<Index>;
  std::string const caller = "yoke::tree_statistics";
  std::uint64_t const n = parent.extent(0);
  detail::check_index_holds<Index>(caller, "parent", 2 * n);
  auto const root = detail::end_rule<Word>(options.root, caller + ": options.root");
  TreeStatistics<Index, typename Space::memory_space> result(exec, n);
  if (n == 0) return result;
  Kokkos::Profiling::ScopedRegion const region(caller);
  detail::ContiguousInput<Word, Parent> const parents(parent);
  auto const words = [n](auto const& view) {
    return detail::Array<Space, Word>(reinterpret_cast<Word*>(view.data()), n);
  };
  detail::compute_statistics<Space, Word>(
      exec, detail::Array<Space, Word const>(parents.array().data, n), root,
      {words(result.depth), words(result.subtree_size), words(result.preorder),
       words(result.postorder)});
  return result;
}

}  // namespace yoke
