#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/spaces.hpp"

namespace yoke_perf::random {

template <class Space, class Word>
struct CountOnes {
  Numbers<Word, typename Space::memory_space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& ones) const {
    for (Word word = words(i); word != 0; word &= word - 1) ++ones;
  }
};

// Half of the bits must be ones, to within six standard deviations.
template <class Space, class View>
std::string find_fault_in_bits(Space const& exec, View const& words) {
  using Word = typename View::value_type;
  std::uint64_t ones = 0;
  Kokkos::parallel_reduce("yoke_perf::count_ones", WideRange<Space>(exec, 0, words.size()),
                          CountOnes<Space, Word>{words}, ones);
  double const bits = 8 * sizeof(Word) * static_cast<double>(words.size());
  if (std::abs(static_cast<double>(ones) - bits / 2) <= 3 * std::sqrt(bits)) return {};
  return std::to_string(ones) + " bits of " + std::to_string(8 * sizeof(Word) * words.size()) +
         " are ones";
}

}  // namespace yoke_perf::random
