#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"
#include "yoke/split.hpp"
#include "yoke/way.hpp"

namespace yoke::detail {

// One of the ways in which a hybrid call may run.
struct CallWay {
  Way name;
  double host_share = 0;
  std::uint64_t device_bytes = 0;  // of the device's memory; 0: nobody counts them

  // Both sides if the share leaves each of them some of the work.
  static CallWay of_share(double host_share, std::uint64_t device_bytes = 0) {
    Way const name = host_share == 0 ? Way::device : host_share == 1 ? Way::host : Way::both;
    return {name, host_share, device_bytes};
  }
};

// The way of a share that was asked for.
inline std::optional<Way> way_of(Split split) {
  if (split.is_automatic()) return std::nullopt;
  return CallWay::of_share(split.host_share()).name;
}

// The ways of a call in the order of their choice.
class Ways {
 public:
  static constexpr std::size_t most = 4;

  Ways(CallWay const& first) { then(first); }
  Ways& then(CallWay const& next) {
    ways_[size_++] = next;
    return *this;
  }

  std::size_t size() const { return size_; }
  CallWay const& operator[](std::size_t i) const { return ways_[i]; }

 private:
  std::array<CallWay, most> ways_{};
  std::size_t size_ = 0;
};

// What ways depend on beside a call, its options and the tuning table.
struct NodeSides {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  bool device_is_host;
  int host_threads;
  std::uint64_t device_memory = unlimited;  // that a plan may take

  // The share of a call that one side does alone and no table knows: cores gain nothing by being
  // two sides.
  double alone() const { return device_is_host ? 1 : 0; }

  // Bytes that the device alone copies.
  template <class T>
  std::uint64_t copied_bytes(RawArray<T> const& array) const {
    bool const is_near =
        array.place == Place::managed || (array.place == Place::device) != device_is_host;
    return is_near ? 0 : array.size * sizeof(T);
  }
};

// How a capability's hybrid calls may run: specialised by each that has a HybridSolver. Has
//
//   static Ways of(Arguments const&, Capacity const&, Options const&, NodeSides const&)
//                              the arrays lie where the caller has them
//   static std::optional<Way> expected(Capacity const&, Options const&, NodeSides const&)
//                              where there is one: most calls' way, if it is known before their
//                              arguments. Without it, that of the share that was asked for
//   static bool is_large(Capacity const&)
//                              if its ways have counts of bytes: may such a plan's calls exceed the
//                              free memory? A driver takes its time to say what is free.
template <class Capability>
struct WaysOf;

template <class Capability>
std::optional<Way> expected_way(typename Capability::Capacity const& capacity,
                                typename Capability::Options const& options,
                                NodeSides const& sides) {
  if constexpr (requires { WaysOf<Capability>::expected(capacity, options, sides); }) {
    return WaysOf<Capability>::expected(capacity, options, sides);
  } else {
    return way_of(options.split);
  }
}

// Thrown by a way whose input is one that it cannot take; it has written no result.
struct NotForThisInput {};

// Chooses among the ways of a plan's calls.
class WayChoice {
 public:
  // `caller` is for messages.
  WayChoice(char const* caller, std::uint64_t device_memory)
      : caller_(caller), device_memory_(device_memory) {}

  // The way that a call begins with: the first that fits, or the last.
  CallWay const& first(Ways const& ways) const { return ways[next(ways, 0)]; }

  // Runs the call in the first way that fits. If its memory ends or the input is not for it, the
  // next one follows, for all later calls too. The last one's exception is the call's. leave(way)
  // frees what a way holds that has failed.
  template <class Run, class Leave>
  auto take(Ways const& ways, Run const& run, Leave const& leave) {
    for (std::size_t i = next(ways, 0);; i = next(ways, i + 1)) {
      bool const is_last = i + 1 == ways.size();
      try {
        return run(ways[i]);
      } catch (DeviceMemoryExceeded const&) {
        leave(ways[i].name);
        if (is_last) throw;
      } catch (NotForThisInput const&) {
        leave(ways[i].name);
        if (is_last) refuse(ways);
      }
      failed_.set(static_cast<std::size_t>(ways[i].name));
    }
  }

 private:
  std::size_t next(Ways const& ways, std::size_t i) const {
    auto const is_open = [this](CallWay const& way) {
      return way.device_bytes <= device_memory_ && !failed_[static_cast<std::size_t>(way.name)];
    };
    while (i + 1 < ways.size() && !is_open(ways[i])) ++i;
    return i;
  }

  // The last way is not for the input, and the others found no memory.
  [[noreturn]] void refuse(Ways const& ways) const;

  char const* caller_;
  std::uint64_t device_memory_;
  std::bitset<way_names.size()> failed_;
};

}  // namespace yoke::detail
