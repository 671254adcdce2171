#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <string>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/trees/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/euler_tour_options.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke {

/// Statistics with one entry per node, in the memory space of the call.
template <class Index, class MemorySpace>
struct TreeStatistics {
  using Numbers = Kokkos::View<Index*, MemorySpace>;  ///< An array of the statistics.

  TreeStatistics() = default;
  /// Allocates the arrays for a number of nodes.
  template <class Space>
  TreeStatistics(Space const& exec, std::size_t nodes)
      : depth(allocate(exec, "yoke::tree_statistics::depth", nodes)),
        subtree_size(allocate(exec, "yoke::tree_statistics::subtree_size", nodes)),
        preorder(allocate(exec, "yoke::tree_statistics::preorder", nodes)),
        postorder(allocate(exec, "yoke::tree_statistics::postorder", nodes)) {}

  Numbers depth;         ///< links to the root
  Numbers subtree_size;  ///< nodes in the subtree, itself included
  Numbers preorder;      ///< place among all nodes of the forest in the order of entering
  Numbers postorder;     ///< place among them in the order of leaving

 private:
  template <class Space>
  static Numbers allocate(Space const& exec, std::string const& label, std::size_t nodes) {
    detail::checked_bytes(nodes, sizeof(Index));
    Numbers const numbers(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), nodes);
    if constexpr (detail::runs_on_host<Space>) {
      advise_huge_pages(numbers.data(), nodes * sizeof(Index));
    }
    return numbers;
  }
};

namespace detail::trees {

// A plan's number of nodes, if Index can number the two visits of each.
template <class Index>
std::size_t checked_nodes(char const* caller, std::size_t nodes) {
  checked_count<Index>(caller, "parent", 2 * checked_capacity(caller, nodes, "nodes"));
  return nodes;
}

}  // namespace detail::trees

/// The workspace for tours of forests of up to `capacity` nodes. Repeated calls allocate nothing,
/// except calls with options.validate, which allocate the memory to follow the tour. Space is a
/// Kokkos execution space. Index is the value type of the parent View: a 32- or 64-bit integer,
/// signed or not.
///
/// Calls run on the instance that the plan was made with. Only one thread at a time may use a plan.
template <detail::AnySpace Space, class Index>
class EulerTourPlan : public detail::Plan<detail::trees::ParentTour<detail::WordOf<Index>>, Space> {
  static_assert(detail::is_index<Index>,
                "yoke::euler_tour: indices must be 32- or 64-bit integers");
  using Base = detail::Plan<detail::trees::ParentTour<detail::WordOf<Index>>, Space>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number the 2
  /// * capacity visits, or for 2^48 nodes or more.
  EulerTourPlan(Space const& exec, std::size_t capacity, TreeOptions const& options = {})
      : Base(exec, {detail::trees::checked_nodes<Index>(name, capacity)}, options) {}

  /// As yoke::euler_tour(exec, parent, successor), with its exceptions. Also throws
  /// std::invalid_argument if parent.extent(0) exceeds the capacity.
  template <class Parent, class Successor>
  void operator()(Parent const& parent, Successor const& successor) {
    this->call(name, {}, {}, bind_all(parent, successor));
  }

  /// Throws as a call does for its arguments' sizes, before a plan for them is made.
  template <class Parent, class Successor>
  static void check(Parent const& parent, Successor const& successor) {
    Base::check(name, {}, bind_all(parent, successor));
  }

 private:
  static constexpr char const* name = "yoke::euler_tour";

  template <class Parent, class Successor>
  static auto bind_all(Parent const& parent, Successor const& successor) {
    return std::tuple(detail::bind<&Arguments::parent>("parent", parent),
                      detail::bind<&Arguments::successor>("successor", successor));
  }
};

/// Turns a tree or forest into one linked list of 2 n visits: visit v enters node v, and visit n +
/// v leaves it. A node's children are visited in ascending order, and the trees of a forest too.
/// The last visit is the tail and points at itself. yoke::list_rank on this list numbers the
/// visits. yoke::list_scan with a value at each visit computes sums over subtrees or along paths
/// from the root.
///
/// @param parent  n indices; parent(v) is v's parent. options.root says how a root is marked.
/// @param successor  2 n indices as wide as the parent's. It must not overlap parent.
///
/// Work O(n), for every shape. Memory: 4 indices per node beyond the arguments. Deterministic.
/// Throws std::invalid_argument if sizes do not fit, or if the index type is too small for 2 n.
/// Throws yoke::InvalidInput, which names a node, if a parent is out of range or if there is no
/// root. options.validate also finds a cycle of parents beside a root. Without it the visits of
/// nodes on and below the cycle are not part of the list, and list_rank and list_scan refuse the
/// list.
///
/// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Parent, detail::AnyView Successor>
void euler_tour(Space const& exec, Parent const& parent, Successor const& successor,
                TreeOptions const& options = {}) {
  using Plan = EulerTourPlan<Space, typename Parent::non_const_value_type>;
  Plan::check(parent, successor);
  Plan(exec, parent.extent(0), options)(parent, successor);
}

namespace detail::trees {

// The two forms of an edge list.
template <class Space, class Word, class Edges>
EdgeEnds<Word> edge_ends(char const* caller, Edges const& edges) {
  static_assert(Edges::rank == 2, "yoke::euler_tour: edges must be a View of pairs");
  static_assert(is_accessible<Space, typename Edges::memory_space>(),
                "yoke::euler_tour: the execution space cannot access the memory of edges");
  if constexpr (Edges::rank == 2) {
    if (edges.extent(0) > 0 && edges.extent(1) < 2) {
      throw std::invalid_argument(std::string(caller) + ": edges must hold pairs");
    }
    auto const* const first = reinterpret_cast<Word const*>(edges.data());
    auto const stride = static_cast<std::size_t>(edges.stride(0));
    return {first, first + edges.stride(1), stride, stride, edges.extent(0)};
  } else {
    return {};
  }
}
template <class Space, class Word, class From, class To>
EdgeEnds<Word> edge_ends(char const* caller, From const& from, To const& to) {
  static_assert(From::rank == 1 && To::rank == 1,
                "yoke::euler_tour: from and to must be one-dimensional Views");
  static_assert(is_index<typename From::value_type> && is_index<typename To::value_type> &&
                    sizeof(typename From::value_type) == sizeof(typename To::value_type),
                "yoke::euler_tour: from and to must hold integers of one width");
  static_assert(is_accessible<Space, typename From::memory_space>() &&
                    is_accessible<Space, typename To::memory_space>(),
                "yoke::euler_tour: the execution space cannot access the memory of from or to");
  check_same_size(caller, "from", from.extent(0), "to", to.extent(0));
  return {reinterpret_cast<Word const*>(from.data()), reinterpret_cast<Word const*>(to.data()),
          static_cast<std::size_t>(from.stride(0)), static_cast<std::size_t>(to.stride(0)),
          from.extent(0)};
}

// The common part of the plans for edge lists. Index is the edges' value type.
template <class Capability, class Space, class Index>
class EdgePlan : public Plan<Capability, Space> {
  static_assert(is_index<Index>, "yoke::euler_tour: indices must be 32- or 64-bit integers");
  using Word = WordOf<Index>;
  using Base = Plan<Capability, Space>;
  using Arguments = typename Base::Arguments;

 public:
  // Throws std::invalid_argument if Index cannot number the arcs or the vertices, or
  // for 2^48 of them or more.
  EdgePlan(Space const& exec, std::size_t edges, std::size_t roots,
           ForestOptions const& options = {})
      : Base(exec, {checked_edges(edges), checked_roots(edges, roots)}, options) {}

  // Throw std::invalid_argument if there are more edges or roots than in the plan's sizes, and the
  // exceptions of the plan's function.
  template <class Edges, class Roots, class Output>
  void operator()(Edges const& edges, Roots const& roots, Output const& output) {
    this->call(Capability::name, arguments_of(roots, edges), {bytes_of("edges", edges)},
               bind_all(roots, output));
  }
  template <class From, class To, class Roots, class Output>
  void operator()(From const& from, To const& to, Roots const& roots, Output const& output) {
    this->call(Capability::name, arguments_of(roots, from, to),
               {bytes_of("from", from), bytes_of("to", to)}, bind_all(roots, output));
  }

  // Throw the errors that a call throws for the sizes of its arguments. They need no plan.
  template <class Edges, class Roots, class Output>
  static void check(Edges const& edges, Roots const& roots, Output const& output) {
    Base::check(Capability::name, arguments_of(roots, edges), bind_all(roots, output));
  }
  template <class From, class To, class Roots, class Output>
  static void check(From const& from, To const& to, Roots const& roots, Output const& output) {
    Base::check(Capability::name, arguments_of(roots, from, to), bind_all(roots, output));
  }

 private:
  static std::size_t checked_edges(std::size_t edges) {
    checked_count<Index>(Capability::name, "the edge list",
                         2 * checked_capacity(Capability::name, edges, "edges"));
    return edges;
  }
  // A vertex for each edge and each root.
  static std::size_t checked_roots(std::size_t edges, std::size_t roots) {
    checked_count<Index>(Capability::name, "the edge list",
                         checked_edges(edges) + checked_capacity(Capability::name, roots, "roots"));
    return roots;
  }

  template <class Roots, class... Ends>
  static Arguments arguments_of(Roots const& roots, Ends const&... ends) {
    Arguments arguments;
    arguments.ends = edge_ends<Space, Word>(Capability::name, ends...);
    check_index_holds<typename Roots::value_type>(Capability::name, "roots",
                                                  arguments.ends.edges + roots.extent(0));
    return arguments;
  }
  template <class Roots, class Output>
  static auto bind_all(Roots const& roots, Output const& output) {
    return std::tuple(bind<&Arguments::roots>("roots", roots),
                      bind<&Arguments::output>(Capability::output, output));
  }
};

}  // namespace detail::trees

/// The workspace for tours of edge lists of up to `edges` and `roots`. Repeated calls allocate
/// nothing. It is used as EulerTourPlan is. A call is plan(edges, roots, successor), or plan(from,
/// to, roots, successor).
template <detail::AnySpace Space, class Index>
class EdgeTourPlan
    : public detail::trees::EdgePlan<detail::trees::EdgeTour<detail::WordOf<Index>>, Space, Index> {
 public:
  using detail::trees::EdgePlan<detail::trees::EdgeTour<detail::WordOf<Index>>, Space,
                                Index>::EdgePlan;
};

/// The Euler tour of a forest that is given by its edges, in any order and direction. It is a list
/// of 2 m arcs: arc e leads along edge e from its first end to its second, and arc m + e back. At
/// each vertex the leaving arcs are taken in ascending order, after the arc back to where the tour
/// came from. The trees follow each other in the order of `roots`. The last arc is the tail.
///
/// @param edges  m pairs of indices, as a View<Index*[2]>; or `from` and `to`, m indices each
/// @param roots  r distinct vertices, one in each tree, also in trees without edges: a forest of m
///   edges and r trees has n = m + r vertices, numbered from 0
/// @param successor  2 m indices. It must not overlap the other Views.
///
/// Work O(m + n), for every shape. Memory: 8 indices per edge and 3 per vertex beyond the
/// arguments. Deterministic. Throws std::invalid_argument if sizes do not fit. Throws
/// yoke::InvalidInput if an end or a root is out of range, or an edge joins a vertex to itself. It
/// does not check that the edges are a forest. If a graph has a cycle, or a tree has no root, some
/// arcs are not part of the list. list_rank and list_scan refuse such a list. Use root_forest to
/// check this, and to continue with depths and subtrees.
///
/// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Edges, detail::AnyView Roots,
          detail::AnyView Successor>
void euler_tour(Space const& exec, Edges const& edges, Roots const& roots,
                Successor const& successor, ForestOptions const& options = {}) {
  using Plan = EdgeTourPlan<Space, typename Edges::non_const_value_type>;
  Plan::check(edges, roots, successor);
  Plan(exec, edges.extent(0), roots.extent(0), options)(edges, roots, successor);
}

/// The same for edges that are given by the arrays of their ends.
template <detail::AnySpace Space, detail::AnyView From, detail::AnyView To, detail::AnyView Roots,
          detail::AnyView Successor>
void euler_tour(Space const& exec, From const& from, To const& to, Roots const& roots,
                Successor const& successor, ForestOptions const& options = {}) {
  using Plan = EdgeTourPlan<Space, typename From::non_const_value_type>;
  Plan::check(from, to, roots, successor);
  Plan(exec, from.extent(0), roots.extent(0), options)(from, to, roots, successor);
}

/// The workspace for root_forest. It is used as EdgeTourPlan is. A call is plan(edges, roots,
/// parent), or plan(from, to, roots, parent).
template <detail::AnySpace Space, class Index>
class RootForestPlan
    : public detail::trees::EdgePlan<detail::trees::RootForest<detail::WordOf<Index>>, Space,
                                     Index> {
 public:
  using detail::trees::EdgePlan<detail::trees::RootForest<detail::WordOf<Index>>, Space,
                                Index>::EdgePlan;
};

/// The parent array of a forest that is given by its edges and roots, as above. parent(v) is the
/// next vertex on the way from v to its root, and a root is its own parent. tree_statistics and the
/// other euler_tour take this array.
///
/// @param parent  n = m + r indices. It must not overlap the other Views.
///
/// Work O(m + n): the Euler tour, ranked. Memory: 12 indices per edge, 3 per vertex, and the memory
/// of list_rank for 2 m nodes. Throws as euler_tour does, and yoke::InvalidInput if the edges are
/// not a forest with these roots.
template <detail::AnySpace Space, detail::AnyView Edges, detail::AnyView Roots,
          detail::AnyView Parent>
void root_forest(Space const& exec, Edges const& edges, Roots const& roots, Parent const& parent,
                 ForestOptions const& options = {}) {
  using Plan = RootForestPlan<Space, typename Edges::non_const_value_type>;
  Plan::check(edges, roots, parent);
  Plan(exec, edges.extent(0), roots.extent(0), options)(edges, roots, parent);
}

/// The same for edges that are given by the arrays of their ends.
template <detail::AnySpace Space, detail::AnyView From, detail::AnyView To, detail::AnyView Roots,
          detail::AnyView Parent>
void root_forest(Space const& exec, From const& from, To const& to, Roots const& roots,
                 Parent const& parent, ForestOptions const& options = {}) {
  using Plan = RootForestPlan<Space, typename From::non_const_value_type>;
  Plan::check(from, to, roots, parent);
  Plan(exec, from.extent(0), roots.extent(0), options)(from, to, roots, parent);
}

/// The workspace for tree_statistics of up to `capacity` nodes. Repeated calls allocate nothing,
/// because the results are the caller's. It is used as EulerTourPlan is.
template <detail::AnySpace Space, class Index>
class TreeStatisticsPlan
    : public detail::Plan<detail::trees::Statistics<detail::WordOf<Index>>, Space> {
  static_assert(detail::is_index<Index>,
                "yoke::tree_statistics: indices must be 32- or 64-bit integers");
  using Base = detail::Plan<detail::trees::Statistics<detail::WordOf<Index>>, Space>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number the 2
  /// * capacity visits of a tour, or for 2^48 nodes or more.
  TreeStatisticsPlan(Space const& exec, std::size_t capacity, TreeOptions const& options = {})
      : Base(exec, {detail::trees::checked_nodes<Index>(name, capacity)}, options) {}

  /// As yoke::tree_statistics, into the caller's Views, with its exceptions. Also throws
  /// std::invalid_argument if parent.extent(0) exceeds the capacity or is not the size of the
  /// results.
  template <class Parent, class MemorySpace>
  void operator()(Parent const& parent, TreeStatistics<Index, MemorySpace> const& result) {
    this->call(
        name, {}, {},
        std::tuple(detail::bind<&Arguments::parent>("parent", parent),
                   detail::bind<&Arguments::depth>("depth", result.depth),
                   detail::bind<&Arguments::subtree_size>("subtree_size", result.subtree_size),
                   detail::bind<&Arguments::preorder>("preorder", result.preorder),
                   detail::bind<&Arguments::postorder>("postorder", result.postorder)));
  }

 private:
  static constexpr char const* name = "yoke::tree_statistics";
};

/// The depth, subtree size, preorder and postorder number of every node of a tree or forest.
/// Children and trees are taken in ascending order.
///
/// @param parent  n indices; parent(v) is v's parent. options.root says how a root is marked.
///
/// Returns Views that the call allocates, 4 indices per node. While it runs it needs 11 more. Work
/// O(n), for every shape. Deterministic. Throws std::invalid_argument if the index type is too
/// small for 2 n. Throws yoke::InvalidInput, which names a node, if a parent is out of range or
/// parents form a cycle.
///
/// Source: Tarjan and Vishkin 1985.
template <detail::AnySpace Space, detail::AnyView Parent>
TreeStatistics<typename Parent::non_const_value_type, typename Space::memory_space> tree_statistics(
    Space const& exec, Parent const& parent, TreeOptions const& options = {}) {
  using Index = typename Parent::non_const_value_type;
  TreeStatisticsPlan<Space, Index> plan(exec, parent.extent(0), options);
  TreeStatistics<Index, typename Space::memory_space> const result(exec, parent.extent(0));
  plan(parent, result);
  return result;
}

}  // namespace yoke
