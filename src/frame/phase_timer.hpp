#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <concepts>
#include <vector>

#include "yoke/report.hpp"

namespace yoke::detail {

// Times the steps of a call for its report; without a report it does nothing, not even fence.
template <class Space>
class PhaseTimer {
 public:
  template <std::derived_from<CallReport> Report>
  PhaseTimer(Space const& exec, Report* report)
      : PhaseTimer(exec, report ? &report->phases : nullptr) {}
  // Ends the phase that began with the timer or with the last call.
  void done(char const* name);

 private:
  PhaseTimer(Space const& exec, std::vector<Phase>* phases);

  Space exec_;
  std::vector<Phase>* phases_;
  Kokkos::Timer timer_;
};

}  // namespace yoke::detail
