#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/compiler_check.hpp"
#include "yoke/detail/primitives/stream_draws.hpp"
#include "yoke/detail/primitives/walk.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"
#include "yoke/random.hpp"

namespace yoke {

/// The order in which a generated list visits its nodes.
enum class ListOrder {
  random,          ///< a pseudo-random permutation of all nodes
  ordered,         ///< 0, 1, 2, ...
  reversed,        ///< n-1, n-2, ...
  block_shuffled,  ///< blocks of 1024 neighbours in random order, each block in ascending order
};

/// The shape of generated lists. `lists` lists of equal length (to within one node) together visit
/// all nodes. With `long_list_share` > 0, one list has that share of the nodes and the others have
/// equal parts of the rest.
struct ListShape {
  ListOrder order = ListOrder::random;  ///< the order of visits
  std::uint64_t lists = 1;              ///< number of lists
  double long_list_share = 0;           ///< the share of the long list; 0: none
  std::uint64_t seed = 1;               ///< seed of the random orders
  Tail tail = Tail::self_loop();        ///< how a list ends
};

namespace detail {

// Maps a position in the concatenated lists to the node there.
class NodeAtPosition {
 public:
  // Draws from the generator's stream 0.
  template <RandomGenerator Generator>
  NodeAtPosition(ListOrder order, std::uint64_t size, Generator const& random)
      : NodeAtPosition(order, size, BlockDraws<Generator>(random, 0)) {}

  KOKKOS_FUNCTION std::uint64_t operator()(std::uint64_t position) const {
    switch (order_) {
      case ListOrder::random:
        return nodes_(position);
      case ListOrder::reversed:
        return size_ - 1 - position;
      case ListOrder::block_shuffled:
        // The last, incomplete block is not moved.
        if (position / block >= size_ / block) return position;
        return blocks_(position / block) * block + position % block;
      case ListOrder::ordered:
        break;
    }
    return position;
  }

 private:
  template <class Generator>
  NodeAtPosition(ListOrder order, std::uint64_t size, BlockDraws<Generator> draws)
      : order_(order),
        size_(size),
        nodes_(size, draws.next()),
        blocks_(size / block, draws.next()) {}

  static constexpr std::uint64_t block = 1024;
  ListOrder order_;
  std::uint64_t size_;
  RandomPermutation nodes_, blocks_;
};

// The positions of the lists' ends in their concatenation.
class ListBounds {
 public:
  ListBounds(std::uint64_t size, ListShape const& shape)
      : size_(size), lists_(std::min(std::max<std::uint64_t>(shape.lists, 1), size)) {
    if (shape.long_list_share > 0 && lists_ > 1) {
      // Every other list keeps at least one node.
      double const share = std::min(shape.long_list_share, 1.0);
      long_ = std::min(static_cast<std::uint64_t>(share * static_cast<double>(size)),
                       size - (lists_ - 1));
      --lists_;
    }
  }

  std::uint64_t lists() const { return lists_ + (long_ > 0); }

  KOKKOS_FUNCTION bool ends_at(std::uint64_t position) const {
    if (position < long_) return position + 1 == long_;
    std::uint64_t const rest = size_ - long_, p = position - long_;
    std::uint64_t const base = rest / lists_,
                        longer = rest % lists_;  // the first ones have one more
    if (p < longer * (base + 1)) return (p + 1) % (base + 1) == 0;
    return (p - longer * (base + 1) + 1) % base == 0;
  }

 private:
  std::uint64_t size_, lists_, long_ = 0;
};

// Links the node at a position of the lists' concatenation. A functor, not a lambda: users' source
// files instantiate it, and its name must be the same in all of them.
template <class Successor>
struct LinkPosition {
  using Index = typename Successor::value_type;
  Successor successor;
  NodeAtPosition node_at;
  ListBounds bounds;
  bool self_loop;
  std::uint64_t end_value;

  KOKKOS_FUNCTION void operator()(std::uint64_t position) const {
    std::uint64_t const node = node_at(position);
    std::uint64_t const end = self_loop ? node : end_value;
    successor(node) = static_cast<Index>(bounds.ends_at(position) ? end : node_at(position + 1));
  }
};

}  // namespace detail

/// Fills `successor` with linked lists of the given shape. Reproducible: the same on every space
/// and for every number of threads. Work O(n), no memory. Returns the number of lists. Throws
/// std::invalid_argument if successor's type cannot number its elements or hold the tails' mark. A
/// mark that is a node, but no list's head, looks like a link to that node.
///
/// @param random  gives the keys of the random orders, in place of the shape's seed: the first 8
///   words of its stream 0, drawn on the host. Any RandomGenerator. With Philox(seed) the lists are
///   those of the seed.
template <class Space, class Successor, RandomGenerator Generator>
std::uint64_t generate_lists(Space const& exec, Successor const& successor, ListShape const& shape,
                             Generator const& random) {
  static_assert(Kokkos::SpaceAccessibility<Space, typename Successor::memory_space>::accessible,
                "yoke::generate_lists: the execution space cannot access successor");
  using Index = typename Successor::value_type;
  static_assert(Successor::rank == 1 && detail::is_index<Index>,
                "yoke::generate_lists: successor must be a one-dimensional View of 32- or 64-bit "
                "integers");
  std::uint64_t const size = successor.extent(0);
  detail::check_choice("yoke::generate_lists", "shape.order", shape.order,
                       ListOrder::block_shuffled);
  detail::check_index_holds<Index>("yoke::generate_lists", "successor", size);
  if (size == 0) return 0;
  detail::NodeAtPosition const node_at(shape.order, size, random);
  detail::ListBounds const bounds(size, shape);
  detail::end_rule<detail::WordOf<Index>>(shape.tail, "yoke::generate_lists: shape.tail");
  Kokkos::parallel_for(
      "yoke::generate::lists",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(exec, 0, size),
      detail::LinkPosition<Successor>{successor, node_at, bounds, shape.tail.is_self_loop(),
                                      shape.tail.end_value()});
  exec.fence("yoke::generate_lists");
  return bounds.lists();
}

/// The same with Philox of the shape's seed.
template <class Space, class Successor>
std::uint64_t generate_lists(Space const& exec, Successor const& successor,
                             ListShape const& shape = {}) {
  return generate_lists(exec, successor, shape, Philox(shape.seed));
}

}  // namespace yoke
