#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace yoke_test {

// Makes a key of random bits; of floats every kind, with NaNs of either sign.
template <class Key>
Key any_key(std::uint64_t bits) {
  using Word = std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>;
  return std::bit_cast<Key>(static_cast<Word>(bits));
}

// Keys as they are hard for a sort in one way or another, by name.
template <class Key>
std::vector<std::pair<std::string, std::vector<Key>>> key_sets(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<std::string, std::vector<Key>>> sets;
  auto const add = [&](std::string const& name, auto const& key) {
    std::vector<Key> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<Key>(key(i));
    sets.emplace_back(name, std::move(keys));
  };
  add("any bits", [&](std::size_t) { return any_key<Key>(random()); });
  add("all equal", [](std::size_t) { return 7; });
  add("ascending", [](std::size_t i) { return i; });
  add("descending", [n](std::size_t i) { return n - i; });
  add("two values", [&](std::size_t) { return random() % 2 == 0 ? 3 : 900000; });
  add("sixteen values", [&](std::size_t) { return (random() % 16) * 1000003; });
  add("one value and few others",
      [&](std::size_t) { return random() % 1000 == 0 ? any_key<Key>(random()) : Key(5); });
  add("few large ones",
      [&](std::size_t) { return random() % 5000 == 0 ? random() % (1u << 30) : random() % 100; });
  add("zipf", [&](std::size_t) { return 1e6 / (1 + random() % 1000000); });
  add("bell", [&](std::size_t) {
    double sum = 0;
    for (int k = 0; k < 12; ++k) sum += static_cast<double>(random() % 1000000);
    return sum * 100;
  });
  add("runs of equal keys", [](std::size_t i) { return i / 1000; });
  add("clusters far apart", [&](std::size_t) {
    return any_key<Key>((random() % 3 << (8 * sizeof(Key) - 5)) + random() % 5000);
  });
  if constexpr (std::is_floating_point_v<Key>) {
    Key const special[] = {Key(0),
                           -Key(0),
                           std::numeric_limits<Key>::infinity(),
                           -std::numeric_limits<Key>::infinity(),
                           std::numeric_limits<Key>::quiet_NaN(),
                           -std::numeric_limits<Key>::quiet_NaN(),
                           std::numeric_limits<Key>::denorm_min(),
                           -std::numeric_limits<Key>::denorm_min(),
                           Key(1),
                           Key(-1)};
    add("special values", [&](std::size_t) { return special[random() % 10]; });
    add("zeros of either sign", [&](std::size_t) { return special[random() % 2]; });
  }
  return sets;
}

// What sorts promise of the keys that they write: equal as numbers; a NaN is a NaN.
template <class Key>
bool are_same_number(Key one, Key other) {
  return other != other ? one != one : one == other;
}

// The order that sorts promise: every NaN last.
template <class Key>
bool comes_before(Key one, Key other, bool is_descending) {
  if constexpr (std::is_floating_point_v<Key>) {
    if (std::isnan(one) || std::isnan(other)) return !std::isnan(one) && std::isnan(other);
  }
  return is_descending ? other < one : one < other;
}

}  // namespace yoke_test
