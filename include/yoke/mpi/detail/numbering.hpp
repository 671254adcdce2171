#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/checks.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// The elements' numbers among those of all ranks.
template <class V>
struct NumberView {
  V numbers;
  std::uint64_t begin;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    numbers(i) = static_cast<typename V::value_type>(begin + i);
  }
};

// The numbers of a rank's elements as those among all ranks'.
template <class V, class Number>
struct ShiftNumbers {
  V own;
  std::uint64_t begin;
  Number* numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    numbers[i] = static_cast<Number>(begin + static_cast<std::uint64_t>(own(i)));
  }
};

// Begins the call. The number of this rank's first key among all ranks' keys. Throws, on all ranks,
// where a permutation is not as long as its keys or overlaps them, and where Index cannot number
// all keys.
template <class Index, class Space, class Keys, class Permutation>
std::uint64_t first_number(Network<Space>& ranks, Call const& call, Keys const& keys,
                           Permutation const& permutation, std::size_t capacity) {
  std::size_t const size = keys.extent(0);
  char const* const caller = call.name();
  ranks.begin_call(call, [&] {
    check_capacity(caller, "keys", size, capacity);
    check_same_size(caller, "keys", size, "permutation", permutation.extent(0));
    check_apart(caller, {bytes_of("permutation", permutation)}, {bytes_of("keys", keys)});
  });
  auto const sizes = ranks.gather(size);
  std::uint64_t begin = 0, all = 0;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    if (r == static_cast<std::size_t>(ranks.rank())) begin = all;
    all += sizes[r];
  }
  check_index_holds<Index>(caller, "permutation", all);  // the same on all ranks
  return begin;
}

}  // namespace yoke::detail::mpi
