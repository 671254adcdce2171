#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>
#include <yoke/hybrid.hpp>

#include "spaces.hpp"
#include "tuned_capability.hpp"

// For the files that make rows of TunedCapability.
namespace yoke::tool {

// Powers of 2 from 2^16 on.
inline std::vector<std::size_t> tuned_sizes(int last_exponent, int last_exponent_on_device) {
  std::vector<std::size_t> sizes;
  for (int e = 16; e <= (has_device ? last_exponent_on_device : last_exponent); e += 2) {
    sizes.push_back(std::size_t(1) << e);
  }
  return sizes;
}

// A meter of calls, which has
//   explicit Calls(TunedInput const&)
//   auto planned(Hybrid<> const&)      a function that makes a call of one plan
//   void restore()                     if a call writes over its input
//   std::size_t calls() const          if its function makes several
template <class Calls>
class MeterOf final : public TuneMeter {
 public:
  explicit MeterOf(TunedInput const& input) : calls_(input) {}

  double measure(Cost const& cost) override {
    auto call = calls_.planned(hybrid_);
    restore();
    call();  // the first run of a plan pays for its fresh memory
    double const all = cost([this] { restore(); }, [&call] { call(); });
    if constexpr (requires { calls_.calls(); }) {
      return all / static_cast<double>(calls_.calls());
    } else {
      return all;
    }
  }

 private:
  void restore() {
    if constexpr (requires { calls_.restore(); }) calls_.restore();
  }

  Hybrid<> hybrid_;
  Calls calls_;
};

// The meter of Calls<Index, MemorySpace> for an input's width and place.
template <template <class, class> class Calls, class Index>
std::unique_ptr<TuneMeter> make_meter_in(TunedInput const& input) {
  if constexpr (has_device) {
    if (input.place == TunedPlace::pinned) {
      return std::make_unique<MeterOf<Calls<Index, Kokkos::SharedHostPinnedSpace>>>(input);
    }
    if (input.place == TunedPlace::device) {
      return std::make_unique<MeterOf<Calls<Index, DeviceExec::memory_space>>>(input);
    }
  }
  return std::make_unique<MeterOf<Calls<Index, Kokkos::HostSpace>>>(input);
}
template <template <class, class> class Calls>
std::unique_ptr<TuneMeter> make_meter(TunedInput const& input) {
  return input.wide ? make_meter_in<Calls, std::uint64_t>(input)
                    : make_meter_in<Calls, std::uint32_t>(input);
}

}  // namespace yoke::tool
