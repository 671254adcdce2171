// Where files come from: pipes, descriptors, compressed files; and what they may take of memory.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "support/file_content.hpp"
#include "support/graph_files.hpp"
#include "support/graphs.hpp"
#include "support/gzip.hpp"
#include "support/tools.hpp"
#include "yoke/graph_io.hpp"

namespace {

using ::testing::HasSubstr;
using yoke::GraphFile;
using yoke::GraphFormat;
using yoke_test::arcs_of;
using yoke_test::content_of;
using yoke_test::Edges;
using yoke_test::edges_of;
using yoke_test::GraphFiles;
using yoke_test::message_of;
using yoke_test::TemporaryFolder;

// A pipe into which another thread writes a content in parts.
class Pipe {
 public:
  explicit Pipe(std::vector<std::string> const& parts) {
    // A reader may leave before the end.
    std::signal(SIGPIPE, SIG_IGN);
    if (::pipe(ends_) != 0) throw std::runtime_error("no pipe");
    writer_ = std::thread([parts, to = ends_[1]] {
      for (std::string const& part : parts) {
        for (std::size_t done = 0; done < part.size();) {
          auto const wrote = ::write(to, part.data() + done, part.size() - done);
          if (wrote <= 0) break;
          done += static_cast<std::size_t>(wrote);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      ::close(to);
    });
  }
  ~Pipe() {
    ::close(ends_[0]);
    writer_.join();
  }

  int descriptor() const { return ends_[0]; }

 private:
  int ends_[2];
  std::thread writer_;
};

TEST(GraphIoSources, ANamedPipeIsReadToItsEndAndOpenedOnce) {
  EXPECT_EQ(yoke::read_edges("/dev/null").edges.edges(), 0u);
  TemporaryFolder const folder;
  auto const path = folder / "pipe.el";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::string content;
  for (int e = 0; e < 50000; ++e) content += std::to_string(e) + " 0\n";
  std::thread writer([&] { yoke_test::write_text(path, content); });
  GraphFile const file(path);
  writer.join();
  EXPECT_EQ(file.format(), GraphFormat::edge_list);
  EXPECT_EQ(file.bytes(), content.size());
  EXPECT_EQ(file.most_arcs(), 2u * 50001);
  EXPECT_EQ(yoke::read_edges(file).edges.edges(), 50000u);
  EXPECT_EQ(yoke::read_graph(file).arcs(), 2u * 50000 - 1) << "a second time";
}

TEST(GraphIoSources, APipeMayBeSlow) {
  std::vector<std::string> parts;
  for (int e = 0; e < 100; ++e) {
    parts.push_back(std::to_string(e));
    parts.push_back(" 0\n");
  }
  Pipe const pipe(parts);
  GraphFile const file(pipe.descriptor(), "standard input");
  EXPECT_EQ(yoke::read_edges(file).edges.edges(), 100u);
  EXPECT_EQ(file.name(), "standard input");
}

TEST(GraphIoSources, AnEmptyPipeIsRefused) {
  Pipe const pipe({});
  EXPECT_EQ(message_of<std::runtime_error>([&] { GraphFile(pipe.descriptor(), "standard input"); }),
            "cannot read standard input: nothing came through the pipe");
}

TEST(GraphIoSources, FormatsArriveThroughAPipe) {
  TemporaryFolder const folder;
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::grid_graph(20, 20, 300));
  for (char const* name : {"g.el", "g.mtx", "g.gr", "g.graph", "g.sg", "g.yoke"}) {
    write_graph(folder / name, graph);
    Pipe const pipe({content_of(folder / name)});
    GraphFile const file(pipe.descriptor(), name);
    auto const read = yoke::read_graph(file);
    EXPECT_EQ(arcs_of(read), arcs_of(graph)) << name;
    EXPECT_TRUE(read.is_symmetric()) << name;
    EXPECT_GE(file.most_arcs(), graph.arcs());
    EXPECT_LE(file.most_arcs(), graph.arcs() + 4) << name;
  }
  // By its first bytes.
  Pipe const pipe({content_of(folder / "g.yoke")});
  yoke::MappedGraph<> const mapped(GraphFile(pipe.descriptor(), "standard input"));
  EXPECT_EQ(arcs_of(mapped.graph()), arcs_of(graph));
}

TEST(GraphIoSources, ADescriptorIsReadFromWhereItStands) {
  GraphFiles const files;
  int const file = ::open(files.write("a.el", "9 9\n0 1\n").c_str(), O_RDONLY);
  ASSERT_EQ(::lseek(file, 4, SEEK_SET), 4);
  EXPECT_EQ(edges_of(yoke::read_edges(GraphFile(file, "a.el")).edges), (Edges{{0, 1}}));
  ASSERT_EQ(::lseek(file, 0, SEEK_SET), 0);
  EXPECT_EQ(yoke::read_edges(GraphFile(file, "a.el")).edges.edges(), 2u);
  ::close(file);
}

TEST(GraphIoSources, MostArcsAreAsTheHeaderSays) {
  GraphFiles const files;
  auto const most = [&](char const* name, std::string const& content) {
    return GraphFile(files.write(name, content)).most_arcs();
  };
  EXPECT_EQ(most("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 9\n"), 18u);
  EXPECT_EQ(most("a.graph", "3 8\n"), 16u);
  EXPECT_EQ(most("a.gr", "p sp 4 7\n"), 14u);
  EXPECT_EQ(most("a.gr", "p sp 4 18446744073709551615\n"), ~0ull);
  EXPECT_EQ(most("a.el", "0 1\r1 2\r\n3 4"), 6u);
}

TEST(GraphIoSources, OtherCompressionIsCalledByItsName) {
  GraphFiles const files;
  for (auto const& [mark, program] : {std::pair<std::string, std::string>{"\xfd\x37zXZ", "xzcat"},
                                      {"\x28\xb5\x2f\xfd", "zstdcat"},
                                      {"BZh91AY&SY", "bzcat"}}) {
    auto const path = files.write("a.el", mark);
    EXPECT_THAT(message_of<std::runtime_error>([&] { yoke::read_edges(path); }),
                HasSubstr(program));
  }
}

#if !defined(YOKE_HAS_ZLIB)
TEST(GraphIoSources, WithoutZlibCompressedFilesAreRefusedWithAWord) {
  GraphFiles const files;
  auto const path = files.write("a.el.gz", "\x1f\x8b\x08");
  EXPECT_THAT(message_of<std::runtime_error>([&] { yoke::read_edges(path); }),
              HasSubstr("built without zlib; expand it first (gunzip)"));
}
#else
using yoke_test::gzip;

TEST(GraphIoSources, CompressedFilesAreReadAsWhatTheyHold) {
  GraphFiles const files;
  auto const graph = yoke_test::make_graph<std::uint32_t, std::uint32_t, Kokkos::HostSpace>(
      yoke_test::grid_graph(30, 30, 800));
  for (std::string const name : {"g.el", "g.mtx", "g.gr", "g.graph", "g.sg", "g.yoke"}) {
    auto const plain = files.folder() / name.c_str();
    write_graph(plain, graph);
    auto const content = content_of(plain);
    auto const half = content.size() / 2;
    // One member, several as pigz writes them, and padding.
    for (std::string const& compressed :
         {gzip(content), gzip(content.substr(0, half)) + gzip("") + gzip(content.substr(half)),
          gzip(content) + std::string(512, '\0')}) {
      auto const path = files.write(name + ".gz", compressed);
      GraphFile const file(path);
      EXPECT_EQ(file.bytes(), content.size());
      EXPECT_EQ(arcs_of(yoke::read_graph(file)), arcs_of(graph)) << name;
      // What is compressed counts, not the name; a pipe may be compressed too.
      Pipe const pipe({compressed});
      EXPECT_EQ(arcs_of(yoke::read_graph(GraphFile(pipe.descriptor(), name))), arcs_of(graph));
    }
  }
  yoke::MappedGraph<> const mapped(GraphFile(files.folder() / "g.yoke.gz"));
  EXPECT_EQ(arcs_of(mapped.graph()), arcs_of(graph));
  EXPECT_EQ(yoke::read_graph(files.write("none.el.gz", gzip(""))).vertices(), 0u);
}

TEST(GraphIoSources, DamagedCompressedFilesAreRefused) {
  GraphFiles const files;
  std::string content;
  for (int e = 0; e < 3000; ++e) content += std::to_string(e) + " " + std::to_string(e / 2) + "\n";
  auto const whole = gzip(content);
  for (std::size_t size = 2; size < whole.size(); size += 97) {
    auto const path = files.write("a.el.gz", whole.substr(0, size));
    EXPECT_THAT(message_of<yoke::MalformedFile>([&] { yoke::read_edges(path); }),
                HasSubstr("the compressed file is cut short"))
        << size;
  }
  for (std::size_t place = 10; place < whole.size(); place += 97) {
    auto damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
    auto const path = files.write("a.el.gz", damaged);
    EXPECT_THAT(message_of<yoke::MalformedFile>([&] { yoke::read_edges(path); }),
                HasSubstr("the compressed file is"))
        << place;
  }
  auto const path = files.write("a.el.gz", whole + "garbage");
  EXPECT_THAT(message_of<yoke::MalformedFile>([&] { yoke::read_edges(path); }),
              HasSubstr("the compressed file is damaged"));
}

TEST(GraphIoSources, ACompressedFileMayNotTakeAllMemory) {
  GraphFiles const files;
  auto const path = files.write("a.el.gz", gzip(std::string(std::size_t(1) << 24, '#')));
  EXPECT_LT(std::filesystem::file_size(path), 1u << 15);
  yoke::GraphReadOptions options;
  options.memory_limit = 1 << 22;
  EXPECT_THAT(message_of<yoke::MalformedFile>([&] { yoke::read_edges(path, options); }),
              HasSubstr("expanded, it takes more than 4194304 bytes of memory "
                        "(options.memory_limit)"));
  options.memory_limit = 1 << 25;
  EXPECT_EQ(yoke::read_edges(path, options).edges.edges(), 0u);
}
#endif

TEST(GraphIoSources, APipeMayNotTakeAllMemory) {
  Pipe const pipe({std::string(1 << 20, '#')});
  yoke::GraphReadOptions options;
  options.memory_limit = 1 << 18;
  EXPECT_THAT(message_of<yoke::MalformedFile>(
                  [&] { GraphFile(pipe.descriptor(), "standard input", options); }),
              HasSubstr("it takes more than 262144 bytes of memory"));
}

TEST(GraphIoSources, TheLimitOfMemoryHolds) {
  GraphFiles const files;
  yoke::GraphReadOptions options;
  auto const refusal = [&](std::filesystem::path const& path) {
    return message_of<yoke::MalformedFile>([&] { yoke::read_graph(path, options); });
  };
  // Offsets of a million vertices take 4 MB.
  auto const one_edge = files.write("a.el", "0 1000000\n");
  options.memory_limit = 1 << 21;
  EXPECT_THAT(
      refusal(one_edge),
      HasSubstr("line 1: a graph of 1000001 vertices and 2 arcs takes more than 2097152 bytes"));
  options.memory_limit = 5 << 20;
  EXPECT_EQ(refusal(one_edge), "nothing");
  // 10,000 edges take 160 kB while they are gathered; their graph 20,000 * 12 + 10,000 * 8 + 400 B.
  std::string content;
  for (int e = 0; e < 10000; ++e) content += std::to_string(e % 97) + " 5\n";
  auto const many_edges = files.write("b.el", content);
  options.memory_limit = 150000;
  EXPECT_THAT(refusal(many_edges), HasSubstr("the edges' list takes more than 150000 bytes"));
  options.memory_limit = 320000;
  EXPECT_THAT(refusal(many_edges), HasSubstr("a graph of 97 vertices and 20000 arcs takes more"));
  options.memory_limit = 321000;
  EXPECT_EQ(refusal(many_edges), "nothing");
  auto const rows = files.folder() / "c.yoke";
  write_graph(rows, yoke::read_graph(many_edges));
  options.memory_limit = 78000;
  EXPECT_THAT(refusal(rows), HasSubstr("a graph of 97 vertices and"));
  options.memory_limit = 81000;
  EXPECT_EQ(refusal(rows), "nothing");
}

// What the documentation says of the arrays that Kokkos allocates.
TEST(GraphIoSources, AFileTakesASmallMultipleOfItsSize) {
  GraphFiles const files;
  std::string neighbours = "1 0\n";
  for (int i = 0; i < 200000; ++i) neighbours += "1 ";
  for (auto const& [name, content] : {std::pair<char const*, std::string>{"a.el", "0 1048500\n"},
                                      {"b.el", std::string(1 << 20, '#').append("\n0 2000000\n")},
                                      {"a.graph", neighbours}}) {
    auto const path = files.write(name, content);
    yoke::GraphReadOptions options;
    options.lenient = true;
    yoke_test::AllocationRecorder const memory;
    yoke::read_graph(path, options);
    EXPECT_LT(memory.most_bytes(), (std::size_t(8) << 20) + 32 * content.size()) << name;
  }
}

}  // namespace
