#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_folder.hpp"
#include "yoke/graph_io.hpp"

namespace yoke_test {

using Edges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

template <class Vertex>
Edges edges_of(yoke::EdgeList<Vertex, Kokkos::HostSpace> const& list) {
  Edges edges;
  for (std::size_t e = 0; e < list.edges(); ++e) edges.emplace_back(list.from(e), list.to(e));
  return edges;
}

// All arcs of a graph, row by row.
template <class Graph>
Edges arcs_of(Graph const& graph) {
  Edges arcs;
  for (std::size_t v = 0; v < graph.vertices(); ++v) {
    for (auto arc = graph.offsets()(v); arc < graph.offsets()(v + 1); ++arc) {
      arcs.emplace_back(v, graph.neighbours()(arc));
    }
  }
  return arcs;
}

// A piece for every line, pieces that end within lines and within what one parser expects in one
// piece, and one piece for all.
inline constexpr std::array<std::size_t, 3> piece_sizes = {1, 11, std::size_t(1) << 20};

struct ReadResult {
  Edges edges;
  yoke::GraphFileReport report;
};

// Files that go with the test. Reading is tried with every piece size, which must not matter.
class GraphFiles {
 public:
  std::filesystem::path write(std::string const& name, std::string const& content) const {
    auto const path = folder_ / name.c_str();
    write_text(path, content);
    return path;
  }

  template <class Vertex = std::uint32_t>
  ReadResult read(std::string const& name, std::string const& content,
                  yoke::GraphReadOptions options = {}) const {
    auto const path = write(name, content);
    ReadResult result;
    for (std::size_t const piece_bytes : piece_sizes) {
      options.piece_bytes = piece_bytes;
      auto const file = yoke::read_edges<Vertex>(path, options);
      EXPECT_EQ(file.edges.vertices, file.report.vertices);
      EXPECT_EQ(file.edges.edges(), file.report.edges);
      EXPECT_EQ(file.report.bytes, content.size());
      auto const edges = edges_of(file.edges);
      if (piece_bytes != piece_sizes.front()) {
        EXPECT_EQ(edges, result.edges) << "pieces of " << piece_bytes;
        EXPECT_EQ(file.report.is_symmetric, result.report.is_symmetric);
        EXPECT_EQ(file.report.vertices, result.report.vertices);
        EXPECT_EQ(file.report.loops, result.report.loops);
        EXPECT_EQ(file.report.lines, result.report.lines);
        EXPECT_EQ(file.report.ids, result.report.ids);
        EXPECT_EQ(file.report.names, result.report.names);
        EXPECT_EQ(file.report.notes, result.report.notes);
      }
      result = {edges, file.report};
    }
    return result;
  }

  TemporaryFolder const& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

// A malformed text and what must be said of it.
struct MalformedText {
  std::string content;
  std::uint64_t line;
  std::string reason;  // part of it
  yoke::GraphReadOptions options = {};
};

template <class Vertex = std::uint32_t>
void expect_malformed(GraphFiles const& files, std::string const& name, MalformedText const& text) {
  auto const path = files.write(name, text.content);
  auto options = text.options;
  for (std::size_t const piece_bytes : piece_sizes) {
    options.piece_bytes = piece_bytes;
    try {
      yoke::read_edges<Vertex>(path, options);
      ADD_FAILURE() << "was read:\n" << text.content;
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), text.line) << text.content << error.what();
      EXPECT_EQ(error.unit(), yoke::MalformedFile::Unit::line);
      EXPECT_EQ(error.path(), path.string());
      EXPECT_THAT(error.reason(), ::testing::HasSubstr(text.reason)) << text.content;
      EXPECT_EQ(error.what(),
                path.string() + ", line " + std::to_string(error.index()) + ": " + error.reason());
    }
  }
}

}  // namespace yoke_test
