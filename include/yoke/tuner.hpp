#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yoke/split.hpp"

namespace yoke {

// The best host share of each capability at the sizes at which it was measured, on one machine.
class TuningTable {
 public:
  // `machine` says what the shares were measured on; see describe_machine().
  explicit TuningTable(std::string machine = {}) : machine_(std::move(machine)) {}

  std::string const& machine() const { return machine_; }
  bool empty() const { return shares_.empty(); }

  // Replaces what was known for this size. Throws std::invalid_argument unless size is at least 1
  // and host_share from 0 to 1.
  void set(std::string_view capability, std::size_t size, double host_share);

  // The share for any size, or nothing if the capability was never measured. Between two measured
  // sizes it is interpolated over log2(size), unless one of them is best on one side alone: then
  // the nearer one counts, since a small split costs nearly as much as a large one. Outside of all
  // measured sizes, the outermost counts.
  std::optional<double> lookup(std::string_view capability, std::size_t size) const;

  // The file appears whole or not at all; missing folders are made. Throws std::runtime_error
  // naming the file and the reason.
  void save(std::filesystem::path const& file) const;

  // Throws std::runtime_error, naming the file and the reason, if it cannot be read or is
  // malformed.
  static TuningTable load(std::filesystem::path const& file);

  friend bool operator==(TuningTable const&, TuningTable const&) = default;

 private:
  using Shares = std::map<std::size_t, double>;  // by size
  std::string machine_;
  std::map<std::string, Shares, std::less<>> shares_;
};

// This machine, as tuning files name it: the device, if there is one, and the host's threads.
// Kokkos must be initialized.
std::string describe_machine();

// Where this machine's table is: $YOKE_TUNING, else $XDG_CONFIG_HOME/yoke/tuning.json, else
// ~/.config/yoke/tuning.json; empty if none of these variables is set.
std::filesystem::path tuning_file();

// The share in this machine's table. The file is read at the first call, and again when
// tuning_file() has changed. Nothing if there is no file, if it is for another machine, or if it is
// broken: then a warning goes to stderr, once. Never throws for a file; thread-safe.
std::optional<double> tuned_host_share(std::string_view capability, std::size_t size);

// What a capability calls: the share that `split` demands, else the tuned one, else `untuned`.
double host_share(Split split, std::string_view capability, std::size_t size, double untuned);

struct TunerOptions {
  // Candidates; 0 and 1, one side alone, are always measured.
  std::vector<double> host_shares = {0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75};
  // Measurements of each candidate, after one that is not counted.
  int repetitions = 5;
  // A split must save this fraction of the time of the better side alone, and more than the
  // measurements' own scatter.
  double least_gain = 0.02;
};

// Runs a capability once and returns the seconds that it took.
using MeasureShare = std::function<double(std::size_t size, double host_share)>;

// Measures all candidates at one size and returns the best. One side alone wins ties, the device's
// before the host's. Candidates take turns, so that a change in the machine's speed hits all alike;
// the median counts. Throws std::invalid_argument if options make no sense or a measurement is not
// a positive number.
double best_host_share(std::size_t size, MeasureShare const& measure,
                       TunerOptions const& options = {});

// best_host_share for each size, entered in the table. Takes (candidates + 2) * (repetitions + 1)
// runs a size.
void tune(TuningTable& table, std::string_view capability, std::vector<std::size_t> const& sizes,
          MeasureShare const& measure, TunerOptions const& options = {});

}  // namespace yoke
