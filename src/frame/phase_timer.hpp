#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <vector>

#include "yoke/report.hpp"

namespace yoke::detail {

// Times the steps of a call for its report; without a report it does nothing, not even fence.
template <class Space>
class PhaseTimer {
 public:
  template <class Report>
  PhaseTimer(Space const& exec, Report* report)
      : exec_(exec), phases_(report ? &report->phases : nullptr) {
    if (phases_) exec_.fence("yoke: phase timer");
    timer_.reset();
  }
  // Ends the phase that began with the timer or with the last call.
  void done(char const* name) {
    if (!phases_) return;
    exec_.fence("yoke: phase timer");
    phases_->push_back({name, timer_.seconds()});
    timer_.reset();
  }

 private:
  Space exec_;
  std::vector<Phase>* phases_;
  Kokkos::Timer timer_;
};

}  // namespace yoke::detail
