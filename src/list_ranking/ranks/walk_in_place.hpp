#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "list_ranking/in_place_walk.hpp"
#include "list_ranking/ranks/copies_kernels.hpp"
#include "list_ranking/sublist_ranker.hpp"
#include "yoke/huge_pages.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// A rank's share of the walk in place (list_ranking/in_place_sublist_walk.hpp): its copy of the
// links, which become records where it has walked.
template <class Space, class Word, class Record>
class WalkInPlace {
  using Ranker = list_ranking::SublistRanker<Space, Record>;
  using Traits = list_ranking::ListRankTraits<Space>;
  using Pair = list_ranking::NodeRank<Record>;
  using Format = list_ranking::RecordFormat<Record>;

 public:
  static constexpr bool partitions = false;

  static int log_length(std::uint64_t all) { return Traits::log_sublist_length(all, 0); }
  static std::uint64_t bytes(std::uint64_t all, std::uint64_t, int) { return all * sizeof(Record); }

  // Room for `all` records. `sublists` are those of blocks and heads; after them each rank numbers
  // those of its own that outgrow their position bits. Returns how many there may be in all.
  std::uint64_t prepare(Space const& exec, std::uint64_t all, std::uint64_t sublists, int ranks) {
    format_ = Format(all, sublists, static_cast<std::uint64_t>(ranks));
    first_more_ = sublists;
    if (record_.extent(0) < all) {
      record_ = {};
      record_ = make_buffer<Space, Record>(exec, "yoke::list_rank::records", all);
      if constexpr (runs_on_host<Space>) advise_huge_pages(record_.data(), all * sizeof(Record));
    }
    return sublists + static_cast<std::uint64_t>(ranks) * format_.more_sublists();
  }

  list_ranking::WalkCounters walk(Network<Space> const& ranks, Ranker const& ranker,
                                  Array<Space, Word const> successors, TailRule<Word> tail,
                                  Splitters<Record> const& splitters,
                                  Array<Space, Record const> heads, std::uint64_t first,
                                  std::uint64_t end, std::uint64_t longest) {
    Space const& exec = ranks.exec();
    auto const record = array_of(record_, successors.extent(0));
    std::uint64_t const own_more = begin_of_more(ranks);
    list_ranking::copy_links<Space, Word, Record>(exec, successors, tail, record);
    list_ranking::clear_sublists<Space, Record>(exec, ranker.table(), own_more,
                                                own_more + format_.more_sublists());
    list_ranking::InPlaceWalk<Space, Record, Traits::walkers>(record, ranker.table(),
                                                              ranker.counters(), heads, splitters,
                                                              format_, own_more, longest, false)
        .run(exec, first, end, Traits::threads(exec));
    return ranker.read_counters(exec);
  }

  // The sublists that outgrew their position bits, of all ranks.
  void gather_more(Network<Space>& ranks, Ranker const& ranker) const {
    auto const table = ranker.table();
    Counts const counts(static_cast<std::size_t>(ranks.ranks()), format_.more_sublists());
    std::uint64_t const own = begin_of_more(ranks);
    ranks.gather_all(table.next.data() + own, counts, table.next.data() + first_more_);
    ranks.gather_all(table.length.data() + own, counts, table.length.data() + first_more_);
  }

  // The ranks of the nodes met, by the sublists' ranks.
  void rank_nodes(Space const&, Ranker const& ranker, bool from_head) {
    bases_ = ranker.bases();
    from_head_ = from_head;
  }

  // Records lie by nodes: all of a rank's are one group.
  static std::size_t groups(std::uint64_t, std::uint64_t, std::size_t) { return 1; }
  // Of the nodes from `begin` to `end` - 1, the pairs of those that this rank has met: how many,
  // and themselves. Fence.
  std::uint64_t count(Space const& exec, std::uint64_t begin, std::uint64_t end, std::size_t,
                      std::size_t) const {
    return scan(exec, begin, end, nullptr);
  }
  void pack(Space const& exec, std::uint64_t begin, std::uint64_t end, Pair* to) const {
    scan(exec, begin, end, to);
  }
  void take(Space const& exec, OwnPart<Space, Word> const& own, std::size_t, std::size_t) const {
    Kokkos::parallel_for("yoke::list_rank::take_records",
                         WideRange<Space>(exec, own.base, own.base + own.size),
                         TakeRecords<Space, Word, Record>{array_of(record_), rank_of(), own});
  }

 private:
  std::uint64_t scan(Space const& exec, std::uint64_t begin, std::uint64_t end, Pair* to) const {
    std::uint64_t count = 0;
    Kokkos::parallel_scan("yoke::list_rank::pack_records", WideRange<Space>(exec, begin, end),
                          PackRecords<Space, Record>{array_of(record_), rank_of(), to}, count);
    exec.fence("yoke::list_rank::pack_records");
    return count;
  }
  list_ranking::SublistRank<Space, Record> rank_of() const { return {bases_, format_, from_head_}; }

  std::uint64_t begin_of_more(Network<Space> const& ranks) const {
    return first_more_ + static_cast<std::uint64_t>(ranks.rank()) * format_.more_sublists();
  }

  Buffer<Space, Record> record_;
  Array<Space, Record> bases_;
  bool from_head_ = false;
  Format format_{1, 1};
  std::uint64_t first_more_ = 0;
};

}  // namespace yoke::detail::mpi
