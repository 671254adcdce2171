#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

namespace yoke_test {

// Of each factor one level.
using Combination = std::vector<std::size_t>;

// Chooses combinations of levels such that any two levels of two different factors meet in at least
// one of them: most faults need no more than two (Kuhn, Wallace, Gallo 2004), and few combinations
// suffice. Greedy: each combination starts from a pair that is still missing and then takes, factor
// by factor in random order, the level that adds most pairs.
class Pairwise {
 public:
  Pairwise(std::vector<std::size_t> levels, std::uint64_t seed)
      : levels_(std::move(levels)), first_(levels_.size()), random_(seed) {
    std::exclusive_scan(levels_.begin(), levels_.end(), first_.begin(), std::size_t(0));
    total_ = first_.back() + levels_.back();
    missing_.assign(total_ * total_, false);
    for (std::size_t a = 0; a < levels_.size(); ++a) {
      for (std::size_t b = 0; b < levels_.size(); ++b) {
        if (a == b) continue;
        for (std::size_t i = 0; i < levels_[a]; ++i) {
          for (std::size_t j = 0; j < levels_[b]; ++j) missing_[index(a, i, b, j)] = true;
        }
      }
    }
  }

  std::vector<Combination> combinations() {
    std::vector<Combination> all;
    for (auto next = missing_.begin();
         (next = std::find(next, missing_.end(), true)) != missing_.end();) {
      all.push_back(combination_with(static_cast<std::size_t>(next - missing_.begin())));
    }
    std::shuffle(all.begin(), all.end(), random_);
    return all;
  }

 private:
  static constexpr std::size_t open = ~std::size_t(0);

  std::size_t index(std::size_t a, std::size_t i, std::size_t b, std::size_t j) const {
    return (first_[a] + i) * total_ + first_[b] + j;
  }
  void set(Combination& row, std::size_t level) const {
    std::size_t const factor =
        static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), level) -
                                 first_.begin()) -
        1;
    row[factor] = level - first_[factor];
  }
  std::size_t gain(Combination const& row, std::size_t factor, std::size_t level) const {
    std::size_t pairs = 0;
    for (std::size_t other = 0; other < row.size(); ++other) {
      if (row[other] != open) pairs += missing_[index(factor, level, other, row[other])];
    }
    return pairs;
  }

  Combination combination_with(std::size_t pair) {
    Combination row(levels_.size(), open);
    set(row, pair / total_);
    set(row, pair % total_);
    std::vector<std::size_t> factors(levels_.size());
    std::iota(factors.begin(), factors.end(), std::size_t(0));
    std::shuffle(factors.begin(), factors.end(), random_);
    for (std::size_t const factor : factors) {
      if (row[factor] == open) row[factor] = best_level(row, factor);
    }
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = 0; b < row.size(); ++b) {
        if (a != b) missing_[index(a, row[a], b, row[b])] = false;
      }
    }
    return row;
  }

  std::size_t best_level(Combination const& row, std::size_t factor) {
    // Ties go to the first level tried.
    std::size_t const shift = random_() % levels_[factor];
    std::size_t best = shift, most = gain(row, factor, shift);
    for (std::size_t k = 1; k < levels_[factor]; ++k) {
      std::size_t const level = (shift + k) % levels_[factor];
      std::size_t const pairs = gain(row, factor, level);
      if (pairs > most) {
        best = level;
        most = pairs;
      }
    }
    return best;
  }

  std::vector<std::size_t> levels_, first_;
  std::size_t total_ = 0;
  std::vector<bool> missing_;  // of all pairs of levels
  std::mt19937_64 random_;
};

inline std::vector<Combination> pairwise(std::vector<std::size_t> levels, std::uint64_t seed) {
  return Pairwise(std::move(levels), seed).combinations();
}

}  // namespace yoke_test
