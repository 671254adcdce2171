#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "frame/phase_timer.hpp"
#include "list_ranking/contraction_steps.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/list_ranking_options.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::list_ranking {

template <class Random, class Words>
struct GenerateBlock {
  Random random;
  std::uint64_t words;
  Words bits;

  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    auto const block = random.block(b);
    for (std::uint64_t i = 0; i < 4; ++i) {
      if (4 * b + i < words) bits(4 * b + i) = block.word[i];
    }
  }
};

// Word w of the stream is the bits of nodes 32 w to 32 w + 31. Whole blocks of words: a block costs
// as much as one of its words.
template <class Space, class Random, class Words>
void generate_bits(Space const& exec, Random const& random, std::uint64_t words,
                   Words const& bits) {
  Kokkos::parallel_for("yoke::list_rank::generate_bits", WideRange<Space>(exec, 0, (words + 3) / 4),
                       GenerateBlock<Random, Words>{random, words, bits});
}

// The words of each iteration, by a stream of its own. Studies put other generators in its place.
struct PhiloxBits {
  std::uint64_t seed;

  template <class Space, class Words>
  void fill(Space const& exec, std::size_t iteration, std::uint64_t words, Words const& bits) {
    generate_bits(exec, Philox(seed, iteration), words, bits);
  }
};

// Supplies Phase I with one random bit a node and iteration.
template <class Space>
class BitSource {
 public:
  // Given an iteration and its bits: 32 a word, for the nodes in the order of the current level.
  // Returns whether to go on.
  using Remove = std::function<bool(std::size_t, Array<Space, std::uint32_t const>)>;

  virtual ~BitSource() = default;
  // Calls remove(iteration, bits) for iterations 0, 1, ... until it returns false, `iterations`
  // times at most. `remaining` is how many bits an iteration needs at least; it falls as nodes
  // leave. Adds the times of each iteration to `report` and its spans to `timeline`; both may be
  // null.
  virtual void feed(Space const& exec, std::size_t iterations,
                    std::atomic<std::uint64_t> const& remaining, Remove const& remove,
                    ListRankReport* report, Timeline* timeline) = 0;
};

inline std::string iteration_phase(std::size_t iteration, char const* step) {
  return "iteration " + std::to_string(iteration + 1) + " " + step;
}

// Makes the bits on the space that uses them.
template <class Space, class Generator = PhiloxBits>
class BitsMadeInPlace final : public BitSource<Space> {
 public:
  BitsMadeInPlace(Space const& exec, std::size_t capacity, Generator generator)
      : generator_(std::move(generator)),
        bits_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::list_rank::bits"),
              words_of_bits(capacity)) {}

  void feed(Space const& exec, std::size_t iterations, std::atomic<std::uint64_t> const& remaining,
            typename BitSource<Space>::Remove const& remove, ListRankReport* report,
            Timeline*) override {
    PhaseTimer<Space> timer(exec, report);
    bool go_on = true;
    for (std::size_t iteration = 0; iteration < iterations && go_on; ++iteration) {
      Array<Space, std::uint32_t> const bits(bits_.data(), words_of_bits(remaining));
      generator_.fill(exec, iteration, bits.extent(0), bits);
      if (report) timer.done(iteration_phase(iteration, "generate").c_str());
      go_on = remove(iteration, bits);
      if (report) timer.done(iteration_phase(iteration, "remove").c_str());
    }
  }

 private:
  Generator generator_;
  Buffer<Space, std::uint32_t> bits_;
};

}  // namespace yoke::detail::list_ranking
