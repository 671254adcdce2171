#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "yoke/errors.hpp"
#include "yoke/output_files.hpp"
#include "yoke/photon_distributions.hpp"
#include "yoke/tissue.hpp"

// The files of MCML, the Monte Carlo program for light in layered tissue (Wang, Jacques and Zheng
// 1995): the input (.mci) and the results (.mco).
namespace yoke {

/// The runs of a file should follow different photons, as MCML's generator continues from run to
/// run. Run k, from 0, has the photons from k * this number on (PhotonOptions::first_photon). Equal
/// runs then show the scatter of results.
inline constexpr std::uint64_t mcml_run_photons = std::uint64_t(1) << 48;

/// A run of an .mci file.
struct McmlRun {
  std::string output;         ///< the name of the file for its results
  bool asks_binary = false;   ///< format B, which MCML never had: it is written as format A
  std::uint64_t photons = 0;  ///< number of photons, at least 1
  PhotonGrid grid{};          ///< where weight is counted
  Tissue tissue;              ///< the tissue of the photons
  /// A request of the file that is ignored, in words: a time limit.
  std::vector<std::string> notes{};
  std::uint64_t line = 0;  ///< the line of the file that names the output, from 1; 0: of no file
  std::uint64_t photons_line = 0;  ///< the line of the number of photons, in the same way
};

/// The options for reading runs.
struct MciReadOptions {
  /// A bound in bytes on the distributions of a run, and on the content of a pipe or a compressed
  /// file. 0: the machine's memory.
  std::uint64_t memory_limit = 0;
};

/// The runs of an .mci file, at least one. Empty lines, and text after a '#', are skipped. Lines
/// end with LF, CR LF or CR, the last one also with the file. Pipes are read, and gzip files are
/// expanded.
///
/// Reads files of MCML 1 (version 1.0). Reads files of MCML 2 and 3 (mcmli2.0, mcmli2.1, mcmli_3.0)
/// if they ask only for features of MCML 1: a beam from above, and quantities that are not resolved
/// in time.
///
/// Throws std::runtime_error if the file cannot be read. Throws yoke::MalformedFile, which names
/// the line and the expected value, in these cases:
/// - a value is missing, is no number, or follows the last one expected;
/// - a value is out of its range: nz, nr and na from 1 to 2^24, other counts from 1; dz and dr from
///   1e-90 to 1e90; refractive indices from 1e-100 to 1e100; thicknesses and coefficients from 0 to
///   1e15; anisotropies above -1 and up to 1;
/// - a run has more than 1024 layers, or nr * nz or nr * na is 2^31 or more;
/// - two runs have one output;
/// - a run's distributions need more than the memory.
///
/// A file with a fault gives no runs at all.
std::vector<McmlRun> read_mci(std::filesystem::path const& path,
                              MciReadOptions const& options = {});
/// The same for a descriptor, which stays the caller's: 0 is standard input. `name` is for
/// messages.
std::vector<McmlRun> read_mci(int descriptor, std::filesystem::path const& name,
                              MciReadOptions const& options = {});

/// Writes the results of a run as MCML does (its ASCII format A1), for CONV and other readers. The
/// lines and digits are the same, except parameters that MCML's six digits would change. `seconds`
/// is the time of the run. Distributions that were not counted are left out. The photons are those
/// of the distributions.
///
/// Throws std::invalid_argument if a distribution's size differs from the run's grid, and
/// std::runtime_error if the file cannot be written.
void write_mco(OutputFile& file, McmlRun const& run, PhotonDistributions const& distributions,
               double seconds = 0);

}  // namespace yoke
