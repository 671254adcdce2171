#pragma once

#include "frame/copy_ring.hpp"
#include "frame/staging.hpp"
#include "list_ranking/two_pass_walk.hpp"
#include "yoke/detail/list_ranking/capability.hpp"

namespace yoke::detail::list_ranking {

// Ranks lists in one array: that of the ranks where it lies near, else a copy of the successors,
// which is the call's own. The successors are copied there, and the ranks take their places.
template <class Space, class Word>
class RankerInCopy {
  using Arguments = typename ListRanking<Word>::Arguments;

 public:
  static constexpr std::uint64_t most_nodes = TwoPassWalk<Space, Word>::most_nodes;

  RankerInCopy(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : exec_(exec),
        tail_(end_rule<Word>(options.tail, "yoke::list_rank: options.tail")),
        timeline_(options.timeline),
        walk_(exec, capacity, options) {}

  TwoPassEnd run(Arguments const& arguments, CopyRing& ring) {
    auto const links = array_.output(exec_, arguments.rank, "ranks");
    auto const heads = heads_.bring(exec_, arguments.heads, "heads", timeline_, &ring);
    bring(arguments.successor, links, ring);
    TwoPassEnd end;
    {
      Span const span(timeline_, Lane::device, ListRanking<Word>::busy);
      end = walk_.run(exec_, links, heads, tail_);
      exec_.fence("yoke::list_rank");
    }
    if (end == TwoPassEnd::ranked) array_.send(exec_, arguments.rank, "ranks", timeline_, &ring);
    return end;
  }

  std::size_t lists() const { return walk_.lists(); }  // of the last run

 private:
  void bring(RawArray<Word const> successor, Array<Space, Word> links, CopyRing& ring) {
    if (successor.size == 0) return;
    if (Staging<Space, Word>::is_near(successor)) {
      Kokkos::deep_copy(exec_, links, Array<Space, Word const>(successor.data, successor.size));
      exec_.fence("yoke::list_rank: links copied");
      return;
    }
    Span const span(timeline_, Lane::upload, "successor");
    ring.up(links.data(), successor.data, successor.size * sizeof(Word));
  }

  Space exec_;
  TailRule<Word> tail_;
  Timeline* timeline_;
  Staging<Space, Word> array_, heads_;
  TwoPassWalk<Space, Word> walk_;
};

}  // namespace yoke::detail::list_ranking
