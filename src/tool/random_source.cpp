#include <Kokkos_Core.hpp>
#include <algorithm>
#include <random>
#include <utility>
#include <yoke/expander.hpp>
#include <yoke/host_generators.hpp>
#include <yoke/random.hpp>

#include "random.hpp"
#include "random_engines.hpp"
#include "share_out.hpp"

namespace yoke::tool {
namespace {

template <RandomEngine Engine>
class EngineSource : public RandomSource {
 public:
  explicit EngineSource(Engine engine) : engine_(std::move(engine)) {}
  void draw(std::span<std::uint32_t> words) override {
    for (auto& word : words) word = draw_word(engine_);
  }

 private:
  Engine engine_;
};

// Words that are had by number: all cores make them, in blocks.
template <class Words>
class CounterSource : public RandomSource {
 public:
  explicit CounterSource(Words const& words) : words_(words) {}

  bool uses_all_cores() const override { return true; }
  void draw(std::span<std::uint32_t> words) override {
    constexpr std::uint64_t piece = 1024;  // blocks
    std::uint64_t const blocks = words.size() / 4, first = next_;
    auto const fill_piece = [=, random = words_](std::uint64_t p) {
      for (std::uint64_t b = p * piece; b < std::min(blocks, (p + 1) * piece); ++b) {
        auto const block = random.block(first + b);
        std::ranges::copy(block.word, &words[4 * b]);
      }
    };
    share_out<Kokkos::Schedule<Kokkos::Dynamic>>("yoke::tool::draw", (blocks + piece - 1) / piece,
                                                 fill_piece);
    next_ += blocks;
  }

 private:
  Words words_;
  std::uint64_t next_ = 0;
};

template <RandomEngine Engine>
std::unique_ptr<RandomSource> source_of(Engine const& engine) {
  return std::make_unique<EngineSource<Engine>>(engine);
}

// Calls use(engine) for a stream of a generator that is no walk. Those that know no streams are
// seeded as programs do it: one seed after the other.
template <class Use>
auto with_engine(RandomKind kind, std::uint64_t seed, std::uint64_t stream, Use const& use) {
  auto const narrow_seed = static_cast<std::uint32_t>(seed + stream);
  switch (kind) {
    case RandomKind::threefry:
      return use(Threefry(seed, stream).engine());
    case RandomKind::mt19937:
      return use(std::mt19937(narrow_seed));
    case RandomKind::xoshiro:
      return use(SeededStreams<Xoshiro128>(seed, stream).engine());
    case RandomKind::xorwow:
      return use(Xorwow(seed + stream));
    case RandomKind::mwc:
      return use(MultiplyWithCarry(Philox(seed, stream).word64(0)));
    case RandomKind::rand:
      return use(LibraryRand(narrow_seed));
    case RandomKind::rand31:
      return use(RandWords(narrow_seed));
    case RandomKind::lcg:
      return use(Congruential(narrow_seed));
    case RandomKind::philox:
    case RandomKind::expander:
      break;
  }
  return use(Philox(seed, stream).engine());
}

}  // namespace

std::unique_ptr<RandomSource> make_source(RandomArguments const& arguments, std::uint64_t number,
                                          bool with_all_cores) {
  std::uint64_t const seed = arguments.seed;
  if (with_all_cores && arguments.generator == RandomKind::philox) {
    return std::make_unique<CounterSource<Philox>>(Philox(seed, number));
  }
  if (with_all_cores && arguments.generator == RandomKind::threefry) {
    return std::make_unique<CounterSource<Threefry>>(Threefry(seed, number));
  }
  if (arguments.generator == RandomKind::expander) {
    return with_engine(arguments.feed, seed, number,
                       [&](auto const& feed) { return source_of(Expander(feed, arguments.walk)); });
  }
  return with_engine(arguments.generator, seed, number,
                     [](auto const& engine) { return source_of(engine); });
}

}  // namespace yoke::tool
