#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>

#include "support/spaces.hpp"

namespace yoke_perf {

// The 64-bit words that every array is made of: word i of the array of a seed.
KOKKOS_INLINE_FUNCTION std::uint64_t word_at(std::uint64_t seed, std::uint64_t i) {
  return (i + 1) * 0x9e3779b97f4a7c15u ^ seed;
}

template <class View>
struct WriteWords {
  View words;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { words(i) = word_at(seed, i); }
};
template <class View>
struct CountWrong {
  View words;
  std::uint64_t seed;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& wrong) const {
    wrong += words(i) != word_at(seed, i);
  }
};

// With every thread that works on them later: the pages then lie where those are.
template <class Space, class View>
void write_words(Space const& exec, View const& words, std::uint64_t seed) {
  Kokkos::parallel_for("yoke_perf::write", WideRange<Space>(exec, 0, words.extent(0)),
                       WriteWords<View>{words, seed});
  exec.fence("yoke_perf: written");
}

// What is wrong, or nothing.
template <class Space, class View>
std::string find_wrong_words(Space const& exec, View const& words, std::uint64_t seed) {
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce("yoke_perf::check", WideRange<Space>(exec, 0, words.extent(0)),
                          CountWrong<View>{words, seed}, wrong);
  return wrong == 0 ? std::string() : std::to_string(wrong) + " words are wrong";
}

}  // namespace yoke_perf
