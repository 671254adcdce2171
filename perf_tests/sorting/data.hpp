#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "support/spaces.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/random.hpp"

namespace yoke_perf::sorting {

// A key by its number, so that all spaces sort the same ones.
template <class Key>
struct MakeKey {
  enum class Kind { uniform, bell, sixteen, equal, ascending, zipf };
  yoke::Philox random;
  Kind kind;

  KOKKOS_FUNCTION Key operator()(std::uint64_t i) const {
    auto const word = [&](std::uint64_t stream) { return random.stream(stream)(i); };
    switch (kind) {
      case Kind::uniform:
        return static_cast<Key>(static_cast<std::uint64_t>(word(0)) << (8 * sizeof(Key) - 32) |
                                word(1));
      case Kind::bell: {
        std::uint64_t sum = 0;
        for (int k = 0; k < 12; ++k) sum += word(k) / 12;
        return static_cast<Key>(sum);
      }
      case Kind::sixteen:
        return static_cast<Key>(word(0) % 16 * 268435399u);
      case Kind::equal:
        return static_cast<Key>(7);
      case Kind::ascending:
        return static_cast<Key>(i);
      case Kind::zipf:  // half of them below 2^16
        return static_cast<Key>(4294967295u / (1 + word(0) % (1u << 17)));
    }
    return Key();
  }

  static MakeKey of(std::string const& name) {
    for (auto const kind : {Kind::bell, Kind::sixteen, Kind::equal, Kind::ascending, Kind::zipf}) {
      if (name == names[static_cast<int>(kind)]) return {yoke::Philox(1), kind};
    }
    return {yoke::Philox(1), Kind::uniform};
  }
  static constexpr std::array<char const*, 6> names = {"uniform", "bell",      "sixteen",
                                                       "equal",   "ascending", "zipf"};
};

template <class Key, class Memory>
struct WriteKeys {
  MakeKey<Key> make;
  Numbers<Key, Memory> keys;
  Numbers<std::uint32_t, Memory> values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    keys(i) = make(i);
    if (i < values.extent(0)) values(i) = static_cast<std::uint32_t>(i);
  }
};

// Counts keys that are smaller than the one before, and adds up a hash of each, which tells whether
// they are those that were there; with values, also those that do not belong to their key, and
// equal keys out of their first order.
template <class Key, class Memory>
struct Check {
  MakeKey<Key> make;
  Numbers<Key, Memory> keys;
  Numbers<std::uint32_t, Memory> values;
  bool is_sorted;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults,
                                  std::uint64_t& fingerprint) const {
    if (!is_sorted) {
      fingerprint += yoke::detail::hash(static_cast<std::uint64_t>(make(i)));
      return;
    }
    fingerprint += yoke::detail::hash(static_cast<std::uint64_t>(keys(i)));
    if (i > 0 && keys(i) < keys(i - 1)) ++faults;
    if (values.extent(0) == 0) return;
    if (make(values(i)) != keys(i)) ++faults;
    if (i > 0 && keys(i) == keys(i - 1) && values(i) <= values(i - 1)) ++faults;
  }
};

// Keys to sort, made anew for every run.
template <class Key, class Memory>
class Data {
  using Space = std::conditional_t<std::is_same_v<Memory, Device::memory_space>, Device, Host>;

 public:
  Numbers<Key, Memory> keys;
  Numbers<std::uint32_t, Memory> values;

  Data(std::string const& kind, std::uint64_t size, bool has_values)
      : keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::keys"), size),
        values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::values"),
               has_values ? size : 0),
        make_(MakeKey<Key>::of(kind)) {
    expected_ = fingerprint(false).second;
  }

  void fill() const {
    Space const exec;
    Kokkos::parallel_for("yoke_perf::keys", WideRange<Space>(exec, 0, keys.extent(0)),
                         WriteKeys<Key, Memory>{make_, keys, values});
    exec.fence("yoke_perf: keys made");
  }

  std::string find_fault() const {
    auto const [faults, found] = fingerprint(true);
    if (faults > 0) return std::to_string(faults) + " elements are out of order";
    return found == expected_ ? "" : "the keys are not those that were to be sorted";
  }

 private:
  std::pair<std::uint64_t, std::uint64_t> fingerprint(bool is_sorted) const {
    std::uint64_t faults = 0, sum = 0;
    Kokkos::parallel_reduce("yoke_perf::check", WideRange<Space>(Space(), 0, keys.extent(0)),
                            Check<Key, Memory>{make_, keys, values, is_sorted}, faults, sum);
    return {faults, sum};
  }

  MakeKey<Key> make_;
  std::uint64_t expected_ = 0;
};

}  // namespace yoke_perf::sorting
