#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/splitter_tree.hpp"
#include "yoke/detail/sorting/unordered.hpp"

namespace yoke::detail::sorting {

// Labels `size` elements, several at a time: one's comparisons wait for each other, several ones'
// do not. Where no elements equal a splitter, leaves alone are labels.
template <bool finds_equal = true, class Element, class Less>
void label_elements(SplitterTree<Element, Less> const& tree, Element const* data,
                    std::uint64_t size, std::uint8_t* labels, std::uint64_t* counts) {
  auto const label = [&](auto at_once, std::uint64_t i) {
    std::array<std::uint32_t, at_once> place;
    place.fill(1);
    for (int level = 0; level < tree.log_leaves; ++level) {
      for (std::size_t k = 0; k < at_once; ++k) place[k] = tree.step(place[k], data[i + k]);
    }
    for (std::size_t k = 0; k < at_once; ++k) {
      labels[i + k] = static_cast<std::uint8_t>(finds_equal ? tree.label_at(place[k], data[i + k])
                                                            : tree.leaf_at(place[k]));
      ++counts[labels[i + k]];
    }
  };
  std::uint64_t i = 0;
  for (; i + 8 <= size; i += 8) label(std::integral_constant<std::size_t, 8>(), i);
  for (; i < size; ++i) label(std::integral_constant<std::size_t, 1>(), i);
}

// One of two, without the branch that g++ 12 makes of ?: where both are read from memory, and which
// is foreseen half of the time.
template <class Element>
Element const* choose(bool takes_one, Element const* one, Element const* other) {
  auto const bits = reinterpret_cast<std::uintptr_t>(other);
  std::uintptr_t const change = reinterpret_cast<std::uintptr_t>(one) ^ bits;
  return reinterpret_cast<Element const*>(
      bits ^ (change & (std::uintptr_t(0) - std::uintptr_t(takes_one))));
}

// One thread of a host sorts, stably: into up to 256 buckets by a tree of splitters, those again,
// and few elements by their ranks or by merging. Takes no memory but `other` and `labels`, which
// are as long as `data`, and some KiB of stack. Whatever `less` says, it ends, and elements are
// only moved.
template <class Element, class Less>
class SerialSort {
  static constexpr std::uint64_t few = 64;         // are merged
  static constexpr std::uint64_t few_ranked = 32;  // at most 32: places are below twice that
  // What a bucket should have.
  static constexpr std::uint64_t in_a_bucket = 24;
  static constexpr int most_rounds = 8;
  static constexpr int samples_a_leaf = 2;
  // Trees stay within 12 KiB of stack.
  static constexpr int most_log_leaves =
      std::clamp<int>(std::bit_width(6144 / sizeof(Element)) - 1, 0, 8);

 public:
  // Marks what no strict weak order does, where it sees it.
  explicit SerialSort(Less const& less, UnorderedMark mark = nullptr) : less_(less), mark_(mark) {}

  // The result is in `data`, or in `other`.
  void sort(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size,
            bool into_other, int round = 0) const {
    if (size <= few || round == most_rounds || most_log_leaves == 0) {
      sort_by_merging(data, other, size, into_other);
    } else {
      sort_by_splitters(data, other, labels, size, into_other, round);
    }
  }

  // An only element, which has nothing to be sorted with.
  void look_at(Element const& element) const {
    if (less_(element, element)) mark_unordered(mark_);
  }

  // Two elements, in place. Which is the first is not branched on.
  void sort_pair(Element* data) const {
    look_at(data[0]);
    bool const swaps = less_(data[1], data[0]);
    Element const first = *choose(swaps, data + 1, data), second = *choose(swaps, data, data + 1);
    data[0] = first;
    data[1] = second;
  }

 private:
  static void copy(Element const* from, Element* to, std::uint64_t size) {
    std::memcpy(static_cast<void*>(to), static_cast<void const*>(from), size * sizeof(Element));
  }

  void sort_by_merging(Element* data, Element* other, std::uint64_t size, bool into_other) const {
    int const levels =
        size <= few_ranked ? 0 : static_cast<int>(std::bit_width((size - 1) / few_ranked));
    std::uint64_t const run = (size + (std::uint64_t(1) << levels) - 1) >> levels;
    // Ranking moves elements to the other array, and so does each level.
    if ((levels % 2 == 0) != into_other) {
      copy(data, other, size);
      std::swap(data, other);
    }
    for (std::uint64_t i = 0; i < size; i += run) {
      sort_by_ranks(data + i, other + i, std::min(run, size - i));
    }
    for (std::uint64_t width = run; width < size; width *= 2) {
      std::swap(data, other);
      std::uint64_t i = 0;
      for (; i + 2 * width <= size; i += 2 * width) merge_halves(data + i, width, other + i);
      Element const *middle = data + std::min(i + width, size), *end = data + size;
      merge_ranges(data + i, middle, middle, end, other + i, less_);
    }
  }

  // An element's rank is the number of smaller ones: n^2 comparisons, but none waits for another
  // and nothing branches on them.
  void sort_by_ranks(Element const* from, Element* to, std::uint64_t size) const {
    std::array<std::uint8_t, few_ranked> places;
    std::array<std::uint8_t, few_ranked + 1> equal;
    std::memset(equal.data(), 0, size + 1);
    std::uint64_t taken = 0;
    auto const rank = [&](auto at_once, std::uint64_t i) {
      std::array<std::uint32_t, at_once> ranks{};
      for (std::uint64_t j = 0; j < size; ++j) {
        for (std::size_t k = 0; k < at_once; ++k) ranks[k] += less_(from[j], from[i + k]) ? 1u : 0u;
      }
      for (std::size_t k = 0; k < at_once; ++k) {
        std::uint32_t const place = ranks[k] + equal[ranks[k]]++;
        places[i + k] = static_cast<std::uint8_t>(place);
        taken |= std::uint64_t(1) << place;
      }
    };
    std::uint64_t i = 0;
    for (; i + 4 <= size; i += 4) rank(std::integral_constant<std::size_t, 4>(), i);
    for (; i < size; ++i) rank(std::integral_constant<std::size_t, 1>(), i);
    // By a comparator that is no strict weak order places may be taken twice: then elements stay.
    // An element is compared with itself too.
    if (taken != (std::uint64_t(1) << size) - 1) {
      mark_unordered(mark_);
      return copy(from, to, size);
    }
    for (i = 0; i < size; ++i) to[places[i]] = from[i];
  }

  // Merges two ranges of `width` elements from both ends at once, because each
  // end alone waits for its own comparisons. Neither end can leave its range
  // before it has moved `width` elements. By a comparator that is no strict
  // weak order the ends need not meet: then one end does it all.
  void merge_halves(Element const* from, std::uint64_t width, Element* to) const {
    Element const *left = from, *right = from + width;
    Element const *last_left = right - 1, *last_right = right + width - 1;
    Element *front = to, *back = to + 2 * width - 1;
    for (std::uint64_t k = 0; k < width; ++k) {
      bool const takes_right = less_(*right, *left);
      *front++ = *choose(takes_right, right, left);
      right += takes_right ? 1 : 0;
      left += takes_right ? 0 : 1;
      bool const takes_left = less_(*last_right, *last_left);
      *back-- = *choose(takes_left, last_left, last_right);
      last_left -= takes_left ? 1 : 0;
      last_right -= takes_left ? 0 : 1;
    }
    if (left == last_left + 1) return;
    mark_unordered(mark_);
    merge_ranges(from, from + width, from + width, from + 2 * width, to, less_);
  }

  // Buckets, and of what kind.
  struct Cut {
    std::size_t buckets;
    bool finds_equal;  // those of even numbers have equal keys and are done
  };

  void sort_by_splitters(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size,
                         bool into_other, int round) const {
    std::array<std::uint64_t, 256> end;
    Cut const cut = partition(data, other, labels, size, round, end);
    for (std::size_t b = 0; b < cut.buckets; ++b) {
      std::uint64_t const first = b == 0 ? 0 : end[b - 1], count = end[b] - first;
      if (!cut.finds_equal || b % 2 == 1) {
        sort(other + first, data + first, labels + first, count, !into_other, round + 1);
      } else if (!into_other) {
        copy(other + first, data + first, count);
      }
    }
  }

  // Moves data to other by label; end[b] is where bucket b ends. Keys are compared for equality
  // only where a splitter occurs twice, which says that one key has the share of two leaves.
  Cut partition(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size, int round,
                std::array<std::uint64_t, 256>& end) const {
    alignas(Element) std::array<std::byte, (sizeof(Element) << most_log_leaves) * 2> workspace;
    auto* const splitters = reinterpret_cast<Element*>(workspace.data());
    SplitterTree<Element, Less> tree{splitters, log_leaves_for(size), less_};
    std::uint64_t const leaves = std::uint64_t(1) << tree.log_leaves;
    // What moves later makes room for the sample.
    std::uint64_t const samples = std::min<std::uint64_t>(samples_a_leaf * leaves, size / 2);
    take_sample(data, other, samples, size, round);
    build_tree(other, samples, splitters, tree.log_leaves);
    bool const finds_equal = leaves == 2 || !tree.is_apart();
    if (finds_equal && tree.log_leaves > 7) {
      build_tree(other, samples, splitters, tree.log_leaves = 7);
    }
    std::size_t const buckets = std::size_t(1) << (tree.log_leaves + (finds_equal ? 1 : 0));
    std::fill_n(end.data(), buckets, 0);
    if (finds_equal) {
      label_elements<true>(tree, data, size, labels, end.data());
    } else {
      label_elements<false>(tree, data, size, labels, end.data());
    }
    std::uint64_t sum = 0;
    for (std::size_t b = 0; b < buckets; ++b) sum += std::exchange(end[b], sum);
    for (std::uint64_t i = 0; i < size; ++i) other[end[labels[i]]++] = data[i];
    return {buckets, finds_equal};
  }

  // Partitions of one size each, as few as can be.
  static int log_leaves_for(std::uint64_t size) {
    int const bits = static_cast<int>(std::bit_width(size / in_a_bucket));
    int const rounds = (bits - 1) / std::max(most_log_leaves, 1) + 1;
    return std::max((bits + rounds - 1) / rounds, 1);
  }

  // Sorted.
  void take_sample(Element const* data, Element* sample, std::uint64_t samples, std::uint64_t size,
                   int round) const {
    std::uint64_t word = hash(std::uint64_t(round));
    std::uint64_t const reach = std::min<std::uint64_t>(size, 0xffffffff);
    for (std::uint64_t i = 0; i < samples; ++i) {
      word = word * 0x5851f42d4c957f2d + 1;
      sample[i] = data[(word >> 32) * reach >> 32];
    }
    sort_by_merging(sample, sample + samples, samples, false);
  }

  static void build_tree(Element const* sample, std::uint64_t samples, Element* splitters,
                         int log_leaves) {
    std::uint64_t const leaves = std::uint64_t(1) << log_leaves;
    for (std::uint64_t i = 1; i < leaves; ++i) {
      splitters[leaves + i - 1] = sample[i * samples >> log_leaves];
    }
    for (int level = 0; level < log_leaves; ++level) {
      std::uint64_t const first = std::uint64_t(1) << level, step = leaves >> level;
      for (std::uint64_t i = 0; i < first; ++i) {
        splitters[first + i] = splitters[leaves + i * step + step / 2 - 1];
      }
    }
  }

  Less less_;
  UnorderedMark mark_;
};

}  // namespace yoke::detail::sorting
