#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "list_ranking/given_splitters.hpp"
#include "list_ranking/owned_walk.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"

namespace yoke::detail::list_ranking {

// Dehne and Yogaratnam's parallel random splitter algorithm (3.2, Alg. 3, after Reid-Miller). O(n)
// work beside O(p log p) for p sublists. Its RS2 draws from blocks of p nodes; n / p are meant. One
// walker a sublist; besides the splitters' there is one for each head, for the nodes before the
// first splitter.
//
// Memory beyond the arguments, for each node: with bits_64, 8 bytes for 32-bit indices and 16 for
// 64-bit ones; with bits_48, 2 bytes beside the ranks themselves. Where a list array has more than
// 2^15 lists, so that 16 bits may not number the sublists, bits_48 is taken as bits_64.
template <class Space, class Word>
class RandomSplitter final : public CutAtSplitters<RandomSplitter<Space, Word>, Space, Word> {
  using Base = CutAtSplitters<RandomSplitter, Space, Word>;
  using Base::given;
  friend Base;

 public:
  RandomSplitter(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : Base(exec, capacity, "options.random_splitter.given_splitters",
             options.random_splitter.given_splitters),
        options_(options.random_splitter),
        seed_(options.seed),
        collect_lengths_(options.collect_sublist_lengths) {
    check_options();
    reserve(exec, capacity, random_splitters(exec, capacity, 1) + given().size() + 1,
            fits_16_bits(1));
  }

 private:
  using Jump = PointerJump<Space, Word>;
  using Packing = RandomSplitterOptions::Packing;
  static constexpr std::uint64_t most_owners = HalfMarks<Space, Word>::most_owners;

  struct Call {
    Problem<Space, Word> const& problem;
    PhaseTimer<Space>& timer;
    SublistStarts<Space, Word> const& starts;
    std::uint64_t weight;
  };

  template <class List>
  bool rank_list(Problem<Space, Word> const& problem, PhaseTimer<Space>& timer,
                 RankOutcome const& outcome, List const& list, std::uint64_t weight) {
    SublistStarts<Space, Word> const starts(
        given().array(), list.heads, problem.size(),
        random_splitters(problem.exec, problem.size(), outcome.lists), seed_);
    bool const half = fits_16_bits(outcome.lists);
    reserve(problem.exec, problem.size(), starts.size(), half);
    Call const call{problem, timer, starts, weight};
    return half ? rank(call, list, HalfMarks<Space, Word>(owner_.data(), problem.rank.data()))
                : rank(call, list, WordMarks<Space, Word>(marks_.data()));
  }

  void check_options() const;
  void reserve(Space const& exec, std::uint64_t nodes, std::uint64_t sublists, bool half);

  bool fits_16_bits(std::uint64_t lists) const {
    return options_.packing == Packing::bits_48 && lists <= most_owners / 2 &&
           given().size() + lists <= most_owners;
  }

  std::uint64_t random_splitters(Space const& exec, std::uint64_t nodes,
                                 std::uint64_t lists) const {
    if (given().size() > 0) return 0;
    // Dehne and Yogaratnam's 8192 for a device.
    std::uint64_t const usual = runs_on_host<Space> ? 64 * exec.concurrency() : 8192;
    std::uint64_t const asked =
        std::min<std::uint64_t>(options_.sublists > 0 ? options_.sublists : usual, nodes);
    return fits_16_bits(lists) ? std::min(asked, most_owners - lists) : asked;
  }

  template <class List, class Marks>
  bool rank(Call const& call, List const& list, Marks const& marks) {
    auto const& [problem, timer, starts, weight] = call;
    Space const& exec = problem.exec;
    auto sublists = jump_.cells();
    clear_marks(exec, marks, problem.size());
    mark_starts(exec, starts, marks, 0, starts.size());
    timer.done("RS1+RS2");
    walk_to_owned(exec, list, starts, marks, sublists);
    timer.done("RS3");
    report_sublists(exec, problem.report, sublists, starts.size(), collect_lengths_);
    if (total_weight<Space, Word>(exec, sublists, starts.size()) != weight) return false;
    if (!Jump::run(exec, sublists, starts.size())) return false;
    timer.done("RS4");
    auto const unmet = add_sublist_ranks<Space, Word>(exec, marks, sublists, list, problem.size());
    timer.done("RS5");
    return unmet == 0;
  }

  RandomSplitterOptions options_;
  std::uint64_t seed_;
  bool collect_lengths_;
  Buffer<Space, std::uint16_t> owner_;
  Buffer<Space, std::uint64_t> marks_;
  Jump jump_;
};

template <class Space, class Word>
void RandomSplitter<Space, Word>::check_options() const {
  std::size_t const sublists = std::max(options_.sublists, options_.given_splitters.size());
  if (options_.packing == Packing::bits_48 && sublists > most_owners) {
    throw std::invalid_argument("yoke::list_rank: options.random_splitter asks for " +
                                show_count(sublists, "sublist") +
                                ", and 16 bits number 65536: use Packing::bits_64");
  }
}

template <class Space, class Word>
void RandomSplitter<Space, Word>::reserve(Space const& exec, std::uint64_t nodes,
                                          std::uint64_t sublists, bool half) {
  std::uint64_t const words = nodes * WordMarks<Space, Word>::words_per_node;
  if (half && owner_.size() < nodes) {
    owner_ = make_buffer<Space, std::uint16_t>(exec, "yoke::list_rank::owner", nodes);
    if constexpr (runs_on_host<Space>) advise_huge_pages(owner_.data(), nodes * 2);
  } else if (!half && marks_.size() < words) {
    marks_ = make_buffer<Space, std::uint64_t>(exec, "yoke::list_rank::marks", words);
    if constexpr (runs_on_host<Space>) advise_huge_pages(marks_.data(), words * 8);
  }
  if (jump_.capacity() < sublists) {
    jump_ = Jump();  // or both would be held for a moment
    jump_ = Jump(exec, sublists);
  }
}

}  // namespace yoke::detail::list_ranking
