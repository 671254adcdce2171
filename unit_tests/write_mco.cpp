#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/file_content.hpp"
#include "support/temporary_folder.hpp"
#include "yoke/mcml_io.hpp"
#include "yoke/output_files.hpp"
#include "yoke/write_npy.hpp"

// MCML's output files, character by character, and numpy's.

namespace {

yoke::McmlRun small_run() {
  yoke::McmlRun run;
  run.output = "small.mco";
  run.photons = 1000;
  run.grid = {.dz = 0.01, .dr = 1.0 / 3, .nz = 3, .nr = 2, .na = 5};
  run.tissue.layers = {{1.37, 1, 100, 0.9, 0.1}, {1.5, 0, 0, -0.25, 1e8}};
  run.tissue.index_below = 1.33;
  return run;
}

yoke::PhotonDistributions small_distributions() {
  yoke::PhotonDistributions d;
  d.photons = 1000;
  d.specular = 0.0243729;
  d.diffuse_reflectance = {0.237544123, 1e-3};
  d.absorbed = {0.641594, 1e-3};
  d.transmitted = {0.0964896, 1e-3};
  d.absorbed_by_layer = {{0.64159, 0}, {4e-6, 0}};
  d.absorption_z = {1.5, 2e-10, 0};
  d.reflectance_r = {0.25, 1};
  d.reflectance_a = {1, 2, 3, 4, 5};
  d.transmitted_r = {1e100, 1e-100};
  d.transmitted_a = {0, 0, 0, 0, 1};
  d.absorption_rz = {1, 2, 3, 4, 5, 6};
  d.reflectance_ra = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  d.transmitted_ra = std::vector<double>(10, 0.125);
  return d;
}

class WriteMco : public testing::Test {
 protected:
  std::string written(yoke::McmlRun const& run, yoke::PhotonDistributions const& distributions,
                      double seconds = 0) const {
    auto const path = folder_ / "out.mco";
    yoke::OutputFiles outputs;
    yoke::write_mco(outputs.open(path), run, distributions, seconds);
    outputs.commit();
    return yoke_test::content_of(path);
  }
  yoke_test::TemporaryFolder folder_;
};

// Where which line is, is what some readers go by: line 15 has dz and dr.
constexpr char const* expected =
    "A1 \t# Version number of the file format.\n"
    "\n"
    "####\n"
    "# Data categories include: \n"
    "# InParm, RAT, \n"
    "# A_l, A_z, Rd_r, Rd_a, Tt_r, Tt_a, \n"
    "# A_rz, Rd_ra, Tt_ra \n"
    "####\n"
    "\n"
    "# User time:       90 sec =     0.03 hr.   Simulation time of this run.\n"
    "\n"
    "InParm \t\t\t# Input parameters. cm is used.\n"
    "small.mco \tA\t\t# output file name, ASCII.\n"
    "1000 \t\t\t# No. of photons\n"
    "0.01\t0.3333333333333333\t\t# dz, dr [cm]\n"
    "3\t2\t5\t# No. of dz, dr, da.\n"
    "\n"
    "2\t\t\t\t\t# Number of layers\n"
    "#n\tmua\tmus\tg\td\t# One line for each layer\n"
    "1\t\t\t\t\t# n for medium above\n"
    "1.37\t1\t100\t0.9\t0.1\t# layer 1\n"
    "1.5\t0\t0\t-0.25\t1E+08\t# layer 2\n"
    "1.33\t\t\t\t\t# n for medium below\n"
    "\n"
    "RAT #Reflectance, absorption, transmission. \n"
    "0.0243729      \t#Specular reflectance [-]\n"
    "0.237544       \t#Diffuse reflectance [-]\n"
    "0.641594       \t#Absorbed fraction [-]\n"
    "0.0964896      \t#Transmittance [-]\n"
    "\n"
    "A_l #Absorption as a function of layer. [-]\n"
    "      0.6416\n"
    "       4E-06\n"
    "\n"
    "A_z #A[0], [1],..A[nz-1]. [1/cm]\n"
    "  1.5000E+00\n"
    "  2.0000E-10\n"
    "  0.0000E+00\n"
    "\n"
    "Rd_r #Rd[0], [1],..Rd[nr-1]. [1/cm2]\n"
    "  2.5000E-01\n"
    "  1.0000E+00\n"
    "\n"
    "Rd_a #Rd[0], [1],..Rd[na-1]. [sr-1]\n"
    "  1.0000E+00\n"
    "  2.0000E+00\n"
    "  3.0000E+00\n"
    "  4.0000E+00\n"
    "  5.0000E+00\n"
    "\n"
    "Tt_r #Tt[0], [1],..Tt[nr-1]. [1/cm2]\n"
    " 1.0000E+100\n"
    " 1.0000E-100\n"
    "\n"
    "Tt_a #Tt[0], [1],..Tt[na-1]. [sr-1]\n"
    "  0.0000E+00\n"
    "  0.0000E+00\n"
    "  0.0000E+00\n"
    "  0.0000E+00\n"
    "  1.0000E+00\n"
    "\n"
    "# A[r][z]. [1/cm3]\n"
    "# A[0][0], [0][1],..[0][nz-1]\n"
    "# A[1][0], [1][1],..[1][nz-1]\n"
    "# ...\n"
    "# A[nr-1][0], [nr-1][1],..[nr-1][nz-1]\n"
    "A_rz\n"
    "  1.0000E+00   2.0000E+00   3.0000E+00   4.0000E+00   5.0000E+00 \n"
    "  6.0000E+00 \n"
    "# Rd[r][angle]. [1/(cm2sr)].\n"
    "# Rd[0][0], [0][1],..[0][na-1]\n"
    "# Rd[1][0], [1][1],..[1][na-1]\n"
    "# ...\n"
    "# Rd[nr-1][0], [nr-1][1],..[nr-1][na-1]\n"
    "Rd_ra\n"
    "  1.0000E+00   2.0000E+00   3.0000E+00   4.0000E+00   5.0000E+00 \n"
    "  6.0000E+00   7.0000E+00   8.0000E+00   9.0000E+00   1.0000E+01 \n"
    "\n"
    "# Tt[r][angle]. [1/(cm2sr)].\n"
    "# Tt[0][0], [0][1],..[0][na-1]\n"
    "# Tt[1][0], [1][1],..[1][na-1]\n"
    "# ...\n"
    "# Tt[nr-1][0], [nr-1][1],..[nr-1][na-1]\n"
    "Tt_ra\n"
    "  1.2500E-01   1.2500E-01   1.2500E-01   1.2500E-01   1.2500E-01 \n"
    "  1.2500E-01   1.2500E-01   1.2500E-01   1.2500E-01   1.2500E-01 \n"
    "\n";

TEST_F(WriteMco, IsWhatMcmlWrites) {
  EXPECT_EQ(written(small_run(), small_distributions(), 90), expected);
}

TEST_F(WriteMco, WhatWasNotCountedIsLeftOut) {
  auto distributions = small_distributions();
  distributions.absorption_z.clear();
  distributions.absorption_rz.clear();
  std::string text = expected, without = written(small_run(), distributions, 90);
  auto const cut = [&text](std::string const& from, std::string const& to) {
    text.erase(text.find(from), text.find(to) - text.find(from));
  };
  cut("A_z #", "Rd_r #");
  cut("# A[r][z]", "# Rd[r]");
  EXPECT_EQ(without, text);
}

TEST_F(WriteMco, AnotherSizeThanTheGridsIsRefused) {
  auto const refused = [this](auto const& change) {
    auto distributions = small_distributions();
    change(distributions);
    EXPECT_THROW(written(small_run(), distributions), std::invalid_argument);
  };
  refused([](auto& d) { d.absorption_z.push_back(0); });
  refused([](auto& d) { d.reflectance_r.resize(1); });
  refused([](auto& d) { d.reflectance_a.resize(4); });
  refused([](auto& d) { d.transmitted_r.resize(3); });
  refused([](auto& d) { d.transmitted_a.resize(6); });
  refused([](auto& d) { d.absorption_rz.resize(5); });
  refused([](auto& d) { d.reflectance_ra.resize(11); });
  refused([](auto& d) { d.transmitted_ra.resize(9); });
  refused([](auto& d) { d.absorbed_by_layer.resize(1); });
  EXPECT_EQ(folder_.count(), 0u);
}

// Parameters come back as they were.
TEST_F(WriteMco, NamesTheParametersExactly) {
  auto run = small_run();
  run.tissue.layers[0].absorption = 0.1234567;
  run.tissue.layers[0].scattering = 0.1 + 0.2;
  run.tissue.index_above = 1 + std::numeric_limits<double>::epsilon();
  auto const text = written(run, small_distributions());
  EXPECT_NE(text.find("\n1.37\t0.1234567\t0.30000000000000004\t0.9\t"), text.npos) << text;
  EXPECT_NE(text.find("\n1.0000000000000002\t\t\t\t\t# n for medium above\n"), text.npos) << text;
}

TEST(WriteNpy, IsWhatNumpyWrites) {
  yoke_test::TemporaryFolder const folder;
  auto const path = folder / "array.npy";
  std::vector<double> const values{1, 2, 3, 4, 5, -0.5};
  for (auto const& [shape, shown] :
       {std::pair<std::vector<std::size_t>, std::string>{{2, 3}, "(2, 3)"}, {{6}, "(6,)"}}) {
    yoke::OutputFiles outputs;
    yoke::write_npy(outputs.open(path), values, shape);
    outputs.commit();
    auto const content = yoke_test::content_of(path);
    // numpy.save's own bytes of such an array: 118 of header, of which blanks fill the end.
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shown + ", }";
    header.resize(117, ' ');
    ASSERT_EQ(content.size(), 128 + 48u);
    EXPECT_EQ(content.substr(0, 128), std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + '\n');
    EXPECT_EQ(std::memcmp(content.data() + 128, values.data(), 48), 0);
  }
}

TEST(WriteNpy, OtherTypesAndOrders) {
  yoke_test::TemporaryFolder const folder;
  auto const path = folder / "array.npy";
  auto const expect = [&](auto number, std::string const& type) {
    std::vector const values{number, decltype(number)(-2)};
    for (bool const fortran_order : {false, true}) {
      yoke::OutputFiles outputs;
      yoke::write_npy(outputs.open(path), values, {1, 2}, fortran_order);
      outputs.commit();
      auto const content = yoke_test::content_of(path);
      auto const header = "{'descr': '<" + type +
                          "', 'fortran_order': " + (fortran_order ? "True" : "False") +
                          ", 'shape': (1, 2), }";
      EXPECT_EQ(content.substr(10, header.size()), header);
      EXPECT_EQ(content.substr(0, 128), yoke::npy_header<decltype(number)>({1, 2}, fortran_order));
      ASSERT_EQ(content.size(), 128 + 2 * sizeof(number));
      EXPECT_EQ(std::memcmp(content.data() + 128, values.data(), 2 * sizeof(number)), 0);
    }
  };
  expect(std::int16_t(5), "i2");
  expect(std::int32_t(5), "i4");
  expect(5.5f, "f4");
  expect(5.5, "f8");
}

TEST(WriteNpy, AShapeOfAnotherSizeIsRefused) {
  yoke_test::TemporaryFolder const folder;
  yoke::OutputFiles outputs;
  auto& file = outputs.open(folder / "array.npy");
  EXPECT_THROW(yoke::write_npy(file, std::vector<double>(5), {2, 3}), std::invalid_argument);
}

}  // namespace
