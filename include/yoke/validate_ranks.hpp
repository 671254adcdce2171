#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::list_ranking {

// yoke::validate_ranks, as it is compiled in the library. Space can access the arrays. Fences.
template <class Space, class Word>
std::size_t validate_ranks(Space const& exec, RawArray<Word const> successor,
                           RawArray<Word const> rank, Tail tail, RankFrom from);

}  // namespace yoke::detail::list_ranking

namespace yoke {

/// Checks the result of list_rank by the definition of ranks. It uses only the lists, no other
/// ranking:
/// - the successors form lists: each is a node or the mark of a tail, and no two are the same node;
/// - a tail's rank is 0, and every other node's is one more than its successor's. From the head: a
///   head's rank is 0, and every successor's is one more than that of the node before it.
///
/// This is enough. Ranks decrease by one along every link, and not below 0, so there is no cycle.
/// From any node the links lead to rank 0 in a number of steps that equals its rank. There the list
/// ends.
///
/// @param successor,rank  as in list_rank: integers of one width
/// @param options  the options of list_rank: `from` and `tail` are read
///
/// Returns the number of lists. Nothing is written, so arguments may overlap. Work O(n) in a few
/// passes, one with random reads and one with random writes into n bits. These bits are all its
/// memory. Strided Views are copied. Throws yoke::InvalidInput, which names a node and its fault,
/// the same one each time. Throws std::invalid_argument if the sizes differ, or if the indices
/// cannot hold the tail's mark.
template <detail::AnySpace Space, detail::AnyView Successor, detail::AnyView Rank>
std::size_t validate_ranks(Space const& exec, Successor const& successor, Rank const& rank,
                           ListRankOptions const& options = {}) {
  using Index = typename Successor::non_const_value_type;
  static_assert(detail::check_instantiated<Space>());
  static_assert(Successor::rank == 1 && Rank::rank == 1,
                "yoke::validate_ranks: successor and rank must be one-dimensional Views");
  static_assert(detail::is_index<Index> && detail::is_index<typename Rank::non_const_value_type> &&
                    sizeof(Index) == sizeof(typename Rank::value_type),
                "yoke::validate_ranks: successor and rank must be 32- or 64-bit integers of one "
                "width");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Successor::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<Space, typename Rank::memory_space>::accessible,
                "yoke::validate_ranks: the execution space cannot access successor or rank");
  using Word = detail::WordOf<Index>;
  detail::StridedCopy successor_in, rank_in;
  return detail::list_ranking::validate_ranks<Space>(
      exec, successor_in.array<Word const>(exec, successor), rank_in.array<Word const>(exec, rank),
      options.tail, options.from);
}

}  // namespace yoke
