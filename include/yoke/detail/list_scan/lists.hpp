#pragma once

#include <cstdint>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/list_ranking/faults.hpp"
#include "yoke/detail/list_ranking/heads.hpp"

namespace yoke::detail::list_ranking {

// The tails, in ascending order; `tails` says how many there are.
template <class Space, class Word>
void collect_tails(Space const& exec, Array<Space, Word const> successor, TailRule<Word> tail,
                   Array<Space, Word> tails) {
  Kokkos::parallel_scan(
      "yoke::list_scan::collect_tails", WideRange<Space>(exec, 0, successor.extent(0)),
      KOKKOS_LAMBDA(std::uint64_t i, std::uint64_t & count, bool last) {
        if (!tail(static_cast<Word>(i), successor(i))) return;
        if (last) tails(count) = static_cast<Word>(i);
        ++count;
      });
}

// The lists of one call of list_scan or list_to_array, and where they begin.
template <class Space, class Word>
class ScanLists {
 public:
  ScanLists(std::string const& caller, Space const& exec, Array<Space, Word const> successor,
            TailRule<Word> tail)
      : caller_(caller), problem_{exec, successor, {}, {}, tail, RankFrom::tail, nullptr} {}

  Array<Space, Word const> successor() const { return problem_.successor; }
  TailRule<Word> tail() const { return problem_.tail; }

  void validate() const { check_links(problem_, caller_); }

  // In ascending order. Throws where the successors are visibly not lists.
  Array<Space, Word const> find_heads() {
    finder_ = HeadFinder<Space, Word>(problem_.exec, problem_.size());
    RankOutcome outcome;
    auto const heads = finder_.find(problem_, outcome);
    if (!outcome.complete) fail();
    return heads;
  }

  // The heads of the lists turned round.
  Array<Space, Word const> find_tails() {
    auto const census = take_census(problem_.exec, problem_.successor, problem_.tail);
    if (census.astray > 0 || census.tails == 0) fail();
    tails_ = make_buffer<Space, Word>(problem_.exec, "yoke::list_scan::tails", census.tails);
    Array<Space, Word> const tails(tails_.data(), census.tails);
    collect_tails(problem_.exec, problem_.successor, problem_.tail, tails);
    return tails;
  }

  // For successors that turned out not to be lists: finds out why not.
  [[noreturn]] void fail() const {
    check_links(problem_, caller_);
    auto const scratch =
        make_buffer<Space, Word>(problem_.exec, "yoke::list_scan::fault_ranks", problem_.size());
    auto again = problem_;
    again.rank = Array<Space, Word>(scratch.data(), problem_.size());
    std::uint64_t const node = first_unranked(again);
    throw_cycle(node, caller_);
  }

 private:
  std::string caller_;
  RankProblem<Space, Word> problem_;
  HeadFinder<Space, Word> finder_{problem_.exec, 0};
  Buffer<Space, Word> tails_;
};

}  // namespace yoke::detail::list_ranking
