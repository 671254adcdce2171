#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <string>
#include <type_traits>

#include "support/arguments.hpp"
#include "support/spaces.hpp"
#include "support/timing.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/validate_sort.hpp"

namespace yoke_perf::sorting {

inline yoke::KeyShape shape_of(std::string const& keys) {
  for (auto const& entry : yoke::key_distributions) {
    if (entry.name == keys) return {.distribution = entry.distribution};
  }
  throw UsageError("there are no keys '" + keys + "'");
}

template <class Memory>
struct NumberValues {
  Numbers<std::uint32_t, Memory> values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    values(i) = static_cast<std::uint32_t>(i);
  }
};

// Counts equal keys that are out of their first order.
template <class Key, class Memory>
struct CountUnstable {
  Numbers<Key, Memory> keys;
  Numbers<std::uint32_t, Memory> values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    if (i > 0 && keys(i) == keys(i - 1) && values(i) <= values(i - 1)) ++faults;
  }
};

// Keys to sort, made anew for every run; values are their numbers.
template <class Key, class Memory>
class Data {
  using Space = std::conditional_t<std::is_same_v<Memory, Device::memory_space>, Device, Host>;

 public:
  Numbers<Key, Memory> keys;
  Numbers<std::uint32_t, Memory> values;

  Data(std::string const& kind, std::uint64_t size, bool has_values)
      : keys(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::keys"), size),
        values(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke_perf::values"),
               has_values ? size : 0),
        shape_(shape_of(kind)) {
    fill();
    before_ =
        has_values ? yoke::fingerprint(Space(), keys, values) : yoke::fingerprint(Space(), keys);
  }

  void fill() const {
    Space const exec;
    yoke::generate_keys(exec, keys, shape_);
    Kokkos::parallel_for("yoke_perf::values", WideRange<Space>(exec, 0, values.extent(0)),
                         NumberValues<Memory>{values});
    exec.fence("yoke_perf: keys made");
  }

  std::string find_fault() const {
    std::string const fault = fault_of("keys", 0, [&]() -> std::size_t {
      if (values.extent(0) > 0) {
        yoke::validate_sort(Space(), keys, values, before_);
      } else {
        yoke::validate_sort(Space(), keys, before_);
      }
      return 0;
    });
    if (!fault.empty()) return fault;
    std::uint64_t unstable = 0;
    Kokkos::parallel_reduce("yoke_perf::check", WideRange<Space>(Space(), 0, values.extent(0)),
                            CountUnstable<Key, Memory>{keys, values}, unstable);
    return unstable == 0 ? "" : std::to_string(unstable) + " equal keys are out of order";
  }

 private:
  yoke::KeyShape shape_;
  yoke::Fingerprint before_;
};

}  // namespace yoke_perf::sorting
