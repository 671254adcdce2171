#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/detail/list_ranking/validate.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke {

/// Checks what list_rank computed, by the definition of ranks and against the lists alone, not
/// against another ranking:
/// - the successors make up lists: each is a node or the mark of a tail, and no two are the same
///   node;
/// - a tail's rank is 0, and every other node's is one more than its successor's (from the head: a
///   head's is 0, and every successor's is one more than that of the node before it).
///
/// No more is needed. Ranks that fall by one along every link, and not below 0, leave no cycle;
/// from any node the links then lead, in as many steps as its rank says, to where the rank is 0,
/// and that is the end of its list.
///
/// @param successor,rank  as list_rank takes them: integers of one width
/// @param options  as list_rank was given them: `from` and `tail` are read
///
/// Returns the number of lists. Nothing is written, so arguments may overlap. Work O(n) in a few
/// passes, one of them with random reads and one with random writes into n bits, which is all the
/// memory that it takes. Strided Views are copied. Throws yoke::InvalidInput, naming a node and
/// what is wrong with it, the same one each time, and std::invalid_argument where the sizes differ
/// or where the indices cannot hold the tail's mark.
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
