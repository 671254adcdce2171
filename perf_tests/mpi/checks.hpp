#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <yoke/detail/primitives/hash.hpp>

#include "mpi/measure.hpp"

// What the ranks' results are checked by.
namespace yoke_perf::mpi {

using Word = std::uint32_t;
template <class Memory>
using Words = Kokkos::View<Word*, Memory>;

// All ranks' elements, on every one of them.
inline void gather(Cluster const& cluster, Words<Memory> const& own, Words<Memory> const& all) {
  auto& ranks = cluster.network();
  ranks.gather_all(own.data(), ranks.gather(own.extent(0)), all.data());
}

template <class V>
struct CountDifferent {
  V one, other;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& different) const {
    different += one(i) != other(i);
  }
};

// A sum that tells multisets of pairs apart; of keys alone, the values are empty.
template <class Memory>
struct SumOfPairs {
  Words<Memory> keys, values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    std::uint64_t const value = values.extent(0) > 0 ? values(i) : 0;
    sum += yoke::detail::hash(static_cast<std::uint64_t>(keys(i)) << 32 | value);
  }
};

// Keys that fall, and among equal keys values that do not rise, which were numbered in order.
template <class Memory>
struct CountFaults {
  Words<Memory> keys, values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    bool const falls = keys(i + 1) < keys(i);
    bool const swaps = values.extent(0) > 0 && keys(i + 1) == keys(i) && values(i + 1) <= values(i);
    faults += falls || swaps;
  }
};

// A list of n = 2^bits nodes in no order that caches know: the node after x is a x + c modulo n,
// which goes through all of them, from node 0; the last one points at itself. Where a node is in it
// is found bit by bit.
struct Congruential {
  static constexpr std::uint64_t a = 0x5851f42d4c957f2d, c = 0x14057b7ef767814f;
  int bits;

  KOKKOS_FUNCTION std::uint64_t mask() const { return (std::uint64_t(1) << bits) - 1; }
  KOKKOS_FUNCTION std::uint64_t next(std::uint64_t x) const {
    std::uint64_t const after = (a * x + c) & mask();
    return after == 0 ? x : after;
  }
  KOKKOS_FUNCTION std::uint64_t position(std::uint64_t node) const {
    std::uint64_t at = 0, position = 0, multiplier = a, increment = c;
    for (int bit = 0; bit < bits; ++bit) {
      if (((at ^ node) >> bit & 1) != 0) {
        position |= std::uint64_t(1) << bit;
        at = multiplier * at + increment;
      }
      increment *= multiplier + 1;
      multiplier *= multiplier;
    }
    return position;
  }
};

template <class Memory>
struct MakeList {
  Words<Memory> successor;
  std::uint64_t base;
  Congruential list;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    successor(i) = static_cast<Word>(list.next(base + i));
  }
};

template <class Memory>
struct CountWrongRanks {
  Words<Memory> rank;
  std::uint64_t base;
  Congruential list;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    faults += rank(i) != list.mask() - list.position(base + i);
  }
};

template <class Memory>
struct Number {
  Words<Memory> values;
  std::uint64_t base;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    values(i) = static_cast<Word>(base + i);
  }
};

}  // namespace yoke_perf::mpi
