#include "yoke/energy.hpp"

#include <algorithm>
#include <cstdint>

#include "energy/gpu_counter.hpp"
#include "energy/rapl.hpp"

namespace yoke {

class EnergyMeter::Counters {
 public:
  explicit Counters(std::filesystem::path const& powercap) : host(powercap) {}

  detail::Rapl host;
  detail::GpuCounter device;
};

EnergyMeter::EnergyMeter(std::filesystem::path const& powercap)
    : counters_(std::make_unique<Counters>(powercap)) {}
EnergyMeter::~EnergyMeter() = default;

Energy EnergyMeter::used() { return {counters_->host.joules(), counters_->device.joules()}; }
std::string const& EnergyMeter::why_no_host() const { return counters_->host.why_none(); }
std::string const& EnergyMeter::why_no_device() const { return counters_->device.why_none(); }

namespace {

using Clock = std::chrono::steady_clock;

Energy difference(Energy const& end, Energy const& begin) {
  auto const of = [](std::optional<double> e, std::optional<double> b) -> std::optional<double> {
    if (!e || !b) return std::nullopt;
    return *e - *b;
  };
  return {of(end.host, begin.host), of(end.device, begin.device)};
}

// Of body(), which says how long it is to be called.
template <class Body>
Energy energy_of(EnergyMeter& meter, Body const& body) {
  Energy const begin = meter.used();
  body();
  return difference(meter.used(), begin);
}

}  // namespace

Energy measure_energy(std::function<void()> const& prepare, std::function<void()> const& work,
                      EnergyMeter& meter, std::chrono::duration<double> at_least) {
  std::int64_t calls = 0;
  Energy const both = energy_of(meter, [&] {
    std::chrono::duration<double> working(0);
    do {
      prepare();
      auto const begin = Clock::now();
      work();
      working += Clock::now() - begin;
      ++calls;
    } while (working < at_least);
  });
  Energy const alone = energy_of(meter, [&] {
    for (std::int64_t i = 0; i < calls; ++i) prepare();
  });
  // What work() makes is there afterwards, and not what it begins with.
  prepare();
  work();
  Energy each = difference(both, alone);
  for (auto* joules : {&each.host, &each.device}) {
    if (*joules) *joules = std::max(0.0, **joules) / static_cast<double>(calls);
  }
  return each;
}

}  // namespace yoke
