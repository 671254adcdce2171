#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "bfs/bottom_up.hpp"
#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "components/ranks/global_components.hpp"
#include "mpi/pack.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"

// The kernels of LabelExchange (label_exchange.hpp).
namespace yoke::detail::mpi {

using bfs::VertexBits;
using components::Labels;

// What stands for the label of a vertex that a rank knows nothing of.
template <class Vertex>
inline constexpr Vertex unheard = ~Vertex(0);

// What is said of vertices, 32 of them a word, one rank's after the other's; of each rank first
// those of which it is said that they are in the large component, then those that have a label.
struct Sayings {
  static constexpr std::uint64_t vertices_of_word = 32;

  std::uint32_t* words;
  Owners ranks;  // their words, of which each has two

  static std::uint64_t words_for(std::uint64_t vertices) {
    return (vertices + vertices_of_word - 1) / vertices_of_word;
  }
  KOKKOS_FUNCTION std::uint64_t first(std::uint32_t rank) const { return ranks.begins[rank]; }
  KOKKOS_FUNCTION std::uint32_t* in_large(std::uint32_t rank) const {
    return words + 2 * first(rank);
  }
  KOKKOS_FUNCTION std::uint32_t* labelled(std::uint32_t rank) const {
    return words + first(rank) + first(rank + 1);
  }
  // Of the w-th word of all.
  KOKKOS_FUNCTION std::uint32_t& labelled_word(std::uint64_t w) const {
    std::uint32_t const rank = ranks(w);
    return labelled(rank)[w - first(rank)];
  }
};

// Points every vertex at its root, and marks the roots of others: that no arc of this rank may lead
// to, but to vertices below them.
template <class Space, class Vertex>
struct SettleAndMark {
  Labels<Space, Vertex> labels;
  std::uint64_t begin, end;  // the own vertices
  VertexBits<Space> marked;

  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const root = labels.settle(static_cast<Vertex>(v));
    if (root == v || (root >= begin && root < end)) return;
    std::uint32_t const bit = std::uint32_t(1) << root % VertexBits<Space>::bits_of_word;
    std::uint32_t* const word = &marked.words(root / VertexBits<Space>::bits_of_word);
    // All below a root say so, and most see that it was said.
    if ((relaxed_load(word) & bit) == 0) Kokkos::atomic_or(word, bit);
  }
};

// A word of what the other ranks are to know of their vertices: nothing of those that no arc of
// this rank leads to.
template <class Space, class Vertex>
struct SayLabels {
  Labels<Space, Vertex> labels;
  VertexBits<Space> marked;
  Owners owners;
  Sayings said;
  Vertex of_large;  // a vertex of the large component; components::no_component: there is none

  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    std::uint32_t const rank = said.ranks(w);
    std::uint64_t const k = w - said.first(rank);
    std::uint64_t const begin = owners.begins[rank] + k * Sayings::vertices_of_word;
    std::uint64_t const rest = owners.begins[rank + 1] - begin;
    int const size = rest < Sayings::vertices_of_word ? static_cast<int>(rest)
                                                      : static_cast<int>(Sayings::vertices_of_word);
    Vertex const large =
        of_large == components::no_component<Vertex> ? of_large : labels.label(of_large);
    std::uint32_t in_large = 0, labelled = 0;
    for (int i = 0; i < size; ++i) {
      std::uint64_t const v = begin + i;
      Vertex const label = labels.label(v);
      if (label == v && !marked.contains(v)) continue;
      (label == large ? in_large : labelled) |= std::uint32_t(1) << i;
    }
    said.in_large(rank)[k] = in_large;
    said.labelled(rank)[k] = labelled;
  }
};

// The number of labels before each word's, and of all.
struct LabelsBefore {
  Sayings said;
  std::uint64_t words;
  std::uint64_t*
      before;  // a rank hears of as many labels as all others have to say of its vertices
  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& sum, bool is_final) const {
    auto const count = static_cast<std::uint64_t>(Kokkos::popcount(said.labelled_word(w)));
    if (is_final) before[w] = sum;
    sum += count;
    if (is_final && w + 1 == words) before[words] = sum;
  }
};

// Where each rank's labels end.
struct EndsOfLabels {
  Sayings said;
  std::uint64_t const* before;
  std::uint64_t* ends;
  KOKKOS_FUNCTION void operator()(std::uint64_t rank) const {
    ends[rank] = before[said.first(static_cast<std::uint32_t>(rank) + 1)];
  }
};

// The labels of a word's vertices that have some.
template <class Space, class Vertex>
struct WriteLabels {
  Labels<Space, Vertex> labels;
  Owners owners;
  Sayings said;
  std::uint64_t const* before;
  Vertex* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t w) const {
    std::uint32_t const rank = said.ranks(w);
    std::uint64_t const begin =
        owners.begins[rank] + (w - said.first(rank)) * Sayings::vertices_of_word;
    std::uint64_t place = before[w];
    for (std::uint32_t word = said.labelled_word(w); word != 0; word &= word - 1) {
      to[place++] = labels.label(begin + static_cast<std::uint64_t>(Kokkos::countr_zero(word)));
    }
  }
};

// How many vertices something is said of.
struct CountSaid {
  std::uint32_t const* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& sum) const {
    sum += static_cast<std::uint64_t>(Kokkos::popcount(words[w]));
  }
};

struct FirstInLarge {
  std::uint32_t const* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t w, std::uint64_t& first) const {
    if (words[w] == 0) return;
    std::uint64_t const v =
        w * Sayings::vertices_of_word + static_cast<std::uint64_t>(Kokkos::countr_zero(words[w]));
    if (v < first) first = v;
  }
};

// Joins the own vertices' components by what one other rank has said of them, and notes pairs that
// say as much as all of it. A pair is of the other's label and an own root, where the label is new
// to this rank, and otherwise of the two roots that it joins: whatever two roots have in common
// with a label, the first pair of that label and the joined roots say. A vertex of the large
// component stands for its label.
template <class Space, class Vertex>
struct JoinHeard {
  Labels<Space, Vertex> labels;
  std::uint64_t begin;
  std::uint32_t const *in_large, *labelled;
  Vertex of_large;
  std::uint64_t const* first_in_large;  // of the own vertices
  std::uint64_t const* before;
  Vertex const* heard;
  Array<Space, Vertex> own_of;  // of each label of the other, an own one
  JoinedPair<Vertex>* pairs;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const w = i / Sayings::vertices_of_word;
    std::uint32_t const bit = std::uint32_t(1) << i % Sayings::vertices_of_word;
    if (in_large[w] & bit) {
      Vertex const own = labels.find(static_cast<Vertex>(begin + i));
      if (*first_in_large == i) {
        if (of_large != own) note(of_large, own);
      } else {
        join(own, labels.find(static_cast<Vertex>(begin + *first_in_large)));
      }
    } else if (labelled[w] & bit) {
      join_labelled(i, heard[before[w] + Kokkos::popcount(labelled[w] & (bit - 1))]);
    }
  }

 private:
  KOKKOS_FUNCTION void join_labelled(std::uint64_t i, Vertex other) const {
    Vertex const own = labels.find(static_cast<Vertex>(begin + i));
    Vertex seen = relaxed_load(&own_of(other));
    if (seen == unheard<Vertex>) {
      seen = Kokkos::atomic_compare_exchange(&own_of(other), unheard<Vertex>, own);
      if (seen == unheard<Vertex>) {
        if (other != own) note(other, own);
        return;
      }
    }
    if (seen != own) join(own, labels.find(seen));
  }
  KOKKOS_FUNCTION void note(Vertex one, Vertex other) const {
    pairs[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {one, other};
  }
  // As Labels::link.
  KOKKOS_FUNCTION void join(Vertex one, Vertex other) const {
    while (one != other) {
      Vertex const high = one > other ? one : other, low = one > other ? other : one;
      Vertex const seen = Kokkos::atomic_compare_exchange(&labels.label(high), high, low);
      if (seen == high) {
        note(high, low);
        return;
      }
      one = labels.find(seen);
      other = low;
    }
  }
};

// Makes the labels unheard again.
template <class Space, class Vertex>
struct ForgetLabels {
  Vertex const* heard;
  Array<Space, Vertex> own_of;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    relaxed_store(&own_of(heard[i]), unheard<Vertex>);
  }
};

}  // namespace yoke::detail::mpi
