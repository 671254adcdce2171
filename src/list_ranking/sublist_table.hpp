#pragma once

#include "list_ranking/sublist_records.hpp"
#include "primitives/jump.hpp"

namespace yoke::detail::list_ranking {

// One piece of the list each: sublist `id` has length(id) nodes and is followed by next(id), `none`
// at the end of a list.
template <class Space, class Record>
struct SublistTable {
  static constexpr Record none = JumpCells<Space, Record>::end;
  Array<Space, Record> next, length;
};

template <class Space, class Record>
struct ClearSublist {
  SublistTable<Space, Record> table;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    table.next(i) = SublistTable<Space, Record>::none;
    table.length(i) = 0;
  }
};

// Numbers that nobody may take, so that whoever reads the whole table finds them empty.
template <class Space, class Record>
void clear_sublists(Space const& exec, SublistTable<Space, Record> table, std::uint64_t begin,
                    std::uint64_t end) {
  Kokkos::parallel_for("yoke::list_rank::clear_sublists", WideRange<Space>(exec, begin, end),
                       ClearSublist<Space, Record>{table});
}

template <class Space, class Record>
struct LinkSublist {
  SublistTable<Space, Record> table;
  JumpCells<Space, Record> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    cells.set(i, table.next(i), table.length(i));
  }
};

// Until another sublist is found to be followed by it, a sublist is the first one of its list.
template <class Space, class Record>
struct LinkAsFirst {
  Array<Space, Record> before;
  JumpCells<Space, Record> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    cells.set(i, SublistTable<Space, Record>::none, before.extent(0) > 0 ? before(i) : 0);
  }
};

template <class Space, class Record>
struct LinkBack {
  SublistTable<Space, Record> table;
  JumpCells<Space, Record> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Record const next = table.next(i);
    if (next != table.none) cells.set(next, static_cast<Record>(i), table.length(i));
  }
};

template <class Space, class Record>
struct CountLostLinks {
  SublistTable<Space, Record> table;
  JumpCells<Space, Record> cells;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    Record const next = table.next(i);
    sum += next != table.none && cells.load(next).next != i;
  }
};

// Hands the sublists to pointer jumping, which sums lengths along the links: from the tail as they
// are, so that a sublist's sum is its own length and all that follows; from the head with the links
// turned round, each with the length of the one before it, or with the nodes that stand `before` it
// where there are prefixes (in_place_prefixes.hpp). False where two sublists are followed by one,
// of which links that are turned round keep only one: the other might hide a cycle.
template <class Space, class Record>
bool link_sublists(Space const& exec, SublistTable<Space, Record> table, std::uint64_t sublists,
                   bool from_head, Array<Space, Record> before, JumpCells<Space, Record> cells) {
  WideRange<Space> const all(exec, 0, sublists);
  if (!from_head) {
    Kokkos::parallel_for("yoke::list_rank::link_sublists", all,
                         LinkSublist<Space, Record>{table, cells});
    return true;
  }
  Kokkos::parallel_for("yoke::list_rank::link_sublists_init", all,
                       LinkAsFirst<Space, Record>{before, cells});
  Kokkos::parallel_for("yoke::list_rank::link_sublists_back", all,
                       LinkBack<Space, Record>{table, cells});
  std::uint64_t lost = 0;
  Kokkos::parallel_reduce("yoke::list_rank::count_lost_links", all,
                          CountLostLinks<Space, Record>{table, cells}, lost);
  return lost == 0;
}

// The rank of a sublist's first node is its base.
template <class Space, class Record>
void take_bases(Space const& exec, JumpCells<Space, Record> cells, std::uint64_t sublists,
                bool from_head, Array<Space, Record> base) {
  Record const less = from_head ? 0 : 1;
  Kokkos::parallel_for("yoke::list_rank::take_bases", WideRange<Space>(exec, 0, sublists),
                       TakeSum<Space, Record>{cells, less, base});
}

// What a record says of its node's rank: the base of its sublist, less or plus its position in it.
template <class Space, class Record>
struct SublistRank {
  Array<Space, Record> base;
  RecordFormat<Record> format;
  bool from_head;

  KOKKOS_FUNCTION Record operator()(Record visited) const {
    Record const first = base(format.sublist(visited)), position = format.position(visited);
    return from_head ? first + position : first - position;
  }
};

// Adds what its sublist has before it to a node's local rank, and counts the nodes not met.
template <class Space, class Word, class Record>
struct AddBases {
  using Format = RecordFormat<Record>;
  Array<Space, Record> record;
  SublistRank<Space, Record> rank_of;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& unmet) const {
    Record const mine = record(i);
    if (mine & Format::visited) {
      rank(i) = static_cast<Word>(rank_of(mine));
    } else {
      rank(i) = static_cast<Word>(mine & ~Format::has_predecessor);
      unmet += !(mine & Format::has_predecessor);
    }
  }
};

// Writes the ranks; returns how many nodes have been met by no walker, and have none. A count of
// visits is no proof that there are none: walkers that race for a node both count it.
template <class Space, class Word, class Record>
std::uint64_t add_bases(Space const& exec, Array<Space, Record> record,
                        SublistRank<Space, Record> const& rank_of, Array<Space, Word> rank) {
  std::uint64_t unmet = 0;
  Kokkos::parallel_reduce("yoke::list_rank::add_bases", WideRange<Space>(exec, 0, record.extent(0)),
                          AddBases<Space, Word, Record>{record, rank_of, rank}, unmet);
  return unmet;
}

}  // namespace yoke::detail::list_ranking
