#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "mpi/pack.hpp"
#include "primitives/findings.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/primitives/walk.hpp"

// The steps of ranking lists whose nodes are shared out among ranks. Nodes are numbered globally.
namespace yoke::detail::mpi {

// Of a word's values, none is this number: there are fewer nodes.
template <class Word>
inline constexpr Word no_word = static_cast<Word>(~Word(0));

// Which nodes start walks: one in 32, at random, so that no order of a list leaves long gaps.
template <class Word>
struct RulerHash {
  static constexpr std::uint64_t interval = 32;
  Word salt;

  KOKKOS_FUNCTION bool operator()(std::uint64_t node) const {
    return (hash(static_cast<Word>(static_cast<Word>(node) ^ salt)) >> (8 * sizeof(Word) - 5)) == 0;
  }
};

// A walk that is to go on at `target`, `distance` links after the splitter it started at, which
// has the number `origin` among all splitters. Without a target, there is none.
template <class Word>
struct Walk {
  Word target, origin, distance;
};

// What one rank asks another one about one of its nodes, for its own use of the answer.
template <class Word>
struct Query {
  Word target, value;
};

// Messages go to the owner of their target, or of the splitter that they started at.
struct ToTarget {
  template <class Message>
  KOKKOS_FUNCTION std::uint32_t operator()(Message const& message, Owners const& nodes) const {
    return message.target == no_word<decltype(message.target)> ? nodes.ranks
                                                               : nodes(message.target);
  }
};
struct ToOrigin {
  template <class Word>
  KOKKOS_FUNCTION std::uint32_t operator()(Walk<Word> const& walk, Owners const& splitters) const {
    return splitters(walk.origin);
  }
};

// A rank's nodes. `ruler` is the number of the splitter before a node, and `distance` how far:
// those of a node that no walk has reached are `no_word`.
template <class Word>
struct OwnNodes {
  Word const* successor;
  Word* ruler;
  Word* distance;
  std::uint64_t base, size;
  TailRule<Word> tail;
  RulerHash<Word> is_splitter;

  KOKKOS_FUNCTION bool has(Word node) const { return node >= base && node - base < size; }
  KOKKOS_FUNCTION bool ends_at(std::uint64_t i) const {
    return tail(static_cast<Word>(base + i), successor[i]);
  }
  KOKKOS_FUNCTION bool starts_at(std::uint64_t i) const { return is_splitter(base + i); }
  // Stands it for itself?
  KOKKOS_FUNCTION bool is_single(std::uint64_t i) const {
    return !starts_at(i) && !ends_at(i) && distance[i] == no_word<Word>;
  }
};

// The smallest node whose successor is neither a node nor a tail's mark, or, in the second place,
// that is its own without being a tail; and the number of tails.
struct LinkFaults {
  std::uint64_t astray = nothing_found, own = nothing_found, tails = 0;

  KOKKOS_FUNCTION void operator+=(LinkFaults const& other) {
    if (other.astray < astray) astray = other.astray;
    if (other.own < own) own = other.own;
    tails += other.tails;
  }
};

template <class Word>
struct FindLinkFaults {
  OwnNodes<Word> nodes;
  std::uint64_t all;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, LinkFaults& found) const {
    if (nodes.ends_at(i)) {
      ++found.tails;
      return;
    }
    std::uint64_t const node = nodes.base + i;
    if (nodes.successor[i] >= all && node < found.astray) found.astray = node;
    if (nodes.successor[i] == node && node < found.own) found.own = node;
  }
};

// Numbers this rank's splitters from `first` on, and forgets what the arrays held.
template <class Word>
struct NumberSplitters {
  OwnNodes<Word> nodes;
  Word first;
  Word* splitters;  // the places of them; null: to be counted only

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& count, bool is_final) const {
    bool const starts = nodes.starts_at(i);
    if (is_final && splitters != nullptr) {
      nodes.ruler[i] = starts ? static_cast<Word>(first + count) : no_word<Word>;
      nodes.distance[i] = starts ? Word(0) : no_word<Word>;
      if (starts) splitters[count] = static_cast<Word>(i);
    }
    count += starts;
  }
};

template <class Word>
struct StartWalks {
  OwnNodes<Word> nodes;
  Word first;
  Word const* splitters;
  Walk<Word>* walks;

  KOKKOS_FUNCTION void operator()(std::uint64_t s) const {
    std::uint64_t const i = splitters[s];
    walks[s] = {nodes.ends_at(i) ? no_word<Word> : nodes.successor[i], static_cast<Word>(first + s),
                1};
  }
};

// Follows a walk while its nodes are this rank's. One that is at its end becomes a record of where
// it ended: at a splitter or a tail, which marks that one has come, as lists have no second one.
// That other nodes are looked at and marked in two steps does no harm: of two walks that meet both
// may go on, but each stops where it has been itself.
template <class Word>
struct FollowWalk {
  OwnNodes<Word> nodes;
  Walk<Word>* walks;
  Walk<Word>* records;
  std::uint64_t* count;    // of the records, of which each splitter and tail has one at most
  std::uint64_t* meeting;  // the smallest node at which walks meet

  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    Walk<Word> walk = walks[w];
    if (walk.target == no_word<Word>) return;
    while (nodes.has(walk.target)) {
      std::uint64_t const i = walk.target - nodes.base;
      Word const next = nodes.successor[i];
      if (nodes.starts_at(i) || nodes.tail(walk.target, next)) {
        if (Kokkos::atomic_exchange(&nodes.distance[i], Word(1)) != 1) {
          records[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = walk;
        } else {
          meet_at(walk.target);
        }
        walk.target = no_word<Word>;
        break;
      }
      if (relaxed_load(&nodes.distance[i]) != no_word<Word>) {
        meet_at(walk.target);
        walk.target = no_word<Word>;
        break;
      }
      relaxed_store(&nodes.ruler[i], walk.origin);
      relaxed_store(&nodes.distance[i], walk.distance);
      walk.target = next;
      ++walk.distance;
    }
    walks[w] = walk;
  }

  KOKKOS_FUNCTION void meet_at(Word node) const {
    Kokkos::atomic_min(meeting, static_cast<std::uint64_t>(node));
  }
};

// Every link, to the owner of where it leads.
template <class Word>
struct SendLink {
  OwnNodes<Word> nodes;
  Query<Word>* links;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    links[i] = {nodes.ends_at(i) ? no_word<Word> : nodes.successor[i], 0};
  }
};

// Marks where links lead; `ruler` serves for the marks.
template <class Word>
struct MarkLink {
  OwnNodes<Word> nodes;
  Query<Word> const* links;
  KOKKOS_FUNCTION void operator()(std::uint64_t m, std::uint64_t& twice) const {
    Word const node = links[m].target;
    if (Kokkos::atomic_exchange(&nodes.ruler[node - nodes.base], Word(1)) == 1 && node < twice) {
      twice = node;
    }
  }
};

// Marks the heads, of all ranks, that are this rank's nodes, after links have been: which of them
// has a predecessor, or comes twice?
template <class Word>
struct MarkHead {
  OwnNodes<Word> nodes;
  Word const* heads;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (!nodes.has(heads[i])) return;
    bool const was = Kokkos::atomic_exchange(&nodes.ruler[heads[i] - nodes.base], Word(1)) == 1;
    if (was && i < first) first = i;
  }
};

}  // namespace yoke::detail::mpi

template <>
struct Kokkos::reduction_identity<yoke::detail::mpi::LinkFaults> {
  KOKKOS_FORCEINLINE_FUNCTION static yoke::detail::mpi::LinkFaults sum() { return {}; }
};
