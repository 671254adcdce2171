#pragma once

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "list_ranking/reduced_list.hpp"
#include "list_ranking/sublist_marks.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::list_ranking {

// The splitters that an option names, or none. An error says which of them is wrong.
template <class Space, class Word>
class GivenSplitters {
 public:
  // Two that are the same node throw std::invalid_argument.
  GivenSplitters(Space const& exec, std::string option, std::vector<std::uint64_t> const& nodes)
      : option_("yoke::list_rank: " + std::move(option)),
        nodes_(nodes),
        words_(make_buffer<Space, Word>(exec, "yoke::list_rank::splitters", nodes.size())) {
    check_distinct();
    std::vector<Word> const narrow(nodes.begin(), nodes.end());
    Kokkos::View<Word const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
        host(narrow.data(), narrow.size());
    Kokkos::deep_copy(exec, words_, host);
    exec.fence("yoke::list_rank: given splitters");
  }

  std::size_t size() const { return nodes_.size(); }
  Array<Space, Word const> array() const { return array_of(words_); }

  // Throws std::invalid_argument where one is no node.
  void check(std::uint64_t nodes) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i] < nodes) continue;
      throw std::invalid_argument(option_ + "[" + std::to_string(i) + "] is node " +
                                  std::to_string(nodes_[i]) + ", and successor has " +
                                  show_count(nodes, "element"));
    }
  }

 private:
  void check_distinct() const {
    std::vector<std::size_t> places(nodes_.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    std::ranges::stable_sort(places, {}, [&](std::size_t place) { return nodes_[place]; });
    auto const same =
        std::ranges::adjacent_find(places, {}, [&](std::size_t place) { return nodes_[place]; });
    if (same == places.end()) return;
    throw std::invalid_argument(option_ + "[" + std::to_string(same[1]) + "] is node " +
                                std::to_string(nodes_[*same]) + ", as is [" +
                                std::to_string(*same) + "]; each splitter is another node");
  }

  std::string option_;
  std::vector<std::uint64_t> nodes_;
  Buffer<Space, Word> words_;
};

// What algorithms have in common that cut lists at splitters, which an option may name. By has
//
//   bool rank_list(Problem, PhaseTimer<Space>&, RankOutcome const&, List, std::uint64_t weight)
//
// which ranks a list from its heads, of `weight` in all. It returns whether the list has ended.
template <class By, class Space, class Word>
class CutAtSplitters : public Algorithm<Space, Word> {
 public:
  RankOutcome run(Problem<Space, Word> const& problem) override {
    given_.check(problem.size());
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

 protected:
  CutAtSplitters(Space const& exec, std::size_t capacity, char const* option,
                 std::vector<std::uint64_t> const& splitters)
      : heads_(exec, capacity), given_(exec, option, splitters) {}

  GivenSplitters<Space, Word> const& given() const { return given_; }

 private:
  template <class ListFrom>
  RankOutcome run_on(Problem<Space, Word> const& problem, std::uint64_t weight,
                     ListFrom const& list_from) {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    RankOutcome outcome;
    auto const heads = find_heads(heads_, problem, outcome);
    timer.done("heads");
    if (!outcome.complete) return outcome;
    outcome.complete =
        static_cast<By&>(*this).rank_list(problem, timer, outcome, list_from(heads), weight);
    return outcome;
  }

  HeadFinder<Space, Word> heads_;
  GivenSplitters<Space, Word> given_;
};

}  // namespace yoke::detail::list_ranking
