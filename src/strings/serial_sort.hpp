#pragma once

#include <algorithm>
#include <cstdint>

#include "sorting/element.hpp"
#include "strings/segments.hpp"
#include "strings/text.hpp"

namespace yoke::detail::strings {

// One thread of a host sorts strings that are equal up to some depth, stably: a multikey quicksort
// (Bentley, Sedgewick 1997) by keys of seven characters beside the strings' indices. A partition
// moves these and reads no string. Strings whose keys are equal get their next keys; what all of
// them have in common is skipped first.
//
// Elements and both arrays of the workspace have room for all strings.
template <class Value>
class SerialSort {
  using Index = decltype(Value::index);
  using Item = sorting::Element<std::uint64_t, Value>;

 public:
  struct Workspace {
    Item* items;
    std::uint64_t* keys;
    Value* values;
    Workspace from(std::uint64_t first) const {
      return {items + first, keys + first, values + first};
    }
  };

  SerialSort(Text const& text, bool is_descending)
      : text_(text), shape_(KeyShape::of(most_bytes, is_descending)) {}

  void run(Index* permutation, std::uint64_t size, std::uint64_t depth,
           Workspace const& workspace) const {
    for (std::uint64_t i = 0; i < size; ++i) workspace.items[i].value.index = permutation[i];
    sort_equal(workspace, size, depth);
    for (std::uint64_t i = 0; i < size; ++i) permutation[i] = workspace.items[i].value.index;
  }

 private:
  static constexpr std::uint64_t few = 16;
  static constexpr std::uint64_t step = most_bytes;
  static constexpr std::uint64_t least_reach = 64;

  // Strings that are equal up to `depth`.
  void sort_equal(Workspace const& workspace, std::uint64_t size, std::uint64_t depth) const {
    if (size == 2) return sort_pair(workspace.items, depth);
    std::uint64_t reach = least_reach;
    while (size > 1) {
      if (!make_keys(workspace.items, size, depth)) return sort_by_keys(workspace, size, depth);
      if (!shape_.goes_on(workspace.items->key)) return;
      std::uint64_t const from = depth + step;
      depth = common_end(workspace.items, size, from, from + reach);
      reach = depth == from + reach ? 2 * reach : least_reach;
    }
  }

  // Strings that have their keys at `depth`. The largest part is sorted last, by a loop: calls nest
  // by the logarithm of the number of strings.
  void sort_by_keys(Workspace workspace, std::uint64_t size, std::uint64_t depth) const {
    while (size > few) {
      std::uint64_t const pivot = choose_pivot(workspace.items, size);
      auto const [less, equal] = partition(workspace, size, pivot);
      std::uint64_t const greater = size - less - equal;
      bool const goes_on = shape_.goes_on(pivot);
      Workspace const middle = workspace.from(less), last = workspace.from(less + equal);
      if (goes_on && equal >= less && equal >= greater) {
        sort_by_keys(workspace, less, depth);
        sort_by_keys(last, greater, depth);
        return sort_equal(middle, equal, depth + step);
      }
      if (goes_on) sort_equal(middle, equal, depth + step);
      if (less < greater) {
        sort_by_keys(workspace, less, depth);
        workspace = last;
        size = greater;
      } else {
        sort_by_keys(last, greater, depth);
        size = less;
      }
    }
    sort_few(workspace, size, depth);
  }

  void sort_few(Workspace const& workspace, std::uint64_t size, std::uint64_t depth) const {
    Item* const items = workspace.items;
    for (std::uint64_t i = 1; i < size; ++i) {
      Item const item = items[i];
      std::uint64_t place = i;
      for (; place > 0 && item.key < items[place - 1].key; --place) items[place] = items[place - 1];
      items[place] = item;
    }
    for (std::uint64_t begin = 0, end; begin < size; begin = end) {
      for (end = begin + 1; end < size && items[end].key == items[begin].key;) ++end;
      if (end - begin > 1 && shape_.goes_on(items[begin].key)) {
        sort_equal(workspace.from(begin), end - begin, depth + step);
      }
    }
  }

  void sort_pair(Item* items, std::uint64_t depth) const {
    auto const one = text_[items[0].value.index], other = text_[items[1].value.index];
    std::uint64_t const end = text_.common(one, other, depth, ~std::uint64_t(0));
    bool const is_wrong =
        shape_.flip != 0 ? text_.is_less(one, other, end) : text_.is_less(other, one, end);
    if (is_wrong) std::swap(items[0], items[1]);
  }

  // Are all keys equal?
  bool make_keys(Item* items, std::uint64_t size, std::uint64_t depth) const {
    std::uint64_t differing = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      items[i].key = make_key(text_, text_[items[i].value.index], depth, most_bytes) ^ shape_.flip;
      differing |= items[i].key ^ items[0].key;
    }
    return differing == 0;
  }

  std::uint64_t common_end(Item const* items, std::uint64_t size, std::uint64_t from,
                           std::uint64_t to) const {
    auto const first = text_[items->value.index];
    for (std::uint64_t i = 1; i < size; ++i) {
      to = text_.common(first, text_[items[i].value.index], from, to);
    }
    return to;
  }

  static std::uint64_t median(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  }
  static std::uint64_t choose_pivot(Item const* items, std::uint64_t size) {
    auto const at = [&](std::uint64_t i) { return items[size * (2 * i + 1) / 18].key; };
    if (size < 128) return median(at(0), at(4), at(8));
    return median(median(at(0), at(1), at(2)), median(at(3), at(4), at(5)),
                  median(at(6), at(7), at(8)));
  }

  struct Parts {
    std::uint64_t less, equal;
  };
  // Stable, and no branch depends on a key: each element is written to where it would go in each
  // part. Equal keys are not kept.
  static Parts partition(Workspace const& to, std::uint64_t size, std::uint64_t pivot) {
    std::uint64_t less = 0, equal = 0, greater = size - 1;
    for (std::uint64_t i = 0; i < size; ++i) {
      Item const item = to.items[i];
      to.items[less] = item;
      to.keys[greater] = item.key;
      to.values[greater] = to.values[equal] = item.value;
      less += item.key < pivot;
      equal += item.key == pivot;
      greater -= item.key > pivot;
    }
    Item* place = to.items + less;
    for (std::uint64_t i = 0; i < equal; ++i) (place++)->value = to.values[i];
    for (std::uint64_t i = size; i-- > less + equal;) *place++ = {to.keys[i], to.values[i]};
    return {less, equal};
  }

  Text text_;
  KeyShape shape_;
};

}  // namespace yoke::detail::strings
