#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

#include "frame/fill_array.hpp"
#include "list_ranking/faults.hpp"
#include "list_ranking/ranks/list_kernels.hpp"
#include "list_ranking/ranks/ruler_kernels.hpp"
#include "mpi/pack.hpp"
#include "primitives/findings.hpp"
#include "primitives/list_structure.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_ranking_options.hpp"

namespace yoke::detail::mpi {

template <class Space, class Word>
LinkFaults find_link_faults(Space const& exec, OwnNodes<Word> const& nodes, std::uint64_t all) {
  LinkFaults found;
  Kokkos::parallel_reduce("yoke::list_rank::check", WideRange<Space>(exec, 0, nodes.size),
                          FindLinkFaults<Word>{nodes, all}, Kokkos::Sum<LinkFaults>(found));
  exec.fence("yoke::list_rank::check");
  return found;
}

// Ranks lists by messages: walks go from rank to rank, rulers jump. One call: all that it needs, in
// the order in which it happens.
template <class Space, class Word>
class MessagedLists {
  static constexpr char const* caller = "yoke::list_rank";
  // Of 98 walks in 100 no more than so many links are left by then.
  static constexpr int most_rounds = 4 * RulerHash<Word>::interval;

 public:
  // `sizes` are the numbers of nodes of all ranks; the heads, all of them or none, are not needed,
  // but looked at. With `joined` the lists, which are to be ranked from the head, count as one
  // after the other, in the order of their tails. Returns their number.
  std::size_t run(Network<Space>& network, Counts const& sizes, RawArray<Word const> successor,
                  Array<Space, Word const> given_heads, RawArray<Word> rank, TailRule<Word> tail,
                  ListRankOptions const& options, bool joined = false) {
    ranks = &network;
    heads = given_heads;
    joins_lists = joined;
    prepare(sizes, successor, rank, tail, options);
    std::size_t const lists = check_links(options.validate);
    number_splitters();
    Walk<Word>* const walks = walk();
    make_rulers(walks);
    jump();
    if (options.from == RankFrom::head) count_from_heads();
    finish(options.from);
    return lists;
  }

 private:
  template <class Functor>
  void each(char const* label, std::uint64_t size, Functor const& functor) {
    Kokkos::parallel_for(label, WideRange<Space>(ranks->exec(), 0, size), functor);
  }
  template <class Functor>
  std::uint64_t scan(char const* label, std::uint64_t size, Functor const& functor) {
    std::uint64_t count = 0;
    Kokkos::parallel_scan(label, WideRange<Space>(ranks->exec(), 0, size), functor, count);
    ranks->exec().fence(label);
    return count;
  }
  template <class T>
  T* reserved(Buffer<Space, T>& buffer, std::uint64_t size) {
    return mpi::reserved(ranks->exec(), buffer, size);
  }
  void enter_begins(Buffer<Space, std::uint64_t>& buffer, Counts const& counts) {
    Counts begins{0};
    for (auto const count : counts) begins.push_back(begins.back() + count);
    Kokkos::deep_copy(
        ranks->exec(), Array<Space, std::uint64_t>(reserved(buffer, begins.size()), begins.size()),
        Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
            begins.data(), begins.size()));
    ranks->exec().fence("yoke::list_rank::begins");
  }
  Owners owners(Buffer<Space, std::uint64_t> const& begins) const {
    return {begins.data(), static_cast<std::uint32_t>(ranks->ranks())};
  }

  void prepare(Counts const& sizes, RawArray<Word const> successor, RawArray<Word> rank,
               TailRule<Word> tail, ListRankOptions const& options) {
    auto const own = sizes.begin() + ranks->rank();
    std::uint64_t const base = std::accumulate(sizes.begin(), own, std::uint64_t(0));
    all = std::accumulate(own, sizes.end(), base);
    agreed(*ranks, [&] {
      nodes = {successor.data, reserved(ruler, successor.size),  rank.data, base, successor.size,
               tail,           {static_cast<Word>(options.seed)}};
      enter_begins(node_begins, sizes);
      reserved(counters, 2);
    });
  }

  // Returns the number of lists.
  std::size_t check_links(bool validate) {
    LinkFaults const found = find_link_faults(ranks->exec(), nodes, all);
    tails = found.tails;
    std::uint64_t const astray = ranks->least(found.astray), own = ranks->least(found.own);
    if (astray != nothing_found) {
      throw InvalidInput(std::string(caller) + ": the successor of node " + std::to_string(astray) +
                             " is neither a node (0 to " + std::to_string(all - 1) +
                             ") nor the mark of a tail",
                         astray);
    }
    if (own != nothing_found) throw_cycle(own, caller);
    std::uint64_t const lists = ranks->sum(tails);
    list_ranking::check_heads<Space, Word>(ranks->exec(), heads, lists, all);
    if (validate) check_predecessors();
    return lists;
  }

  void check_predecessors() {
    agreed(*ranks, [&] {
      each("yoke::list_rank::send_links", nodes.size,
           SendLink<Word>{nodes, reserved(queries, nodes.size)});
      fill(ranks->exec(), Array<Space, Word>(nodes.ruler, nodes.size), 0);
    });
    query_mail.template send<ToTarget>(*ranks, queries.data(), nodes.size, owners(node_begins));
    throw_where_two_meet(smallest("yoke::list_rank::mark_links", ranks->exec(), query_mail.size(),
                                  MarkLink<Word>{nodes, query_mail.received()}));
    std::uint64_t const bad =
        ranks->least(smallest("yoke::list_rank::mark_heads", ranks->exec(), heads.extent(0),
                              MarkHead<Word>{nodes, heads.data()}));
    if (bad != nothing_found) throw_no_head(caller, bad);
  }

  void throw_where_two_meet(std::uint64_t own) {
    std::uint64_t const node = ranks->least(own);
    if (node == nothing_found) return;
    throw InvalidInput(std::string(caller) + ": two nodes have node " + std::to_string(node) +
                           " as their successor, so these are no lists",
                       node);
  }

  // On a device two walks that meet may go on side by side, and are seen where they end: where they
  // met is the fault that is named.
  void throw_where_walks_met(std::uint64_t own) {
    if (ranks->least(own) != nothing_found) check_predecessors();
  }

  void number_splitters() {
    own_splitters = scan("yoke::list_rank::count_splitters", nodes.size,
                         NumberSplitters<Word>{nodes, 0, nullptr});
    auto const counts = ranks->gather(own_splitters);
    splitter_counts = counts;
    first = 0;
    for (int r = 0; r < ranks->rank(); ++r) {
      first += static_cast<Word>(counts[static_cast<std::size_t>(r)]);
    }
    agreed(*ranks, [&] {
      reserved(splitters, own_splitters + 1);  // null: only counting
      reserved(walks_begin, own_splitters);
      reserved(records, own_splitters + tails);
      enter_begins(splitter_begins, counts);
    });
    scan("yoke::list_rank::number_splitters", nodes.size,
         NumberSplitters<Word>{nodes, first, splitters.data()});
  }

  // Returns those that had not ended when it stopped: `stopped` of them.
  Walk<Word>* walk() {
    Space const& exec = ranks->exec();
    std::uint64_t* const meeting = counters.data();
    std::uint64_t* const ended = meeting + 1;
    fill(exec, Array<Space, std::uint64_t>(meeting, 1), nothing_found);
    fill(exec, Array<Space, std::uint64_t>(ended, 1), 0);
    each("yoke::list_rank::start_walks", own_splitters,
         StartWalks<Word>{nodes, first, splitters.data(), walks_begin.data()});
    Walk<Word>* walks = walks_begin.data();
    std::uint64_t size = own_splitters;
    for (int round = 0; round < most_rounds; ++round) {
      each("yoke::list_rank::follow", size,
           FollowWalk<Word>{nodes, walks, records.data(), ended, meeting});
      walk_mail.template send<ToTarget>(*ranks, walks, size, owners(node_begins));
      walks = walk_mail.received();
      size = walk_mail.size();
      if (ranks->sum(size) == 0) break;
    }
    throw_where_walks_met(element(exec, Array<Space, std::uint64_t>(meeting, 1), 0));
    recorded = element(exec, Array<Space, std::uint64_t>(ended, 1), 0);
    stopped = size;
    return walks;
  }

  // A walk that was stopped ends at a node that stands for itself.
  void make_rulers(Walk<Word> const* walks) {
    rulers = {nodes, first, own_splitters, nullptr};
    std::uint64_t const singles =
        scan("yoke::list_rank::count_singles", nodes.size, NumberSingles<Word>{rulers});
    own_rulers = own_splitters + singles;
    agreed(*ranks, [&] {
      rulers.jumps = reserved(jumps, own_rulers);
      reserved(queries, own_rulers);
    });
    each("yoke::list_rank::init_jumps", own_splitters, InitJump<Word>{rulers, splitters.data()});
    scan("yoke::list_rank::number_singles", nodes.size, NumberSingles<Word>{rulers});
    send_home(records.data(), recorded);
    send_home(walks, stopped);
  }
  void send_home(Walk<Word> const* found, std::uint64_t size) {
    home_mail.template send<ToOrigin>(*ranks, found, size, owners(splitter_begins));
    each("yoke::list_rank::enter_records", home_mail.size(),
         EnterRecord<Word>{rulers, home_mail.received()});
    ranks->exec().fence("yoke::list_rank::enter_records");
  }

  void jump() {
    Space const& exec = ranks->exec();
    std::uint64_t const all_rulers = ranks->sum(own_rulers);
    // After k rounds a ruler has come past 2^k others, or to its tail.
    int const most = static_cast<int>(std::bit_width(all_rulers)) + 1;
    std::uint64_t* const meeting = counters.data();
    for (int round = 0; round < most; ++round) {
      each("yoke::list_rank::ask", own_rulers, AskJump<Word>{jumps.data(), queries.data()});
      query_mail.template send<ToTarget>(*ranks, queries.data(), own_rulers, owners(node_begins));
      std::uint64_t const asked = query_mail.packed_size();
      if (ranks->sum(asked) == 0) return;
      agreed(*ranks, [&] {
        reserved(answers, query_mail.size());
        reserved(answered, asked);
      });
      each("yoke::list_rank::answer", query_mail.size(),
           AnswerJump<Word>{rulers, query_mail.received(), answers.data(), meeting});
      query_mail.answer(*ranks, answers.data(), answered.data());
      each("yoke::list_rank::jump", asked,
           TakeJump<Word>{jumps.data(), query_mail.packed(), answered.data()});
      throw_where_walks_met(element(exec, Array<Space, std::uint64_t>(meeting, 1), 0));
    }
    std::uint64_t const node = ranks->least(
        smallest("yoke::list_rank::unranked", exec, nodes.size, FirstUnranked<Word>{rulers}));
    if (node == nothing_found) return;
    throw InvalidInput(std::string(caller) + ": following the successors of node " +
                           std::to_string(node) + " meets no tail, so there is a cycle",
                       node);
  }

  void count_from_heads() {
    agreed(*ranks, [&] { reserved(walks_begin, own_rulers); });
    each("yoke::list_rank::clear_tails", nodes.size, ClearTail<Word>{nodes});
    each("yoke::list_rank::tell_tails", own_rulers,
         TellTail<Word>{jumps.data(), walks_begin.data()});
    walk_mail.template send<ToTarget>(*ranks, walks_begin.data(), own_rulers, owners(node_begins));
    agreed(*ranks, [&] {
      reserved(lengths, walk_mail.size());
      reserved(told, own_rulers);
    });
    each("yoke::list_rank::hear", walk_mail.size(),
         HearDistance<Word>{nodes, walk_mail.received()});
    if (joins_lists) join_lists();
    each("yoke::list_rank::lengths", walk_mail.size(),
         AnswerLength<Word>{nodes, walk_mail.received(), lengths.data()});
    walk_mail.answer(*ranks, lengths.data(), told.data());
    each("yoke::list_rank::take_lengths", own_rulers,
         TakeLength<Word>{jumps.data(), walk_mail.packed(), told.data()});
  }

  // Tails, which know their lists' lengths, count the nodes of the lists before, in the order of
  // the tails: from there on ranks from the head are places among all nodes.
  void join_lists() {
    std::uint64_t const own = scan("yoke::list_rank::lengths_of_lists", nodes.size,
                                   JoinLists<Word>{nodes, no_word<Word>});
    std::uint64_t const before = ranks->sum_before({own}).front();
    scan("yoke::list_rank::join_lists", nodes.size,
         JoinLists<Word>{nodes, static_cast<Word>(before)});
  }

  void finish(RankFrom from) {
    std::uint64_t all_splitters = 0;
    for (auto const count : splitter_counts) all_splitters += count;
    agreed(*ranks, [&] {
      reserved(told, own_splitters);
      reserved(lengths, all_splitters);
    });
    each("yoke::list_rank::distances", own_splitters, DistanceOf<Word>{jumps.data(), told.data()});
    ranks->gather_all(told.data(), splitter_counts, lengths.data());
    each("yoke::list_rank::finish", nodes.size,
         FinishRank<Word>{rulers, lengths.data(), from == RankFrom::tail});
    ranks->exec().fence("yoke::list_rank");
  }

  Network<Space>* ranks = nullptr;
  Array<Space, Word const> heads;
  OwnNodes<Word> nodes{};
  Rulers<Word> rulers{};
  std::uint64_t all = 0, tails = 0, own_splitters = 0, own_rulers = 0, recorded = 0, stopped = 0;
  Word first = 0;
  bool joins_lists = false;
  Counts splitter_counts;

  Buffer<Space, Word> ruler, splitters, lengths, told;
  Buffer<Space, std::uint64_t> node_begins, splitter_begins, counters;
  Buffer<Space, Walk<Word>> walks_begin, records;
  Buffer<Space, Jump<Word>> jumps, answers, answered;
  Buffer<Space, Query<Word>> queries;
  Mailbox<Space, Walk<Word>> walk_mail, home_mail;
  Mailbox<Space, Query<Word>> query_mail;
};

}  // namespace yoke::detail::mpi
