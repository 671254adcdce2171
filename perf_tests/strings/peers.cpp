#include "strings/peers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#if defined(_OPENMP) && defined(__GLIBCXX__)
#include <parallel/algorithm>
#define YOKE_PERF_HAS_PARALLEL_SORT
#endif

namespace yoke_perf::strings {
namespace {

struct ComesBefore {
  char const* characters;
  std::int64_t const* offsets;

  std::string_view string(std::uint32_t i) const {
    return {characters + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  bool operator()(std::uint32_t one, std::uint32_t other) const {
    int const order = string(one).compare(string(other));
    return order < 0 || (order == 0 && one < other);
  }
};

// A plain multikey quicksort with eight cached characters, by branches.
struct CachedString {
  std::uint64_t word;
  std::string_view string;
  std::uint32_t index;
};
std::uint64_t word_of(std::string_view string, std::size_t depth) {
  std::uint64_t word = 0;
  for (std::size_t i = depth; i < depth + 8; ++i) {
    word = word << 8 | (i < string.size() ? static_cast<std::uint8_t>(string[i]) : 0u);
  }
  return word;
}
void sort_cached(CachedString* strings, std::size_t size, std::size_t depth) {
  while (size > 16) {
    std::uint64_t const one = strings[0].word, other = strings[size / 2].word,
                        last = strings[size - 1].word;
    std::uint64_t const pivot =
        std::max(std::min(one, other), std::min(std::max(one, other), last));
    std::size_t less = 0, end = size;
    for (std::size_t i = 0; i < end;) {
      if (strings[i].word < pivot) {
        std::swap(strings[less++], strings[i++]);
      } else if (strings[i].word > pivot) {
        std::swap(strings[i], strings[--end]);
      } else {
        ++i;
      }
    }
    sort_cached(strings, less, depth);
    auto* const goes_on = std::partition(strings + less, strings + end, [&](auto const& cached) {
      return cached.string.size() <= depth + 8;
    });
    std::sort(strings + less, goes_on,
              [](auto const& a, auto const& b) { return a.string.size() < b.string.size(); });
    for (auto* cached = goes_on; cached != strings + end; ++cached) {
      cached->word = word_of(cached->string, depth + 8);
    }
    sort_cached(goes_on, static_cast<std::size_t>(strings + end - goes_on), depth + 8);
    strings += end;
    size -= end;
  }
  for (std::size_t i = 1; i < size; ++i) {
    auto const cached = strings[i];
    std::size_t place = i;
    for (; place > 0; --place) {
      auto const& before = strings[place - 1];
      if (before.word < cached.word) break;
      if (before.word == cached.word && before.string <= cached.string) break;
      strings[place] = before;
    }
    strings[place] = cached;
  }
}

}  // namespace

void multikey_quicksort(char const* characters, std::int64_t const* offsets,
                        std::uint32_t* permutation, std::uint64_t size) {
  std::vector<CachedString> strings(size);
  ComesBefore const all{characters, offsets};
  for (std::uint32_t i = 0; i < size; ++i)
    strings[i] = {word_of(all.string(i), 0), all.string(i), i};
  sort_cached(strings.data(), size, 0);
  // Equal strings, in their order: validate_sort_strings asks for it.
  for (std::size_t begin = 0, end; begin < size; begin = end) {
    for (end = begin + 1; end < size && strings[end].string == strings[begin].string;) ++end;
    std::sort(strings.begin() + static_cast<std::ptrdiff_t>(begin),
              strings.begin() + static_cast<std::ptrdiff_t>(end),
              [](auto const& one, auto const& other) { return one.index < other.index; });
  }
  for (std::size_t i = 0; i < size; ++i) permutation[i] = strings[i].index;
}

void standard_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size) {
  std::iota(permutation, permutation + size, 0u);
  std::sort(permutation, permutation + size, ComesBefore{characters, offsets});
}

#if defined(YOKE_PERF_HAS_PARALLEL_SORT)
bool has_parallel_sort() { return true; }
void parallel_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size) {
  std::iota(permutation, permutation + size, 0u);
  __gnu_parallel::sort(permutation, permutation + size, ComesBefore{characters, offsets});
}
#else
bool has_parallel_sort() { return false; }
void parallel_sort(char const*, std::int64_t const*, std::uint32_t*, std::uint64_t) {}
#endif

}  // namespace yoke_perf::strings
