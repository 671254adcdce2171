#pragma once

#include "list_ranking/algorithm.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

namespace yoke::detail::list_ranking {

// The proof of algorithms that write ranks where their walkers have been: they fill the ranks with
// `unranked`, which is no rank (n nodes have ranks below n, and n fits a Word), and ask at the end
// whether one is left. If none is, every node has been ranked; if moreover the walkers have met n
// nodes in all, each has been met once. Counting alone would miss a node that is met twice, in
// place of another.
template <class Word>
inline constexpr Word unranked = ~Word(0);

// Takes the census and fills the ranks on the way.
template <class Space, class Word>
struct CensusAndFill {
  Array<Space, Word const> successor;
  TailRule<Word> tail;
  Array<Space, Word> rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, ListCensus& sum) const {
    rank(i) = unranked<Word>;
    sum.add(static_cast<Word>(i), successor(i), successor.extent(0), tail);
  }
};

template <class Space, class Word>
ListCensus take_census_and_fill(Problem<Space, Word> const& problem) {
  ListCensus census;
  Kokkos::parallel_reduce("yoke::list_rank::census",
                          WideRange<Space>(problem.exec, 0, problem.size()),
                          CensusAndFill<Space, Word>{problem.successor, problem.tail, problem.rank},
                          Kokkos::Sum<ListCensus>(census));
  return census;
}

// The same of each range of the successors as soon as it is there. `partial` has room for as many
// results as there are ranges.
template <class Space, class Word>
ListCensus take_census_of_arriving(Problem<Space, Word> const& problem,
                                   Array<Space, ListCensus> partial) {
  using Memory = typename Space::memory_space;
  Arrival& arrival = *problem.copies.arrival;
  auto const ranges = static_cast<std::uint64_t>(arrival.ranges());
  std::uint64_t const n = problem.size();
  for (std::uint64_t range = 0; range < ranges; ++range) {
    std::uint64_t const begin = n * range / ranges, end = n * (range + 1) / ranges;
    arrival.hold_until(end * sizeof(Word));
    Kokkos::View<ListCensus, Memory> const result(partial.data() + range);
    Kokkos::parallel_reduce(
        "yoke::list_rank::census", WideRange<Space>(problem.exec, begin, end),
        CensusAndFill<Space, Word>{problem.successor, problem.tail, problem.rank},
        Kokkos::Sum<ListCensus, Memory>(result));
  }
  ListCensus censuses[most_ranges], sum;
  Kokkos::View<ListCensus*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      censuses, ranges);
  Kokkos::deep_copy(problem.exec, host, Array<Space, ListCensus>(partial.data(), ranges));
  problem.exec.fence("yoke::list_rank: census");
  for (std::uint64_t range = 0; range < ranges; ++range) sum += censuses[range];
  return sum;
}

template <class Space, class Word>
struct FlagUnranked {
  // Reads in flight a thread: with one, 2^27 ranks of 4 bytes took 0.65 ms on an H200, a fifth of
  // the memory's speed.
  static constexpr int reads = 8;
  Array<Space, Word const> rank;
  std::uint64_t stride;
  std::uint64_t* flag;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    bool found = false;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int k = 0; k < reads; ++k) {
      std::uint64_t const node = i + k * stride;
      found |= node < rank.extent(0) && rank(node) == unranked<Word>;
    }
    // Whoever writes writes the same.
    if (found) relaxed_store(flag, 1u);
  }
};

// Sets the flag, which must be 0, where a node is without a rank. No reduction: on lists there is
// nothing to add up.
template <class Space, class Word>
void flag_unranked(Space const& exec, Array<Space, Word const> rank, std::uint64_t* flag) {
  constexpr int reads = FlagUnranked<Space, Word>::reads;
  std::uint64_t const stride = (rank.extent(0) + reads - 1) / reads;
  Kokkos::parallel_for("yoke::list_rank::flag_unranked", WideRange<Space>(exec, 0, stride),
                       FlagUnranked<Space, Word>{rank, stride, flag});
}

}  // namespace yoke::detail::list_ranking
