#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <numeric>

#include "strings/segments.hpp"
#include "strings/serial_sort.hpp"

namespace yoke::detail::strings {

// One thread sorts a segment of few strings.
template <class Index>
struct SortAloneBase {
  Text text;
  Segments<Index> segments;
  Tied tied;
  Index* permutation;
  bool is_descending;

  KOKKOS_FUNCTION std::uint64_t size(std::uint64_t s) const {
    return (s + 1 < tied.segments ? segments.begin[s + 1] : tied.strings) - segments.begin[s];
  }
};

// On a host.
template <class Space, class Value, bool OnHost>
struct SortAlone : SortAloneBase<decltype(Value::index)> {
  std::uint64_t most;  // more than this are sorted by all threads
  typename SerialSort<Value>::Workspace workspace;

  // Counts the segments that are left.
  void operator()(std::uint64_t s, std::uint64_t& left) const {
    std::uint64_t const strings = this->size(s);
    if (strings > most) {
      ++left;
      return;
    }
    SerialSort<Value>(this->text, this->is_descending)
        .run(this->permutation + this->segments.place[s], strings, this->segments.depth[s],
             workspace.from(this->segments.begin[s]));
    this->segments.depth[s] = sorted_depth;
  }
};

// A host's thread sorts all strings, where they are few.
template <class Value>
struct SortFew {
  Text text;
  std::uint64_t size;
  decltype(Value::index)* permutation;
  bool is_descending;
  typename SerialSort<Value>::Workspace workspace;

  void operator()(std::uint64_t) const {
    std::iota(permutation, permutation + size, decltype(Value::index)(0));
    SerialSort<Value>(text, is_descending).run(permutation, size, 0, workspace);
  }
};

// On a device a thread takes very few, and compares few characters: strings that have more in
// common are left to the rounds, in which many threads read them.
template <class Space, class Value>
struct SortAlone<Space, Value, false> : SortAloneBase<decltype(Value::index)> {
  using Index = decltype(Value::index);
  static constexpr std::uint64_t most = 8, near = 128;

  KOKKOS_FUNCTION void operator()(std::uint64_t s, std::uint64_t& left) const {
    std::uint64_t const strings = this->size(s);
    if (strings <= most && insertion_sort(this->permutation + this->segments.place[s], strings,
                                          this->segments.depth[s])) {
      this->segments.depth[s] = sorted_depth;
    } else {
      ++left;
    }
  }

 private:
  // False where it has met strings that are equal as far as it looks; those stay in their order.
  KOKKOS_FUNCTION bool insertion_sort(Index* first, std::uint64_t strings,
                                      std::uint64_t depth) const {
    bool all_differ = true;
    for (std::uint64_t k = 1; k < strings && all_differ; ++k) {
      Index const index = first[k];
      auto const string = this->text[index];
      std::uint64_t place = k;
      for (; place > 0; --place) {
        auto const before = this->text[first[place - 1]];
        std::uint64_t const end = this->text.common(before, string, depth, depth + near);
        bool const both_end = end == before.length && end == string.length;
        all_differ = both_end || end < depth + near;
        if (!all_differ || both_end) break;
        bool const is_right = this->is_descending ? this->text.is_less(string, before, end)
                                                  : this->text.is_less(before, string, end);
        if (is_right) break;
        first[place] = first[place - 1];
      }
      first[place] = index;
    }
    return all_differ;
  }
};

}  // namespace yoke::detail::strings
