// Malformed files: the line and the reason, whatever the pieces.
#include <gtest/gtest.h>

#include "support/graph_files.hpp"
#include "yoke/graph_io.hpp"

namespace {

using yoke_test::expect_malformed;
using yoke_test::GraphFiles;
using yoke_test::MalformedText;

TEST(GraphIoFaults, MatrixMarket) {
  GraphFiles const files;
  std::string const banner = "%%MatrixMarket matrix coordinate ";
  std::string const pattern = banner + "pattern general\n";
  for (MalformedText const& text : std::vector<MalformedText>{
           {"", 1, "empty"},
           {"1 2\n", 1, "begins with '%%MatrixMarket'"},
           {"%%MatrixMarket vector coordinate real general\n", 1, "'vector' is no matrix"},
           {"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", 1, "dense"},
           {"%%MatrixMarket matrix\n2 2 0\n", 1, "the format '' is not coordinate"},
           {banner + "quaternion general\n2 2 0\n", 1, "field 'quaternion'"},
           {banner + "real lopsided\n2 2 0\n", 1, "symmetry 'lopsided'"},
           {banner + "real\n2 2 0\n", 1, "symmetry ''"},
           {pattern, 1, "ends before the matrix's size"},
           {pattern + "% only\n% comments\n", 3, "ends before the matrix's size"},
           {pattern + "%\n2 3 1\n1 2\n", 3, "square; this one is 2 by 3"},
           {pattern + "2 2\n1 2\n", 2, "the line ends where the number of entries should be"},
           {pattern + "2 2 1 1\n1 2\n", 2, "more than a matrix's size has"},
           {pattern + "-2 -2 1\n1 2\n", 2, "'-2' is not a number from 0 up"},
           {pattern + "2 2 1\n0 2\n", 3, "row 0 is not from 1 to 2"},
           {pattern + "2 2 1\n\n%\n1 3\n", 5, "column 3 is not from 1 to 2"},
           {pattern + "2 2 1\n1\n", 3, "the line ends where a column should be"},
           {pattern + "2 2 1\n1 2 3\n", 3, "'3' is more than an entry has"},
           {pattern + "2 2 1\n1 2 3\n", 3, "options.lenient"},
           {pattern + "2 2 2\n1 2\n", 2, "options.lenient"},
           {pattern + "2 2 1\n1 2x\n", 3, "column '2x' is not a number"},
           {pattern + "2 2 1\n1 99999999999999999999\n", 3, "does not fit in 64 bits"},
           {pattern + "2 2 3\n1 2\n2 1\n", 2, "says 3 entries, and there are 2"},
           {pattern + "2 2 1\n1 2\n2 1\n", 2, "says 1 entry, and there are 2"},
           {banner + "real general\n2 2 1\n1 2\n", 3, "the line ends where a weight should be"},
           {banner + "real general\n2 2 1\n1 2 1.0 2.0\n", 3, "more than an entry has"},
           {banner + "real general\n2 2 1\n1 2 heavy\n", 3, "weight 'heavy' is not a number"},
           {banner + "complex general\n2 2 1\n1 2 1.0\n", 3, "a weight should be"},
           {banner + "real skew-symmetric\n2 2 1\n2 2 1\n", 3, "diagonal"},
           {pattern + "1000000000000000000 1000000000000000000 0\n", 2, "do not fit"},
           {pattern + "4294967296 4294967296 0\n", 2, "vertices of 32 bits"},
           {pattern + "4294967290 4294967290 0\n", 2, "far larger than its file"},
       }) {
    expect_malformed(files, "a.mtx", text);
  }
  expect_malformed<std::uint64_t>(
      files, "a.mtx",
      {pattern + "1000000000000000000 1000000000000000000 0\n", 2, "far larger than its file"});
}

TEST(GraphIoFaults, EdgeLists) {
  GraphFiles const files;
  yoke::GraphReadOptions sparse, compact;
  sparse.allow_sparse_ids = true;
  compact.ids = yoke::VertexIds::compact;
  for (MalformedText const& text : std::vector<MalformedText>{
           {"0 1\n1\n", 2, "the line ends where a vertex should be"},
           {"0 1\n# c\n\n2 x\n", 4, "vertex 'x' is not a number from 0 up"},
           {"0 1\r# c\r\r2 x\r", 4, "vertex 'x' is not a number from 0 up"},
           {"0 1\r\n# c\r3 4\n2 x\r\n", 4, "vertex 'x' is not a number from 0 up"},
           {"0 1 2 3 4\n", 1, "the line has 5 numbers"},
           {"source,target,weight\n0,1,5\n2,,4\n", 3, "a field that should hold a vertex is empty"},
           {"0,1\n,2,4\n", 2, "a field that should hold a vertex is empty"},
           {"0 1 2\n\n1 0\n", 3, "the line has 2 numbers, and the first edge has 3"},
           {"0 1\n1 0 2\n", 2, "lists of neighbours"},
           {"4 3\n0 1 0.5\n", 2, "options.skip_lines"},
           {"from to\n4 3\n0 1 5 6 7 x\n", 3, "6 fields, and the first 2"},
           {"from to x\n4 3 a\n1 1 y\n1 z b\n", 4, "vertex 'z'"},
           {"0 1\n-1 2\n", 2, "'-1' is not a number from 0 up"},
           {"0 1.5\n", 1, "'1.5' is not a number"},
           {"0x1 1\n", 1, "'0x1' is not a number"},
           {"0 1\nfrom to\n", 2, "'from' is not a number"},
           {"from to\nfrom to\n", 2, "'from' is not a number"},
           {"# 404\nNot found\n\n", 2, "words and no edges"},
           {"from 1\n", 1, "'from' is not a number"},
           {"0 1\n1 2\n3 18446744073709551616\n", 3, "does not fit in 64 bits"},
           {"0 1\n4294967295 0\n", 2, "vertices of 32 bits are from 0 to 4294967294"},
           {"0 1\n0 4294967295\n", 2, "4294967295", sparse},
           {"0 1\n0 4000000000\n", 2, "far larger than its file"},
           {"0 1\n\x01\x02 1\n", 2, "'\\x01\\x02' is not a number"},
           {std::string("0 1\n0\0001 1\n", 10), 2, "'0\\x001' is not a number"},
           {"0 1\n" + std::string(100, '9') + " 1\n", 2, std::string(40, '9') + "...'"},
           {"0 1\n1 -5\n", 2, "'-5'", compact},
           {"# yoke edge list: undirected 99999999999 vertices\n0 1\n", 1, "99999999999 vertices"},
           {"# yoke edge list: sideways 9 vertices\n0 1\n", 1, "'sideways'"},
           {"# yoke edge list: directed\n0 1\n", 1, "the number of vertices"},
       }) {
    expect_malformed(files, "a.txt", text);
  }
}

// Offsets of 8 bytes each that would wrap: 2^61 of them take none, one more takes 8.
TEST(GraphIoFaults, NoSizeWraps) {
  GraphFiles const files;
  yoke::GraphReadOptions sparse;
  sparse.allow_sparse_ids = true;
  for (std::uint64_t const count : {(1ull << 60) - 1, (1ull << 61) - 2, (1ull << 61) - 1,
                                    1ull << 61, (1ull << 62) + 5, (1ull << 63), ~0ull - 1}) {
    std::string const n = std::to_string(count);
    expect_malformed<std::uint64_t>(files, "a.txt", {"3 " + n + "\n", 1, n, sparse});
    expect_malformed<std::uint64_t>(files, "a.gr", {"p edge " + n + " 0\n", 1, n, sparse});
    expect_malformed<std::uint64_t>(files, "a.graph", {n + " 0\n", 1, "", sparse});
    expect_malformed<std::uint64_t>(
        files, "a.mtx",
        {"%%MatrixMarket matrix coordinate pattern general\n" + n + " " + n + " 0\n", 2, n,
         sparse});
  }
}

TEST(GraphIoFaults, Metis) {
  GraphFiles const files;
  for (MalformedText const& text : std::vector<MalformedText>{
           {"", 1, "ends before the numbers"},
           {"% c\n% c\n", 2, "ends before the numbers"},
           {"3\n", 1, "the line ends where the number of edges should be"},
           {"2 x\n", 1, "the number of edges 'x'"},
           {"2 1 2\n2\n1\n", 1, "the format '2'"},
           {"2 1 0001\n2\n1\n", 1, "the format '0001'"},
           {"2 1 011 99999999\n2\n1\n", 1, "too many weights"},
           {"2 1 0 1 1\n2\n1\n", 1, "more than a header has"},
           {"2 9223372036854775808\n\n\n", 1, "too many edges"},
           {"3 1\n2\n1\n0\n", 4, "neighbour 0 is not from 1 to 3"},
           {"3 1\n2\n1 4\n\n", 3, "neighbour 4 is not from 1 to 3"},
           {"% c\n3 1\n2\n% c\n1 a\n\n", 5, "neighbour 'a' is not a number"},
           {"4 1\n2\n1\n", 3, "ends after the lines of 2 of 4 vertices"},
           {"4 1\n2\n1", 3, "ends after the lines of 2 of 4 vertices"},
           {"3 1\n2\n1", 3, "ends after the lines of 2 of 3 vertices"},
           {"2 1\n2\n1\n\n2\n", 5, "more lines than the header's 2 vertices"},
           {"3 1\n2\n1 3\n2\n", 1, "says 1 edge, and the lines have 4 neighbours"},
           {"3 3\n2\n1 3\n2\n", 1, "says 3 edges, and the lines have 4 neighbours"},
           {"4 2\n2\n1 3\n4\n\n", 3, "vertex 2 lists 3 more often than the reverse"},
           {"3 2\n2 2\n1\n1\n", 2, "vertex 1 lists 2 more often"},
           {"3 2\n2\n1 1\n2\n", 3, "vertex 2 lists 1 more often"},
           {"2 1 1\n2\n1\n", 2, "the line ends where a weight should be"},
           {"2 1 1\n2 5\n1 x\n", 3, "weight 'x' is not a number"},
           {"2 1 10 3\n7 7\n7 7 7 1\n", 2, "a weight should be"},
           {"1000000000000000000 5\n\n", 1, "do not fit"},
           {"4000000000 5\n\n", 2, "the file ends after the lines of 1 of 4000000000"},
       }) {
    expect_malformed(files, "a.graph", text);
  }
}

TEST(GraphIoFaults, Dimacs) {
  GraphFiles const files;
  for (MalformedText const& text : std::vector<MalformedText>{
           {"", 1, "without a problem line"},
           {"c x\n\nc y\n", 3, "without a problem line"},
           {"c x\na 1 2 3\np sp 2 1\n", 2, "'a' comes before the problem line"},
           {"p max 2 1\na 1 2 3\n", 1, "the problem 'max'"},
           {"p sp 2\na 1 2 3\n", 1, "the number of edges should be"},
           {"p sp 2 1 1\na 1 2 3\n", 1, "more than a problem line has"},
           {"p sp 2 1\nc\na 1 3 3\n", 3, "vertex 3 is not from 1 to 2"},
           {"p sp 2 1\na 0 1 3\n", 2, "vertex 0 is not from 1 to 2"},
           {"p sp 2 1\na 1\n", 2, "the line ends where a vertex should be"},
           {"p sp 2 1\na 1 2 x\n", 2, "weight 'x'"},
           {"p sp 2 1\na 1 2 3 4\n", 2, "more than an edge has"},
           {"p sp 2 1\ne 1 2\n", 2, "'e' begins neither"},
           {"p edge 2 1\na 1 2\n", 2, "'a' begins neither"},
           {"p edge 2 1\nn 1 2\nz 1 2\n", 3, "'z' begins neither"},
           {"p edge 2 1\ne 1 2\np edge 2 1\n", 3, "a second problem line"},
           {"p edge 2 2\ne 1 2\n", 1, "says 2 edges, and there is 1"},
           {"c\np sp 2 0\na 1 2 3\n", 2, "says 0 arcs, and there is 1"},
           {"p sp 1000000000000000000 0\n", 1, "do not fit"},
       }) {
    expect_malformed(files, "a.gr", text);
  }
}

TEST(GraphIoFaults, AGuessedFormatIsSaidToBeOne) {
  GraphFiles const files;
  std::string const option = " (options.format)";
  expect_malformed(files, "a.txt",
                   {"x 1\n", 1, "for edge_list as nothing says otherwise" + option});
  expect_malformed(files, "a.graph", {"x 1\n", 1, "taken for metis by its name" + option});
  expect_malformed(files, "a.txt", {"p sp x\n", 1, "for dimacs by its first bytes" + option});
  yoke::GraphReadOptions asked;
  asked.format = yoke::GraphFormat::edge_list;
  try {
    yoke::read_edges(files.write("a.graph", "x 1\n"), asked);
    ADD_FAILURE();
  } catch (yoke::MalformedFile const& error) {
    EXPECT_EQ(error.reason(),
              "vertex 'x' is not a number from 0 up (VertexIds::names takes any word)");
  }
}

// One vertex a byte of the file, and 2^20.
TEST(GraphIoFaults, SparseIdsAreMeasuredByTheFile) {
  GraphFiles const files;
  std::string const comment = "#" + std::string(998, 'x') + "\n";
  auto const with = [&](std::uint64_t id) { return comment + "0 " + std::to_string(id) + "\n"; };
  std::uint64_t const most = (1 << 20) + with(1 << 20).size();
  EXPECT_EQ(files.read("a.txt", with(most - 1)).report.vertices, most);
  expect_malformed(files, "a.txt", {with(most), 2, "options.allow_sparse_ids"});
  expect_malformed(files, "a.txt", {with(most), 2, "options.ids"});
}

// Not at the place where memory is full: the first 4 MiB tell.
TEST(GraphIoFaults, TextsThatAreFarTooLargeAreRefusedByTheirBeginning) {
  GraphFiles const files;
  std::string edges;
  constexpr std::size_t lines = std::size_t(5) << 20;
  for (std::size_t line = 0; line < lines; ++line) edges += "1 2\n";
  std::uint64_t done = 0;
  yoke::GraphReadOptions options;
  options.memory_limit = 4 * sizeof(std::uint32_t) * lines / 4;
  options.progress = [&](std::uint64_t bytes, std::uint64_t) { done = bytes; };
  auto const message = [](auto const& work) {
    return yoke_test::message_of<yoke::MalformedFile>(work);
  };
  auto const list = files.write("a.el", edges);
  EXPECT_THAT(message([&] { yoke::read_edges(list, options); }),
              ::testing::HasSubstr("takes more"));
  EXPECT_LE(done, std::uint64_t(4) << 20);
  EXPECT_THAT(message([&] { (void)yoke::GraphFile(list).most_arcs(options); }),
              ::testing::HasSubstr("takes more"));
  auto const matrix =
      files.write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n9 9 " +
                               std::to_string(lines) + "\n" + edges);
  done = 0;
  EXPECT_THAT(message([&] { yoke::read_edges(matrix, options); }),
              ::testing::HasSubstr("takes more"));
  EXPECT_LE(done, std::uint64_t(4) << 20);
  options.memory_limit *= 5;
  EXPECT_EQ(yoke::read_edges(list, options).edges.edges(), lines);
}

// A file of any size without a line end, such as one of zeros, which takes no room on a disk.
TEST(GraphIoFaults, AFirstLineThatNeverEndsIsRefused) {
  GraphFiles const files;
  for (std::string const name : {"a.el", "a.graph"}) {
    auto const path = files.write(name, "0 1");
    std::filesystem::resize_file(path, (std::uint64_t(1) << 28) + 1);
    EXPECT_THAT(yoke_test::message_of<yoke::MalformedFile>([&] { yoke::read_edges(path); }),
                ::testing::HasSubstr("line 1: it is longer than 268435456 characters"));
  }
}

TEST(GraphIoFaults, TheFirstFaultIsNamed) {
  GraphFiles const files;
  std::string content;
  for (int line = 1; line <= 3000; ++line) content += line % 1000 == 0 ? "1 x\n" : "1 2\n";
  expect_malformed(files, "a.txt", {content, 1000, "'x'"});
}

}  // namespace
