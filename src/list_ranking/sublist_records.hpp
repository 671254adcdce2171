#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <limits>

#include "list_ranking/algorithm.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::list_ranking {

// The in-place walk keeps one word a node, first the link to the next node (the node itself at a
// tail), then, once a walker has met the node, its sublist and its position in it. A visit thus
// reads and writes one cache line or sector, where separate arrays would touch two; and a walker
// that meets a visited node knows that the list runs into itself.
//
// The top bit tells the two apart, the next one marks a link whose node has a predecessor, so that
// a 32-bit record serves up to 2^30 nodes.
template <class Record>
class RecordFormat {
 public:
  static constexpr int bits = std::numeric_limits<Record>::digits;
  static constexpr Record visited = Record(1) << (bits - 1);
  static constexpr Record has_predecessor = Record(1) << (bits - 2);
  static constexpr std::uint64_t most_nodes = std::uint64_t(1) << (bits - 2);

  // Numbers `sublists` sublists of n nodes, with as many bits as remain for the position in one. A
  // sublist that outgrows them goes on under a new number, so each of the `sides` that walk without
  // asking the other has more_sublists() more.
  RecordFormat(std::uint64_t n, std::uint64_t sublists, std::uint64_t sides = 1) : n_(n) {
    while (position_bits_ > 0 && sublists + sides * more_sublists() > (visited >> position_bits_)) {
      --position_bits_;
    }
  }

  std::uint64_t more_sublists() const { return n_ >> position_bits_; }
  KOKKOS_FUNCTION Record longest() const { return Record(1) << position_bits_; }

  KOKKOS_FUNCTION Record visit(Record sublist, Record position) const {
    return visited | sublist << position_bits_ | position;
  }
  // Of a node that was ranked before its list's first splitter (in_place_prefixes.hpp).
  KOKKOS_FUNCTION static Record ranked(Record rank) { return has_predecessor | rank; }
  KOKKOS_FUNCTION Record sublist(Record record) const {
    return (record & ~visited) >> position_bits_;
  }
  KOKKOS_FUNCTION Record position(Record record) const { return record & (longest() - 1); }

 private:
  std::uint64_t n_;
  int position_bits_ = 12;
};

template <class Space, class Word, class Record>
struct CopyLink {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  // const: the compiler would read it again after each change of the sum.
  std::uint64_t const n;
  Array<Space, Record> record;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, ListCensus& sum) const {
    Word const next = successor(i);
    bool const is_tail = tail(static_cast<Word>(i), next);
    bool const is_link = !is_tail && next < n && next != i;
    record(i) = static_cast<Record>(is_link ? next : i);
    sum.tails += is_tail;
    sum.astray += !is_tail && !is_link;
    sum.head_sum += i - (is_link ? static_cast<std::uint64_t>(next) : 0);
  }
};

// Copies the list into records and takes its census on the way. Links astray become tails.
template <class Space, class Word, class Record>
ListCensus copy_links(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                      Array<Space, Record> record) {
  ListCensus census;
  std::uint64_t const n = successor.extent(0);
  Kokkos::parallel_reduce("yoke::list_rank::copy_links", WideRange<Space>(exec, 0, n),
                          CopyLink<Space, Word, Record>{successor, tail, n, record},
                          Kokkos::Sum<ListCensus>(census));
  return census;
}

// What a pass over the nodes that no walker has met finds.
struct UnmetNodes {
  std::uint64_t count = 0;
  // Links that show that these are no lists: into the middle of a sublist, or twice at one node.
  std::uint64_t faults = 0;

  KOKKOS_FUNCTION void operator+=(UnmetNodes const& other) {
    count += other.count;
    faults += other.faults;
  }
};

}  // namespace yoke::detail::list_ranking

template <>
struct Kokkos::reduction_identity<yoke::detail::list_ranking::UnmetNodes> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::list_ranking::UnmetNodes sum() { return {}; }
};

namespace yoke::detail::list_ranking {

template <class Space, class Record, class Splitters>
struct MarkUnvisited {
  using Format = RecordFormat<Record>;
  Array<Space, Record> record;
  Splitters splitters;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, UnmetNodes& unmet) const {
    Record const mine = relaxed_load(&record(i));
    if (mine & Format::visited) return;
    ++unmet.count;
    Record const next = mine & ~Format::has_predecessor;
    if (next == i) return;
    if (relaxed_load(&record(next)) & Format::visited) {
      unmet.faults += !splitters.contains(next);
    } else {
      unmet.faults += (Kokkos::atomic_fetch_or(&record(next), Format::has_predecessor) &
                       Format::has_predecessor) != 0;
    }
  }
};

// Marks, among the nodes that no walker has met, those that another such node points at. The heads
// among them are then those without a mark.
template <class Space, class Record, class Splitters>
UnmetNodes mark_unvisited(Space const& exec, Array<Space, Record> record,
                          Splitters const& splitters) {
  UnmetNodes unmet;
  Kokkos::parallel_reduce(
      "yoke::list_rank::mark_unvisited", WideRange<Space>(exec, 0, record.extent(0)),
      MarkUnvisited<Space, Record, Splitters>{record, splitters}, Kokkos::Sum<UnmetNodes>(unmet));
  return unmet;
}

// Copies a given head into a record's word, and counts those that are no nodes.
template <class Space, class Word, class Record>
struct CopyHead {
  Array<Space, Word const> given;
  Array<Space, Record> heads;
  std::uint64_t n;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& beyond) const {
    beyond += given(i) >= n;
    heads(i) = static_cast<Record>(given(i));
  }
};

// Copies given heads into records' words; false where one is not a node.
template <class Space, class Word, class Record>
bool copy_heads(Space const& exec, Array<Space, Word const> given, std::uint64_t n,
                Array<Space, Record> heads) {
  std::uint64_t beyond = 0;
  Kokkos::parallel_reduce("yoke::list_rank::copy_heads", WideRange<Space>(exec, 0, given.extent(0)),
                          CopyHead<Space, Word, Record>{given, heads, n}, beyond);
  return beyond == 0;
}

}  // namespace yoke::detail::list_ranking
