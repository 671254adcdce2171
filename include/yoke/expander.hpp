#pragma once

#include <Kokkos_Macros.hpp>
#include <concepts>
#include <cstdint>

#include "yoke/detail/expander_steps.hpp"
#include "yoke/random.hpp"

// Random numbers on demand: walks on an expander graph. A walk needs few random bits per step and
// makes better bits from them. Source: Banerjee's thesis, chapter 5. Not for cryptography: a number
// is the generator's state.
namespace yoke {

/// The meaning of a step's 3 bits if they are 7, since a vertex has 7 neighbours. The comments give
/// two correlations with the same bits of the next number, l steps later: that of bit 0 of each
/// half, and the strongest of the other bits.
enum class EighthValue {
  /// The walk stays at its vertex, as for bits 0. Bit 0: (3/4)^l; others: (5/8)^l.
  stay,
  /// The walk takes the next 3 bits instead. Bit 0: (5/7)^l; others: (4/7)^l. The number of a
  /// walk's bits, and their place in a word, are then not known beforehand, which costs much time.
  retry,
  /// The walk goes from (x, y) to (x + 1, y + 1), also a bijection. Bit 0: (1/2)^l; others:
  /// (5/8)^l.
  diagonal,
};

/// The length of walks, and the use of bits that name no neighbour.
struct ExpanderOptions {
  /// Steps from one number to the next, 3 bits each; at least 1. With 32 the strongest correlation
  /// of two successive numbers is 3e-7, which shows after about 10^14 numbers. With `stay` it is
  /// 1e-4, which shows after 2.5 10^9 numbers, or 20 GB.
  std::uint32_t length = 32;
  EighthValue eighth = EighthValue::diagonal;  ///< the meaning of bits 7
};

/// A source of a walk's bits, 32 at a time, until it has no more.
template <class Feed>
concept BitFeed = requires(Feed& feed, std::uint64_t count) {
  // Whether this number of words is left.
  { feed.has(count) } -> std::same_as<bool>;
  // The next word.
  { feed.next() } -> std::same_as<std::uint32_t>;
};

/// An engine as a feed that does not end.
template <RandomEngine Engine>
struct EndlessFeed {
  Engine& engine;  ///< the source of the bits
  /// Always true.
  KOKKOS_FUNCTION constexpr bool has(std::uint64_t) const { return true; }
// Engines for a host alone are allowed here and below, and nvcc would warn of each.
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  /// The next word.
  KOKKOS_FUNCTION constexpr std::uint32_t next() { return draw_word(engine); }
};

/// A feed of words in memory, with a constant stride between successive words.
class StoredFeed {
 public:
  /// Makes a feed that begins with the first word.
  KOKKOS_FUNCTION constexpr StoredFeed(std::uint32_t const* words, std::uint64_t count,
                                       std::uint64_t stride = 1)
      : words_(words), left_(count), stride_(stride) {}
  /// Whether this number of words is left.
  KOKKOS_FUNCTION constexpr bool has(std::uint64_t count) const { return left_ >= count; }
  /// The next word, which has() has confirmed.
  KOKKOS_FUNCTION constexpr std::uint32_t next() {
    std::uint32_t const word = *words_;
    words_ += stride_;
    --left_;
    return word;
  }
  /// The number of words left.
  KOKKOS_FUNCTION constexpr std::uint64_t left() const { return left_; }

 private:
  std::uint32_t const* words_;
  std::uint64_t left_, stride_;
};

/// A walk on the graph, which can stop at every bit and continue later. It is a reading of the
/// thesis's Alg. 6 and 7. It uses bits 3 per step from the lowest of each word up. No bit is
/// skipped between two words, two walks, or two calls. 32 bytes, trivially copyable.
class ExpanderWalk {
 public:
  /// The steps from a start to the first number.
  static constexpr std::uint32_t initial_length = 64;

  /// Starts at a vertex.
  KOKKOS_FUNCTION constexpr explicit ExpanderWalk(GabberGalil::Vertex const& start,
                                                  ExpanderOptions const& options = {})
      : at_(start), options_(options) {}

  /// The vertex.
  KOKKOS_FUNCTION constexpr GabberGalil::Vertex const& at() const { return at_; }
  /// The walk's options.
  KOKKOS_FUNCTION constexpr ExpanderOptions const& options() const { return options_; }

  /// Sets the number of steps that remain.
  KOKKOS_FUNCTION constexpr void set_out(std::uint32_t steps) { steps_ = steps; }

  /// Continues while there are bits. Returns whether all steps are done.
  template <BitFeed Feed>
  KOKKOS_FUNCTION constexpr bool go_on(Feed& feed) {
    // Words whose bits are all known to be of these steps.
    while (steps_ >= 32 && held_ == 0 && options_.eighth != EighthValue::retry && feed.has(3)) {
      std::uint32_t const first = feed.next(), second = feed.next();
      detail::go_32_steps(at_, first, second, feed.next(), is_diagonal());
      steps_ -= 32;
    }
    while (steps_ > 0) {
      if (held_ < 3) {
        if (!feed.has(1)) return false;
        bits_ |= std::uint64_t(feed.next()) << held_;
        held_ += 32;
      }
      std::uint32_t const number = take_3();
      if (options_.eighth == EighthValue::retry && number == 7) continue;
      detail::go_step(at_, number, is_diagonal());
      --steps_;
    }
    return true;
  }

 private:
  KOKKOS_FUNCTION constexpr bool is_diagonal() const {
    return options_.eighth == EighthValue::diagonal;
  }
  KOKKOS_FUNCTION constexpr std::uint32_t take_3() {
    std::uint32_t const number = static_cast<std::uint32_t>(bits_) & 7;
    bits_ >>= 3;
    held_ -= 3;
    return number;
  }

  GabberGalil::Vertex at_;
  ExpanderOptions options_;
  std::uint64_t bits_ = 0;  // the lowest `held_` of them are the rest of a word
  std::uint32_t held_ = 0;
  std::uint32_t steps_ = 0;
};

/// A random number at each call, by a walk that draws its bits from an engine. Any thread may draw
/// any number of them, at any time. The start takes two words, x and then y, and 64 steps. A number
/// then takes 3 bits per step. A number of 64 bits is two words, x and then y. This is a
/// RandomEngine. draw_word64 and the functions on it draw one number, unless words are drawn one by
/// one in between.
template <RandomEngine BitSource>
class Expander {
 public:
  using result_type = std::uint32_t;  ///< 32 random bits

#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  /// Draws from a source that no other code draws from.
  KOKKOS_FUNCTION constexpr explicit Expander(BitSource const& bits,
                                              ExpanderOptions const& options = {})
      : bits_(bits), walk_(start(bits_), options) {
    go(ExpanderWalk::initial_length);
  }

  /// The least word.
  KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
  /// The greatest word.
  KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }

  /// The next word.
  KOKKOS_FUNCTION constexpr result_type operator()() {
    is_half_taken_ = !is_half_taken_;
    if (!is_half_taken_) return walk_.at().y;
    go(walk_.options().length);
    return walk_.at().x;
  }

  /// The next number, even if a half of this one is left.
  KOKKOS_FUNCTION constexpr std::uint64_t next64() {
    is_half_taken_ = false;
    go(walk_.options().length);
    return walk_.at().word64();
  }

 private:
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  KOKKOS_FUNCTION static constexpr GabberGalil::Vertex start(BitSource& bits) {
    std::uint32_t const x = draw_word(bits);
    return {x, draw_word(bits)};
  }
#if defined(__NVCC__)
#pragma nv_exec_check_disable
#endif
  KOKKOS_FUNCTION constexpr void go(std::uint32_t steps) {
    EndlessFeed<BitSource> feed{bits_};
    walk_.set_out(steps);
    walk_.go_on(feed);
  }

  BitSource bits_;
  ExpanderWalk walk_;
  bool is_half_taken_ = false;
};
/// Deduces the type of the source.
template <RandomEngine BitSource>
Expander(BitSource const&, ExpanderOptions const& = {}) -> Expander<BitSource>;

/// Numbered streams of a seed, for algorithms that take a generator. The start and the bits of
/// stream i are those of Philox(seed, i), made where they are drawn. A stream's numbers do not
/// depend on the thread that draws them. Unlike Philox's, they cannot be had by number.
class ExpanderStreams {
 public:
  /// Makes a stream of a seed.
  KOKKOS_FUNCTION constexpr explicit ExpanderStreams(std::uint64_t seed,
                                                     ExpanderOptions const& options = {},
                                                     std::uint64_t stream = 0)
      : bits_(seed, stream), options_(options) {}

  /// Another stream of the same seed.
  KOKKOS_FUNCTION constexpr ExpanderStreams stream(std::uint64_t number) const {
    return ExpanderStreams(bits_.stream(number), options_);
  }
  /// An engine that draws the stream's numbers from the first.
  KOKKOS_FUNCTION constexpr Expander<PhiloxEngine> engine() const {
    return Expander<PhiloxEngine>(bits_.engine(), options_);
  }
  /// The source of the stream's bits.
  KOKKOS_FUNCTION constexpr Philox const& bits() const { return bits_; }
  /// The options of its walks.
  KOKKOS_FUNCTION constexpr ExpanderOptions const& options() const { return options_; }

 private:
  KOKKOS_FUNCTION constexpr ExpanderStreams(Philox const& bits, ExpanderOptions const& options)
      : bits_(bits), options_(options) {}

  Philox bits_;
  ExpanderOptions options_;
};

}  // namespace yoke
