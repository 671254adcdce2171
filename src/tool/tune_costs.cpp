#include "tune_costs.hpp"

#include <fmt/core.h>

#include <Kokkos_Timer.hpp>
#include <chrono>
#include <memory>
#include <yoke/energy.hpp>

#include "errors.hpp"
#include "output.hpp"
#include "powercap.hpp"
#include "spaces.hpp"

namespace yoke::tool {
namespace {

double seconds_of(std::function<void()> const& prepare, std::function<void()> const& work) {
  prepare();
  Kokkos::Timer const timer;
  work();
  return timer.seconds();
}

// Without one side's joules a share would be best that moves all work there.
void check(EnergyMeter const& meter) {
  if (!meter.why_no_host().empty()) {
    throw Failure(fmt::format(
        "--by energy: no counter of the processors: {}. Run it as root, or name the folder of the "
        "counters in $YOKE_POWERCAP. Or tune by time",
        meter.why_no_host()));
  }
  if (has_device && !meter.why_no_device().empty()) {
    throw Failure(
        fmt::format("--by energy: no counter of the GPU: {}. Tune by time", meter.why_no_device()));
  }
}

// The joules of both sides. NVML's counter moves in steps of some tens of milliseconds.
Cost energy_cost() {
  auto const meter = std::make_shared<EnergyMeter>(powercap());
  check(*meter);
  return [meter](auto const& prepare, auto const& work) {
    std::chrono::duration<double> const at_least(has_device ? 1 : 0.1);
    auto const [host, device] = measure_energy(prepare, work, *meter, at_least);
    check(*meter);
    double const joules = host.value_or(0) + device.value_or(0);
    if (joules > 0) return joules;
    throw Failure(
        "--by energy: the counters saw no energy of a call. Tune larger sizes, by --sizes");
  };
}

}  // namespace

Cost cost_by(TunedBy by) { return by == TunedBy::energy ? energy_cost() : Cost(seconds_of); }

std::string format_cost(double cost, TunedBy by) {
  return by == TunedBy::energy ? fmt::format("{:.3g} J", cost) : format_seconds(cost);
}

}  // namespace yoke::tool
