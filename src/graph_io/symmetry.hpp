#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace yoke::detail::files {

// Sees in one pass whether two bags of arcs are equal: hashes of the one's are added and those of
// the other's subtracted, so that bags that differ pass with a probability of 2^-64. Sums of parts
// can be added. Parts that threads sum up side by side lie in cache lines of their own.
class alignas(64) ArcBalance {
 public:
  void add(std::uint64_t u, std::uint64_t v) { sum_ += hash(u, v); }
  void subtract(std::uint64_t u, std::uint64_t v) { sum_ -= hash(u, v); }
  // Zero in the end where every arc that was added so has its reverse, as often.
  void add_either_way(std::uint64_t u, std::uint64_t v) {
    if (u < v) add(u, v);
    if (u > v) subtract(v, u);
  }
  // The same of arcs with weights, whose reverses must have them too.
  void add_either_way(std::uint64_t u, std::uint64_t v, std::uint64_t weight) {
    if (u < v) sum_ += mix(hash(u, v) + weight);
    if (u > v) sum_ -= mix(hash(v, u) + weight);
  }
  void add(ArcBalance const& other) { sum_ += other.sum_; }
  bool is_zero() const { return sum_ == 0; }
  // Of ranks, those of all add up.
  std::uint64_t sum() const { return sum_; }

 private:
  // The finaliser of splitmix64, twice.
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
  }
  static std::uint64_t hash(std::uint64_t u, std::uint64_t v) {
    return mix(mix(u + 0x9e3779b97f4a7c15u) + v);
  }

  std::uint64_t sum_ = 0;
};

inline bool is_balanced(std::vector<ArcBalance> const& parts) {
  ArcBalance sum;
  for (auto const& part : parts) sum.add(part);
  return sum.is_zero();
}

using Arc = std::pair<std::uint64_t, std::uint64_t>;
using WeightedArc = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;

// An arc that is there more often than its reverse, of arcs of which there is one.
inline Arc find_unpaired(std::vector<Arc> arcs) {
  std::ranges::sort(arcs);
  auto const times = [&](Arc const& arc) {
    auto const [begin, end] = std::equal_range(arcs.begin(), arcs.end(), arc);
    return end - begin;
  };
  return *std::ranges::find_if(arcs, [&](Arc const& arc) {
    return times(arc) > times({arc.second, arc.first});
  });
}

// The same of arcs and their weights.
inline WeightedArc find_unequal(std::vector<WeightedArc> arcs) {
  std::ranges::sort(arcs);
  auto const times = [&](WeightedArc const& arc) {
    auto const [begin, end] = std::equal_range(arcs.begin(), arcs.end(), arc);
    return end - begin;
  };
  return *std::ranges::find_if(arcs, [&](WeightedArc const& arc) {
    auto const [u, v, weight] = arc;
    return times(arc) > times({v, u, weight});
  });
}

}  // namespace yoke::detail::files
