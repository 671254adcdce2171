#pragma once

#include <memory>
#include <optional>
#include <string>

namespace yoke::detail {

// The energy counter of the GPU that Kokkos runs on, by NVML, which comes with the driver and is
// looked for when the counter is made: no program needs it to start.
class GpuCounter {
 public:
  GpuCounter();
  ~GpuCounter();
  GpuCounter(GpuCounter const&) = delete;
  GpuCounter& operator=(GpuCounter const&) = delete;

  // Since construction; nothing where there is no counter (any more).
  std::optional<double> joules();
  std::string const& why_none() const { return why_none_; }

 private:
  class Nvml;
  std::string why_none_;        // before what is opened, which says why it is not
  std::unique_ptr<Nvml> nvml_;  // null where there is none
};

}  // namespace yoke::detail
