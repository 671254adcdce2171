#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::list_ranking {

// What tells a call with heads from one without (CallOf).
struct WithHeads {
  static constexpr char const* text = " with heads";
};

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

  static void check_options(Options const& options) {
    auto const check = [](char const* option, auto value, auto last) {
      check_choice(name, option, value, last);
    };
    check("options.from", options.from, RankFrom::head);
    check("options.helman_jaja.splitters", options.helman_jaja.splitters,
          HelmanJajaOptions::Splitters::mixed);
    check("options.helman_jaja.finish", options.helman_jaja.finish, Finish::wyllie);
    check("options.random_splitter.packing", options.random_splitter.packing,
          RandomSplitterOptions::Packing::bits_64);
    check("options.independent_set.rule", options.independent_set.rule,
          IndependentSetOptions::Rule::even_index);
    auto const& fractional = options.fractional_independent_set;
    check("options.fractional_independent_set.bits", fractional.bits,
          FractionalIndependentSetOptions::Bits::device);
    check("options.fractional_independent_set.draw", fractional.draw,
          FractionalIndependentSetOptions::Draw::walk_for_word);
    check("options.sublist_walk.scheme", options.sublist_walk.scheme,
          SublistWalkOptions::Scheme::chunks);
    check("options.route", options.route, ListRankRoute::copies);
  }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.successor.size; }
  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const n = arguments.successor.size;
    check_same_size(caller, "successor", n, "rank", arguments.rank.size);
    if (arguments.heads.size <= n || arguments.heads_of_all) return;
    throw std::invalid_argument(std::string(caller) + ": successor has " +
                                show_count(n, "element") + " and heads has " +
                                std::to_string(arguments.heads.size));
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "successor", arguments.successor.size, capacity.nodes);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.successor.size == 0; }
};

}  // namespace yoke::detail::list_ranking
