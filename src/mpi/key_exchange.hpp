#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/rank_cuts.hpp"
#include "primitives/partition.hpp"
#include "sorting/element.hpp"
#include "yoke/mpi/detail/key_exchange.hpp"

namespace yoke::detail::mpi {

template <class Key, class Value>
struct LoadColumns {
  sorting::Columns<Key, Value> columns;
  KOKKOS_FUNCTION auto operator()(std::uint64_t i) const { return columns.load(i); }
};

// Bits of an element's group: keys between two words are one, those that equal a word one more.
template <class Key>
struct GroupDigit {
  sorting::KeyOrder<Key> order;
  Key const* words;  // ascending
  std::uint32_t count;
  int shift;
  std::uint32_t mask;

  template <class Element>
  KOKKOS_FUNCTION std::uint32_t operator()(Element const& element) const {
    Key const word = order.rank(order.canonical(element.key));
    std::uint32_t low = 0, high = count;
    while (low < high) {
      std::uint32_t const middle = (low + high) / 2;
      if (words[middle] < word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (2 * low + (low < count && words[low] == word ? 1 : 0)) >> shift & mask;
  }
};

// Groups elements stably, to and fro between two arrays: one pass for up to 7 words on a device,
// for up to 127 on a host. Returns where they are then. Does not fence.
template <class Space, class Key, class Value>
sorting::Columns<Key, Value> group(Space const& exec, sorting::Columns<Key, Value> from,
                                   sorting::Columns<Key, Value> to, std::uint64_t size,
                                   GroupDigit<Key> digit, std::uint64_t* places) {
  using Data = sorting::Columns<Key, Value>;
  using Pass = PartitionPass<Space, std::uint64_t, LoadColumns<Key, Value>, GroupDigit<Key>,
                             sorting::StoreTo<Data>>;
  constexpr int digit_bits = PartitionTraits<Space>::label_bits;
  digit.mask = (1u << digit_bits) - 1;
  Array<Space, std::uint64_t> const counters(places, Pass::tiles(exec, size) << digit_bits);
  int const bits = static_cast<int>(std::bit_width(2 * digit.count));
  for (digit.shift = 0; digit.shift < bits; digit.shift += digit_bits) {
    Pass(exec, size, LoadColumns<Key, Value>{from}, digit, sorting::StoreTo<Data>{to}, counters)
        .run(exec);
    std::swap(from, to);
  }
  return from;
}

template <class Space, class Key, class Value>
void KeyExchange<Space, Key, Value>::reserve(Network<Space>& ranks, std::size_t size) {
  Space const& exec = ranks.exec();
  using Finder = CutFinder<Space, Key>;
  std::uint64_t const words = Finder::words(ranks.ranks());
  if (digits_.extent(0) < Finder::digits || words_.extent(0) < words) {
    words_ = make_buffer<Space, Key>(exec, "yoke::mpi::sort::words", words);
    digits_ = make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::sort::digits", Finder::digits);
  }
  if (other_keys_.extent(0) >= size && places_.extent(0) > 0) return;
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    other_values_ = make_buffer<Space, Value>(exec, "yoke::mpi::sort::values", size);
  }
  using Traits = PartitionTraits<Space>;
  places_ = make_buffer<Space, std::uint64_t>(
      exec, "yoke::mpi::sort::places",
      std::max<std::uint64_t>(Traits::most_tiles(exec, size), 1) << Traits::label_bits);
  // What is looked at last: it is there where the others are.
  other_keys_ = make_buffer<Space, Key>(exec, "yoke::mpi::sort::keys", size);
}

template <class Space, class Key, class Value>
void KeyExchange<Space, Key, Value>::run(Network<Space>& ranks, Key* keys, Value* values,
                                         std::size_t size, sorting::KeyKind kind, SortOrder order) {
  Space const& exec = ranks.exec();
  auto const p = static_cast<std::size_t>(ranks.ranks());
  agreed(ranks, [&] { reserve(ranks, size); });
  sorting::KeyOrder<Key> const words_of(kind, order);
  auto const sizes = ranks.gather(size);
  Counts begins;
  std::uint64_t begin = 0;
  for (std::size_t r = 0; r + 1 < p; ++r) begins.push_back(begin += sizes[r]);
  auto cuts = CutFinder<Space, Key>(ranks, {words_of, keys, false}, size, other_keys_.data(),
                                    words_.data(), digits_.data())
                  .find(begins);
  cuts.before.push_back(size);
  Counts to;
  for (std::size_t r = 0; r < p; ++r) {
    to.push_back(cuts.before[r] - (r == 0 ? 0 : cuts.before[r - 1]));
  }
  Counts from = ranks.transpose(to);

  sorting::Columns<Key, Value> const own{keys, values};
  sorting::Columns<Key, Value> const other{other_keys_.data(), other_values_.data()};
  sorting::Columns<Key, Value> send = own, receive = other;
  auto const r = static_cast<std::size_t>(ranks.rank());
  bool const stays = to[r] == size;  // and so none comes
  if (stays) {
    to[r] = from[r] = 0;
  } else {
    Kokkos::deep_copy(exec, Array<Space, Key>(words_.data(), cuts.words.size()),
                      Kokkos::View<Key const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                          cuts.words.data(), cuts.words.size()));
    send = group<Space>(exec, own, other, size,
                        GroupDigit<Key>{words_of, words_.data(),
                                        static_cast<std::uint32_t>(cuts.words.size()), 0, 0},
                        places_.data());
    receive = send.keys == keys ? other : own;
  }
  ranks.exchange(send.keys, to, receive.keys, from);
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    ranks.exchange(send.values, to, receive.values, from);
  }
  if (!stays && receive.keys != keys) {
    Kokkos::deep_copy(exec, Array<Space, Key>(keys, size),
                      Array<Space, Key const>(receive.keys, size));
    if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
      Kokkos::deep_copy(exec, Array<Space, Value>(values, size),
                        Array<Space, Value const>(receive.values, size));
    }
  }
  exec.fence("yoke::mpi::sort");
}

}  // namespace yoke::detail::mpi
