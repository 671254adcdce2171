#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/views.hpp"
#include "yoke/detail/primitives/hash.hpp"

// Keys of any size, comparators of them that have state, and comparators that are none.
namespace yoke_test {

// A key of so many bytes, of which the first ones say where it belongs: as many as a word has room
// for.
template <std::size_t bytes>
struct Record {
  using Word = std::conditional_t<bytes == 1, std::uint8_t, std::uint32_t>;
  Word key;
  std::array<unsigned char, bytes - sizeof(Word)> rest;
  bool operator==(Record const&) const = default;
};
template <>
struct Record<1> {
  using Word = std::uint8_t;
  Word key;
  bool operator==(Record const&) const = default;
};
template <>
struct Record<4> {
  using Word = std::uint32_t;
  Word key;
  bool operator==(Record const&) const = default;
};

template <std::size_t bytes>
Record<bytes> make_record(std::uint64_t key, [[maybe_unused]] std::uint64_t i) {
  Record<bytes> record{};
  record.key = static_cast<typename Record<bytes>::Word>(key);
  if constexpr (bytes > 4) {
    for (std::size_t k = 0; k < record.rest.size(); ++k) {
      record.rest[k] = static_cast<unsigned char>(yoke::detail::hash(i + k));
    }
  }
  return record;
}

// By the distance from a middle, which it knows: keys on both sides of it are equal.
struct CloserTo {
  std::int64_t middle;
  KOKKOS_FUNCTION std::int64_t distance(std::int64_t key) const {
    return key < middle ? middle - key : key - middle;
  }
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return distance(one.key) < distance(other.key);
  }
};

// Deterministic, and no strict weak orders.
struct NoOrder {
  enum class Kind { at_most, always, random } kind;
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    if (kind == Kind::at_most) return one.key <= other.key;
    if (kind == Kind::always) return true;
    auto const both = static_cast<std::uint64_t>(one.key) << 32 | other.key;
    return (yoke::detail::hash(both) & 1) != 0;
  }
};

// Words as they are hard for a sort in one way or another, by name.
inline std::vector<std::pair<std::string, std::vector<std::uint64_t>>> word_sets(
    std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> sets;
  auto const add = [&](std::string const& name, auto const& word) {
    std::vector<std::uint64_t> words(n);
    for (std::size_t i = 0; i < n; ++i) words[i] = word(i);
    sets.emplace_back(name, std::move(words));
  };
  add("any", [&](std::size_t) { return random(); });
  add("equal", [](std::size_t) { return 7; });
  add("ascending", [](std::size_t i) { return i; });
  add("descending", [n](std::size_t i) { return n - i; });
  for (std::uint64_t const values : {2, 16, 1000}) {
    add(std::to_string(values) + " values", [&](std::size_t) { return random() % values; });
  }
  add("one value and few others",
      [&](std::size_t) { return random() % 1000 == 0 ? random() : std::uint64_t(5); });
  add("zipf", [&](std::size_t) { return 4294967295u / (1 + random() % (1u << 20)); });
  return sets;
}

template <std::size_t bytes>
std::vector<Record<bytes>> records_of(std::vector<std::uint64_t> const& words) {
  std::vector<Record<bytes>> records(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) records[i] = make_record<bytes>(words[i], i);
  return records;
}

// The order that a stable sort makes.
template <class Key, class Comparator>
std::vector<std::uint32_t> stable_order(std::vector<Key> const& keys,
                                        Comparator const& comparator) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return comparator(keys[one], keys[other]);
  });
  return order;
}

template <class T>
std::vector<T> in_order(std::vector<T> const& values, std::vector<std::uint32_t> const& order) {
  std::vector<T> ordered;
  ordered.reserve(values.size());
  for (auto const i : order) ordered.push_back(values[i]);
  return ordered;
}

}  // namespace yoke_test
