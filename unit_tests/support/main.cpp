#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>
#include <iostream>
#include <random>

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

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const kokkos(argc, argv);
  std::cout << "seed: YOKE_TEST_SEED=" << yoke_test::base_seed() << '\n';
  return RUN_ALL_TESTS();
}
