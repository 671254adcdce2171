#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace yoke {

/// Joules, of each side; nothing where the machine has no counter for it, or hides it.
struct Energy {
  std::optional<double> host;    ///< of the processor packages: their cores and caches
  std::optional<double> device;  ///< of the GPU's board, its memory included
};

/// The machine's own counters of energy: of its processors what RAPL counts (the powercap files of
/// Linux, which often only root may read and virtual machines hide), of Kokkos's GPU what NVML
/// counts. They count all that a part draws, idle or for whom ever, and move in steps: a
/// millisecond or so of RAPL, some tens of milliseconds of NVML.
///
/// One thread at a time may ask.
class EnergyMeter {
 public:
  /// Finds the counters; never throws for want of one. `powercap` is where Linux has RAPL's files.
  explicit EnergyMeter(std::filesystem::path const& powercap = "/sys/class/powercap");
  ~EnergyMeter();
  EnergyMeter(EnergyMeter const&) = delete;
  EnergyMeter& operator=(EnergyMeter const&) = delete;

  /// What was drawn since the meter was made. A counter that wraps round is followed as long as it
  /// is read before that much has been drawn again (RAPL's: some minutes at full power). A counter
  /// that can no longer be read is none from then on.
  Energy used();

  /// Why there is no counter; empty where there is one.
  std::string const& why_no_host() const;
  std::string const& why_no_device() const;  ///< The same of the GPU.

 private:
  class Counters;
  std::unique_ptr<Counters> counters_;
};

/// Joules of one call of work(), everything that the machine draws meanwhile included: calls
/// prepare() and work() in turns until work() has taken `at_least` so long, as counters move in
/// steps, then prepare() alone as often, and takes the difference; then each once more, so that it
/// ends with what work() makes. Both must have completed when they return. A difference that the
/// counters cannot see is 0.
Energy measure_energy(std::function<void()> const& prepare, std::function<void()> const& work,
                      EnergyMeter& meter,
                      std::chrono::duration<double> at_least = std::chrono::seconds(1));

}  // namespace yoke
