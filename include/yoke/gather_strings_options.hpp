#pragma once

#include <cstddef>

#include "yoke/report.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// How to gather strings, and what to say of it.
struct GatherStringsOptions {
  /// The bytes that the call may hold of the device's own memory beyond the caller's arrays; 0:
  /// what is free. Nothing on a host.
  std::size_t device_memory = 0;
  CallReport* report = nullptr;  ///< receives what was done; null: nothing is recorded
  Timeline* timeline = nullptr;  ///< what each lane did when; null: nothing
};

}  // namespace yoke
