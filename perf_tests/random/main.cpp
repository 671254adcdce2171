// The speed of random numbers: how fast an array is filled with 32-bit words by kernels of one's
// own, and by yoke::fill. Every timed run is checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <Kokkos_Random.hpp>
#include <cstdint>
#include <string>
#include <vector>
#include <yoke/detail/primitives/hash.hpp>
#include <yoke/random.hpp>

#include "random/fill.hpp"
#include "random/ones.hpp"
#include "support/program.hpp"
#include "support/spaces.hpp"

namespace yoke_perf {
namespace {

struct Settings {
  std::vector<std::uint64_t> sizes = {std::uint64_t(1) << 26};
  std::vector<double> shares = {0.05, 0.5};
  int runs = 10;
};

template <class Space>
using Words = Numbers<std::uint32_t, typename Space::memory_space>;

// Each of a fill's items writes so many words, the last one what is left. A core's are one engine's
// for a while; a GPU's warps write whole lines.
template <class Space>
constexpr std::uint64_t words_per_item = std::is_same_v<Space, Host> ? 1024 : 4;

template <class Space, class Fill>
void fill(Space const& exec, std::uint64_t items, Fill const& fill_item) {
  Kokkos::parallel_for("yoke_perf::fill", WideRange<Space>(exec, 0, items), fill_item);
  exec.fence("yoke_perf: filled");
}

template <class Space>
std::uint64_t items_of(Words<Space> const& words) {
  return (words.size() + words_per_item<Space> - 1) / words_per_item<Space>;
}

// Block by block.
template <class Space>
struct FillBlocks {
  yoke::Philox random;
  Words<Space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    auto const block = random.block(b);
    for (std::uint64_t i = 0; i < 4; ++i) words(4 * b + i) = block.word[i];
  }
};

// Word by word in order, of any generator.
template <class Space, yoke::RandomGenerator Generator>
struct FillFromEngines {
  Generator random;
  Words<Space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    auto draw = random.stream(item).engine();
    std::uint64_t const begin = item * words_per_item<Space>;
    for (std::uint64_t i = begin; i < begin + words_per_item<Space> && i < words.size(); ++i) {
      words(i) = draw();
    }
  }
};

// Word by word, each by its number.
template <class Space>
struct FillByNumber {
  yoke::Philox random;
  Words<Space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { words(i) = random(i); }
};

// A hash of a counter (splitmix64), the fewest operations: two words each.
template <class Space>
struct FillHashes {
  std::uint64_t key;
  Words<Space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t pair) const {
    std::uint64_t const word = yoke::detail::hash(key + pair * 0x9e3779b97f4a7c15u);
    words(2 * pair) = static_cast<std::uint32_t>(word);
    words(2 * pair + 1) = static_cast<std::uint32_t>(word >> 32);
  }
};

// Kokkos's generator, whose words depend on which state each thread gets hold of.
template <class Space>
struct FillFromPool {
  Kokkos::Random_XorShift64_Pool<Space> pool;
  Words<Space> words;
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    auto draw = pool.get_state();
    std::uint64_t const begin = item * words_per_item<Space>;
    for (std::uint64_t i = begin; i < begin + words_per_item<Space> && i < words.size(); ++i) {
      words(i) = draw.urand();
    }
    pool.free_state(draw);
  }
};

template <class Space>
void add(Settings const& settings, std::uint64_t size, std::string const& way,
         std::function<void(Space const&, Words<Space> const&)> const& run) {
  std::string const name =
      std::string("random/") + name_of_space<Space>() + "/" + way + "/" + format_size(size);
  add_benchmark(name, settings.runs, [size, run](benchmark::State& state) {
    Space const exec;
    Words<Space> const words("yoke_perf::words", (size + 3) / 4 * 4);
    Measured work;
    work.prepare = [&] { Kokkos::deep_copy(exec, words, 0u); };
    work.run = [&] { run(exec, words); };
    work.find_fault = [&] { return random::find_fault_in_bits(exec, words); };
    measure(state, work, {words.size(), words.size() * sizeof(std::uint32_t)});
  });
}

template <class Space>
void add_space(Settings const& settings, std::uint64_t size) {
  using yoke::Philox;
  using Array = Words<Space>;
  add<Space>(settings, size, "philox_blocks", [](Space const& exec, Array const& words) {
    fill(exec, words.size() / 4, FillBlocks<Space>{Philox(1), words});
  });
  add<Space>(settings, size, "philox_engines", [](Space const& exec, Array const& words) {
    fill(exec, items_of<Space>(words), FillFromEngines<Space, Philox>{Philox(1), words});
  });
  add<Space>(settings, size, "philox_by_number", [](Space const& exec, Array const& words) {
    fill(exec, words.size(), FillByNumber<Space>{Philox(1), words});
  });
  add<Space>(settings, size, "hash", [](Space const& exec, Array const& words) {
    fill(exec, words.size() / 2, FillHashes<Space>{1, words});
  });
  Kokkos::Random_XorShift64_Pool<Space> const pool(1);
  add<Space>(settings, size, "kokkos_xorshift64", [pool](Space const& exec, Array const& words) {
    fill(exec, items_of<Space>(words), FillFromPool<Space>{pool, words});
  });
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST  of arrays, in words, of whole blocks of 4 (2^26)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--shares=", "LIST  of the host's in hybrid fills (0.05,0.5)",
       [&](std::string_view text) {
         settings.shares.clear();
         for (auto const& part : parse_list(text)) settings.shares.push_back(parse_share(part));
       }},
      {"--runs=", "K      timed runs of each benchmark (10)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

void add_all(Settings const& settings) {
  for (auto const size : settings.sizes) {
    if constexpr (has_device) add_space<Device>(settings, size);
    add_space<Host>(settings, size);
    random::add_fills(size, settings.shares, settings.runs);
  }
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_random", argc, argv, yoke_perf::options_of(settings), [&] {
    yoke_perf::add_all(settings);
    return nullptr;
  });
}
