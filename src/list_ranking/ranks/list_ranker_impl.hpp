#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>

#include "list_ranking/ranks/copied_lists.hpp"
#include "list_ranking/ranks/list_ranker.hpp"
#include "list_ranking/ranks/messaged_lists.hpp"
#include "yoke/counted.hpp"

namespace yoke::detail::mpi {

// The routes, and which of them a call takes.
template <class Space, class Word>
struct ListRanker<Space, Word>::State {
  static constexpr char const* caller = "yoke::list_rank";
  // Copies take each rank the same time, however many there are, and messages less the more there
  // are (docs/results/scale.md).
  static constexpr int most_copies = 64;

  std::size_t run(Network<Space>& network, RankSizes const& all_sizes,
                  RawArray<Word const> successor, RawArray<Word const> const* own_heads,
                  RawArray<Word> rank, ListRankOptions const& options) {
    begin(network, all_sizes, options);
    if (own_heads) gather_heads(*own_heads);
    return rank_lists(successor, rank, options);
  }

  // Of one list any route's ranks tell the places. Of several, tails must tell where their lists
  // begin, which by messages they do.
  std::size_t places(Network<Space>& network, RankSizes const& all_sizes,
                     RawArray<Word const> successor, RawArray<Word> place,
                     ListRankOptions options) {
    begin(network, all_sizes, options);
    if (count_tails(successor) != 1) {
      options.from = RankFrom::head;
      return messages.run(*ranks, sizes, successor, {}, place, tail, options, true);
    }
    options.from = RankFrom::tail;
    std::size_t const lists = rank_lists(successor, place, options);
    Kokkos::parallel_for("yoke::list_rank::places", WideRange<Space>(ranks->exec(), 0, place.size),
                         PlaceOfRank<Word>{place.data, static_cast<Word>(all - 1)});
    ranks->exec().fence("yoke::list_rank::places");
    return lists;
  }

 private:
  // The options are the same on all ranks.
  void begin(Network<Space>& network, RankSizes const& all_sizes, ListRankOptions const& options) {
    ranks = &network;
    sizes = all_sizes.each;
    before = all_sizes.before;
    all = all_sizes.all;
    heads = {};
    tail = end_rule<Word>(options.tail, std::string(caller) + ": options.tail");
  }

  // Each rank gets those of all: by copies it may walk from any of them.
  void gather_heads(RawArray<Word const> own) {
    Counts const counts = ranks->gather(own.size);
    std::uint64_t const given = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    if (given == 0) return;
    if (given > all) {
      throw std::invalid_argument(std::string(caller) + ": successor has " +
                                  show_count(all, "element") + " on all ranks and heads has " +
                                  std::to_string(given));
    }
    agreed(*ranks, [&] { reserved(ranks->exec(), all_heads, given); });
    ranks->gather_all(own.data, counts, all_heads.data());
    heads = Array<Space, Word const>(all_heads.data(), given);
  }

  // Of all ranks.
  std::uint64_t count_tails(RawArray<Word const> successor) {
    OwnNodes<Word> const nodes{successor.data, nullptr, nullptr, before, successor.size, tail, {}};
    return ranks->sum(find_link_faults(ranks->exec(), nodes, all).tails);
  }

  std::size_t rank_lists(RawArray<Word const> successor, RawArray<Word> rank,
                         ListRankOptions const& options) {
    bool const is_small = all <= list_ranking::RecordFormat<std::uint32_t>::most_nodes;
    auto const run_copies = [&](auto& copies) {
      return copies.run(*ranks, sizes, successor, heads, rank, tail, options);
    };
    if (takes_copies(is_small, successor.size, options)) {
      return is_small ? run_copies(copies_32) : run_copies(copies_64);
    }
    return messages.run(*ranks, sizes, successor, heads, rank, tail, options);
  }

  bool takes_copies(bool is_small, std::uint64_t own, ListRankOptions const& options) {
    if (options.route != ListRankRoute::automatic) return options.route == ListRankRoute::copies;
    if (ranks->ranks() > most_copies) return false;
    bool const fits = is_small ? copies_32.fits(*ranks, all, own, options)
                               : copies_64.fits(*ranks, all, own, options);
    return ranks->least(fits) == 1;
  }

  Network<Space>* ranks = nullptr;
  // Of the call under way: the numbers of nodes of all ranks, of those before this one, and of all
  // of them together.
  Counts sizes;
  std::uint64_t before = 0, all = 0;
  TailRule<Word> tail{};
  Array<Space, Word const> heads;  // those of all ranks; empty: not given
  Buffer<Space, Word> all_heads;
  MessagedLists<Space, Word> messages;
  CopiedLists<Space, Word, std::uint32_t> copies_32;
  CopiedLists<Space, Word, std::uint64_t> copies_64;
};

template <class Space, class Word>
ListRanker<Space, Word>::ListRanker() : state_(std::make_unique<State>()) {}
template <class Space, class Word>
ListRanker<Space, Word>::~ListRanker() = default;
template <class Space, class Word>
ListRanker<Space, Word>::ListRanker(ListRanker&&) noexcept = default;
template <class Space, class Word>
ListRanker<Space, Word>& ListRanker<Space, Word>::operator=(ListRanker&&) noexcept = default;

template <class Space, class Word>
std::size_t ListRanker<Space, Word>::run(Network<Space>& ranks, RankSizes const& sizes,
                                         RawArray<Word const> successor,
                                         RawArray<Word const> const* heads, RawArray<Word> rank,
                                         ListRankOptions const& options) {
  return state_->run(ranks, sizes, successor, heads, rank, options);
}
template <class Space, class Word>
std::size_t ListRanker<Space, Word>::places(Network<Space>& ranks, RankSizes const& sizes,
                                            RawArray<Word const> successor, RawArray<Word> place,
                                            ListRankOptions const& options) {
  return state_->places(ranks, sizes, successor, place, options);
}

}  // namespace yoke::detail::mpi
