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

/// The place of the input of a hybrid call (the successors, the neighbours of a graph), which
/// decides how much moves and how fast. Host memory, pinned host memory, managed memory
/// (Kokkos::SharedSpace), or the device's.
enum class TunedPlace { pageable, pinned, managed, device };

/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> tuned_place_names = {"pageable", "pinned",
                                                                      "managed", "device"};
/// The place's name in tuning files.
inline constexpr std::string_view to_string(TunedPlace place) {
  return detail::name_of(tuned_place_names, place);
}

/// The key of a share, beside the machine and the size.
struct TunedCall {
  std::string capability;                   ///< the name in `yoke tune`
  TunedPlace place = TunedPlace::pageable;  ///< the place of its input
  int index_bits = 32;                      ///< of a node or vertex: 32 or 64
  int host_threads = 1;                     ///< of the Hybrid's host side
  /// A graph's, to the nearest power of 2. 0: the call has no graph, or the number is unknown.
  int arcs_per_vertex = 0;

  friend auto operator<=>(TunedCall const&, TunedCall const&) = default;
  /// The line above also declares it, but nvcc 13 then calls it without defining it.
  friend bool operator==(TunedCall const&, TunedCall const&) = default;
};

/// The cost that a share makes least: seconds, or joules of both sides together.
enum class TunedBy { time, energy };

/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 2> tuned_by_names = {"time", "energy"};
/// The cost's name in tuning files.
inline constexpr std::string_view to_string(TunedBy by) {
  return detail::name_of(tuned_by_names, by);
}

/// A share of a tuning table.
struct TunedShare {
  double host_share = 0;  ///< the best one
  /// The part of the untuned call's cost that the share saved when it was measured, from 0 to 1.
  std::optional<double> gain = {};
  TunedBy by = TunedBy::time;  ///< the cost

  friend bool operator==(TunedShare const&, TunedShare const&) = default;
};

/// A row of a tuning table.
struct TunedEntry {
  TunedCall call;        ///< the call
  std::size_t size = 0;  ///< its size
  TunedShare share;      ///< its share
};

/// The best host share of each call at the measured sizes, on one machine.
class TuningTable {
 public:
  /// Whether the table is empty.
  bool empty() const { return shares_.empty(); }

  /// Sets the share for this size. Throws std::invalid_argument unless size is at least 1 and
  /// host_share from 0 to 1, as the gain if there is one. The call must be one that a file can
  /// hold: a capability of up to 256 bytes in UTF-8, 32 or 64 bits, at least one thread, no
  /// negative number of arcs.
  void set(TunedCall const& call, std::size_t size, double host_share,
           std::optional<double> gain = {}, TunedBy by = TunedBy::time);

  /// All rows, by call and size.
  std::vector<TunedEntry> entries() const;

  /// The share for any size, or nothing if the call was never measured. It is interpolated over
  /// log2(size) between two measured sizes. If one side alone is best at one of them, the nearer
  /// size counts. A small split costs nearly as much as a large one. Outside the measured sizes the
  /// outermost counts. For a graph the measured number of arcs per vertex counts that is nearest by
  /// its logarithm.
  std::optional<double> lookup(TunedCall const& call, std::size_t size) const;

  friend bool operator==(TuningTable const&, TuningTable const&) = default;

 private:
  friend class TuningTables;
  using Shares = std::map<std::size_t, TunedShare>;  // by size

  Shares const* nearest(TunedCall const& call) const;

  std::map<TunedCall, Shares> shares_;
};

/// The tables of any number of machines, by the result of describe_machine(): a tuning file.
class TuningTables {
 public:
  /// A machine's table. It is made if there is none.
  TuningTable& of(std::string const& machine) { return tables_[machine]; }
  /// A machine's table, or null if there is none.
  TuningTable const* find(std::string const& machine) const;
  /// The machines' names, in alphabetical order.
  std::vector<std::string> machines() const;

  /// Writes a file, which appears whole or not at all. Makes missing folders. Throws
  /// std::runtime_error with the file and the reason.
  void save(std::filesystem::path const& file) const;

  /// Reads a file. Throws std::runtime_error, with the file and the reason, if it cannot be read,
  /// is malformed, or was written by Yoke 0.1.0.
  static TuningTables load(std::filesystem::path const& file);

  friend bool operator==(TuningTables const&, TuningTables const&) = default;

 private:
  std::map<std::string, TuningTable> tables_;
};

/// This machine's name in tuning files: the device, if there is one, the processor, and the host's
/// threads. Kokkos must be initialized.
std::string describe_machine();

/// The file of this machine's table: $YOKE_TUNING, else $XDG_CONFIG_HOME/yoke/tuning.json, else
/// ~/.config/yoke/tuning.json. Empty if none of these variables is set.
std::filesystem::path tuning_file();

/// The share in this machine's table. The file is read at the first call, and again when
/// tuning_file() has changed. The result is empty if there is no file, if it does not know this
/// machine, or if it is broken. A broken file gives one warning on stderr. Never throws for a file;
/// thread-safe.
std::optional<double> tuned_host_share(TunedCall const& call, std::size_t size);

/// The share for a capability's call: that of `split`, else the tuned one, else `untuned`.
double host_share(Split split, TunedCall const& call, std::size_t size, double untuned);

/// The options of choose_host_share.
struct TunerOptions {
  /// Candidates. 0 and 1, one side alone, are always measured.
  std::vector<double> host_shares = {0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75};
  /// Measurements of each candidate, after one that does not count.
  int repetitions = 5;
  /// A split must save this fraction of the better side's cost, and more than the scatter of the
  /// measurements.
  double least_gain = 0.02;
  /// The share of a call without a table, if it is known. It is measured too. A split must also
  /// beat it.
  std::optional<double> untuned = {};
};

/// Runs a capability once and returns its cost: seconds, or joules.
using MeasureShare = std::function<double(std::size_t size, double host_share)>;

/// The measurements of one candidate, without the run that does not count.
struct MeasuredShare {
  double host_share = 0;  ///< the candidate
  double median = 0;      ///< the cost
  double scatter = 0;     ///< the median distance from the median
};

/// The choice of choose_host_share, and its measurements.
struct ShareChoice {
  double host_share = 0;                  ///< the best candidate
  std::vector<MeasuredShare> candidates;  ///< 0, 1, then the others in ascending order

  /// The measurements of the chosen share. Throws std::invalid_argument if the share was no
  /// candidate.
  MeasuredShare const& at(double share) const;
};

/// Measures all candidates at one size and chooses the best by their medians. The best of the two
/// sides alone and of `untuned` wins ties with the other shares. Candidates are measured in turn,
/// so a change in the machine's speed affects all of them. Throws std::invalid_argument if options
/// make no sense or a measurement is not a positive number.
ShareChoice choose_host_share(std::size_t size, MeasureShare const& measure,
                              TunerOptions const& options = {});

}  // namespace yoke
