#include <gtest/gtest.h>
#include <unistd.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "support/seed.hpp"

namespace yoke_test {
std::uint64_t base_seed() {
  static std::uint64_t const seed = [] {
    if (char const* given = std::getenv("YOKE_TEST_SEED")) return std::strtoull(given, nullptr, 10);
    std::random_device entropy;
    return static_cast<unsigned long long>(entropy());
  }();
  return seed;
}
}  // namespace yoke_test

namespace {
// Another number of host threads changes nothing for a test suite that is typed by a GPU's space.
void leave_out_device_cases() {
  auto const& tests = *::testing::UnitTest::GetInstance();
  std::string device;
  for (int i = 0; i < tests.total_test_suite_count(); ++i) {
    auto const& suite = *tests.GetTestSuite(i);
    char const* const type = suite.type_param();
    if (type && std::string_view(type).find("Kokkos::Cuda") != std::string_view::npos) {
      device += std::string(":") + suite.name() + ".*";
    }
  }
  std::string const filter = GTEST_FLAG_GET(filter);
  if (!device.empty()) {
    bool const excludes = filter.find('-') != std::string::npos;
    GTEST_FLAG_SET(filter, filter + (excludes ? "" : "-") + device);
  }
}
}  // namespace

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (std::getenv("YOKE_TEST_HOST_THREADS")) leave_out_device_cases();
  Kokkos::ScopeGuard const kokkos(argc, argv);
  // The log of the Multi-Process Service (scripts/test_gpu) names processes.
  std::cout << "seed: YOKE_TEST_SEED=" << yoke_test::base_seed() << ", process " << ::getpid()
            << '\n';
  return RUN_ALL_TESTS();
}
