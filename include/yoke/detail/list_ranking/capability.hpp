#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::list_ranking {

// What tells a call with heads from one without (CallOf).
struct WithHeads {
  static constexpr char const* text = " with heads";
};

void check_options(ListRankOptions const& options);
void check_heads_size(char const* caller, std::size_t nodes, std::size_t heads);
[[noreturn]] void throw_no_heads(std::size_t nodes);

// List ranking, as the frame knows it (frame/capability.hpp). Word is the successors' width.
template <class Word>
struct ListRanking {
  using Algorithm = ListRankAlgorithm;
  using Options = ListRankOptions;
  using Report = ListRankReport;
  static constexpr auto const& algorithms = list_rank_algorithms;
  static constexpr char const* name = "yoke::list_rank";
  static constexpr char const* busy = "rank";
  static constexpr bool submits = true;
  static constexpr RankForm ranks = RankForm::of_spaces;
  static constexpr bool numbers_all_ranks = true;

  struct Capacity {
    std::size_t nodes;
  };
  struct Arguments {
    RawArray<Word const> successor, heads;
    RawArray<Word> rank;
    bool heads_of_all = false;  // on several ranks: each gives some of the heads, of any nodes

    static constexpr std::array names{"successor", "heads", "rank"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.successor, self.heads, self.rank);
    }
  };

  static constexpr auto arrives = &Arguments::successor;
  static constexpr auto leaves = &Arguments::rank;
  static constexpr auto indices = &Arguments::successor;

  static void check_options(Options const& options) { list_ranking::check_options(options); }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.successor.size; }
  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const n = arguments.successor.size;
    check_same_size(caller, "successor", n, "rank", arguments.rank.size);
    if (!arguments.heads_of_all) check_heads_size(caller, n, arguments.heads.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "successor", arguments.successor.size, capacity.nodes);
  }
};

}  // namespace yoke::detail::list_ranking
