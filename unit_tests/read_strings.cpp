#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <string_view>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/gzip.hpp"
#include "support/seed.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/compressed.hpp"
#include "yoke/read_strings.hpp"

// Lines of text and records of FASTA files.

namespace {

using StringList = std::vector<std::string>;

StringList list_of(yoke::HostStrings const& strings) {
  StringList list;
  for (std::size_t i = 0; i < strings.size(); ++i) {
    list.emplace_back(strings.characters.data() + strings.offsets(i),
                      strings.characters.data() + strings.offsets(i + 1));
  }
  return list;
}

TEST(Compressed, ProgramsAreKnownByBytesAndByNames) {
  for (auto const& [bytes, program] : {std::pair{"\x1f\x8b\x08\x01", "zcat"},
                                       {"\xfd\x37zXZ", "xzcat"},
                                       {"\x28\xb5\x2f\xfd", "zstdcat"},
                                       {"BZh91AY&SY", "bzcat"},
                                       {"BZh9\x17\x72\x45\x38\x50\x90", "bzcat"},
                                       {"PK\x03\x04", "unzip -p"},
                                       {"\x1f\x8b text", ""},
                                       {"BZh9 text", ""},
                                       {"BZh", ""},
                                       {"", ""}}) {
    EXPECT_EQ(yoke::decompressor_of(bytes), program) << bytes;
  }
  EXPECT_EQ(yoke::decompressor_of_name("a/b.txt.gz"), "zcat");
  EXPECT_EQ(yoke::decompressor_of_name("b.lz4"), "lz4cat");
  EXPECT_EQ(yoke::decompressor_of_name("gz"), "");
  EXPECT_EQ(yoke::decompressor_of_name("b.gz.txt"), "");
}

class ReadStrings : public testing::Test {
 protected:
  std::filesystem::path write(std::string const& name, std::string const& content) const {
    auto const path = folder_ / name.c_str();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  StringList lines_of(std::string const& content) const {
    return list_of(yoke::read_lines(write("lines.txt", content)));
  }
  void expect_records(std::string const& content, StringList const& headers,
                      StringList const& sequences) const {
    SCOPED_TRACE(content);
    auto const records = yoke::read_fasta(write("records.fa", content));
    EXPECT_EQ(list_of(records.headers), headers);
    EXPECT_EQ(list_of(records.sequences), sequences);
  }
  void expect_malformed(std::string const& content, std::uint64_t line,
                        std::string const& reason) const {
    SCOPED_TRACE(content);
    try {
      yoke::read_fasta(write("bad.fa", content));
      FAIL() << "nothing was thrown";
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), line) << error.what();
      EXPECT_NE(error.reason().find(reason), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("bad.fa"), std::string::npos);
    }
  }

  yoke_test::TemporaryFolder folder_;
};

TEST_F(ReadStrings, LinesEndAsTheyDo) {
  EXPECT_EQ(lines_of(""), StringList{});
  EXPECT_EQ(lines_of("\n"), StringList{""});
  EXPECT_EQ(lines_of("one"), StringList{"one"});
  EXPECT_EQ(lines_of("one\n"), StringList{"one"});
  EXPECT_EQ(lines_of("one\n\ntwo"), (StringList{"one", "", "two"}));
  EXPECT_EQ(lines_of("one\r\ntwo\r\n\r\n"), (StringList{"one", "two", ""}));
  EXPECT_EQ(lines_of("a\rb\nc\r"), (StringList{"a\rb", "c\r"}));
  EXPECT_EQ(lines_of(std::string("\0\xff\n\0", 4)),
            (StringList{std::string("\0\xff", 2), std::string("\0", 1)}));
}

TEST_F(ReadStrings, RecordsOfSeveralLines) {
  expect_records("", {}, {});
  expect_records("\n \n", {}, {});
  expect_records(">a\n", {"a"}, {""});
  expect_records(">", {""}, {""});
  expect_records(">a b|c\nACGT\nAC\n\nGT*\n>d\nm-.k", {"a b|c", "d"}, {"ACGTACGT*", "m-.k"});
  expect_records(">a\r\nAC\r\nGT\r\n>b\r\n\r\nTT\r\n", {"a", "b"}, {"ACGT", "TT"});
  expect_records(">a\rAC\rGT\r>b\rTT", {"a", "b"}, {"ACGT", "TT"});
  expect_records(">a\nAC GT\tAA \n>b\n>c\nA", {"a", "b", "c"}, {"ACGTAA", "", "A"});
  expect_records("; a comment\n>a\n;another\nAC\n", {"a"}, {"AC"});
  expect_records("\xef\xbb\xbf>a\nAC\n", {"a"}, {"AC"});
  expect_records(">a>b\nAC\n", {"a>b"}, {"AC"});
}

TEST_F(ReadStrings, MalformedRecordsNameTheLine) {
  expect_malformed("ACGT\n", 1, "'ACGT' comes before the first header");
  expect_malformed("\r\n;c\r\n AC>\r\n>a\r\n", 3, "before the first header");
  expect_malformed(">a\nACGT\nAC1T\n", 3, "'1' in a sequence");
  expect_malformed(">a\nAC>b\n", 2, "'>' in a sequence");
  expect_malformed(std::string(">a\nA\0C\n", 7), 2, "'\\x00' in a sequence");
  expect_malformed(">a\nAC\n\n>b\n\xff", 5, "in a sequence");
}

TEST_F(ReadStrings, WhatIsTooLargeIsRefused) {
  auto const path = write("many.txt", std::string(1000, '\n'));
  EXPECT_THROW(yoke::read_lines(path, {.memory_limit = 8000}), yoke::MalformedFile);
  EXPECT_EQ(yoke::read_lines(path, {.memory_limit = 8008}).size(), 1000u);
  auto const records = write("many.fa", ">a\nAC\n>b\nGT\n");
  EXPECT_THROW(yoke::read_fasta(records, {.memory_limit = 53}), yoke::MalformedFile);
  EXPECT_EQ(yoke::read_fasta(records, {.memory_limit = 54}).headers.size(), 2u);
}

TEST_F(ReadStrings, WhatCannotBeReadIsSaid) {
  EXPECT_THROW(yoke::read_lines(folder_ / "missing"), std::runtime_error);
  EXPECT_THROW(yoke::read_fasta(folder_ / "."), std::runtime_error);
}

TEST_F(ReadStrings, OfADescriptorThatStaysOpen) {
  auto const path = write("lines.txt", "b\na\n");
  int const file = ::open(path.c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  EXPECT_EQ(list_of(yoke::read_lines(file, "standard input")), (StringList{"b", "a"}));
  EXPECT_EQ(::lseek(file, 0, SEEK_SET), 0);
  EXPECT_THROW(yoke::read_fasta(file, "standard input"), yoke::MalformedFile);
  ::close(file);
}

#if defined(YOKE_HAS_ZLIB)
TEST_F(ReadStrings, CompressedFiles) {
  std::string const content = ">a\nACGT\n>b\nAA\n";
  auto const path = write("records.fa.gz", yoke_test::gzip(content));
  EXPECT_EQ(list_of(yoke::read_fasta(path).sequences), (StringList{"ACGT", "AA"}));
  EXPECT_EQ(list_of(yoke::read_lines(path)), (StringList{">a", "ACGT", ">b", "AA"}));
}
#endif

TEST(FastaNames, AreKnown) {
  for (auto const* name : {"a.fa", "b.FASTA", "dir/c.fna.gz", "x.faa"}) {
    EXPECT_TRUE(yoke::has_fasta_name(name)) << name;
  }
  for (auto const* name : {"a.txt", "fa", "b.fa.txt", "c.gz", ""}) {
    EXPECT_FALSE(yoke::has_fasta_name(name)) << name;
  }
}

// Bytes that are likely to mean something, in any order: a reader says what is wrong or reads
// everything that there is.
TEST_F(ReadStrings, AnyBytesAreReadOrRefused) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::string_view const likely(">;\n\r \tACGT*-.1\0\xef\xbb\xbf\xff", 19);
  for (int trial = 0; trial < 3000; ++trial) {
    std::string content(random() % 60, '>');
    for (auto& c : content) c = likely[random() % likely.size()];
    auto const path = write("any.fa", content);
    auto const lines = list_of(yoke::read_lines(path));
    std::size_t characters = 0;
    for (auto const& line : lines) {
      EXPECT_EQ(line.find('\n'), std::string::npos);
      characters += line.size() + 1;
    }
    EXPECT_LE(characters, content.size() + 1);
    try {
      auto const records = yoke::read_fasta(path);
      EXPECT_EQ(records.headers.size(), records.sequences.size());
      for (auto const& sequence : list_of(records.sequences)) {
        EXPECT_EQ(sequence.find_first_not_of("ACGT*-."), std::string::npos);
      }
    } catch (yoke::MalformedFile const& error) {
      EXPECT_GE(error.index(), 1u);
      EXPECT_LE(error.index(), content.size() + 1);
    }
  }
}

}  // namespace
