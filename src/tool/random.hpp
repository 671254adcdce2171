#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>
#include <yoke/expander.hpp>

#include "tuned_capability.hpp"

// `yoke random` in three files: its command line and what it writes, the stream, the generators.
namespace yoke::tool {

enum class RandomKind {
  philox,
  threefry,
  expander,
  xoshiro,
  mt19937,
  xorwow,
  mwc,
  rand,
  rand31,
  lcg
};
enum class RandomType { u32, u64, f32, f64 };

struct RandomArguments {
  RandomKind generator = RandomKind::philox;
  RandomKind feed = RandomKind::philox;  // of an expander's walks
  ExpanderOptions walk;
  std::uint64_t seed = 1, stream = 0;
  std::optional<std::uint64_t> words;
  RandomType type = RandomType::u32;
  std::uint64_t interleave = 1, low_bits = 0;
  bool raw = false, reverse_bits = false;
};

inline std::size_t bytes_of(RandomType type) {
  return type == RandomType::u32 || type == RandomType::f32 ? 4 : 8;
}

// A stream of a generator, drawn in order.
class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual bool uses_all_cores() const { return false; }
  // The next words.
  virtual void draw(std::span<std::uint32_t> words) = 0;
};

// Stream `number` of the arguments' generator; with all cores where it can be drawn by several.
std::unique_ptr<RandomSource> make_source(RandomArguments const& arguments, std::uint64_t number,
                                          bool with_all_cores);

// The bits that the arguments ask for, in blocks.
class RandomStream {
 public:
  explicit RandomStream(RandomArguments const& arguments);
  // Is Kokkos worth its start? Without it, one thread makes the same words.
  bool has_work_for_all_cores() const;
  // The next words, as many as are best made at once; good until the next call.
  std::span<std::uint32_t> next();

 private:
  void draw();
  void transform();

  std::uint64_t streams_, width_, kept_bits_;  // of a number, of which so many bits are kept
  bool reverses_;
  std::size_t words_each_;  // that a stream draws for a block
  std::vector<std::unique_ptr<RandomSource>> sources_;
  std::vector<std::uint32_t> drawn_, block_;  // stream after stream; what is made of it
};

// For `yoke tune`.
std::vector<TunedCapability> tuned_fills();

}  // namespace yoke::tool
