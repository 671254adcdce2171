#pragma once

#include <string>
#include <utility>
#include <vector>

namespace yoke_perf {

// What figures depend on besides the code: Kokkos and how it was configured, the compiler, the
// machine, the threads, the source's commit. Kokkos must be initialized.
std::vector<std::pair<std::string, std::string>> describe_environment();

// Bytes of host memory that this process may still expect to get; 0 where the system does not say.
std::size_t host_memory();

// Free bytes of the device's memory; the host's where there is no device.
std::size_t device_memory();

}  // namespace yoke_perf
