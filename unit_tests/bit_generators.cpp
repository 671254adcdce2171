#include "studies/bit_generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/seed.hpp"

// The generators of bits that the studies of list ranking compare, against their definitions.
namespace {

using Words = std::vector<std::uint32_t>;
using Device = yoke_perf::Device;
using Host = yoke_perf::Host;

std::string hex_md5(std::string_view message) {
  std::uint32_t text[16] = {};
  auto const put = [&](std::size_t place, std::uint32_t byte) {
    text[place / 4] |= byte << 8 * (place % 4);
  };
  for (std::size_t i = 0; i < message.size(); ++i) {
    put(i, static_cast<unsigned char>(message[i]));
  }
  put(message.size(), 0x80);
  text[14] = static_cast<std::uint32_t>(8 * message.size());
  std::string digest;
  for (auto const word : yoke_perf::md5(text).word) {
    for (int shift : {4, 0, 12, 8, 20, 16, 28, 24})
      digest += "0123456789abcdef"[word >> shift & 15];
  }
  return digest;
}

// RFC 1321, A.5.
TEST(BitGenerators, Md5IsThatOfTheRfc) {
  EXPECT_EQ(hex_md5(""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(hex_md5("a"), "0cc175b9c0f1b6a831c399e269772661");
  EXPECT_EQ(hex_md5("abc"), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(hex_md5("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(hex_md5("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
}

// Calls fill() for each number of words, and returns all words.
template <class Space, class Generator>
Words draw(Space const& exec, Generator generator, std::vector<std::uint64_t> const& counts) {
  Words all;
  for (std::size_t iteration = 0; iteration < counts.size(); ++iteration) {
    Kokkos::View<std::uint32_t*, typename Space::memory_space> bits("bits", counts[iteration]);
    generator.fill(exec, iteration, counts[iteration], bits);
    auto const copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), bits);
    all.insert(all.end(), copy.data(), copy.data() + copy.size());
  }
  return all;
}

// Digests by md5sum of 24 bytes.
TEST(BitGenerators, Md5WordsAreDigestsOfSeedStreamAndBlock) {
  Words const first = {0xc6ff8116, 0xafc746e0, 0xc2e6c998, 0x0afea332};
  Words const words = draw(Device(), yoke_perf::Md5Bits{0}, {4, 7});
  EXPECT_EQ(Words(words.begin(), words.begin() + 4), first);
  yoke_perf::Md5Words const stream{0, 1};
  for (std::uint32_t i = 0; i < 7; ++i) EXPECT_EQ(words[4 + i], stream.block(i / 4).word[i % 4]);
  auto const far = yoke_perf::Md5Words{0x123456789abcdef0, 19}.block(std::uint64_t(1) << 40);
  EXPECT_EQ(Words(far.word, far.word + 4), Words({0xecfb7762, 0x09724856, 0x811f9ca5, 0xbb4d28a9}));
}

// Streams go on from call to call, and pass the end of their state.
template <class Space>
void expect_twisters() {
  std::uint64_t const seed = yoke_test::base_seed(), twisters = 3;
  std::vector<std::uint64_t> const counts = {1, 2000, 0, 3001};
  Words const words = draw(Space(), yoke_perf::TwisterBits<Space>(Space(), seed, twisters), counts);
  std::vector<std::mt19937> expected;
  for (std::uint64_t i = 0; i < twisters; ++i) expected.emplace_back(yoke::Philox(seed)(i));
  std::size_t place = 0;
  for (auto const count : counts) {
    for (std::uint64_t w = 0; w < count; ++w) {
      ASSERT_EQ(words[place++], expected[w % twisters]()) << w;
    }
  }
}
TEST(BitGenerators, TwistersAreThoseOfTheStandardLibrary) {
  expect_twisters<Host>();
  expect_twisters<Device>();
}

// unit_tests/fed_expander.cpp compares LibraryRand with rand().
TEST(BitGenerators, PiecesOfRandAreStreams) {
  std::uint64_t const seed = yoke_test::base_seed();
  for (std::uint64_t const count : {0, 1, 4096, 10000}) {
    Words const words = draw(Host(), yoke_perf::RandBits{seed}, {count});
    for (std::uint64_t p = 0; 4096 * p < count; ++p) {
      yoke::LibraryRand random(yoke::Philox(seed)(p));
      for (std::uint64_t w = 4096 * p; w < std::min(count, 4096 * (p + 1)); ++w) {
        ASSERT_EQ(words[w], random()) << w;
      }
    }
  }
}

}  // namespace
