#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/end_rule.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/detail/huge_pages.hpp"
#include "yoke/detail/trees/edges.hpp"
#include "yoke/detail/trees/statistics.hpp"
#include "yoke/detail/trees/tour.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
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

namespace detail::trees {

template <class Space, class V>
constexpr void check_tree_view() {
  static_assert(check_instantiated<Space>());
  static_assert(V::rank == 1, "yoke::euler_tour: the arguments must be one-dimensional Views");
  static_assert(std::is_integral_v<typename V::value_type> &&
                    (sizeof(typename V::value_type) == 4 || sizeof(typename V::value_type) == 8),
                "yoke::euler_tour: indices must be 32- or 64-bit integers");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke::euler_tour: the execution space cannot access an argument's memory");
}

}  // namespace detail::trees

// Turns a tree or forest into one linked list of 2 n visits: v enters node v, n + v leaves it. A
// node's children are visited in ascending order, and so are the trees of a forest; the last visit
// is the tail and points at itself. yoke::list_rank on it numbers the visits; yoke::list_scan with
// a value at each visit computes what can be summed over subtrees or along paths from the root.
//
//   parent     n indices; parent(v) is v's parent. How a root is marked is options.root.
//   successor  2 n indices as wide as the parent's; may not overlap parent.
//
// O(n) work whatever the shape; 4 indices a node beyond the arguments; deterministic. Throws
// std::invalid_argument where sizes do not fit or where the index type is too small for 2 n, and
// yoke::InvalidInput, naming a node, where a parent is out of range or where there is no root. A
// cycle of parents beside a root is found with options.validate; without it the visits of the nodes
// on and below it are not part of the list, which list_rank and list_scan refuse.
//
// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Parent, detail::AnyView Successor>
void euler_tour(Space const& exec, Parent const& parent, Successor const& successor,
                TreeOptions const& options = {}) {
  detail::trees::check_tree_view<Space, Parent>();
  detail::trees::check_tree_view<Space, Successor>();
  using Index = typename Parent::non_const_value_type;
  using Word = detail::WordOf<Index>;
  static_assert(sizeof(typename Successor::value_type) == sizeof(Index),
                "yoke::euler_tour: parent and successor must hold integers of one width");
  std::string const caller = "yoke::euler_tour";
  std::uint64_t const n = parent.extent(0);
  detail::check_same_size(caller, "successor", successor.extent(0), "the tour", 2 * n);
  detail::check_index_holds<typename Successor::value_type>(caller, "successor", 2 * n);
  detail::check_apart(caller, {detail::bytes_of("successor", successor)},
                      {detail::bytes_of("parent", parent)});
  auto const root = detail::end_rule<Word>(options.root, caller + ": options.root");
  if (n == 0) return;
  Kokkos::Profiling::ScopedRegion const region(caller);
  detail::StridedCopy parents, tour;
  detail::Array<Space, Word const> const parent_in(parents.array<Word const>(exec, parent).data, n);
  detail::Array<Space, Word> const links(tour.array<Word>(exec, successor).data, 2 * n);
  detail::trees::SeparateVisits<Word> const visits{static_cast<Word>(n)};
  detail::trees::check_parents(caller, exec, parent_in, root);
  detail::trees::build_tour(exec, parent_in, root, visits,
                            detail::trees::LinkInArray<Space, Word>{links});
  if (options.validate) detail::trees::check_tour<Space, Word>(caller, exec, links, visits);
  tour.write_back(exec, successor);
}

namespace detail::trees {

// The two forms of an edge list, as kernels take it.
template <class Space, class Edges>
auto edge_ends(Edges const& edges) {
  static_assert(Edges::rank == 2, "yoke::euler_tour: edges must be a View of pairs");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Edges::memory_space>::accessible,
                "yoke::euler_tour: the execution space cannot access the memory of edges");
  return EdgePairs<WordOf<typename Edges::non_const_value_type>, Edges>{edges};
}
template <class Space, class From, class To>
auto edge_ends(From const& from, To const& to) {
  check_tree_view<Space, From>();
  check_tree_view<Space, To>();
  check_same_size("yoke::euler_tour", "from", from.extent(0), "to", to.extent(0));
  return EdgeColumns<WordOf<typename From::non_const_value_type>, From, To>{from, to};
}

template <class Word, class Space, class Ends, class Roots, class Successor>
void tour_of_edges(Space const& exec, Ends const& ends, std::uint64_t edges, Roots const& roots,
                   Successor const& successor) {
  check_tree_view<Space, Roots>();
  check_tree_view<Space, Successor>();
  static_assert(sizeof(typename Roots::value_type) == sizeof(Word) &&
                    sizeof(typename Successor::value_type) == sizeof(Word),
                "yoke::euler_tour: edges, roots and successor must hold integers of one width");
  std::string const caller = "yoke::euler_tour";
  check_same_size(caller, "successor", successor.extent(0), "the tour", 2 * edges);
  check_index_holds<typename Successor::value_type>(caller, "successor", 2 * edges);
  check_index_holds<typename Roots::value_type>(caller, "roots", edges + roots.extent(0));
  if (edges == 0) return;
  Kokkos::Profiling::ScopedRegion const region(caller);
  StridedCopy root_list, tour;
  Array<Space, Word const> const roots_in(root_list.array<Word const>(exec, roots).data,
                                          roots.extent(0));
  check_ends(caller, exec, ends, edges, roots_in);
  build_arc_tour(exec, ends, edges, roots_in,
                 Array<Space, Word>(tour.array<Word>(exec, successor).data, 2 * edges));
  tour.write_back(exec, successor);
}

template <class Word, class Space, class Ends, class Roots, class Parent>
void parents_of_edges(Space const& exec, Ends const& ends, std::uint64_t edges, Roots const& roots,
                      Parent const& parent) {
  check_tree_view<Space, Roots>();
  check_tree_view<Space, Parent>();
  static_assert(sizeof(typename Roots::value_type) == sizeof(Word) &&
                    sizeof(typename Parent::value_type) == sizeof(Word),
                "yoke::root_forest: edges, roots and parent must hold integers of one width");
  std::string const caller = "yoke::root_forest";
  check_same_size(caller, "parent", parent.extent(0), "the forest", edges + roots.extent(0));
  check_index_holds<typename Parent::value_type>(caller, "parent", 2 * edges + roots.extent(0));
  if (parent.extent(0) == 0) return;
  Kokkos::Profiling::ScopedRegion const region(caller);
  StridedCopy root_list, parents;
  find_parents(
      exec, ends, edges,
      Array<Space, Word const>(root_list.array<Word const>(exec, roots).data, roots.extent(0)),
      Array<Space, Word>(parents.array<Word>(exec, parent).data, parent.extent(0)));
  parents.write_back(exec, parent);
}

}  // namespace detail::trees

// The Euler tour of a forest that is given by its edges, in any order and direction: a list of 2 m
// arcs, where arc e leads along edge e from its first end to its second, and arc m + e back. At
// each vertex the arcs that leave it are taken in ascending order, beginning after the one back to
// where the tour came from; the trees follow each other in the order of `roots`; the last arc is
// the tail.
//
//   edges      m pairs of indices, as a View<Index*[2]>; or `from` and `to`, m indices each
//   roots      r distinct vertices, one in each tree, those without edges included: a forest of m
//              edges and r trees has n = m + r vertices, numbered from 0
//   successor  2 m indices; may overlap none of the others
//
// O(m + n) work whatever the shape; 8 indices an edge and 3 a vertex beyond the arguments;
// deterministic. Throws std::invalid_argument where sizes do not fit, and yoke::InvalidInput where
// an end or a root is out of range, or an edge joins a vertex to itself. Whether the edges are a
// forest it does not ask: of a graph with a cycle, or of a tree without a root, some arcs are not
// part of the list, which list_rank and list_scan refuse. To know, and to go on with depths and
// subtrees, use root_forest.
//
// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Edges, detail::AnyView Roots,
          detail::AnyView Successor>
void euler_tour(Space const& exec, Edges const& edges, Roots const& roots,
                Successor const& successor) {
  detail::check_apart("yoke::euler_tour", {detail::bytes_of("successor", successor)},
                      {detail::bytes_of("edges", edges), detail::bytes_of("roots", roots)});
  detail::trees::tour_of_edges<detail::WordOf<typename Edges::non_const_value_type>>(
      exec, detail::trees::edge_ends<Space>(edges), edges.extent(0), roots, successor);
}

template <detail::AnySpace Space, detail::AnyView From, detail::AnyView To, detail::AnyView Roots,
          detail::AnyView Successor>
void euler_tour(Space const& exec, From const& from, To const& to, Roots const& roots,
                Successor const& successor) {
  detail::check_apart("yoke::euler_tour", {detail::bytes_of("successor", successor)},
                      {detail::bytes_of("from", from), detail::bytes_of("to", to),
                       detail::bytes_of("roots", roots)});
  detail::trees::tour_of_edges<detail::WordOf<typename From::non_const_value_type>>(
      exec, detail::trees::edge_ends<Space>(from, to), from.extent(0), roots, successor);
}

// The parent array of a forest that is given by its edges and roots, as above: parent(v) is the
// vertex next to v on the way to its root; a root is its own parent. What tree_statistics and the
// other euler_tour take.
//
//   parent     n = m + r indices; may overlap none of the others
//
// O(m + n) work: the Euler tour, ranked. 12 indices an edge, 3 a vertex and what list_rank needs
// for 2 m nodes. Throws as euler_tour does, and yoke::InvalidInput wherever the edges are not a
// forest with these roots.
template <detail::AnySpace Space, detail::AnyView Edges, detail::AnyView Roots,
          detail::AnyView Parent>
void root_forest(Space const& exec, Edges const& edges, Roots const& roots, Parent const& parent) {
  detail::check_apart("yoke::root_forest", {detail::bytes_of("parent", parent)},
                      {detail::bytes_of("edges", edges), detail::bytes_of("roots", roots)});
  detail::trees::parents_of_edges<detail::WordOf<typename Edges::non_const_value_type>>(
      exec, detail::trees::edge_ends<Space>(edges), edges.extent(0), roots, parent);
}

template <detail::AnySpace Space, detail::AnyView From, detail::AnyView To, detail::AnyView Roots,
          detail::AnyView Parent>
void root_forest(Space const& exec, From const& from, To const& to, Roots const& roots,
                 Parent const& parent) {
  detail::check_apart("yoke::root_forest", {detail::bytes_of("parent", parent)},
                      {detail::bytes_of("from", from), detail::bytes_of("to", to),
                       detail::bytes_of("roots", roots)});
  detail::trees::parents_of_edges<detail::WordOf<typename From::non_const_value_type>>(
      exec, detail::trees::edge_ends<Space>(from, to), from.extent(0), roots, parent);
}

// The depth, subtree size, preorder and postorder number of every node of a tree or forest, its
// children and trees taken in ascending order.
//
//   parent   n indices; parent(v) is v's parent. How a root is marked is options.root.
//
// Returns Views that the call allocates, 4 indices a node; while it runs it needs 10 more. O(n)
// work whatever the shape. Deterministic. Throws std::invalid_argument where the index type is too
// small for 2 n, and yoke::InvalidInput, naming a node, where a parent is out of range or parents
// run in a cycle.
//
// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Parent>
TreeStatistics<typename Parent::non_const_value_type, typename Space::memory_space> tree_statistics(
    Space const& exec, Parent const& parent, TreeOptions const& options = {}) {
  detail::trees::check_tree_view<Space, Parent>();
  using Index = typename Parent::non_const_value_type;
  using Word = detail::WordOf<Index>;
  std::string const caller = "yoke::tree_statistics";
  std::uint64_t const n = parent.extent(0);
  detail::check_index_holds<Index>(caller, "parent", 2 * n);
  auto const root = detail::end_rule<Word>(options.root, caller + ": options.root");
  TreeStatistics<Index, typename Space::memory_space> result(exec, n);
  if (n == 0) return result;
  Kokkos::Profiling::ScopedRegion const region(caller);
  detail::StridedCopy parents;
  auto const words = [n](auto const& view) {
    return detail::Array<Space, Word>(reinterpret_cast<Word*>(view.data()), n);
  };
  detail::trees::compute_statistics<Space, Word>(
      exec, detail::Array<Space, Word const>(parents.array<Word const>(exec, parent).data, n), root,
      {words(result.depth), words(result.subtree_size), words(result.preorder),
       words(result.postorder)});
  return result;
}

}  // namespace yoke
