// Sorts keys in host memory that are more than the device may hold: they go through it in runs.
#include <iostream>
#include <yoke/generate_keys.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/sort.hpp>
#include <yoke/validate_sort.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultHostExecutionSpace const host;
  std::size_t const n = 1 << 23,
                    allowed = 16 << 20;  // 32 MiB of keys; 16 MiB of the device's memory
  Kokkos::View<unsigned*, Kokkos::HostSpace> const keys("keys", n);
  yoke::generate_keys(host, keys, {.distribution = yoke::KeyDistribution::gaussian});
  yoke::Fingerprint const before = yoke::fingerprint(host, keys);

  yoke::Hybrid<> const hybrid;
  yoke::SortReport report;
  yoke::SortOptions options{.split = yoke::Split(0)};  // the device sorts all of them
  options.device_memory = allowed;
  options.report = &report;
  yoke::sort(hybrid, keys, options);

  yoke::validate_sort(host, keys, before);  // throws unless they are the same keys, in order
  std::cout << (n * sizeof(unsigned) >> 20) << " MiB of keys were sorted in ";
  if (report.runs > 0) {
    std::cout << report.runs << " runs; " << (report.bytes_up >> 20) << " MiB went up\n";
  } else {
    std::cout << "host memory: this build has no device with memory of its own\n";
  }
  bool const has_gpu =
      !Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                  Kokkos::DefaultExecutionSpace::memory_space>::accessible;
  return has_gpu == (report.runs > 0) && keys(0) <= keys(n - 1) ? 0 : 1;
}
