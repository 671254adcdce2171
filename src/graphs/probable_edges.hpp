#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graphs/generate_edges.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::graphs {

// Bounds on a random word below which a binomial variable is 0, at most 1, ...: the cumulative
// distribution times 2^64. Computed on the host, by the recurrence of neighbouring terms, so that
// kernels compare integers and every space draws the same. For a mean of up to some thousands and a
// probability of up to a half.
inline std::vector<std::uint64_t> binomial_bounds(std::uint64_t trials, double probability) {
  long double const odds = probability / (1.0L - probability);
  long double term = std::exp(static_cast<long double>(trials) *
                              std::log1p(-static_cast<long double>(probability)));
  long double sum = 0;
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t k = 0; k < trials; ++k) {
    sum += term;
    // Beyond the mean a term too small to count is followed by smaller ones.
    if (sum >= 1 ||
        (static_cast<double>(k) > static_cast<double>(trials) * probability && term < 0x1p-65L)) {
      break;
    }
    bounds.push_back(static_cast<std::uint64_t>(sum * 0x1p64L));
    term *= static_cast<long double>(trials - k) / static_cast<long double>(k + 1) * odds;
  }
  return bounds;
}

// G(n, p) exactly, as independent blocks of pairs: how many of a block's pairs are edges is a
// binomial variable, and they are the first so many of the block's pairs in a random order. So a
// block costs as much as it has edges, not as it has pairs.
template <class Space>
class ProbableEdges {
 public:
  // Of up to 2^32 vertices.
  ProbableEdges(Space const& exec, ProbabilityShape const& shape)
      : pairs_(shape.vertices),
        count_(shape.probability > 0 ? Pairs::count(shape.vertices) : 0),
        block_(block_of(shape.probability)),
        // What is less likely is counted: the edges or the gaps.
        counts_gaps_(shape.probability > 0.5),
        random_(shape.seed) {
    double const rare = counts_gaps_ ? 1 - shape.probability : shape.probability;
    whole_ = upload(exec, binomial_bounds(block_, rare));
    last_ = upload(exec, binomial_bounds(count_ % block_, rare));
  }

  std::uint64_t blocks() const { return (count_ + block_ - 1) / block_; }

  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b) const {
    std::uint64_t const pairs = size_of(b);
    std::uint64_t const rare =
        count_bounds_below(pairs == block_ ? whole_ : last_, random_.stream(b).word64(0));
    return counts_gaps_ ? pairs - rare : rare;
  }

  template <class Write>
  KOKKOS_FUNCTION void for_each(std::uint64_t b, Write const& write) const {
    RandomPermutation const order(size_of(b), random_.stream(b).block(1));
    std::uint64_t const edges = count(b);
    for (std::uint64_t i = 0; i < edges; ++i) write(pairs_(b * block_ + order(i)));
  }

 private:
  static std::uint64_t block_of(double probability) {
    constexpr double edges = 256;
    return probability <= edges * 0x1p-62
               ? std::uint64_t(1) << 62
               : static_cast<std::uint64_t>(std::ceil(edges / probability));
  }

  static Buffer<Space, std::uint64_t> upload(Space const& exec,
                                             std::vector<std::uint64_t> const& bounds) {
    auto const table =
        make_buffer<Space, std::uint64_t>(exec, "yoke::generate::bounds", bounds.size());
    Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(
        bounds.data(), bounds.size());
    Kokkos::deep_copy(exec, table, host);
    exec.fence("yoke::generate: bounds");
    return table;
  }

  KOKKOS_FUNCTION std::uint64_t size_of(std::uint64_t b) const {
    return (b + 1) * block_ <= count_ ? block_ : count_ - b * block_;
  }

  KOKKOS_FUNCTION static std::uint64_t count_bounds_below(
      Buffer<Space, std::uint64_t> const& bounds, std::uint64_t word) {
    std::uint64_t low = 0, high = bounds.extent(0);
    while (low < high) {
      std::uint64_t const middle = (low + high) / 2;
      if (bounds(middle) <= word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Pairs pairs_;
  std::uint64_t count_, block_;
  bool counts_gaps_;
  Philox random_;
  Buffer<Space, std::uint64_t> whole_, last_;
};

}  // namespace yoke::detail::graphs
