#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "support/seed.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/mcml_io.hpp"

// The input files of MCML 2 and 3, where they ask for what yoke does; and characters that nobody
// sees, in any of them.
namespace {

using testing::HasSubstr;

// As MCML 2's samples are: a datum a line, from line 1 on.
std::vector<std::string> const lines{"mcmli2.0   # file version",
                                     "  air  1.0 0 0 0",
                                     "  dermis  1.4 1 100 0.9",
                                     "  fat\t1.44 0.3 150 0.8",
                                     "end #of media",
                                     "first.mco\tA  # output filename",
                                     "  air  # top clear medium",
                                     "  dermis 0.1",
                                     "  fat 1E8",
                                     "  air",
                                     "end #of layers",
                                     "pencil",
                                     "0   # starting z position of source",
                                     "0.01 0.02 0.1  # dz, dr, dt",
                                     "40 50 1 30  # nz, nr, nt, na",
                                     "Rd_r \\",
                                     "A_rz Td_a",
                                     "1E6 10:00  # no. of photons | time",
                                     "1E-4",
                                     "1",
                                     "end #of all runs"};

std::string joined(std::vector<std::string> const& all) {
  std::string text;
  for (auto const& line : all) text += line + "\n";
  return text;
}
std::string with_line(std::size_t number, std::string const& line) {
  auto changed = lines;
  changed[number - 1] = line;
  return joined(changed);
}

class ReadLaterMci : public testing::Test {
 protected:
  std::vector<yoke::McmlRun> read(std::string const& content) const {
    auto const path = folder_ / "runs.mci";
    std::ofstream(path, std::ios::binary) << content;
    return yoke::read_mci(path);
  }
  void expect_malformed(std::string const& content, std::uint64_t line,
                        std::string const& reason) const {
    SCOPED_TRACE(content);
    try {
      read(content);
      ADD_FAILURE() << "was read";
    } catch (yoke::MalformedFile const& error) {
      EXPECT_EQ(error.index(), line) << error.what();
      EXPECT_THAT(error.reason(), HasSubstr(reason));
    }
  }

  yoke_test::TemporaryFolder folder_;
};

TEST_F(ReadLaterMci, WhatMeansTheSame) {
  for (auto const* version : {"mcmli2.0", "mcmli2.1", "mcmli_3.0", "mcmli_2.1"}) {
    auto const runs = read(with_line(1, version));
    ASSERT_EQ(runs.size(), 1u);
    auto const& run = runs[0];
    EXPECT_EQ(run.output, "first.mco");
    EXPECT_EQ(run.photons, 1'000'000u);
    EXPECT_EQ(run.grid.dz, 0.01);
    EXPECT_EQ(run.grid.dr, 0.02);
    EXPECT_EQ(run.grid.nz, 40u);
    EXPECT_EQ(run.grid.nr, 50u);
    EXPECT_EQ(run.grid.na, 30u);
    EXPECT_EQ(run.tissue.index_above, 1);
    EXPECT_EQ(run.tissue.index_below, 1);
    ASSERT_EQ(run.tissue.layers.size(), 2u);
    EXPECT_EQ(run.tissue.layers[0].refractive_index, 1.4);
    EXPECT_EQ(run.tissue.layers[0].scattering, 100);
    EXPECT_EQ(run.tissue.layers[0].thickness, 0.1);
    EXPECT_EQ(run.tissue.layers[1].absorption, 0.3);
    EXPECT_EQ(run.tissue.layers[1].anisotropy, 0.8);
    EXPECT_EQ(run.tissue.layers[1].thickness, 1e8);
    ASSERT_EQ(run.notes.size(), 1u);
    EXPECT_THAT(run.notes[0], HasSubstr("time limit '10:00'"));
  }
  EXPECT_TRUE(read(with_line(18, "1000"))[0].notes.empty());
  EXPECT_THAT(read(with_line(19, "0.01"))[0].notes.at(1), HasSubstr("1e-4, not '0.01'"));
  EXPECT_EQ(read(with_line(16, "r_ra T_R \\"))[0].photons, 0u + 1'000'000);
}

TEST_F(ReadLaterMci, SeveralRunsShareTheMedia) {
  auto two = lines;
  two.insert(two.end() - 1, lines.begin() + 5, lines.end() - 1);
  expect_malformed(joined(two), 21, "'first.mco' is the output of the run on line 6");
  two[20] = "second.mco B";
  auto const runs = read(joined(two));
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[1].output, "second.mco");
  EXPECT_EQ(runs[0].line, 6u);
  EXPECT_EQ(runs[1].line, 21u);
  EXPECT_EQ(runs[0].photons_line, 18u);
  EXPECT_EQ(runs[1].photons_line, 33u);
  EXPECT_TRUE(runs[1].asks_binary);
  EXPECT_EQ(runs[1].tissue.layers.size(), 2u);
}

TEST_F(ReadLaterMci, WhatMeansSomethingElseIsNamed) {
  expect_malformed(with_line(16, "Rd_t"), 16, "this is a file of MCML 2.0, and it asks for Rd_t");
  expect_malformed(with_line(17, "A_rzt"), 17, "it asks for A_rzt, which is resolved in time");
  expect_malformed(with_line(12, "isotropic"), 12, "its source is isotropic");
  expect_malformed(with_line(13, "0.05"), 13, "its source is inside the tissue");
  expect_malformed(with_line(13, "0 dermis"), 13, "its source begins inside the first layer");
  EXPECT_EQ(read(with_line(13, "0 air")).size(), 1u);
  expect_malformed(with_line(18, "10:00"), 18, "it asks for a time, not for a number of photons");
  expect_malformed("mcmli_3.0\n" + joined({lines.begin() + 1, lines.begin() + 15}) + "R_rat\n", 16,
                   "this is a file of MCML 3.0, and it asks for R_rat");
  expect_malformed(with_line(1, "mcmli4.0"), 1, "'mcmli4.0' stands where a version");
}

TEST_F(ReadLaterMci, WhatIsWrongIsNamed) {
  expect_malformed(with_line(3, "dermis 0 1 100 0.9"), 3,
                   "the refractive index n of medium 'dermis' is expected, from 1e-100");
  expect_malformed(with_line(3, "dermis 1.4 1 100"), 3,
                   "the line ends where the anisotropy g of medium");
  expect_malformed(with_line(8, "bone 0.1"), 8, "'bone' stands where the name of a medium");
  expect_malformed(with_line(8, "dermis"), 8, "where the thickness d of layer 1 is expected");
  expect_malformed(with_line(8, "dermis -1"), 8, "the thickness d of layer 1");
  expect_malformed(
      with_line(8, "dermis 1e16"), 8,
      "'1e16' is out of range, where the thickness d of layer 1 is expected, from 0 to "
      "1e15");
  expect_malformed(with_line(3, "dermis 1.4 1e16 100 0.9"), 3,
                   "the absorption coefficient mua of medium 'dermis' is expected, from 0 to 1e15");
  expect_malformed(with_line(9, "end"), 9, "the layers end after 2 media");
  expect_malformed(with_line(8, "end"), 8, "the layers end after 1 medium,");
  auto many = lines;
  many.insert(many.begin() + 8, 1023, lines[7]);
  expect_malformed(joined(many), 1034, "there are 1025 layers, where from 1 to 1024 are expected");
  expect_malformed(with_line(12, "lamp"), 12, "'lamp' stands where pencil is expected");
  expect_malformed(with_line(14, "1e-300 1e-300 1"), 14,
                   "'1e-300' is out of range, where dz is expected, from 1e-90 to 1e90");
  expect_malformed(with_line(15, "40 2000000000 1 30"), 15, "where nr is expected, a whole number");
  expect_malformed(with_line(15, "40 50 30"), 15, "the line ends where na");
  expect_malformed(with_line(16, "Rd_x"), 16, "'Rd_x' stands where a quantity is expected");
  expect_malformed(with_line(18, "1.5"), 18, "a whole number from 1 to 2^53");
  expect_malformed(with_line(18, "1e30"), 18, "a whole number from 1 to 2^53");
  for (std::size_t n = 1; n < lines.size(); ++n) {
    auto const cut = joined({lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(n)});
    expect_malformed(cut, n, "the file ends where");
  }
  expect_malformed("mcmli2.0\nend\nend\n", 3, "the file ends without a run");
}

// In the file of any version, with the line and the column.
TEST_F(ReadLaterMci, CharactersThatNobodySees) {
  std::vector<std::string> const old{
      "1.0", "1", "a.mco A", "1000", "0.01 0.02", "40 50 30", "1", "1.0", "1.37 1 100 0.9 0.1",
      "1.2"};
  auto const with = [&](std::size_t number, std::string const& line) {
    auto changed = old;
    changed[number - 1] = line;
    return joined(changed);
  };
  expect_malformed(with(9,
                        "1.37\xc2\xa0"
                        "1 100 0.9 0.1"),
                   9, "a no-break space stands in column 5");
  expect_malformed(with(3,
                        "a.mco\xc2\xa0"
                        "A"),
                   3, "a no-break space stands in column 6");
  expect_malformed(with(3,
                        "\xc3\xa4.mco\xc2\xa0"
                        "A"),
                   3, "stands in column 6");
  expect_malformed(with(5,
                        "0.01\xa0"
                        "0.02"),
                   5, "a no-break space of Latin-1 stands in column 5");
  expect_malformed(with(5,
                        "0.01 \xe2\x80\xaf"
                        "0.02"),
                   5, "a narrow no-break space stands in column 6");
  expect_malformed(with(2,
                        "\xef\xbb\xbf"
                        "1"),
                   2, "a byte order mark stands in column 1");
  expect_malformed(with_line(8,
                             "dermis\xc2\xa0"
                             "0.1"),
                   8, "a no-break space stands in column 7");
  expect_malformed(std::string("\xff\xfe"
                               "1\0.\0",
                               6),
                   1, "a byte order mark of UTF-16");
  // In names and comments letters may be any, one of whose bytes is Latin-1's space.
  EXPECT_EQ(read("\xef\xbb\xbf" + with(3, "voil\xc3\xa0.mco A # \xc2\xa0"))[0].output,
            "voil\xc3\xa0.mco");
}

// Any words on any lines: runs that hold what they must, or a line of the file.
TEST_F(ReadLaterMci, AnyBytesAreReadOrRefused) {
  std::mt19937_64 random(yoke_test::base_seed());
  std::vector<std::string> const likely{"end",  "air", "pencil", "0 air", "1 1 1 1", "\\",
                                        "1e99", "-1",  "#",      "nan",   "A_z \\",  "x A"};
  int read_runs = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    auto changed = lines;
    for (std::uint64_t i = random() % 3; i > 0; --i) {
      changed[1 + random() % (lines.size() - 1)] = likely[random() % likely.size()];
    }
    if (random() % 4 == 0) changed.erase(changed.begin() + static_cast<long>(random() % 21));
    try {
      for (auto const& run : read(joined(changed))) {
        EXPECT_FALSE(run.output.empty());
        EXPECT_GE(run.photons, 1u);
        EXPECT_FALSE(run.tissue.layers.empty());
        ++read_runs;
      }
    } catch (yoke::MalformedFile const& error) {
      EXPECT_GE(error.index(), 1u);
      EXPECT_LE(error.index(), lines.size() + 1);
    }
  }
  EXPECT_GT(read_runs, 0);
}

}  // namespace
