#pragma once

#include "list_ranking/bit_source.hpp"
#include "list_ranking/contraction_steps.hpp"
#include "yoke/expander.hpp"

namespace yoke::detail::list_ranking {

// The bits of a walk, made where it walks: `blocks` of them for each walker, one after the other.
struct MadeFeeds {
  struct Feed {
    PhiloxEngine engine;
    KOKKOS_FUNCTION constexpr bool has(std::uint64_t) const { return true; }
    KOKKOS_FUNCTION constexpr std::uint32_t next() { return engine(); }
  };
  Philox bits;
  std::uint64_t blocks;
  KOKKOS_FUNCTION Feed operator()(std::uint64_t i) const { return {bits.engine(4 * blocks * i)}; }
};

// The same, brought: word w of walker i is words[w * walkers + i].
struct BroughtFeeds {
  std::uint32_t const* words;
  std::uint64_t count, walkers;
  KOKKOS_FUNCTION StoredFeed operator()(std::uint64_t i) const {
    return StoredFeed(words + i, count, walkers);
  }
};

// Walks from each walker's vertex to another, which is its number.
template <class Space, class Feeds>
struct WalkOn {
  Array<Space, std::uint64_t> at;
  Feeds feeds;
  std::uint32_t length;

  KOKKOS_FUNCTION std::uint64_t draw(std::uint64_t i) const {
    std::uint64_t const from = at(i);
    ExpanderWalk walk({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(from >> 32)});
    walk.set_out(length);
    auto feed = feeds(i);
    walk.go_on(feed);
    return at(i) = walk.at().word64();
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { draw(i); }
};

// A random vertex, before the first 64 steps.
template <class Space>
struct StandAtRandom {
  Array<Space, std::uint64_t> at;
  Philox bits;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { at(i) = bits.word64(i); }
};

template <class Space, class Feeds>
struct BitOfWalk {
  WalkOn<Space, Feeds> walk;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return walk.draw(i) & 1; }
};
template <class Space>
struct BitOfNumber {
  Array<Space, std::uint64_t> at;
  unsigned bit;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return at(i) >> bit & 1; }
};

// A walker for each node of the current level: node i's number is the i-th walker's, whichever node
// that was before. None but those of nodes that remain walk (Banerjee's thesis, Algorithm 11, line
// 6). Bits are packed before they are read, by another kernel, which is the barrier that his
// listing lacks.
//
// Memory: 8 1/8 bytes a node.
template <class Space>
class NodeWalks {
  using Draw = FractionalIndependentSetOptions::Draw;

 public:
  NodeWalks(Space const& exec, std::size_t capacity, FractionalIndependentSetOptions const& options,
            std::uint64_t seed)
      : draw_(options.draw),
        length_(options.walk_length),
        seed_(seed),
        at_(make_buffer<Space, std::uint64_t>(exec, "yoke::list_rank::walks", capacity)),
        bits_(make_buffer<Space, std::uint32_t>(exec, "yoke::list_rank::bits",
                                                words_of_bits(capacity))) {}

  // Words that a number takes.
  std::uint64_t feed_words() const { return (3 * std::uint64_t(length_) + 31) / 32; }
  // Do the nodes draw in this iteration? With 64 bits of a number for as many iterations they do in
  // the first of them.
  bool draws_in(std::size_t iteration) const {
    return draw_ == Draw::walk_for_bit || iteration % 64 == 0;
  }
  // The bits of an iteration's walks, for whoever makes them.
  MadeFeeds made(std::size_t iteration) const {
    return {Philox(seed_, iteration + 2), (feed_words() + 3) / 4};
  }

  void start(Space const& exec, std::uint64_t size) const {
    auto const at = array_of(at_, size);
    WideRange<Space> const range(exec, 0, size);
    Kokkos::parallel_for("yoke::list_rank::start_walks", range,
                         StandAtRandom<Space>{at, Philox(seed_, 0)});
    std::uint32_t const steps = ExpanderWalk::initial_length;
    Kokkos::parallel_for("yoke::list_rank::start_walks", range,
                         WalkOn<Space, MadeFeeds>{at, {Philox(seed_, 1), 2}, steps});
  }

  // The bits of an iteration, for so many nodes; those of its walks, if there are any, are `feeds`.
  template <class Feeds>
  Array<Space, std::uint32_t const> draw(Space const& exec, std::size_t iteration,
                                         std::uint64_t size, Feeds const& feeds) const {
    auto const bits = array_of(bits_, words_of_bits(size));
    WalkOn<Space, Feeds> const walk{array_of(at_, size), feeds, length_};
    if (draw_ == Draw::walk_for_bit) {
      pack_bits(exec, size, BitOfWalk<Space, Feeds>{walk}, bits);
    } else {
      if (draws_in(iteration)) {
        Kokkos::parallel_for("yoke::list_rank::walk", WideRange<Space>(exec, 0, size), walk);
      }
      unsigned const bit = iteration % 64;
      pack_bits(exec, size, BitOfNumber<Space>{array_of(at_, size), bit}, bits);
    }
    return bits;
  }

 private:
  Draw draw_;
  std::uint32_t length_;
  std::uint64_t seed_;
  Buffer<Space, std::uint64_t> at_;
  Buffer<Space, std::uint32_t> bits_;
};

// The nodes that remain draw by walks whose bits are made where they are used.
template <class Space>
class BitsByWalks final : public BitSource<Space> {
 public:
  BitsByWalks(Space const& exec, std::size_t capacity, ListRankOptions const& options)
      : walks_(exec, capacity, options.fractional_independent_set, options.seed) {}

  void feed(Space const& exec, std::size_t iterations, std::atomic<std::uint64_t> const& remaining,
            typename BitSource<Space>::Remove const& remove, ListRankReport* report,
            Timeline*) override {
    PhaseTimer<Space> timer(exec, report);
    walks_.start(exec, remaining);
    if (report) timer.done("start walks");
    bool go_on = true;
    for (std::size_t iteration = 0; iteration < iterations && go_on; ++iteration) {
      std::uint64_t const size = remaining;
      auto const bits = walks_.draw(exec, iteration, size, walks_.made(iteration));
      if (report && walks_.draws_in(iteration)) report->draws += size;
      if (report) timer.done(iteration_phase(iteration, "generate").c_str());
      go_on = remove(iteration, bits);
      if (report) timer.done(iteration_phase(iteration, "remove").c_str());
    }
  }

 private:
  NodeWalks<Space> walks_;
};

}  // namespace yoke::detail::list_ranking
