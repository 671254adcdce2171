// Binary files that are cut short, garbled, or lie about their sizes.
#include <gtest/gtest.h>
#include <utility>

#include "support/file_content.hpp"
#include "support/graph_files.hpp"
#include "support/graphs.hpp"
#include "yoke/graph_io.hpp"

namespace {

using yoke_test::arcs_of;
using yoke_test::content_of;
using yoke_test::GraphFiles;
using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>;

// 5 vertices: 0 - 1 - 2 - 3 and a loop at 4, or the arcs that way with those by target.
Graph sample(bool symmetric) {
  yoke_test::TestGraph edges{"sample", 5, {{0, 1}, {1, 2}, {2, 3}, {4, 4}}};
  yoke::GraphBuildOptions build;
  build.symmetrise = symmetric;
  auto const graph =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(edges, build);
  if (symmetric) return graph;
  for (auto& [u, v] : edges.edges) std::swap(u, v);
  auto const incoming =
      yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(edges, build);
  return graph.with_incoming(yoke::unchecked, incoming.offsets(), incoming.neighbours());
}

std::string sample_file(GraphFiles const& files, std::string const& name, bool symmetric) {
  auto const path = files.write(name, "");
  write_graph(path, sample(symmetric));
  return content_of(path);
}

template <class Word>
std::string with_word(std::string bytes, std::size_t at, Word word) {
  auto const* const word_bytes = reinterpret_cast<char const*>(&word);
  for (std::size_t i = 0; i < sizeof word; ++i) bytes.at(at + i) = word_bytes[i];
  return bytes;
}

// The message of reading it in every way; they must agree on where.
void expect_malformed(GraphFiles const& files, std::string const& name, std::string const& bytes,
                      std::uint64_t at, std::string const& reason) {
  auto const path = files.write(name, bytes);
  auto const check = [&](auto const& read) {
    try {
      read();
      ADD_FAILURE() << "was read; expected: " << reason;
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), at) << error.what();
      EXPECT_EQ(error.unit(), yoke::MalformedFile::Unit::byte);
      EXPECT_THAT(error.reason(), ::testing::HasSubstr(reason));
    }
  };
  yoke::GraphBuildOptions as_it_is;
  as_it_is.symmetrise = false;
  check([&] { yoke::read_edges(path); });
  check([&] { yoke::read_graph(path); });
  check([&] { yoke::read_graph(path, {}, as_it_is); });
  check([&] { yoke::read_graph<std::uint64_t>(path, {}, as_it_is); });
  if (path.extension() == ".yoke") check([&] { yoke::MappedGraph<> const graph(path); });
}

TEST(GraphIoBinary, GapbsFaults) {
  GraphFiles const files;
  std::string const good = sample_file(files, "a.sg", true);
  std::size_t const offsets = 17, neighbours = 17 + 6 * 8;
  using L = std::int64_t;
  using I = std::int32_t;
  auto const expect = [&](std::string const& bytes, std::uint64_t at, std::string const& reason) {
    expect_malformed(files, "a.sg", bytes, at, reason);
  };
  expect("", 0, "within its header");
  expect(good.substr(0, 16), 16, "within its header");
  expect(with_word(good, 0, '\2'), 0, "is 2, not 0 or 1");
  expect(with_word(good, 1, L(-1)), 1, "cannot hold -1 arcs");
  expect(with_word(good, 1, L(1) << 60), 1, "cannot hold");
  expect(with_word(good, 9, L(1) << 60), 9, "cannot hold");
  expect(with_word(good, 9, L(4)), good.size(), "takes");
  expect(good + "x", good.size() + 1, "takes");
  expect(good.substr(0, good.size() - 1), good.size() - 1, "takes");
  expect(with_word(good, offsets, L(1)), offsets, "the first offset is 1");
  expect(with_word(good, offsets + 16, L(0)), offsets + 16, "fall after vertex 1");
  expect(with_word(good, offsets + 8, L(-1)), offsets + 16, "fall after vertex 1");
  expect(with_word(good, offsets + 40, L(5)), offsets + 40, "fall after vertex 4");
  expect(with_word(good, offsets + 40, L(8)), offsets + 40, "the offsets end at 8");
  expect(with_word(good, neighbours + 4, I(5)), neighbours + 4, "neighbour 5 of vertex 1");
  expect(with_word(good, neighbours, I(-1)), neighbours, "neighbour 4294967295 of vertex 0");
  expect(with_word(good, neighbours, I(3)), offsets, "vertex 0 has neighbour 3 more often");
}

TEST(GraphIoBinary, GapbsArcsByTargetMustFit) {
  GraphFiles const files;
  std::string const good = sample_file(files, "a.sg", false);
  std::size_t const incoming = 17 + 6 * 8 + 4 * 4;
  auto const expect = [&](std::string const& bytes, std::uint64_t at, std::string const& reason) {
    expect_malformed(files, "a.sg", bytes, at, reason);
  };
  expect(with_word(good, incoming, std::int64_t(1)), incoming, "the first offset is 1");
  expect(with_word(good, incoming + 48, std::int32_t(7)), incoming + 48, "neighbour 7");
  expect(with_word(good, incoming + 48, std::int32_t(3)), incoming, "not those by source");
}

TEST(GraphIoBinary, OwnFormatFaults) {
  GraphFiles const files;
  std::string const good = sample_file(files, "a.yoke", true);
  auto const expect = [&](std::string const& bytes, std::uint64_t at, std::string const& reason) {
    expect_malformed(files, "a.yoke", bytes, at, reason);
  };
  using Half = std::uint32_t;
  using Whole = std::uint64_t;
  expect("", 0, "within its header");
  expect(good.substr(0, 63), 63, "within its header");
  expect(with_word(good, 0, 'x'), 0, "no .yoke file");
  expect(with_word(good, 6, '\r'), 0, "no .yoke file");
  expect(with_word(good, 8, Half(0x04030201)), 8, "another byte order");
  expect(with_word(good, 12, Half(2)), 12, "version is 2");
  expect(with_word(good, 16, Half(2)), 16, "vertices of 2 bytes");
  expect(with_word(good, 16, Half(8)), 20, "offsets of 4 bytes beside vertices of 8");
  expect(with_word(good, 20, Half(5)), 20, "offsets of 5 bytes");
  expect(with_word(good, 24, Half(2)), 24, "directed");
  expect(with_word(good, 28, Half(1)), 28, "arcs by target");
  expect(with_word(good, 32, Whole(1) << 63), 32, "cannot hold 9223372036854775808 vertices");
  expect(with_word(good, 32, ~Whole(0)), 32, "cannot hold");
  expect(with_word(good, 40, ~Whole(0)), 40, "cannot hold");
  expect(with_word(good, 40, Whole(6)), good.size(), "takes");
  expect(with_word(good, 48, Half(5)), 48, "the type of weights");
  expect(with_word(good, 48, Half(1)), good.size(), "takes");
  expect(with_word(good, 52, Half(1)), 52, "must be 0");
  expect(good.substr(0, good.size() - 4), good.size() - 4, "takes");
  expect(good + "more", good.size() + 4, "takes");
  expect(with_word(good, 64, Half(1)), 64, "the first offset is 1");
  expect(with_word(good, 68, Half(9)), 72, "fall after vertex 1");
  expect(with_word(good, 84, Half(8)), 84, "the offsets end at 8");
  expect(with_word(good, 128, Half(5)), 128, "neighbour 5 of vertex 0 is not below 5");
  expect(with_word(good, 128, Half(2)), 64, "vertex 0 has neighbour 2 more often");
}

TEST(GraphIoBinary, OwnArcsByTargetMustFit) {
  GraphFiles const files;
  std::string const good = sample_file(files, "a.yoke", false);
  ASSERT_EQ(good.size(), 256u + 16u);
  auto const expect = [&](std::string const& bytes, std::uint64_t at, std::string const& reason) {
    expect_malformed(files, "a.yoke", bytes, at, reason);
  };
  expect(with_word(good, 192, std::uint32_t(1)), 192, "the first offset is 1");
  expect(with_word(good, 256, std::uint32_t(7)), 256, "neighbour 7");
  expect(with_word(good, 256, std::uint32_t(3)), 192, "not those by source");
}

// Whatever byte is wrong: an exception of the documented kind, or a graph whose arrays are right.
TEST(GraphIoBinary, NoGarbledByteDoesHarm) {
  GraphFiles const files;
  for (std::string const name : {"a.sg", "a.yoke"}) {
    for (bool const symmetric : {true, false}) {
      std::string const good = sample_file(files, name, symmetric);
      for (std::size_t byte = 0; byte < good.size(); ++byte) {
        auto const path = files.write(name, with_word(good, byte, char(good[byte] ^ 0x41)));
        yoke::GraphBuildOptions build;
        build.symmetrise = false;
        try {
          auto const graph = yoke::read_graph(path, {}, build);
          Graph(Kokkos::DefaultHostExecutionSpace(), graph.kind(), graph.offsets(),
                graph.neighbours());
        } catch (yoke::MalformedFile const&) {
        }
      }
    }
  }
}

TEST(GraphIoBinary, NoCutFileIsRead) {
  GraphFiles const files;
  for (std::string const name : {"a.sg", "a.yoke"}) {
    for (bool const symmetric : {true, false}) {
      std::string const good = sample_file(files, name, symmetric);
      for (std::size_t size = 0; size < good.size(); ++size) {
        auto const path = files.write(name, good.substr(0, size));
        EXPECT_THROW(yoke::read_graph(path), yoke::MalformedFile) << size;
      }
    }
  }
}

TEST(GraphIoBinary, UnsymmetricFilesAreAcceptedWhenAsked) {
  GraphFiles const files;
  std::string const good = sample_file(files, "a.yoke", true);
  auto const path = files.write("a.yoke", with_word(good, 128, std::uint32_t(2)));
  yoke::GraphReadOptions options;
  options.accept_unsymmetric = true;
  yoke::GraphBuildOptions build;
  build.symmetrise = false;
  auto const directed = yoke::read_graph(path, options, build);
  EXPECT_FALSE(directed.is_symmetric());
  EXPECT_EQ(arcs_of(directed),
            (yoke_test::Edges{{0, 2}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {4, 4}}));
  build.symmetrise = build.merge_multi_edges = true;
  auto const symmetric = yoke::read_graph(path, options, build);
  EXPECT_TRUE(symmetric.is_symmetric());
  EXPECT_EQ(symmetric.arcs(), 9u);
}

TEST(GraphIoBinary, RowsAreSortedUnlessTheyNeedNotBe) {
  GraphFiles const files;
  std::string good = sample_file(files, "a.yoke", true);
  good = with_word(with_word(good, 132, std::uint32_t(2)), 136, std::uint32_t(0));  // vertex 1
  auto const path = files.write("a.yoke", good);
  yoke::GraphBuildOptions build;
  EXPECT_EQ(arcs_of(yoke::read_graph(path)), arcs_of(sample(true)));
  build.sort_neighbours = false;
  EXPECT_EQ(yoke::read_graph(path, {}, build).neighbours()(1), 2u);
}

TEST(GraphIoBinary, ProgressEndsAtTheEnd) {
  GraphFiles const files;
  for (std::string const name : {"a.sg", "a.yoke"}) {
    for (bool const symmetric : {true, false}) {
      auto const content = sample_file(files, name, symmetric);
      auto const path = files.write(name, content);
      std::vector<std::uint64_t> told;
      yoke::GraphReadOptions options;
      options.piece_bytes = 8;
      options.progress = [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_EQ(total, content.size());
        told.push_back(done);
      };
      yoke::GraphBuildOptions build;
      build.symmetrise = false;
      yoke::read_graph(path, options, build);
      EXPECT_TRUE(std::ranges::is_sorted(told));
      EXPECT_EQ(told.back(), content.size());
      told.clear();
      yoke::read_edges(path, options);
      EXPECT_TRUE(std::ranges::is_sorted(told));
      EXPECT_EQ(told.back(), content.size());
    }
  }
}

TEST(GraphIoBinary, MoreArcsThanOffsetsNumber) {
  GraphFiles const files;
  // Holes: takes no space. Nothing of it is read before the counts are seen.
  std::int64_t const arcs = std::int64_t(1) << 32;
  std::string const header = with_word(std::string(25, '\0'), 1, arcs);
  auto const path = files.write("a.sg", header);
  std::filesystem::resize_file(path, header.size() + 4 * static_cast<std::uint64_t>(arcs));
  EXPECT_THAT(yoke_test::message_of<std::invalid_argument>([&] { yoke::read_graph(path); }),
              ::testing::HasSubstr("too small for 4294967296 elements"));
}

TEST(GraphIoBinary, WideNeighboursAreNotCutToNarrowTypes) {
  GraphFiles const files;
  auto const path = files.write("a.yoke", "");
  auto const wide = yoke_test::make_graph<std::uint64_t, std::uint64_t, Kokkos::HostSpace>(
      yoke_test::path_graph(3));
  write_graph(path, wide);
  EXPECT_EQ(arcs_of(yoke::read_graph(path)), arcs_of(wide));
  // Vertex 0's neighbour 1, and a bit that 32-bit vertices do not have.
  files.write("a.yoke", with_word(content_of(path), 128, (std::uint64_t(1) << 32) + 1));
  EXPECT_THROW(yoke::read_graph(path), yoke::MalformedFile);
  EXPECT_THROW(yoke::read_edges(path), yoke::MalformedFile);
}

}  // namespace
