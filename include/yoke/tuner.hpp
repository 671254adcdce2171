#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "yoke/algorithm.hpp"
#include "yoke/split.hpp"

namespace yoke {

/// Where the input of a hybrid call lies (the successors, the neighbours of a graph), which decides
/// what has to move and how fast that is: host memory, pinned host memory, managed memory
/// (Kokkos::SharedSpace), or the device's.
enum class TunedPlace { pageable, pinned, managed, device };

/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> tuned_place_names = {"pageable", "pinned",
                                                                      "managed", "device"};
/// Its name in tuning files.
inline constexpr std::string_view to_string(TunedPlace place) {
  return detail::name_of(tuned_place_names, place);
}

/// What a share holds for, beside the machine and the size.
struct TunedCall {
  std::string capability;                   ///< as `yoke tune` names it
  TunedPlace place = TunedPlace::pageable;  ///< where its input lies
  int index_bits = 32;                      ///< of a node or vertex: 32 or 64
  int host_threads = 1;                     ///< of the Hybrid's host side

  friend auto operator<=>(TunedCall const&, TunedCall const&) = default;
  /// The line above declares it too, but nvcc 13 then calls it without defining it.
  friend bool operator==(TunedCall const&, TunedCall const&) = default;
};

/// The best host share of each call at the sizes at which it was measured, on one machine.
class TuningTable {
 public:
  /// Was nothing measured?
  bool empty() const { return shares_.empty(); }

  /// Replaces what was known for this size. Throws std::invalid_argument unless size is at least 1,
  /// host_share from 0 to 1, and the call what a file can say: a capability in UTF-8, 32 or 64
  /// bits, at least one thread.
  void set(TunedCall const& call, std::size_t size, double host_share);

  /// The share for any size, or nothing if the call was never measured. Between two measured sizes
  /// it is interpolated over log2(size), unless one of them is best on one side alone: then the
  /// nearer one counts, since a small split costs nearly as much as a large one. Outside of all
  /// measured sizes, the outermost counts.
  std::optional<double> lookup(TunedCall const& call, std::size_t size) const;

  friend bool operator==(TuningTable const&, TuningTable const&) = default;

 private:
  friend class TuningTables;
  using Shares = std::map<std::size_t, double>;  // by size
  std::map<TunedCall, Shares> shares_;
};

/// The tables of any number of machines, by what describe_machine() says of each: a tuning file.
class TuningTables {
 public:
  /// A machine's table, made where there is none.
  TuningTable& of(std::string const& machine) { return tables_[machine]; }
  /// Null where there is none.
  TuningTable const* find(std::string const& machine) const;
  /// Their names, in alphabetical order.
  std::vector<std::string> machines() const;

  /// The file appears whole or not at all; missing folders are made. Throws std::runtime_error
  /// naming the file and the reason.
  void save(std::filesystem::path const& file) const;

  /// Throws std::runtime_error, naming the file and the reason, if it cannot be read, is malformed,
  /// or was written by Yoke 0.1.0.
  static TuningTables load(std::filesystem::path const& file);

  friend bool operator==(TuningTables const&, TuningTables const&) = default;

 private:
  std::map<std::string, TuningTable> tables_;
};

/// This machine, as tuning files name it: the device, if there is one, the processor, and the
/// host's threads. Kokkos must be initialized.
std::string describe_machine();

/// Where this machine's table is: $YOKE_TUNING, else $XDG_CONFIG_HOME/yoke/tuning.json, else
/// ~/.config/yoke/tuning.json; empty if none of these variables is set.
std::filesystem::path tuning_file();

/// The share in this machine's table. The file is read at the first call, and again when
/// tuning_file() has changed. Nothing if there is no file, if it does not know this machine, or if
/// it is broken: then a warning goes to stderr, once. Never throws for a file; thread-safe.
std::optional<double> tuned_host_share(TunedCall const& call, std::size_t size);

/// What a capability calls: the share that `split` demands, else the tuned one, else `untuned`.
double host_share(Split split, TunedCall const& call, std::size_t size, double untuned);

/// What choose_host_share measures and demands.
struct TunerOptions {
  /// Candidates; 0 and 1, one side alone, are always measured.
  std::vector<double> host_shares = {0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75};
  /// Measurements of each candidate, after one that is not counted.
  int repetitions = 5;
  /// A split must save this fraction of the time of the better side alone, and more than the
  /// measurements' own scatter.
  double least_gain = 0.02;
};

/// Runs a capability once and returns the seconds that it took.
using MeasureShare = std::function<double(std::size_t size, double host_share)>;

/// What was measured of one candidate, without the run that is not counted.
struct MeasuredShare {
  double host_share = 0;  ///< the candidate
  double median = 0;      ///< seconds
  double scatter = 0;     ///< the median distance from the median
};

/// What choose_host_share chose, and from what.
struct ShareChoice {
  double host_share = 0;                  ///< the best candidate
  std::vector<MeasuredShare> candidates;  ///< 0, 1, then the others in ascending order

  /// Throws std::invalid_argument where the share was no candidate.
  MeasuredShare const& at(double share) const;
};

/// Measures all candidates at one size and chooses the best. A side alone wins ties with a split;
/// of the two sides alone the one with the lower median is taken. Candidates take turns, so that a
/// change in the machine's speed hits all alike; the median counts. Throws std::invalid_argument if
/// options make no sense or a measurement is not a positive number.
ShareChoice choose_host_share(std::size_t size, MeasureShare const& measure,
                              TunerOptions const& options = {});

/// choose_host_share for each size, entered in the table. Takes (candidates + 2) * (repetitions +
/// 1) runs a size.
void tune(TuningTable& table, TunedCall const& call, std::vector<std::size_t> const& sizes,
          MeasureShare const& measure, TunerOptions const& options = {});

}  // namespace yoke
