#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "support/executors.hpp"
#include "support/sampled.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/random.hpp"

// Philox and Threefry in kernels: others' known answers, and the same bits whatever draws them.

namespace yoke_test {

// Another generator, of hashes.
class HashedGenerator {
 public:
  class Engine {
   public:
    using result_type = std::uint32_t;
    KOKKOS_FUNCTION explicit Engine(std::uint64_t state) : state_(state) {}
    KOKKOS_FUNCTION static constexpr result_type min() { return 0; }
    KOKKOS_FUNCTION static constexpr result_type max() { return 0xffffffffu; }
    KOKKOS_FUNCTION result_type operator()() {
      return static_cast<result_type>(yoke::detail::hash(++state_) >> 32);
    }

   private:
    std::uint64_t state_;
  };

  KOKKOS_FUNCTION HashedGenerator stream(std::uint64_t i) const {
    HashedGenerator other;
    other.key_ = yoke::detail::hash(i + 1);
    return other;
  }
  KOKKOS_FUNCTION Engine engine() const { return Engine(key_); }

 private:
  std::uint64_t key_ = 0;
};

}  // namespace yoke_test

namespace {

using yoke::Philox;
using yoke::Threefry;
using yoke_test::HashedGenerator;

template <class Generator>
struct Facts;
template <>
struct Facts<Philox> {
  using Cipher = yoke::Philox4x32;
  static constexpr char const* file = "philox4x32_10.txt";
};
template <>
struct Facts<Threefry> {
  using Cipher = yoke::Threefry4x32;
  static constexpr char const* file = "threefry4x32_20.txt";
};

template <class Cipher>
struct BlockAnswer {
  yoke::RandomBlock counter;
  typename Cipher::Key key;
  yoke::RandomBlock block;
};

struct WordAnswer {
  std::uint64_t seed, stream, index;
  std::uint32_t word;
};

template <class Cipher>
struct KnownAnswers {
  std::vector<BlockAnswer<Cipher>> blocks;
  std::vector<WordAnswer> words;
};

template <class Cipher>
KnownAnswers<Cipher> read_known_answers(std::string const& name) {
  std::ifstream file(YOKE_TEST_FOLDER "/data/" + name);
  KnownAnswers<Cipher> answers;
  for (std::string line; std::getline(file, line);) {
    std::istringstream row(line);
    std::string kind;
    row >> kind >> std::hex;
    if (kind == "block") {
      BlockAnswer<Cipher>& it = answers.blocks.emplace_back();
      for (auto& word : it.counter.word) row >> word;
      for (auto& word : it.key.word) row >> word;
      for (auto& word : it.block.word) row >> word;
    } else if (kind == "word") {
      WordAnswer& it = answers.words.emplace_back();
      row >> it.seed >> it.stream >> it.index >> it.word;
    } else {
      EXPECT_EQ(kind, "#") << line;
      continue;
    }
    EXPECT_FALSE(row.fail()) << line;
  }
  return answers;
}

template <class MemorySpace, class T>
Kokkos::View<T*, MemorySpace> upload(std::vector<T> const& values) {
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(values.data(),
                                                                                values.size());
  Kokkos::View<T*, MemorySpace> const copy("copy", values.size());
  Kokkos::deep_copy(copy, host);
  return copy;
}

template <class View>
std::vector<typename View::non_const_value_type> download(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return {host.data(), host.data() + host.size()};
}

template <class Space, class Cipher>
struct AnswerBlocks {
  Kokkos::View<BlockAnswer<Cipher>*, typename Space::memory_space> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    rows(i).block = Cipher::block(rows(i).counter, rows(i).key);
  }
};

template <class Space, class Cipher>
struct AnswerWords {
  Kokkos::View<WordAnswer*, typename Space::memory_space> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    yoke::CounterRandom<Cipher> const random(rows(i).seed, rows(i).stream);
    rows(i).word = random(rows(i).index);
  }
};

template <class Space, class Cipher>
void expect_known_answers(Space const& exec, KnownAnswers<Cipher> const& expected) {
  using Memory = typename Space::memory_space;
  using Range = yoke::detail::WideRange<Space>;
  KnownAnswers<Cipher> blank = expected;
  for (auto& row : blank.blocks) row.block = {};
  for (auto& row : blank.words) row.word = 0;
  auto const blocks = upload<Memory>(blank.blocks);
  auto const words = upload<Memory>(blank.words);
  Kokkos::fence();
  Kokkos::parallel_for("yoke_test::blocks", Range(exec, 0, blocks.size()),
                       AnswerBlocks<Space, Cipher>{blocks});
  Kokkos::parallel_for("yoke_test::words", Range(exec, 0, words.size()),
                       AnswerWords<Space, Cipher>{words});
  exec.fence();
  auto const drawn_blocks = download(blocks);
  for (std::size_t i = 0; i < drawn_blocks.size(); ++i) {
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(drawn_blocks[i].block.word[k], expected.blocks[i].block.word[k]) << i << " " << k;
    }
  }
  auto const drawn_words = download(words);
  for (std::size_t i = 0; i < drawn_words.size(); ++i) {
    EXPECT_EQ(drawn_words[i].word, expected.words[i].word) << i;
  }
}

template <class Generator>
class CounterRandom : public ::testing::Test {};
using Generators = yoke_test::Sampled<Philox, Threefry>;
TYPED_TEST_SUITE(CounterRandom, Generators);

TYPED_TEST(CounterRandom, GivesTheKnownAnswersOnEverySpace) {
  using Cipher = typename Facts<TypeParam>::Cipher;
  auto const expected = read_known_answers<Cipher>(Facts<TypeParam>::file);
  ASSERT_EQ(expected.blocks.size(), 3u);
  ASSERT_EQ(expected.words.size(), 10u);
  auto const check = [&](auto const& exec) { expect_known_answers(exec, expected); };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

// Everything that can be drawn for an index.
struct Drawn {
  std::uint32_t word = 0, of_engine = 0;
  std::uint64_t word64 = 0, below = 0;
  float unit_float = 0, positive_float = 0;
  double unit_double = 0, positive_double = 0;
  bool operator==(Drawn const&) const = default;
};

template <class Generator>
KOKKOS_FUNCTION Drawn draw_all(Generator const& random, std::uint64_t i) {
  Drawn drawn;
  drawn.word = random(i);
  drawn.word64 = random.word64(i);
  // Every fourth word is drawn again.
  drawn.below = random.below(i, std::uint64_t(3) << 62);
  drawn.unit_float = random.template uniform<float>(i);
  drawn.positive_float = random.template uniform_positive<float>(i);
  drawn.unit_double = random.template uniform<double>(i);
  drawn.positive_double = random.template uniform_positive<double>(i);
  auto engine = random.stream(i).engine(i % 5);
  engine.discard(i % 7);
  drawn.of_engine = engine();
  return drawn;
}

template <class Space, class Generator>
struct DrawAll {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  Generator random;
  int columns;
  Kokkos::View<Drawn*, typename Space::memory_space> drawn;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { drawn(i) = draw_all(random, i); }
  KOKKOS_FUNCTION void operator()(int row, int column) const {
    (*this)(static_cast<std::uint64_t>(row * columns + column));
  }
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    int const row = team.league_rank();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, columns),
                         [&](int column) { (*this)(row, column); });
  }
};

template <class Space, class Generator>
void expect_drawn(Space const& exec, Generator const& random, std::vector<Drawn> const& expected) {
  int const columns = 50, rows = static_cast<int>(expected.size()) / columns;
  using Functor = DrawAll<Space, Generator>;
  using Grid = Kokkos::MDRangePolicy<Space, Kokkos::Rank<2>>;
  auto const expect = [&](char const* shape, auto const& policy) {
    Functor const functor{random, columns,
                          Kokkos::View<Drawn*, typename Space::memory_space>("d", expected.size())};
    Kokkos::fence();
    Kokkos::parallel_for("yoke_test::draw_all", policy, functor);
    exec.fence();
    EXPECT_TRUE(download(functor.drawn) == expected) << shape;
  };
  for (int const chunk : {1, 64, 1024}) {
    expect("range",
           yoke::detail::WideRange<Space>(exec, 0, expected.size(), Kokkos::ChunkSize(chunk)));
  }
  expect("teams", Kokkos::TeamPolicy<Space>(exec, rows, Kokkos::AUTO));
  expect("one a team", Kokkos::TeamPolicy<Space>(exec, rows, 1));
  expect("tiles", Grid(exec, {0, 0}, {rows, columns}, {2, 16}));
  expect("long tiles", Grid(exec, {0, 0}, {rows, columns}, {32, 1}));
}

TYPED_TEST(CounterRandom, DrawsTheSameBitsForEveryLaunchShapeOnEverySpace) {
  TypeParam const random(0x0123456789abcdefu, 0xfedcba9876543210u);
  std::vector<Drawn> expected(2000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = draw_all(random, i);
  auto const check = [&](auto const& exec) { expect_drawn(exec, random, expected); };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

// An algorithm that takes a generator: each item throws `throws` darts at the unit square.
template <class Space, yoke::RandomGenerator Generator>
struct ThrowDarts {
  Generator random;
  int throws;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& hits) const {
    auto draw = random.stream(i).engine();
    for (int k = 0; k < throws; ++k) {
      float const x = yoke::draw_uniform<float>(draw);
      double const y = yoke::draw_uniform<double>(draw);
      hits += x * x + y * y < 1;
    }
  }
};

template <class Space, yoke::RandomGenerator Generator>
std::uint64_t count_hits(Space const& exec, Generator const& random) {
  std::uint64_t hits = 0;
  Kokkos::parallel_reduce("yoke_test::darts", yoke::detail::WideRange<Space>(exec, 0, 1000),
                          ThrowDarts<Space, Generator>{random, 100}, hits);
  return hits;
}

TEST(RandomGenerator, IsWhatAnAlgorithmTakes) {
  Kokkos::DefaultHostExecutionSpace const host;
  auto const philox = count_hits(host, Philox(1));
  auto const hashed = count_hits(host, HashedGenerator());
  // pi / 4 of 100000, and six standard deviations.
  EXPECT_NEAR(static_cast<double>(philox), 78540, 780);
  EXPECT_NEAR(static_cast<double>(hashed), 78540, 780);
  EXPECT_NE(philox, hashed);
  auto const check = [&](auto const& exec) {
    EXPECT_EQ(count_hits(exec, Philox(1)), philox);
    EXPECT_EQ(count_hits(exec, HashedGenerator()), hashed);
  };
  for (auto const& executor : yoke_test::every_executor<decltype(check)>()) {
    SCOPED_TRACE(executor.name);
    executor.run(check);
  }
}

}  // namespace
