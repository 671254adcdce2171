#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/seed.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/mcml_io.hpp"

// What MCML's input files say, and what is said of those that say nothing.

namespace {

using Lines = std::vector<std::string>;

// One run of two layers, a datum a line.
Lines const small{"1.0", "1",   "small.mco A",        "1000",          "0.01 0.02", "40 50 30",
                  "2",   "1.0", "1.37 1 100 0.9 0.1", "1.5 0 0 0 1E8", "1.2"};

std::string joined(Lines const& lines, std::string const& end = "\n") {
  std::string text;
  for (auto const& line : lines) text += line + end;
  return text;
}

// The small run with another line.
std::string with_line(std::size_t number, std::string const& line) {
  auto lines = small;
  lines[number - 1] = line;
  return joined(lines);
}

// Several small runs with outputs of their own.
std::string runs_to(Lines const& outputs) {
  Lines lines{"1.0", std::to_string(outputs.size())};
  for (auto const& output : outputs) {
    lines.push_back(output);
    lines.insert(lines.end(), small.begin() + 3, small.end());
  }
  return joined(lines);
}

class ReadMci : public testing::Test {
 protected:
  std::filesystem::path write(std::string const& content) const {
    auto const path = folder_ / "runs.mci";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  std::vector<yoke::McmlRun> read(std::string const& content) const {
    return yoke::read_mci(write(content));
  }
  void expect_small(std::string const& content) const {
    SCOPED_TRACE(content);
    auto const runs = read(content);
    ASSERT_EQ(runs.size(), 1u);
    auto const& run = runs[0];
    EXPECT_EQ(run.output, "small.mco");
    EXPECT_FALSE(run.asks_binary);
    EXPECT_EQ(run.photons, 1000u);
    EXPECT_EQ(run.grid.dz, 0.01);
    EXPECT_EQ(run.grid.dr, 0.02);
    EXPECT_EQ(run.grid.nz, 40u);
    EXPECT_EQ(run.grid.nr, 50u);
    EXPECT_EQ(run.grid.na, 30u);
    EXPECT_EQ(run.tissue.index_above, 1.0);
    EXPECT_EQ(run.tissue.index_below, 1.2);
    ASSERT_EQ(run.tissue.layers.size(), 2u);
    EXPECT_EQ(run.tissue.layers[0].refractive_index, 1.37);
    EXPECT_EQ(run.tissue.layers[0].absorption, 1);
    EXPECT_EQ(run.tissue.layers[0].scattering, 100);
    EXPECT_EQ(run.tissue.layers[0].anisotropy, 0.9);
    EXPECT_EQ(run.tissue.layers[0].thickness, 0.1);
    EXPECT_EQ(run.tissue.layers[1].thickness, 1e8);
  }
  void expect_malformed(std::string const& content, std::uint64_t line, std::string const& reason,
                        yoke::MciReadOptions const& options = {}) const {
    SCOPED_TRACE(content);
    auto const path = write(content);
    try {
      yoke::read_mci(path, options);
      ADD_FAILURE() << "was read";
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), line) << error.what();
      EXPECT_EQ(error.path(), path.string());
      EXPECT_THAT(error.reason(), testing::HasSubstr(reason));
    }
  }

  yoke_test::TemporaryFolder folder_;
};

TEST_F(ReadMci, LinesEndAsTheyDo) {
  auto const text = joined(small);
  expect_small(text);
  expect_small(text.substr(0, text.size() - 1));
  expect_small(joined(small, "\r\n"));
  expect_small(joined(small, "\r"));
  expect_small("\xef\xbb\xbf" + text);
}

TEST_F(ReadMci, CommentsAndEmptyLinesAreReadOver) {
  expect_small(joined(small, "\n\n # a comment\n\t \n"));
  expect_small(joined(small,
                      "# a comment"
                      "\n"));
  expect_small(joined(small, " \t# 1 2 3\r\n#\r\n"));
  expect_small("#2.0\n" + joined(small));
}

TEST_F(ReadMci, NumbersAsOtherProgramsWriteThem) {
  expect_small(with_line(5, "+1e-2\t.02"));
  expect_small(with_line(9, "  1.37 1. 1.0E+02 9E-1 1e-1"));
  expect_small(with_line(1, "1"));
  expect_small(with_line(3, "small.mco a"));
}

TEST_F(ReadMci, SeveralRuns) {
  auto const runs = read(runs_to({"one.mco A", "folder/two.mco B", "a#3.mco a# third"}));
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].output, "one.mco");
  EXPECT_EQ(runs[0].line, 3u);
  EXPECT_EQ(runs[0].photons_line, 4u);
  EXPECT_EQ(runs[1].output, "folder/two.mco");
  EXPECT_EQ(runs[1].line, 12u);
  EXPECT_EQ(runs[1].photons_line, 13u);
  EXPECT_TRUE(runs[1].asks_binary);
  EXPECT_EQ(runs[2].output, "a#3.mco");
  EXPECT_EQ(runs[2].tissue.layers.size(), 2u);
}

TEST_F(ReadMci, AFileThatIsCutShortSaysWhatIsMissing) {
  Lines const missing{"the version",
                      "the number of runs",
                      "the output of run 1 of 1",
                      "the number of photons",
                      "dz and dr",
                      "nz, nr and na",
                      "the number of layers",
                      "the refractive index above",
                      "layer 1 of 2",
                      "layer 2 of 2",
                      "the refractive index below"};
  for (std::size_t n = 0; n < small.size(); ++n) {
    auto const text = joined({small.begin(), small.begin() + static_cast<std::ptrdiff_t>(n)});
    expect_malformed(text, std::max<std::size_t>(n, 1), "the file ends where " + missing[n]);
  }
  auto two = small;
  two[1] = "2";
  expect_malformed(joined(two), small.size(), "the output of run 2 of 2");
  two[1] = "18446744073709551615";
  expect_malformed(joined(two), small.size(), "the output of run 2 of 18446744073709551615");
}

TEST_F(ReadMci, EveryFieldIsChecked) {
  expect_malformed(with_line(1, "2.0"), 1, "'2.0' stands where the version");
  expect_malformed(with_line(1, "A1"), 1, "'A1' stands where the version");
  for (auto const* count : {"0", "-1", "1.5", "1E6", "two", "nan", "0x10", "+1"}) {
    expect_malformed(with_line(2, count), 2,
                     "where the number of runs is expected, a whole number");
    expect_malformed(with_line(4, count), 4, "where the number of photons is expected");
    expect_malformed(with_line(7, count), 7, "where the number of layers is expected");
    expect_malformed(with_line(6, std::string(count) + " 50 30"), 6, "where nz is expected");
    expect_malformed(with_line(6, std::string("40 ") + count + " 30"), 6, "where nr is expected");
    expect_malformed(with_line(6, std::string("40 50 ") + count), 6, "where na is expected");
  }
  expect_malformed(with_line(4, "18446744073709551616"), 4, "does not fit in 64 bits");
  for (auto const* size : {"0", "-1", "nan", "inf", "1e400", "1,5", "+-1", "9e-91", "1.1e90"}) {
    expect_malformed(with_line(5, std::string(size) + " 1"), 5,
                     "where dz is expected, from 1e-90 to 1e90");
    expect_malformed(with_line(5, std::string("1 ") + size), 5,
                     "where dr is expected, from 1e-90 to 1e90");
  }
  for (auto const* thickness : {"-0.1", "nan", "inf", "1e400", "1,5", "+-1", "1.1e15"}) {
    expect_malformed(with_line(9, std::string("1 1 1 0 ") + thickness), 9,
                     "where the thickness d of layer 1 is expected, from 0 to 1e15");
  }
  for (auto const* index : {"0", "-0.1", "-1", "nan", "inf", "x", "9e-101", "1.1e100"}) {
    std::string const range = "is expected, from 1e-100 to 1e100";
    expect_malformed(with_line(8, index), 8, "index above the layers " + range);
    expect_malformed(with_line(11, index), 11, "index below the layers " + range);
    expect_malformed(with_line(9, std::string(index) + " 1 1 0 1"), 9,
                     "where the refractive index n of layer 1 " + range);
  }
  for (auto const* coefficient : {"-0.1", "nan", "-inf", "inf", "1e", "1e999", "1.1e15"}) {
    std::string const value = coefficient;
    expect_malformed(with_line(9, "1 " + value + " 1 0 1"), 9,
                     "where the absorption coefficient mua of layer 1 is expected, from 0 to 1e15");
    expect_malformed(with_line(10, "1 1 " + value + " 0 1"), 10,
                     "where the scattering coefficient mus of layer 2 is expected, from 0 to 1e15");
  }
  for (auto const* anisotropy : {"-1", "1.0001", "1.5", "nan", "g"}) {
    expect_malformed(with_line(9, std::string("1 1 1 ") + anisotropy + " 1"), 9,
                     "where the anisotropy g of layer 1 is expected, above -1 and up to 1");
  }
}

// The values at the ends of all ranges are taken.
TEST_F(ReadMci, RangesHaveTheirEnds) {
  for (auto const* widths : {"1e-90 1e-90", "1e90 1e90"}) {
    EXPECT_EQ(read(with_line(5, widths)).size(), 1u);
  }
  EXPECT_EQ(read(with_line(8, "1e-100")).size(), 1u);
  EXPECT_EQ(read(with_line(11, "1e100")).size(), 1u);
  EXPECT_EQ(read(with_line(9, "1e-100 0 0 -0.999999 0")).size(), 1u);
  EXPECT_EQ(read(with_line(9, "1e100 1e15 1e15 1 1e15")).size(), 1u);
  for (auto const* parts : {"16777216 1 1", "1 16777216 1", "1 1 16777216"}) {
    EXPECT_EQ(yoke::read_mci(write(with_line(6, parts)), {.memory_limit = 1u << 31}).size(), 1u);
  }
  for (auto const& [parts, name] :
       {std::pair{"16777217 1 1", "nz"}, {"1 16777217 1", "nr"}, {"1 1 16777217", "na"}}) {
    expect_malformed(with_line(6, parts), 6,
                     std::string("'16777217' is out of range, where ") + name +
                         " is expected, a whole number from 1 to 2^24");
  }
  expect_malformed(with_line(6, "2000 2000000 1"), 6,
                   "nr * nz is 4000000000; it must be below 2^31",
                   {.memory_limit = std::uint64_t(1) << 50});
  auto many = small;
  many[6] = "1024";
  many.insert(many.begin() + 8, 1022, small[8]);
  EXPECT_EQ(read(joined(many))[0].tissue.layers.size(), 1024u);
  for (auto const* layers : {"1025", "18446744073709551615", "18446744073709551616"}) {
    expect_malformed(with_line(7, layers), 7,
                     "is out of range, where the number of layers is expected, a whole number from "
                     "1 to 1024");
  }
}

TEST_F(ReadMci, WhatIsMissingOrTooMuchOnALine) {
  expect_malformed(with_line(3, "small.mco"), 3, "the line ends where A (ASCII) or B is expected");
  expect_malformed(with_line(3, "small.mco C"), 3, "'C' stands where A (ASCII) or B");
  expect_malformed(with_line(3, "small.mco # A"), 3, "the line ends where A");
  expect_malformed(with_line(3, "a name.mco A"), 3, "'name.mco' stands where A");
  expect_malformed(with_line(5, "0.01"), 5, "the line ends where dr is expected");
  expect_malformed(with_line(6, "40 50 # 30"), 6, "the line ends where na is expected");
  expect_malformed(with_line(9, "1.37 1 100 0.9"), 9,
                   "the line ends where the thickness d of layer 1");
  Lines const all{"1.0 x", "1 x", "small.mco A x", "9 x",         "1 1 x", "1 1 1 x",
                  "2 x",   "1 x", "1 1 1 0 1 x",   "1 1 1 0 1 x", "1 x"};
  for (std::size_t n = 0; n < all.size(); ++n) {
    expect_malformed(with_line(n + 1, all[n]), n + 1, "'x' follows");
  }
  expect_malformed(joined(small) + "\n# more\n1.0\n", small.size() + 3,
                   "'1.0' follows the last of 1 run, where the file should end");
}

TEST_F(ReadMci, AnOutputOfTwoRuns) {
  expect_malformed(runs_to({"a.mco A", "b.mco A", "a.mco B"}), 21,
                   "'a.mco' is the output of the run on line 3");
}

TEST_F(ReadMci, WhatNoMemoryHoldsIsRefused) {
  expect_malformed(with_line(6, "16777216 16777216 1"), 6,
                   "a grid of 16777216 depths, 16777216 radii and 1 angle takes more than");
  expect_malformed(joined(small), 6, "options.memory_limit", {.memory_limit = 5000 * 16});
  // 50 * (40 + 2 * 30) cells, and those of the sums.
  EXPECT_EQ(yoke::read_mci(write(joined(small)), {.memory_limit = 5200 * 16}).size(), 1u);
  expect_malformed(joined(small), 6, "takes more", {.memory_limit = 5199 * 16});
}

TEST_F(ReadMci, MessagesShowNoControlCharacters) {
  expect_malformed(with_line(4, std::string("9\x1b[2J\0\xff", 7)), 4, "'9\\x1b[2J\\x00\\xff'");
  expect_malformed(with_line(3, "a\x1b[2J.mco A"), 3, "'a\\x1b[2J.mco' holds a control character");
  expect_malformed(with_line(4, std::string(1000, '9')), 4, "99...'");
}

TEST_F(ReadMci, WhatCannotBeReadIsSaid) {
  EXPECT_THROW(yoke::read_mci(folder_ / "missing.mci"), std::runtime_error);
  EXPECT_THROW(yoke::read_mci(folder_ / "."), std::runtime_error);
  expect_malformed("", 1, "the file ends where the version");
}

TEST_F(ReadMci, OfADescriptorThatStaysOpen) {
  int const file = ::open(write(joined(small)).c_str(), O_RDONLY);
  ASSERT_GE(file, 0);
  EXPECT_EQ(yoke::read_mci(file, "standard input").size(), 1u);
  EXPECT_EQ(::lseek(file, 0, SEEK_SET), 0);
  ::close(file);
}

// Any lines and words, in any order: runs that hold what they must, or a line of the file.
TEST_F(ReadMci, AnyBytesAreReadOrRefused) {
  std::mt19937_64 random(yoke_test::base_seed());
  Lines const likely{"1.0", "1",         "2",       "a.mco A", "-1",   "nan",
                     "#",   "\r",        "\n",      "\n",      "\n",   " ",
                     "1e8", "1 1 1 0 1", "0.5 0.5", "3 3 3",   "\xff", std::string(1, '\0')};
  int read_runs = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    auto lines = small;
    for (std::uint64_t i = random() % 4; i > 0; --i) {
      lines[random() % lines.size()] = likely[random() % likely.size()];
    }
    if (random() % 4 == 0) lines.erase(lines.begin() + static_cast<long>(random() % lines.size()));
    auto const text = joined(lines);
    try {
      for (auto const& run : read(text)) {
        EXPECT_FALSE(run.output.empty());
        EXPECT_GE(run.photons, 1u);
        EXPECT_GT(run.grid.dz, 0);
        EXPECT_FALSE(run.tissue.layers.empty());
        ++read_runs;
      }
    } catch (yoke::MalformedFile const& error) {
      EXPECT_GE(error.index(), 1u);
      EXPECT_LE(error.index(), text.size() + 1);
    }
  }
  EXPECT_GT(read_runs, 0);
}

}  // namespace
