#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/sorting/splitter_tree.hpp"

namespace yoke::detail::sorting {

// Labels `size` elements, several at a time: one's comparisons wait for each
// other, several ones' do not.
template <class Element, class Less>
void label_elements(SplitterTree<Element, Less> const& tree, Element const* data,
                    std::uint64_t size, std::uint8_t* labels, std::uint64_t* counts) {
  constexpr int at_once = 8;
  std::uint64_t i = 0;
  for (; i + at_once <= size; i += at_once) {
    std::array<std::uint32_t, at_once> place;
    place.fill(1);
    for (int level = 0; level < tree.log_leaves; ++level) {
      for (int k = 0; k < at_once; ++k) place[k] = tree.step(place[k], data[i + k]);
    }
    for (int k = 0; k < at_once; ++k) {
      auto const label = static_cast<std::uint8_t>(tree.label_at(place[k], data[i + k]));
      labels[i + k] = label;
      ++counts[label];
    }
  }
  for (; i < size; ++i) {
    labels[i] = static_cast<std::uint8_t>(tree(data[i]));
    ++counts[labels[i]];
  }
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
// and few elements by merging or insertion. Takes no memory but `other` and `labels`, which are as
// long as `data`, and some KiB of stack. Whatever `less` says, it ends, and elements are only
// moved.
template <class Element, class Less>
class SerialSort {
  static constexpr std::uint64_t few = 96;           // are merged
  static constexpr std::uint64_t few_inserted = 16;  // are inserted
  static constexpr std::uint64_t run = 4;            // are sorted without branches
  // What a bucket should have.
  static constexpr std::uint64_t in_a_bucket = 24;
  static constexpr int most_rounds = 8;
  static constexpr int samples_a_leaf = 3;
  // Trees stay within 12 KiB of stack.
  static constexpr int most_log_leaves =
      std::clamp<int>(std::bit_width(6144 / sizeof(Element)) - 1, 0, 7);

 public:
  explicit SerialSort(Less const& less) : less_(less) {}

  // The result is in `data`, or in `other`.
  void sort(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size,
            bool into_other, int round = 0) const {
    if (size <= few || round == most_rounds || most_log_leaves == 0) {
      sort_by_merging(data, other, size, into_other);
    } else {
      sort_by_splitters(data, other, labels, size, into_other, round);
    }
  }

 private:
  static void copy(Element const* from, Element* to, std::uint64_t size) {
    std::memcpy(static_cast<void*>(to), static_cast<void const*>(from), size * sizeof(Element));
  }

  void sort_by_merging(Element* data, Element* other, std::uint64_t size, bool into_other) const {
    if (size <= few_inserted) {
      if (into_other) {
        copy(data, other, size);
        data = other;
      }
      sort_by_insertion(data, size, less_);
      return;
    }
    int const levels = std::bit_width((size - 1) / run);
    // The runs are made in one array of the other's elements.
    if ((levels % 2 == 1) == into_other) {
      copy(data, other, size);
      std::swap(data, other);
    }
    std::uint64_t i = 0;
    for (; i + run <= size; i += run) sort_four(data + i, other + i);
    copy(data + i, other + i, size - i);
    sort_by_insertion(other + i, size - i, less_);
    for (std::uint64_t width = run; width < size; width *= 2) {
      std::swap(data, other);
      for (i = 0; i + 2 * width <= size; i += 2 * width) merge_halves(data + i, width, other + i);
      Element const *middle = data + std::min(i + width, size), *end = data + size;
      merge_ranges(data + i, middle, middle, end, other + i, less_);
    }
  }

  // Four elements, without branches.
  void sort_four(Element const* from, Element* to) const {
    int const first = less_(from[1], from[0]) ? 1 : 0, second = less_(from[3], from[2]) ? 1 : 0;
    Element const *const a = from + first, *const b = from + 1 - first,
                         *const c = from + 2 + second, *const d = from + 3 - second;
    bool const c_is_first = less_(*c, *a), b_is_last = less_(*d, *b);
    Element const* const left = choose(c_is_first, a, choose(b_is_last, c, b));
    Element const* const right = choose(b_is_last, d, choose(c_is_first, b, c));
    bool const turned = less_(*right, *left);
    to[0] = *choose(c_is_first, c, a);
    to[1] = *choose(turned, right, left);
    to[2] = *choose(turned, left, right);
    to[3] = *choose(b_is_last, b, d);
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
    merge_ranges(from, from + width, from + width, from + 2 * width, to, less_);
  }

  void sort_by_splitters(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size,
                         bool into_other, int round) const {
    int const log_leaves = std::clamp<int>(std::bit_width(size / in_a_bucket), 1, most_log_leaves);
    std::array<std::uint64_t, 256> begin;
    partition(data, other, labels, size, log_leaves, round, begin);
    for (int b = 0; b < 2 << log_leaves; ++b) {
      std::uint64_t const first = b == 0 ? 0 : begin[b - 1], count = begin[b] - first;
      if (b % 2 == 1) {
        sort(other + first, data + first, labels + first, count, !into_other, round + 1);
      } else if (!into_other) {
        copy(other + first, data + first, count);
      }
    }
  }

  // Moves data to other by label; end[b] is where bucket b ends.
  void partition(Element* data, Element* other, std::uint8_t* labels, std::uint64_t size,
                 int log_leaves, int round, std::array<std::uint64_t, 256>& end) const {
    alignas(Element) std::array<std::byte, (sizeof(Element) << most_log_leaves) * 2> room;
    auto* const splitters = reinterpret_cast<Element*>(room.data());
    // What moves later makes room for the sample.
    std::uint64_t const samples = std::min<std::uint64_t>(samples_a_leaf << log_leaves, size / 2);
    for (std::uint64_t i = 0; i < samples; ++i) {
      other[i] = data[hash(i + 0x10000 * (round + 1)) % size];
    }
    sort_by_merging(other, other + samples, samples, false);
    BuildTree<Element> const build{other, samples, splitters, log_leaves};
    for (std::uint64_t i = 0; i < build.places(); ++i) build(i);

    end.fill(0);
    label_elements(SplitterTree<Element, Less>{splitters, log_leaves, less_}, data, size, labels,
                   end.data());
    std::uint64_t sum = 0;
    for (auto& count : end) sum += std::exchange(count, sum);
    for (std::uint64_t i = 0; i < size; ++i) other[end[labels[i]]++] = data[i];
  }

  Less less_;
};

}  // namespace yoke::detail::sorting
