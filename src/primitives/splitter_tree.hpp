#pragma once

#include <Kokkos_Core.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// Sorted words as a balanced binary tree, in the order of its levels: a search takes as many steps
// as there are levels, whatever it finds, without a branch, and the first of them stay in the
// caches. Source: the thesis's Algorithm 2; Khuong, Morin, "Array layouts for comparison-based
// searching", 2017 (Eytzinger's order).
template <class Word>
struct SplitterTree {
  Word const* node;  // from 1; what is no splitter is the largest word
  int levels;
  std::uint32_t splitters;

  // How many splitters are not above the word?
  KOKKOS_FUNCTION std::uint32_t count_up_to(Word word) const {
    std::uint32_t at = 1;
    for (int level = 0; level < levels; ++level) at = 2 * at + (node[at] <= word ? 1 : 0);
    return position(at);
  }
  // How many are below it?
  KOKKOS_FUNCTION std::uint32_t count_below(Word word) const {
    std::uint32_t at = 1;
    for (int level = 0; level < levels; ++level) at = 2 * at + (node[at] < word ? 1 : 0);
    return position(at);
  }
  // count_up_to() of each of a few words, level by level: their steps wait for nothing of each
  // other's.
  template <int size>
  KOKKOS_FUNCTION void count_up_to(Word const* words, std::uint32_t* counts) const {
    for (int j = 0; j < size; ++j) counts[j] = 1;
    for (int level = 0; level < levels; ++level) {
      for (int j = 0; j < size; ++j) {
        counts[j] = 2 * counts[j] + (node[counts[j]] <= words[j] ? 1 : 0);
      }
    }
    for (int j = 0; j < size; ++j) counts[j] = position(counts[j]);
  }

 private:
  KOKKOS_FUNCTION std::uint32_t position(std::uint32_t leaf) const {
    std::uint32_t const at = leaf - (std::uint32_t(1) << levels);
    return at < splitters ? at : splitters;
  }
};

// rank(i) is the i-th smallest splitter.
template <class Word, class Rank>
struct PlaceSplitters {
  Word* node;
  int levels;
  std::uint32_t splitters;
  Rank rank;

  KOKKOS_FUNCTION void operator()(std::uint64_t k) const {
    int depth = 0;
    while ((k >> (depth + 1)) != 0) ++depth;
    std::uint64_t const within = k - (std::uint64_t(1) << depth);
    std::uint64_t const place = ((2 * within + 1) << (levels - 1 - depth)) - 1;
    node[k] = place < splitters ? rank(place) : ~Word(0);
  }
};

// The memory of a tree of up to so many splitters: less than two words each.
template <class Space, class Word>
class SplitterTreeWorkspace {
 public:
  SplitterTreeWorkspace(Space const& exec, std::size_t most_splitters)
      : nodes_(make_buffer<Space, Word>(exec, "yoke::splitter_tree",
                                        std::size_t(1) << levels_of(most_splitters))) {}

  // Valid until the next call; dispatches on the instance.
  template <class Rank>
  SplitterTree<Word> plant(Space const& exec, std::size_t splitters, Rank const& rank) const {
    int const levels = levels_of(splitters);
    auto const count = static_cast<std::uint32_t>(splitters);
    Kokkos::parallel_for("yoke::splitter_tree",
                         WideRange<Space>(exec, 1, std::uint64_t(1) << levels),
                         PlaceSplitters<Word, Rank>{nodes_.data(), levels, count, rank});
    return {nodes_.data(), levels, count};
  }

 private:
  static int levels_of(std::size_t splitters) {
    return static_cast<int>(std::bit_width(splitters));
  }

  Buffer<Space, Word> nodes_;
};

}  // namespace yoke::detail
