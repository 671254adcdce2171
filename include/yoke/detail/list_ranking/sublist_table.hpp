#pragma once

#include "yoke/detail/list_ranking/sublist_records.hpp"
#include "yoke/detail/primitives/jump.hpp"

namespace yoke::detail {

// One piece of the list each: sublist `id` has length(id) nodes and is followed by next(id), `none`
// at the end of a list.
template <class Space, class Record>
struct SublistTable {
  static constexpr Record none = JumpCells<Space, Record>::end;
  Array<Space, Record> next, length;
};

// Numbers that nobody may take, so that whoever reads the whole table finds them empty.
template <class Space, class Record>
void clear_sublists(Space const& exec, SublistTable<Space, Record> table, std::uint64_t begin,
                    std::uint64_t end) {
  Kokkos::parallel_for(
      "yoke::list_rank::clear_sublists", WideRange<Space>(exec, begin, end),
      KOKKOS_LAMBDA(std::uint64_t i) {
        table.next(i) = SublistTable<Space, Record>::none;
        table.length(i) = 0;
      });
}

// Hands the sublists to pointer jumping, which sums lengths along the links: from the tail as they
// are, so that a sublist's sum is its own length and all that follows; from the head with the links
// turned round, each with the length of the one before it.
template <class Space, class Record>
void link_sublists(Space const& exec, SublistTable<Space, Record> table, std::uint64_t sublists,
                   bool from_head, JumpCells<Space, Record> cells) {
  constexpr Record none = SublistTable<Space, Record>::none;
  if (!from_head) {
    Kokkos::parallel_for(
        "yoke::list_rank::link_sublists", WideRange<Space>(exec, 0, sublists),
        KOKKOS_LAMBDA(std::uint64_t i) { cells.set(i, table.next(i), table.length(i)); });
    return;
  }
  Kokkos::parallel_for(
      "yoke::list_rank::link_sublists_init", WideRange<Space>(exec, 0, sublists),
      KOKKOS_LAMBDA(std::uint64_t i) { cells.set(i, none, 0); });
  Kokkos::parallel_for(
      "yoke::list_rank::link_sublists_back", WideRange<Space>(exec, 0, sublists),
      KOKKOS_LAMBDA(std::uint64_t i) {
        Record const next = table.next(i);
        if (next != none) cells.set(next, static_cast<Record>(i), table.length(i));
      });
}

// The rank of a sublist's first node is its base.
template <class Space, class Record>
void take_bases(Space const& exec, JumpCells<Space, Record> cells, std::uint64_t sublists,
                bool from_head, Array<Space, Record> base) {
  Record const less = from_head ? 0 : 1;
  Kokkos::parallel_for(
      "yoke::list_rank::take_bases", WideRange<Space>(exec, 0, sublists),
      KOKKOS_LAMBDA(std::uint64_t i) { base(i) = cells.sum(i) - less; });
}

// rank = base of the node's sublist, less or plus its position in it.
template <class Space, class Word, class Record>
void add_bases(Space const& exec, Array<Space, Record> record, Array<Space, Record> base,
               RecordFormat<Record> format, bool from_head, Array<Space, Word> rank) {
  Kokkos::parallel_for(
      "yoke::list_rank::add_bases", WideRange<Space>(exec, 0, record.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i) {
        Record const mine = record(i);
        // Left out, though the count was right: lists run into each other and met others twice.
        if (!(mine & RecordFormat<Record>::visited)) return;
        Record const first = base(format.sublist(mine)), position = format.position(mine);
        rank(i) = static_cast<Word>(from_head ? first + position : first - position);
      });
}

}  // namespace yoke::detail
