#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/detail/list_ranking/capability.hpp"

namespace yoke::detail::list_ranking {

namespace {

// What ranks a list whose links have lengths.
void check_reduced_algorithm(ListRankOptions const& options) {
  auto const algorithm = options.reduced_algorithm;
  auto const refuse = [&](std::string const& why) {
    throw std::invalid_argument("yoke::list_rank: options.reduced_algorithm is " +
                                std::string(to_string(algorithm)) + ", " + why);
  };
  if (algorithm == ListRankAlgorithm::sublist_walk ||
      algorithm == ListRankAlgorithm::fractional_independent_set) {
    refuse(
        "which does not rank a reduced list; sequential, wyllie, helman_jaja, random_splitter and "
        "independent_set do");
  }
  auto const refuse_given = [&](ListRankAlgorithm by, char const* option, bool is_empty) {
    if (algorithm != by || is_empty) return;
    refuse(std::string("and ") + option +
           " names nodes that the reduced list may not have; leave the splitters out");
  };
  refuse_given(ListRankAlgorithm::random_splitter, "options.random_splitter.given_splitters",
               options.random_splitter.given_splitters.empty());
  refuse_given(ListRankAlgorithm::helman_jaja, "options.helman_jaja.given_splitters",
               options.helman_jaja.given_splitters.empty());
}

}  // namespace

void check_options(ListRankOptions const& options) {
  auto const check = [](char const* option, auto value, auto last) {
    check_choice("yoke::list_rank", option, value, last);
  };
  check("options.from", options.from, RankFrom::head);
  check("options.reduced_algorithm", options.reduced_algorithm, ListRankAlgorithm::sublist_walk);
  check_reduced_algorithm(options);
  check("options.helman_jaja.splitters", options.helman_jaja.splitters,
        HelmanJajaOptions::Splitters::mixed);
  check("options.helman_jaja.finish", options.helman_jaja.finish, Finish::one_thread);
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

void check_heads_size(char const* caller, std::size_t nodes, std::size_t heads) {
  if (heads <= nodes) return;
  throw std::invalid_argument(std::string(caller) + ": successor has " +
                              show_count(nodes, "element") + " and heads has " +
                              std::to_string(heads));
}

void throw_no_heads(std::size_t nodes) {
  throw std::invalid_argument("yoke::list_rank: heads has 0 elements and successor has " +
                              std::to_string(nodes) +
                              ": each list has a head. Leave heads out, or pass a View that is not "
                              "allocated, and they are found");
}

}  // namespace yoke::detail::list_ranking
