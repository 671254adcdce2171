#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace yoke {

/// Joules of each side. Empty if the machine has no counter for it, or hides it.
struct Energy {
  std::optional<double> host;    ///< of the processor packages: their cores and caches
  std::optional<double> device;  ///< of the GPU's board, its memory included
};

/// The machine's counters of energy. RAPL counts the processors, by the powercap files of Linux.
/// Often only root may read these, and virtual machines hide them. NVML counts Kokkos's GPU. The
/// counters include all power that a part draws, idle or for other programs. They move in steps:
/// about a millisecond with RAPL, some tens of milliseconds with NVML.
///
/// Only one thread at a time may use it.
class EnergyMeter {
 public:
  /// Finds the counters. Never throws if there are none. `powercap` is the folder of RAPL's files.
  explicit EnergyMeter(std::filesystem::path const& powercap = "/sys/class/powercap");
  ~EnergyMeter();
  EnergyMeter(EnergyMeter const&) = delete;
  EnergyMeter& operator=(EnergyMeter const&) = delete;

  /// The joules since the meter was made. A counter that wraps is followed if it is read often
  /// enough: before it has wrapped once more (RAPL's: some minutes at full power). A counter that
  /// becomes unreadable counts as missing from then on.
  Energy used();

  /// The reason why there is no counter; empty if there is one.
  std::string const& why_no_host() const;
  std::string const& why_no_device() const;  ///< The same for the GPU.

 private:
  class Counters;
  std::unique_ptr<Counters> counters_;
};

/// The joules of one call of work(), with everything that the machine draws meanwhile. It calls
/// prepare() and work() in turn until work() has taken `at_least` seconds, because counters move in
/// steps. Then it calls prepare() alone the same number of times, and takes the difference. At the
/// end it calls each once more, so the result of work() remains. Both must have completed when they
/// return. A difference that the counters cannot see is 0.
Energy measure_energy(std::function<void()> const& prepare, std::function<void()> const& work,
                      EnergyMeter& meter,
                      std::chrono::duration<double> at_least = std::chrono::seconds(1));

}  // namespace yoke
