#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "yoke/counted.hpp"
#include "yoke/mcml_io.hpp"

namespace yoke {
namespace {

// As printf writes a number; formats are MCML's.
template <class... Numbers>
std::string printed(char const* format, Numbers... numbers) {
  std::string text(128, '\0');
  int const size = std::snprintf(text.data(), text.size(), format, numbers...);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

// With six digits, as MCML's, or as many more as it takes to say which number it is.
std::string parameter(double value) {
  for (int digits = 6; digits < 17; ++digits) {
    auto text = printed("%.*G", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value) return text;
  }
  return printed("%.17G", value);
}

std::string tabs(int count) { return std::string(static_cast<std::size_t>(count), '\t'); }

std::string heading(double seconds) {
  return "A1 \t# Version number of the file format.\n\n"
         "####\n# Data categories include: \n# InParm, RAT, \n"
         "# A_l, A_z, Rd_r, Rd_a, Tt_r, Tt_a, \n# A_rz, Rd_ra, Tt_ra \n####\n\n" +
         printed("# User time: %8.0f sec = %8.2f hr.   Simulation time of this run.\n\n", seconds,
                 seconds / 3600);
}

std::string parameters(McmlRun const& run, std::uint64_t photons) {
  auto const& grid = run.grid;
  auto const& tissue = run.tissue;
  std::string text = "InParm \t\t\t# Input parameters. cm is used.\n";
  text += run.output + " \tA\t\t# output file name, ASCII.\n";
  text += std::to_string(photons) + " \t\t\t# No. of photons\n";
  text += parameter(grid.dz) + '\t' + parameter(grid.dr) + "\t\t# dz, dr [cm]\n";
  text += std::to_string(grid.nz) + '\t' + std::to_string(grid.nr) + '\t' +
          std::to_string(grid.na) + "\t# No. of dz, dr, da.\n\n";
  text += std::to_string(tissue.layers.size()) + tabs(5) + "# Number of layers\n";
  text += "#n\tmua\tmus\tg\td\t# One line for each layer\n";
  text += parameter(tissue.index_above) + tabs(5) + "# n for medium above\n";
  std::size_t number = 0;
  for (auto const& layer : tissue.layers) {
    for (double const value : {layer.refractive_index, layer.absorption, layer.scattering,
                               layer.anisotropy, layer.thickness}) {
      text += parameter(value) + '\t';
    }
    text += "# layer " + std::to_string(++number) + '\n';
  }
  return text + parameter(tissue.index_below) + tabs(5) + "# n for medium below\n\n";
}

std::string fractions(PhotonDistributions const& distributions) {
  auto const line = [](double value, char const* what) {
    return printed("%-14.6G \t#", value) + what + " [-]\n";
  };
  std::string text = "RAT #Reflectance, absorption, transmission. \n" +
                     line(distributions.specular, "Specular reflectance") +
                     line(distributions.diffuse_reflectance.value, "Diffuse reflectance") +
                     line(distributions.absorbed.value, "Absorbed fraction") +
                     line(distributions.transmitted.value, "Transmittance") +
                     "\nA_l #Absorption as a function of layer. [-]\n";
  for (auto const& layer : distributions.absorbed_by_layer)
    text += printed("%12.4G\n", layer.value);
  return text + '\n';
}

// An array, and how many elements it is to have where it was counted.
struct Array {
  char const* name;
  std::vector<double> const& values;
  std::size_t size;
};

void check(Array const& array) {
  if (array.values.empty() || array.values.size() == array.size) return;
  throw std::invalid_argument(std::string("yoke::write_mco: ") + array.name + " has " +
                              show_count(array.values.size(), "element") + ", and the run's grid " +
                              std::to_string(array.size));
}

void write_line_by_line(OutputFile& file, Array const& array, std::string_view title) {
  if (array.values.empty()) return;
  std::string text(title);
  for (double const value : array.values) text += printed("%12.4E\n", value);
  file.write(text + '\n');
}

// Five numbers a line.
void write_in_rows(OutputFile& file, Array const& array, std::string_view title) {
  if (array.values.empty()) return;
  std::string text(title);
  std::size_t count = 0;
  for (double const value : array.values) {
    text += printed("%12.4E ", value);
    if (++count % 5 == 0) text += '\n';
  }
  file.write(text + '\n');
}

}  // namespace

void write_mco(OutputFile& file, McmlRun const& run, PhotonDistributions const& distributions,
               double seconds) {
  auto const nz = run.grid.nz, nr = run.grid.nr, na = run.grid.na;
  Array const a_z{"absorption_z", distributions.absorption_z, nz},
      rd_r{"reflectance_r", distributions.reflectance_r, nr},
      rd_a{"reflectance_a", distributions.reflectance_a, na},
      tt_r{"transmitted_r", distributions.transmitted_r, nr},
      tt_a{"transmitted_a", distributions.transmitted_a, na},
      a_rz{"absorption_rz", distributions.absorption_rz, nr * nz},
      rd_ra{"reflectance_ra", distributions.reflectance_ra, nr * na},
      tt_ra{"transmitted_ra", distributions.transmitted_ra, nr * na};
  for (auto const* const array : {&a_z, &rd_r, &rd_a, &tt_r, &tt_a, &a_rz, &rd_ra, &tt_ra}) {
    check(*array);
  }
  if (distributions.absorbed_by_layer.size() != run.tissue.layers.size()) {
    throw std::invalid_argument("yoke::write_mco: absorbed_by_layer has " +
                                show_count(distributions.absorbed_by_layer.size(), "element") +
                                ", and the run's tissue " +
                                std::to_string(run.tissue.layers.size()));
  }
  file.write(heading(seconds) + parameters(run, distributions.photons) + fractions(distributions));
  write_line_by_line(file, a_z, "A_z #A[0], [1],..A[nz-1]. [1/cm]\n");
  write_line_by_line(file, rd_r, "Rd_r #Rd[0], [1],..Rd[nr-1]. [1/cm2]\n");
  write_line_by_line(file, rd_a, "Rd_a #Rd[0], [1],..Rd[na-1]. [sr-1]\n");
  write_line_by_line(file, tt_r, "Tt_r #Tt[0], [1],..Tt[nr-1]. [1/cm2]\n");
  write_line_by_line(file, tt_a, "Tt_a #Tt[0], [1],..Tt[na-1]. [sr-1]\n");
  write_in_rows(file, a_rz,
                "# A[r][z]. [1/cm3]\n# A[0][0], [0][1],..[0][nz-1]\n# A[1][0], [1][1],..[1][nz-1]\n"
                "# ...\n# A[nr-1][0], [nr-1][1],..[nr-1][nz-1]\nA_rz\n");
  write_in_rows(file, rd_ra,
                "# Rd[r][angle]. [1/(cm2sr)].\n# Rd[0][0], [0][1],..[0][na-1]\n"
                "# Rd[1][0], [1][1],..[1][na-1]\n# ...\n"
                "# Rd[nr-1][0], [nr-1][1],..[nr-1][na-1]\nRd_ra\n");
  write_in_rows(file, tt_ra,
                "# Tt[r][angle]. [1/(cm2sr)].\n# Tt[0][0], [0][1],..[0][na-1]\n"
                "# Tt[1][0], [1][1],..[1][na-1]\n# ...\n"
                "# Tt[nr-1][0], [nr-1][1],..[nr-1][na-1]\nTt_ra\n");
}

}  // namespace yoke
