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
// 1995): what to simulate (.mci), and what came of it (.mco).
namespace yoke {

/// The runs of a file are to follow photons of their own, as MCML's generator goes on from run to
/// run: run k, from 0, those from k * this number on (PhotonOptions::first_photon). Equal runs then
/// show how results scatter.
inline constexpr std::uint64_t mcml_run_photons = std::uint64_t(1) << 48;

/// A run that an .mci file asks for.
struct McmlRun {
  std::string output;         ///< the name of the file for what comes of it
  bool asks_binary = false;   ///< format B, which MCML never had: it is written as format A
  std::uint64_t photons = 0;  ///< how many to simulate, at least 1
  PhotonGrid grid{};          ///< where weight is counted
  Tissue tissue;              ///< what the photons travel through
  /// What the file asks for beside that, and is not done, in words: a time limit.
  std::vector<std::string> notes{};
};

/// How to read runs.
struct MciReadOptions {
  /// The bytes that the distributions of a run may take, and those of a pipe or a compressed file;
  /// 0: the machine's memory.
  std::uint64_t memory_limit = 0;
};

/// The runs of an .mci file, at least one. Lines that are empty or begin with '#' are read over,
/// and so is what follows a '#' on others; lines end with LF, CR LF or CR, the last one also with
/// the file. Pipes are read, and what gzip compressed is expanded.
///
/// Files of MCML 1 (version 1.0), and of MCML 2 and 3 (mcmli2.0, mcmli2.1, mcmli_3.0) where they
/// ask for what MCML 1 can: a beam from above, and quantities that are not resolved in time.
///
/// Throws std::runtime_error where the file cannot be read; yoke::MalformedFile, naming the line
/// and what was expected there, where a value is missing, is no number, is out of its range (counts
/// from 1; dz, dr and refractive indices above 0; thicknesses and coefficients from 0; anisotropies
/// above -1 and up to 1, all finite), or follows the last one that is wanted, where two
/// runs have one output, a run's distributions would take more than the memory, or
/// simulate_photons would refuse its tissue or grid. Then nothing has been read.
std::vector<McmlRun> read_mci(std::filesystem::path const& path,
                              MciReadOptions const& options = {});
/// The same, of a descriptor that stays the caller's: 0 is standard input. `name` is for messages.
std::vector<McmlRun> read_mci(int descriptor, std::filesystem::path const& name,
                              MciReadOptions const& options = {});

/// Writes what came of a run as MCML does (its ASCII format A1), for CONV and whatever else reads
/// that: line by line and digit by digit the same, but for parameters that MCML's six digits would
/// change. `seconds` is the time that the run took. Distributions that were not counted are left
/// out. The photons are those of the distributions.
///
/// Throws std::invalid_argument where a distribution has another size than the run's grid says, and
/// std::runtime_error where the file cannot be written.
void write_mco(OutputFile& file, McmlRun const& run, PhotonDistributions const& distributions,
               double seconds = 0);

}  // namespace yoke
