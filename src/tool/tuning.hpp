#pragma once

#include <Kokkos_Timer.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include <yoke/share_trial.hpp>
#include <yoke/tuner.hpp>

#include "output.hpp"
#include "tune_costs.hpp"
#include "tuned_capability.hpp"

namespace yoke::tool {

using Capabilities = std::vector<TunedCapability>;

// What `yoke tune` measures.
struct TuningPlan {
  Capabilities capabilities = {};
  std::vector<std::size_t> sizes = {};  // none: each capability's own
  TunedInput input = {};
  TunedBy by = TunedBy::time;
  int repetitions = TunerOptions().repetitions;
  bool quick = false;                  // few shares, every second size, graphs of one degree
  std::optional<double> seconds = {};  // for all of it
};

// Measures a plan's inputs, and enters the shares in a table and in a report. A plan that has a
// time ends in it: it leaves out inputs that would not, and gives up the one that it measures.
class Tuning {
 public:
  // after_each() is called when a capability's shares are in the table.
  Tuning(TuningPlan const& plan, TuningTable& table, Facts& facts,
         std::function<void()> after_each);

  // Throws UsageError if no call asks for a share, and Failure if there was no time for one.
  void run();

 private:
  void tune(TunedCapability const& capability, int edges);
  std::optional<TriedShares> try_input(TunedCapability const& capability, TunedInput const& input);
  void enter(TunedCapability const& capability, TriedShares const& tried);
  void leave_out(char const* why, TunedCapability const& capability, std::size_t size);
  void add_totals();

  TuningPlan const& plan_;
  TuningTable& table_;
  Facts& facts_;
  std::function<void()> after_each_;
  Cost cost_;
  TunerOptions options_;
  Kokkos::Timer clock_;
  double seconds_;        // of the clock: the end
  double until_ = 0;      // the end of this capability's part of the time
  std::string progress_;  // "2 of 12"
  double cost_sum_ = 0, untuned_sum_ = 0;
  std::set<std::pair<std::string, std::string>> left_out_;  // why, and the capability
};

}  // namespace yoke::tool
