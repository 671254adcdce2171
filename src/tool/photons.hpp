#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <yoke/mcml_io.hpp>
#include <yoke/photon_options.hpp>
#include <yoke/photon_tallies.hpp>

#include "output.hpp"
#include "outputs.hpp"
#include "parser.hpp"
#include "run.hpp"
#include "spaces.hpp"

// `yoke photons` in five files: its command line, the simulation, what is written of a run, what it
// goes on from, the report.
namespace yoke::tool {

// What is written of a run.
struct PhotonFormats {
  bool mco = true, json = false, npy = false;
};

// A run of INPUT, and what of it this call simulates: as many photons as it says, or with --go-on
// those that are left of them in a round, which each run has once.
struct PhotonsTask : McmlRun {
  std::uint64_t first_photon = 0;  // its number
  std::uint64_t before = 0;        // photons that were counted already
  std::uint64_t from = 0;          // of those, how many before the round
  double seconds_before = 0;       // that those photons took
  std::uint64_t round = 1;         // from 1
  bool is_ahead = false;           // it has done this round, and its counts stay as they are
};

struct PhotonsArguments {
  std::string input, output_folder, timeline;
  PhotonFormats formats;
  Space space = has_device ? Space::device : Space::host;
  std::optional<std::uint64_t> photons;         // of each run; else as it says
  std::optional<double> most_error, most_time;  // of each run: what ends it before
  std::optional<double> save_every;             // seconds, with --go-on
  std::uint64_t run = 0;                        // the only one of INPUT, from 1; 0: all
  bool shares_photons = false;                  // all runs have the first one's
  bool without_absorption_grid = false, goes_on = false, json = false;
  MciReadOptions reading;
  PhotonOptions options;
  std::size_t runs_of_input = 0;  // all of them, once they are read
  bool has_several = false;       // runs in INPUT, each with photons of its own
  std::vector<PhotonsTask> runs;  // what INPUT asks for
  std::optional<Parser> parser;
};

inline bool is_fed(PhotonsArguments const& arguments) {
  return arguments.options.generator == PhotonGenerator::fed_expander;
}

// For messages.
inline std::string name_of_input(PhotonsArguments const& arguments) {
  return arguments.input == "-" ? "standard input" : arguments.input;
}

// A run, done. Its distributions' arrays are gone once they are written.
struct PhotonsRun {
  PhotonsTask input;
  PhotonDistributions distributions;
  PhotonTotals totals;
  std::uint64_t simulated = 0;  // of the photons, by this call
  std::uint64_t fed_words = 0;  // of bits, that the host sent
  double seconds = 0;           // of this call

  double all_seconds() const { return input.seconds_before + seconds; }
};

struct PhotonsOutcome {
  PhotonAlgorithm algorithm = PhotonAlgorithm::automatic;
  std::size_t workspace_bytes = 0;  // of the largest run
  CallReport lanes;                 // of all runs together
  std::vector<PhotonsRun> runs;
  std::optional<RankTraffic> traffic;  // of several ranks, in all runs
  std::optional<std::string> fault;    // there is none to find
};

// Throws UsageError or Failure where a run, with those counted before, has more photons than can be
// counted or numbered.
void check_photons(PhotonsArguments const& arguments, PhotonsTask const& run, std::uint64_t before);

// The files of a run, in the formats asked for: FOLDER/skin.mco, skin.json, skin.A_rz.npy.
std::vector<std::string> output_names(PhotonsArguments const& arguments, PhotonsTask const& run);
void write_run(Outputs& outputs, PhotonsArguments const& arguments, PhotonsRun const& run);

using HostPhotonTallies = PhotonTallies<Kokkos::HostSpace>;

// FOLDER/skin.tallies: a run's counts, for one that goes on from there.
std::string tallies_name(PhotonsArguments const& arguments, McmlRun const& run);
// Throws Failure where that is there, and is no file: a pipe would wait for ever.
void check_tallies_file(PhotonsArguments const& arguments, McmlRun const& run);
// What such a file says that it holds. If its round was not done, it says with how many photons
// that round began.
struct CountedPhotons {
  std::uint64_t photons = 0;
  double seconds = 0;
  std::uint64_t round = 1;
  std::optional<std::uint64_t> unfinished_from;

  std::uint64_t rounds_done() const { return unfinished_from ? round - 1 : round; }
};
// Of a run's file; nothing where there is none. Throws MalformedFile where it is of another run, or
// holds no counts.
std::optional<CountedPhotons> find_tallies(PhotonsArguments const& arguments,
                                           PhotonsTask const& task);
// Reads the counts too. Throws MalformedFile where they are not those of task.before photons.
void read_tallies(PhotonsArguments const& arguments, PhotonsTask const& task,
                  HostPhotonTallies const& tallies);
void write_tallies(OutputFile& file, PhotonsArguments const& arguments, PhotonsRun const& run,
                   HostPhotonTallies const& tallies, bool is_finished);

// With --go-on: what is left to simulate of each run in the first round that not all runs have
// done.
void go_on(PhotonsArguments& arguments);

// Simulates one run after the other, and writes each.
PhotonsOutcome simulate_runs(PhotonsArguments const& arguments, Outputs& outputs);

// A run without the distributions' arrays.
Json to_json(PhotonsRun const& run);
Facts facts_of(PhotonsOutcome const& outcome, PhotonsArguments const& arguments);

}  // namespace yoke::tool
