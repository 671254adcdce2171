#pragma once

#include <algorithm>
#include <cstdint>

#include "sorting/level_cuts.hpp"

namespace yoke::detail::sorting {

// Cuts sorted runs in host memory as LevelCuts does on a device: cut[r] is a place in keys, and
// `target` elements precede the cuts in the order of a stable sort of all. By one thread, bit by
// bit of the key there, so that each look halves what is left of a run; `end` and `middle` have
// room for a number of each run.
template <class Word>
void cut_runs(SortedRuns<Word> const& runs, std::uint64_t target, std::uint64_t* cut,
              std::uint64_t* end, std::uint64_t* middle) {
  for (int r = 0; r < runs.count; ++r) {
    cut[r] = runs.begin(r);
    end[r] = runs.end(r);
  }
  Word found = 0;
  for (int bit = 8 * sizeof(Word) - 1; bit >= 0; --bit) {
    Word const with_bit = found | Word(1) << bit;
    std::uint64_t before = 0;
    for (int r = 0; r < runs.count; ++r) {
      std::uint64_t low = cut[r], high = end[r];
      while (low < high) {
        std::uint64_t const half = low + (high - low) / 2;
        if (runs.rank(half) < with_bit) {
          low = half + 1;
        } else {
          high = half;
        }
      }
      middle[r] = low;
      before += low - runs.begin(r);
    }
    bool const has_bit = before <= target;
    if (has_bit) found = with_bit;
    std::copy_n(middle, runs.count, has_bit ? cut : end);
  }
  // What is left of each run equals the key: those of earlier runs come first.
  std::uint64_t left = target;
  for (int r = 0; r < runs.count; ++r) left -= cut[r] - runs.begin(r);
  for (int r = 0; r < runs.count; ++r) {
    std::uint64_t const taken = std::min(end[r] - cut[r], left);
    cut[r] += taken;
    left -= taken;
  }
}

}  // namespace yoke::detail::sorting
