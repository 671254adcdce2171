#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "list_ranking/reduced_list.hpp"
#include "list_ranking/sublist_marks.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/huge_pages.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::list_ranking {

// Where the sublists start: at one random node of each of `blocks` blocks of indices, or at the
// splitters given instead, and at the heads.
template <class Space, class Word>
struct SublistStarts {
  Array<Space, Word const> given, heads;
  std::uint64_t nodes, blocks;
  Philox random;

  SublistStarts(Array<Space, Word const> given_splitters, Array<Space, Word const> found_heads,
                std::uint64_t size, std::uint64_t random_splitters, std::uint64_t seed)
      : given(given_splitters),
        heads(found_heads),
        nodes(size),
        blocks(given_splitters.extent(0) > 0 ? given_splitters.extent(0) : random_splitters),
        random(seed) {}

  std::uint64_t size() const { return blocks + heads.extent(0); }

  KOKKOS_FUNCTION Word at(std::uint64_t sublist) const {
    if (sublist >= blocks) return heads(sublist - blocks);
    if (given.extent(0) > 0) return given(sublist);
    // Blocks differ in length by one node at most: the first nodes % blocks are longer.
    std::uint64_t const longer = nodes % blocks, length = nodes / blocks;
    std::uint64_t const begin = sublist * length + (sublist < longer ? sublist : longer);
    return static_cast<Word>(begin + random.below(sublist, length + (sublist < longer ? 1 : 0)));
  }
};

// RS2: every start is marked by its sublist. Where two start at one node, one of them owns it.
template <class Space, class Word, class Marks>
struct MarkStart {
  SublistStarts<Space, Word> starts;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::uint64_t sublist) const {
    marks.set(starts.at(sublist), static_cast<Word>(sublist), 0);
  }
};

// RS3: each walker ranks the free nodes from its start to the next one that has an owner. That must
// be a start; any other shows that lists run into each other. No guard is needed: a walker stops at
// the latest when it comes back to a node of its own.
template <class Space, class Word, class Marks, class List>
struct WalkToOwned {
  using Cells = JumpCells<Space, Word>;
  List list;
  SublistStarts<Space, Word> starts;
  Marks marks;
  Cells sublists;

  KOKKOS_FUNCTION void operator()(std::uint64_t sublist) const {
    Word node = starts.at(sublist);
    if (marks.owner(node) != sublist) {
      // Another starts here: this sublist is empty, and that one follows.
      sublists.set(sublist, marks.owner(node), 0);
      return;
    }
    for (Word weight = 0;;) {
      auto const link = list.load(node);
      Word const next = link.next;
      weight += link.sum;
      if (next == Cells::end) {
        sublists.set(sublist, next, weight);
        return;
      }
      if (!marks.is_free(next)) {
        // What follows itself never reaches an end.
        Word const follower = marks.rank(next) == 0 ? marks.owner(next) : sublist;
        sublists.set(sublist, follower, weight);
        return;
      }
      marks.set(next, static_cast<Word>(sublist), weight);
      node = next;
    }
  }
};

// Dehne and Yogaratnam's parallel random splitter algorithm (3.2, Alg. 3, after Reid-Miller). O(n)
// work beside O(p log p) for p sublists. Its RS2 draws from blocks of p nodes; n / p are meant. One
// walker a sublist; besides the splitters' there is one for each head, for the nodes before the
// first splitter.
//
// Memory beyond the arguments, for each node: with bits_64, 8 bytes for 32-bit indices and 16 for
// 64-bit ones; with bits_48, 2 bytes beside the ranks themselves. Where a list array has more than
// 2^15 lists, so that 16 bits may not number the sublists, bits_48 is taken as bits_64.
template <class Space, class Word>
class RandomSplitter final : public Algorithm<Space, Word> {
 public:
  RandomSplitter(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : options_(options.random_splitter),
        seed_(options.seed),
        collect_lengths_(options.collect_sublist_lengths),
        heads_(exec, capacity) {
    check_options();
    copy_given(exec);
    reserve(exec, capacity, random_splitters(exec, capacity, 1) + given_.size() + 1,
            fits_16_bits(1));
  }

  RankOutcome run(Problem<Space, Word> const& problem) override {
    check_given(problem.size());
    return run_on(problem, problem.size(), [&](Array<Space, Word const> heads) {
      return NodeList<Space, Word>(problem, heads);
    });
  }

  bool run_reduced(Problem<Space, Word> const& problem, JumpCells<Space, Word> const& links,
                   std::uint64_t nodes) override {
    auto const list_from = [&](Array<Space, Word const> heads) {
      return ReducedList<Space, Word>{links, heads, problem.rank};
    };
    return run_on(problem, nodes, list_from).complete;
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

  // Ranks the list that list_from(heads) makes, of `weight` in all.
  template <class ListFrom>
  RankOutcome run_on(Problem<Space, Word> const& problem, std::uint64_t weight,
                     ListFrom const& list_from) {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    RankOutcome outcome;
    auto const heads = find_heads(heads_, problem, outcome);
    timer.done("heads");
    if (!outcome.complete) return outcome;
    SublistStarts<Space, Word> const starts(
        given_, heads, problem.size(),
        random_splitters(problem.exec, problem.size(), outcome.lists), seed_);
    bool const half = fits_16_bits(outcome.lists);
    reserve(problem.exec, problem.size(), starts.size(), half);
    Call const call{problem, timer, starts, weight};
    auto const list = list_from(heads);
    outcome.complete =
        half ? rank(call, list, HalfMarks<Space, Word>(owner_.data(), problem.rank.data()))
             : rank(call, list, WordMarks<Space, Word>(marks_.data()));
    return outcome;
  }

  void check_options() const;
  void copy_given(Space const& exec);
  void check_given(std::uint64_t nodes) const;
  void reserve(Space const& exec, std::uint64_t nodes, std::uint64_t sublists, bool half);
  void report_sublists(Problem<Space, Word> const& problem, JumpCells<Space, Word> const& sublists,
                       std::uint64_t size) const;

  bool fits_16_bits(std::uint64_t lists) const {
    return options_.packing == Packing::bits_48 && lists <= most_owners / 2 &&
           given_.size() + lists <= most_owners;
  }

  std::uint64_t random_splitters(Space const& exec, std::uint64_t nodes,
                                 std::uint64_t lists) const {
    if (given_.size() > 0) return 0;
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
    Kokkos::parallel_for("yoke::list_rank::mark_starts", WideRange<Space>(exec, 0, starts.size()),
                         MarkStart<Space, Word, Marks>{starts, marks});
    timer.done("RS1+RS2");
    Kokkos::parallel_for("yoke::list_rank::walk_to_owned", WideRange<Space>(exec, 0, starts.size()),
                         WalkToOwned<Space, Word, Marks, List>{list, starts, marks, sublists});
    timer.done("RS3");
    if (problem.report) report_sublists(problem, sublists, starts.size());
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
  HeadFinder<Space, Word> heads_;
  Buffer<Space, Word> given_;
  Buffer<Space, std::uint16_t> owner_;
  Buffer<Space, std::uint64_t> marks_;
  Jump jump_;
};

template <class Space, class Word>
void RandomSplitter<Space, Word>::check_options() const {
  std::size_t const sublists = std::max(options_.sublists, options_.splitters.size());
  if (options_.packing == Packing::bits_48 && sublists > most_owners) {
    throw std::invalid_argument("yoke::list_rank: options.random_splitter asks for " +
                                show_count(sublists, "sublist") +
                                ", and 16 bits number 65536: use Packing::bits_64");
  }
}

template <class Space, class Word>
void RandomSplitter<Space, Word>::copy_given(Space const& exec) {
  std::vector<Word> words(options_.splitters.begin(), options_.splitters.end());
  given_ = make_buffer<Space, Word>(exec, "yoke::list_rank::splitters", words.size());
  Kokkos::View<Word const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      words.data(), words.size());
  Kokkos::deep_copy(exec, given_, host);
  exec.fence("yoke::list_rank: given splitters");
}

template <class Space, class Word>
void RandomSplitter<Space, Word>::check_given(std::uint64_t nodes) const {
  for (std::uint64_t const splitter : options_.splitters) {
    if (splitter >= nodes) {
      throw std::invalid_argument("yoke::list_rank: options.random_splitter.splitters names node " +
                                  std::to_string(splitter) + " of " + std::to_string(nodes));
    }
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

// Empty sublists, of starts that another sublist owns, are not counted.
template <class Space, class Word>
void RandomSplitter<Space, Word>::report_sublists(Problem<Space, Word> const& problem,
                                                  JumpCells<Space, Word> const& sublists,
                                                  std::uint64_t size) const {
  auto const words = sublists.words(size);
  auto const host = Kokkos::create_mirror_view(Kokkos::HostSpace(), words);
  Kokkos::deep_copy(problem.exec, host, words);
  problem.exec.fence("yoke::list_rank: report sublists");
  JumpCells<Space, Word> const cells(host.data(), host.data());
  std::vector<std::uint64_t> lengths;
  for (std::uint64_t i = 0; i < size; ++i) {
    if (cells.sum(i) > 0) lengths.push_back(cells.sum(i));
  }
  problem.report->sublists = lengths.size();
  if (!collect_lengths_) return;
  std::sort(lengths.begin(), lengths.end());
  problem.report->sublist_lengths = std::move(lengths);
}

}  // namespace yoke::detail::list_ranking
