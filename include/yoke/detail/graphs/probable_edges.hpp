#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/edge_sources.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::graphs {

// Bounds on a random word below which a binomial variable is 0, at most 1, ...: the cumulative
// distribution times 2^64. For a mean of up to some thousands and a probability of up to a half.
std::vector<std::uint64_t> binomial_bounds(std::uint64_t trials, double probability);

// G(n, p) exactly, as independent blocks of pairs: how many of a block's pairs are edges is a
// binomial variable, and they are the first so many of the block's pairs in a random order. So a
// block costs as much as it has edges, not as it has pairs.
template <class Space, class Generator>
class ProbableEdges {
 public:
  // Of up to 2^32 vertices.
  ProbableEdges(Space const& exec, ProbabilityShape const& shape, Generator const& random)
      : pairs_(shape.vertices),
        count_(shape.probability > 0 ? Pairs::count(shape.vertices) : 0),
        block_(block_of(shape.probability)),
        // What is less likely is counted: the edges or the gaps.
        counts_gaps_(shape.probability > 0.5),
        random_(random) {
    double const rare = counts_gaps_ ? 1 - shape.probability : shape.probability;
    whole_ = upload(exec, binomial_bounds(block_, rare));
    last_ = upload(exec, binomial_bounds(count_ % block_, rare));
  }

  std::uint64_t blocks() const { return (count_ + block_ - 1) / block_; }

  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b) const {
    BlockDraws<Generator> draws(random_, b);
    return count(b, draws.next());
  }

  template <class Write>
  KOKKOS_FUNCTION void for_each(std::uint64_t b, Write const& write) const {
    BlockDraws<Generator> draws(random_, b);
    std::uint64_t const edges = count(b, draws.next());
    RandomPermutation const order(size_of(b), draws.next());
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

  // How many edges a block has, by the first words of its stream.
  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b, RandomBlock const& first) const {
    std::uint64_t const pairs = size_of(b), word = join_words(first.word[0], first.word[1]);
    std::uint64_t const rare = count_bounds_below(pairs == block_ ? whole_ : last_, word);
    return counts_gaps_ ? pairs - rare : rare;
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
  Generator random_;
  Buffer<Space, std::uint64_t> whole_, last_;
};

}  // namespace yoke::detail::graphs
