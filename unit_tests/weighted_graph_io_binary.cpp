// .yoke files with weights: mapped, converted to other types, cut short and garbled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/file_content.hpp"
#include "support/graph_files.hpp"
#include "yoke/weighted_graph_io.hpp"

namespace {

using testing::HasSubstr;
using yoke_test::arcs_of;
using yoke_test::content_of;
using yoke_test::GraphFiles;

template <class Weight>
using Graph = yoke::WeightedGraph<std::uint32_t, std::uint32_t, Weight, Kokkos::HostSpace>;

template <class Weight>
std::vector<Weight> weights_of(Graph<Weight> const& graph) {
  return {graph.weights().data(), graph.weights().data() + graph.arcs()};
}

// 5 vertices: 0 - 1, 1 - 2, a loop at 4; or the arcs that way.
template <class Weight>
Graph<Weight> sample(bool symmetric, Weight first, Weight second, Weight loop) {
  yoke::WeightedEdgeList<std::uint32_t, Weight, Kokkos::HostSpace> edges;
  edges.vertices = 5;
  edges.from = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("from", 3);
  edges.to = Kokkos::View<std::uint32_t*, Kokkos::HostSpace>("to", 3);
  edges.weights = Kokkos::View<Weight*, Kokkos::HostSpace>("weights", 3);
  edges.from(1) = edges.to(0) = 1;
  edges.to(1) = 2;
  edges.from(2) = edges.to(2) = 4;
  edges.weights(0) = first;
  edges.weights(1) = second;
  edges.weights(2) = loop;
  yoke::WeightedBuildOptions options;
  options.symmetrise = symmetric;
  return yoke::build_graph(Kokkos::DefaultHostExecutionSpace(), edges, options);
}

template <class Word>
std::string with_word(std::string bytes, std::size_t at, Word word) {
  auto const* const word_bytes = reinterpret_cast<char const*>(&word);
  for (std::size_t i = 0; i < sizeof word; ++i) bytes.at(at + i) = word_bytes[i];
  return bytes;
}

// Offsets stand at 64 and neighbours at 128, so weights stand here.
constexpr std::size_t weights_at = 192;

template <class Weight>
void expect_mapped(bool symmetric, Weight first, Weight second, char const* name) {
  SCOPED_TRACE(name);
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  auto const graph = sample<Weight>(symmetric, first, second, 7);
  yoke::write_graph(path, graph);
  EXPECT_EQ(content_of(path).size(), weights_at + graph.arcs() * sizeof(Weight));
  EXPECT_EQ(yoke::mapped_graph_types(yoke::GraphFile(path)).weights, name);
  yoke::MappedWeightedGraph<Weight> const mapped(path), trusted(yoke::unchecked, path);
  for (auto const& one : {mapped.graph(), trusted.graph()}) {
    EXPECT_EQ(one.kind(), graph.kind());
    EXPECT_EQ(one.vertices(), 5u);
    EXPECT_EQ(arcs_of(one), arcs_of(graph));
    EXPECT_EQ(weights_of<Weight>(one), weights_of(graph));
  }
  // In place, where the file has them.
  std::string const content = content_of(path);
  EXPECT_EQ(std::memcmp(content.data() + weights_at, graph.weights().data(),
                        graph.arcs() * sizeof(Weight)),
            0);
  yoke::WeightedBuildOptions as_it_is;
  as_it_is.symmetrise = symmetric;
  auto const read = yoke::read_weighted_graph<Weight>(path, {}, as_it_is);
  EXPECT_EQ(arcs_of(read), arcs_of(graph));
  EXPECT_EQ(weights_of<Weight>(read), weights_of(graph));
}

TEST(WeightedGraphIoBinary, IsMapped) {
  for (bool const symmetric : {true, false}) {
    expect_mapped<float>(symmetric, 0.1f, -std::numeric_limits<float>::infinity(), "float");
    expect_mapped<double>(symmetric, 0.1, 5e-324, "double");
    expect_mapped<std::int32_t>(symmetric, -3, std::numeric_limits<std::int32_t>::min(),
                                "std::int32_t");
    expect_mapped<std::int64_t>(symmetric, -3, std::numeric_limits<std::int64_t>::min(),
                                "std::int64_t");
  }
}

TEST(WeightedGraphIoBinary, IsAPlainGraphToo) {
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  for (bool const symmetric : {true, false}) {
    auto const graph = sample<double>(symmetric, 1, 2, 3);
    yoke::write_graph(path, graph);
    yoke::GraphFileReport report;
    yoke::GraphReadOptions options;
    options.report = &report;
    yoke::GraphBuildOptions as_it_is;
    as_it_is.symmetrise = false;
    EXPECT_EQ(arcs_of(yoke::read_graph(path, options, as_it_is)), arcs_of(graph));
    EXPECT_THAT(report.notes, testing::ElementsAre("the edges' weights were not kept"));
    as_it_is.drop_loops = true;
    EXPECT_EQ(yoke::read_graph(path, options, as_it_is).arcs(), graph.arcs() - 1);
    EXPECT_THAT(report.notes, testing::ElementsAre("the edges' weights were not kept"));
    EXPECT_EQ(arcs_of(yoke::MappedGraph<>(path).graph()), arcs_of(graph));
  }
}

TEST(WeightedGraphIoBinary, ArcsByTargetAreNotKept) {
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  auto const graph = sample<float>(false, 1, 2, 3);
  Kokkos::View<std::uint32_t*, Kokkos::HostSpace> const offsets("offsets", 6),
      sources("sources", 3);
  Kokkos::View<float*, Kokkos::HostSpace> const weights("weights", 3);
  std::uint32_t const ends[] = {0, 0, 1, 2, 2, 3}, from[] = {0, 1, 4};
  for (std::size_t v = 0; v < 6; ++v) offsets(v) = ends[v];
  for (std::size_t arc = 0; arc < 3; ++arc) {
    sources(arc) = from[arc];
    weights(arc) = static_cast<float>(arc) + 1;
  }
  Kokkos::DefaultHostExecutionSpace const exec;
  yoke::write_graph(path, graph.with_incoming(exec, offsets, sources, weights));
  yoke::MappedWeightedGraph<> const mapped(path);
  EXPECT_FALSE(mapped.graph().has_incoming());
  EXPECT_EQ(weights_of<float>(mapped.graph()), (std::vector<float>{1, 2, 3}));
}

template <class Weight, class From>
std::string reading(GraphFiles const& files, From weight) {
  auto const path = files.folder() / "a.yoke";
  yoke::write_graph(path, sample<From>(true, 1, weight, 3));
  try {
    auto const graph = yoke::read_weighted_graph<Weight>(path);
    auto const value = graph.weights()(2);  // of 1 -> 2
    return value == static_cast<Weight>(weight) ? "the same" : std::to_string(value);
  } catch (yoke::MalformedFile const& error) {
    EXPECT_EQ(error.index(), weights_at + 2 * sizeof(From));
    return error.reason();
  }
}

TEST(WeightedGraphIoBinary, OtherTypesAreReadWhereTheyHoldTheNumber) {
  GraphFiles const files;
  EXPECT_EQ((reading<double>(files, 0.1f)), "the same");
  EXPECT_EQ((reading<float>(files, 0.1)), "the same");
  EXPECT_EQ((reading<float>(files, 1e-300)), "the same");  // 0
  EXPECT_THAT((reading<float>(files, 1e300)),
              HasSubstr("does not fit a floating-point number of 32"));
  EXPECT_EQ((reading<float>(files, std::numeric_limits<double>::infinity())), "the same");
  EXPECT_EQ((reading<std::int32_t>(files, -2147483648.)), "the same");
  EXPECT_THAT((reading<std::int32_t>(files, 2147483648.)), HasSubstr("an integer of 32 bits"));
  EXPECT_THAT((reading<std::int64_t>(files, 9223372036854775808.f)),
              HasSubstr("an integer of 64 bits"));
  EXPECT_THAT((reading<std::int64_t>(files, std::numeric_limits<double>::infinity())),
              HasSubstr("an integer of 64 bits"));
  EXPECT_THAT((reading<std::int32_t>(files, 2.5)), HasSubstr("weight 2.5 is not whole"));
  EXPECT_EQ((reading<std::int64_t>(files, std::int32_t(-5))), "the same");
  EXPECT_EQ((reading<std::int32_t>(files, std::int64_t(-5))), "the same");
  EXPECT_THAT((reading<std::int32_t>(files, std::int64_t(1) << 31)),
              HasSubstr("weight 2147483648 does not fit an integer of 32 bits"));
  EXPECT_EQ((reading<double>(files, std::int64_t(1) << 52)), "the same");
}

TEST(WeightedGraphIoBinary, MappedTypesMustBeTheFiles) {
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  yoke::write_graph(path, sample<double>(true, 1, 2, 3));
  EXPECT_THAT(yoke_test::message_of<std::invalid_argument>(
                  [&] { yoke::MappedWeightedGraph<float> const graph(path); }),
              HasSubstr("holds weights of type double, and not of type float"));
  EXPECT_THAT(yoke_test::message_of<std::invalid_argument>(
                  [&] { yoke::MappedWeightedGraph<double, std::uint64_t> const graph(path); }),
              HasSubstr("yoke::MappedWeightedGraph: "));
  // Before the arrays are looked at.
  files.write("a.yoke", with_word(content_of(path), 128, std::uint32_t(5)));
  EXPECT_THAT(yoke_test::message_of<std::invalid_argument>(
                  [&] { yoke::MappedWeightedGraph<float> const graph(path); }),
              HasSubstr("holds weights of type double, and not of type float"));
  EXPECT_THROW(yoke::MappedWeightedGraph<double>{path}, yoke::MalformedFile);
  yoke::Graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace> const plain =
      sample<double>(true, 1, 2, 3);
  yoke::write_graph(path, plain);
  EXPECT_EQ(yoke::mapped_graph_types(yoke::GraphFile(path)).weights, "");
  EXPECT_THAT(yoke_test::message_of<std::invalid_argument>(
                  [&] { yoke::MappedWeightedGraph<float> const graph(path); }),
              HasSubstr("holds no weights"));
  EXPECT_THAT(
      yoke_test::message_of<yoke::MalformedFile>([&] { yoke::read_weighted_graph<float>(path); }),
      HasSubstr("the file holds no weights"));
}

// The message of reading it in every way; they must agree on where.
void expect_malformed(GraphFiles const& files, std::string const& bytes, std::uint64_t at,
                      std::string const& reason) {
  auto const path = files.write("a.yoke", bytes);
  auto const check = [&](auto const& read) {
    try {
      read();
      ADD_FAILURE() << "was read; expected: " << reason;
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), at) << error.what();
      EXPECT_THAT(error.reason(), HasSubstr(reason));
    }
  };
  check([&] { yoke::read_weighted_graph<float>(path); });
  check([&] { yoke::read_weighted_graph<double>(path); });
  check([&] { yoke::MappedWeightedGraph<float> const graph(path); });
}

TEST(WeightedGraphIoBinary, Faults) {
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  yoke::write_graph(path, sample<float>(true, 1, 2, 3));
  std::string const good = content_of(path);
  using Half = std::uint32_t;
  auto const expect = [&](std::string const& bytes, std::uint64_t at, std::string const& reason) {
    expect_malformed(files, bytes, at, reason);
  };
  expect(with_word(good, 48, Half(5)), 48, "the type of weights");
  expect(with_word(good, 48, ~Half(0)), 48, "the type of weights");
  expect(with_word(good, 48, Half(2)), good.size(), "takes 232 bytes");
  expect(with_word(good, 52, Half(1)), 52, "must be 0");
  expect(with_word(with_word(good, 24, Half(1)), 28, Half(1)), 28, "arcs by target");
  expect(with_word(good, 40, std::uint64_t(6)), good.size(), "takes");
  expect(good.substr(0, good.size() - 1), good.size() - 1, "takes");
  expect(good.substr(0, weights_at), weights_at, "takes");
  expect(good + "more", good.size() + 4, "takes");
  expect(with_word(good, 128, Half(5)), 128, "neighbour 5 of vertex 0 is not below 5");
  expect(with_word(good, weights_at + 12, std::numeric_limits<float>::quiet_NaN()), weights_at + 12,
         "is NaN, which is no weight");
  expect(with_word(good, weights_at, 4.f), 64, "with weight ");
}

// Whatever byte is wrong: an exception of the documented kind, or a graph whose arrays are right.
TEST(WeightedGraphIoBinary, NoGarbledOrCutFileDoesHarm) {
  GraphFiles const files;
  auto const path = files.folder() / "a.yoke";
  for (bool const symmetric : {true, false}) {
    yoke::write_graph(path, sample<float>(symmetric, 1, 2, 3));
    std::string const good = content_of(path);
    for (std::size_t byte = 0; byte < good.size(); ++byte) {
      files.write("a.yoke", with_word(good, byte, char(good[byte] ^ 0x41)));
      try {
        auto const graph = yoke::MappedWeightedGraph<float>(path).graph();
      } catch (yoke::MalformedFile const&) {
      } catch (std::invalid_argument const& error) {
        EXPECT_THAT(error.what(), HasSubstr("holds"));
      }
      try {
        auto const graph = yoke::read_weighted_graph<float>(path);
        Graph<float>(Kokkos::DefaultHostExecutionSpace(), graph.kind(), graph.offsets(),
                     graph.neighbours(), graph.weights());
      } catch (yoke::MalformedFile const&) {
      }
    }
    for (std::size_t size = 0; size < good.size(); ++size) {
      files.write("a.yoke", good.substr(0, size));
      EXPECT_THROW(yoke::read_weighted_graph<float>(path), yoke::MalformedFile) << size;
      EXPECT_THROW(yoke::MappedWeightedGraph<float>{path}, yoke::MalformedFile) << size;
      EXPECT_THROW(yoke::MappedGraph<>{path}, yoke::MalformedFile) << size;
    }
  }
}

}  // namespace
