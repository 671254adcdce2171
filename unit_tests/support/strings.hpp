#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "yoke/sort_strings.hpp"

namespace yoke_test {

using StringList = std::vector<std::string>;

// Strings as they are hard for a sort in one way or another, by name.
inline std::vector<std::pair<std::string, StringList>> string_sets(std::size_t n,
                                                                   std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::string, StringList>> sets;
  auto const add = [&](std::string const& name, auto const& make) {
    StringList strings(n);
    for (std::size_t i = 0; i < n; ++i) strings[i] = make(i);
    sets.emplace_back(name, std::move(strings));
  };
  auto const letters = [&](std::size_t length, int first, int count) {
    std::string string(length, '\0');
    for (auto& letter : string) {
      letter = static_cast<char>(first + static_cast<int>(random() % count));
    }
    return string;
  };
  add("empty", [](std::size_t) { return std::string(); });
  add("all equal", [](std::size_t) { return std::string("the same string, more than a key"); });
  add("equal and short", [](std::size_t) { return std::string("short"); });
  add("any bytes", [&](std::size_t) { return letters(random() % 40, 0, 256); });
  add("letters", [&](std::size_t) { return letters(random() % 30, 'a', 26); });
  add("two letters", [&](std::size_t) { return letters(random() % 40, 'a', 2); });
  add("zeros and ones", [&](std::size_t) { return letters(random() % 20, 0, 2); });
  add("zeros alone", [&](std::size_t) { return std::string(random() % 25, '\0'); });
  add("bytes above 127", [&](std::size_t) { return letters(random() % 12, 126, 4); });
  add("prefixes of one another",
      [&](std::size_t i) { return std::string(i % 50, 'p') + (i % 3 == 0 ? "" : "q"); });
  add("few values", [&](std::size_t) {
    return "a value that is longer than a key " + std::to_string(random() % 5);
  });
  add("numbers", [](std::size_t i) { return std::to_string(i * 7919 % 100003); });
  for (std::size_t const shared : {8, 24, 60, 200}) {
    StringList families;
    for (std::size_t f = 0; f <= n / 64; ++f) families.push_back(letters(shared, 'A', 20));
    add("families that share " + std::to_string(shared), [&](std::size_t) {
      return families[random() % families.size()] + letters(random() % 20, 'A', 20);
    });
  }
  return sets;
}

// The strings as Views, behind `skipped` characters that belong to none.
template <class Memory, class Offset>
auto views_of(StringList const& list, std::size_t skipped = 0) {
  std::size_t const all = std::accumulate(
      list.begin(), list.end(), skipped,
      [](std::size_t sum, std::string const& string) { return sum + string.size(); });
  Kokkos::View<char*, Memory> const characters("characters", all);
  Kokkos::View<Offset*, Memory> const offsets("offsets", list.size() + 1);
  auto const bytes = Kokkos::create_mirror_view(characters);
  auto const places = Kokkos::create_mirror_view(offsets);
  std::size_t place = skipped;
  for (std::size_t i = 0; i < list.size(); ++i) {
    places(i) = static_cast<Offset>(place);
    std::copy(list[i].begin(), list[i].end(), bytes.data() + place);
    place += list[i].size();
  }
  places(list.size()) = static_cast<Offset>(place);
  Kokkos::deep_copy(characters, bytes);
  Kokkos::deep_copy(offsets, places);
  return yoke::Strings(characters, offsets);
}

// std::string compares bytes as unsigned ones, then lengths.
inline std::vector<std::uint64_t> order_of(StringList const& list, bool descending = false) {
  std::vector<std::uint64_t> indices(list.size());
  std::iota(indices.begin(), indices.end(), 0);
  std::stable_sort(indices.begin(), indices.end(), [&](std::uint64_t one, std::uint64_t other) {
    return descending ? list[other] < list[one] : list[one] < list[other];
  });
  return indices;
}

}  // namespace yoke_test
