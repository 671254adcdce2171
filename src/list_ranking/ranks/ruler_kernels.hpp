#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "list_ranking/ranks/list_kernels.hpp"

// Rulers: the nodes that stand for others, or for themselves, and are ranked by pointer jumping.
namespace yoke::detail::mpi {

// Where a ruler's jumps have come to.
template <class Word>
struct Jump {
  Word next;      // a ruler, or the tail
  Word distance;  // of it
  Word is_done;   // is it a tail?
};

// A rank's rulers: its splitters, then its singles, each with the node that it is.
template <class Word>
struct Rulers {
  OwnNodes<Word> nodes;
  Word first;  // the number of the first splitter among those of all ranks
  std::uint64_t splitters;
  Jump<Word>* jumps;

  // The ruler that a node is, which has to be one.
  KOKKOS_FUNCTION std::uint64_t slot(std::uint64_t i) const {
    return nodes.starts_at(i) ? nodes.ruler[i] - first : nodes.ruler[i];
  }
};

// Finds this rank's singles and gives them slots.
template <class Word>
struct NumberSingles {
  Rulers<Word> rulers;  // without jumps: to be counted only
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count, bool is_final) const {
    bool const is_single = rulers.nodes.is_single(i);
    if (is_final && is_single && rulers.jumps != nullptr) {
      std::uint64_t const slot = rulers.splitters + count;
      rulers.nodes.ruler[i] = static_cast<Word>(slot);
      rulers.jumps[slot] = {rulers.nodes.successor[i], 1, 0};
    }
    count += is_single;
  }
};

// What a splitter's walk has found.
template <class Word>
struct EnterRecord {
  Rulers<Word> rulers;
  Walk<Word> const* records;
  KOKKOS_FUNCTION void operator()(std::uint64_t r) const {
    rulers.jumps[records[r].origin - rulers.first] = {records[r].target, records[r].distance, 0};
  }
};
// A splitter whose walk has not come back; a tail that is one.
template <class Word>
struct InitJump {
  Rulers<Word> rulers;
  Word const* splitters;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const {
    std::uint64_t const i = splitters[s];
    auto const node = static_cast<Word>(rulers.nodes.base + i);
    rulers.jumps[s] = {node, 0, static_cast<Word>(rulers.nodes.ends_at(i))};
  }
};

// Asks where the next ruler's jumps have come to.
template <class Word>
struct AskJump {
  Jump<Word> const* jumps;
  Query<Word>* queries;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const {
    queries[s] = {jumps[s].is_done ? no_word<Word> : jumps[s].next, static_cast<Word>(s)};
  }
};

template <class Word>
struct AnswerJump {
  Rulers<Word> rulers;
  Query<Word> const* queries;
  Jump<Word>* answers;
  std::uint64_t* meeting;

  KOKKOS_FUNCTION void operator()(std::uint64_t q) const {
    auto const& nodes = rulers.nodes;
    Word const node = queries[q].target;
    std::uint64_t const i = node - nodes.base;
    if (nodes.ends_at(i)) {
      answers[q] = {node, 0, 1};
    } else if (nodes.starts_at(i) || nodes.distance[i] == no_word<Word>) {
      answers[q] = rulers.jumps[rulers.slot(i)];
    } else {
      // A walk has come here from elsewhere: two nodes lead here.
      Kokkos::atomic_min(meeting, static_cast<std::uint64_t>(node));
      answers[q] = {node, 0, 1};
    }
  }
};

template <class Word>
struct TakeJump {
  Jump<Word>* jumps;
  Query<Word> const* queries;
  Jump<Word> const* answers;
  KOKKOS_FUNCTION void operator()(std::uint64_t q) const {
    Jump<Word>& jump = jumps[queries[q].value];
    jump = {answers[q].next, static_cast<Word>(jump.distance + answers[q].distance),
            answers[q].is_done};
  }
};

// The smallest node among the rulers that have come to no tail.
template <class Word>
struct FirstUnranked {
  Rulers<Word> rulers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    auto const& nodes = rulers.nodes;
    bool const is_ruler = nodes.starts_at(i) || nodes.is_single(i);
    if (is_ruler && !rulers.jumps[rulers.slot(i)].is_done && nodes.base + i < first) {
      first = nodes.base + i;
    }
  }
};

// For ranks from the head: every ruler tells its tail how far it is. The furthest is the head,
// because heads are rulers. A tail's `distance` holds the length.
template <class Word>
struct ClearTail {
  OwnNodes<Word> nodes;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    if (nodes.ends_at(i)) nodes.distance[i] = 0;
  }
};
template <class Word>
struct TellTail {
  Jump<Word> const* jumps;
  Walk<Word>* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const {
    messages[s] = {jumps[s].next, static_cast<Word>(s), jumps[s].distance};
  }
};
template <class Word>
struct HearDistance {
  OwnNodes<Word> nodes;
  Walk<Word> const* messages;
  KOKKOS_FUNCTION void operator()(std::uint64_t m) const {
    Kokkos::atomic_max(&nodes.distance[messages[m].target - nodes.base], messages[m].distance);
  }
};
// Adds to each tail's length the nodes of the lists before it, in the order of the tails, of which
// there are `before` on the ranks before this one.
template <class Word>
struct JoinLists {
  OwnNodes<Word> nodes;
  Word before;  // no_word: to be counted only
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool is_final) const {
    if (!nodes.ends_at(i)) return;
    std::uint64_t const length = std::uint64_t(nodes.distance[i]) + 1;
    if (is_final && before != no_word<Word>) {
      nodes.distance[i] += static_cast<Word>(before + sum);
    }
    sum += length;
  }
};
template <class Word>
struct AnswerLength {
  OwnNodes<Word> nodes;
  Walk<Word> const* messages;
  Word* lengths;
  KOKKOS_FUNCTION void operator()(std::uint64_t m) const {
    lengths[m] = nodes.distance[messages[m].target - nodes.base];
  }
};
template <class Word>
struct TakeLength {
  Jump<Word>* jumps;
  Walk<Word> const* messages;
  Word const* lengths;
  KOKKOS_FUNCTION void operator()(std::uint64_t m) const {
    Jump<Word>& jump = jumps[messages[m].origin];
    jump.distance = static_cast<Word>(lengths[m] - jump.distance);
  }
};

template <class Word>
struct DistanceOf {
  Jump<Word> const* jumps;
  Word* distances;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const { distances[s] = jumps[s].distance; }
};

// Of one list, the place of a node whose rank from the tail is known.
template <class Word>
struct PlaceOfRank {
  Word* rank;
  Word last;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    rank[i] = static_cast<Word>(last - rank[i]);
  }
};

// A node's rank, in the place of its distance: that of its ruler, and how far it is from there.
template <class Word>
struct FinishRank {
  Rulers<Word> rulers;
  Word const* of_splitters;  // of all ranks
  bool from_tail;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const& nodes = rulers.nodes;
    Word& rank = nodes.distance[i];
    if (nodes.ends_at(i)) {
      if (from_tail) rank = 0;
    } else if (nodes.starts_at(i) || rank == no_word<Word>) {
      rank = rulers.jumps[rulers.slot(i)].distance;
    } else {
      Word const ruler = of_splitters[nodes.ruler[i]];
      rank = static_cast<Word>(from_tail ? ruler - rank : ruler + rank);
    }
  }
};

}  // namespace yoke::detail::mpi
