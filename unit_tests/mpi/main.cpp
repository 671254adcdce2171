#include <gtest/gtest.h>
#include <mpi.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>

#include "mpi/support.hpp"
#include "support/seed.hpp"

// Every rank runs every test. A test has failed where it has on any rank: each says what it found,
// and all know it before the next one begins, and end with the same status.

namespace {
std::uint64_t seed = 0;

class JoinResults : public ::testing::EmptyTestEventListener {
  void OnTestEnd(::testing::TestInfo const& test) override {
    int failed = test.result()->Failed() ? 1 : 0, ranks_that_failed = 0;
    MPI_Allreduce(&failed, &ranks_that_failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (ranks_that_failed == 0) return;
    any_failed = true;
    if (failed == 0) std::cerr << test.name() << " failed on " << ranks_that_failed << " ranks\n";
  }

 public:
  static inline bool any_failed = false;
};
}  // namespace

namespace yoke_test {
std::uint64_t base_seed() { return seed; }
}  // namespace yoke_test

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);  // Kokkos has threads of its own
  ::testing::InitGoogleTest(&argc, argv);
  int status = 1, rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    Kokkos::ScopeGuard const kokkos(argc, argv);
    if (char const* given = std::getenv("YOKE_TEST_SEED")) {
      seed = std::strtoull(given, nullptr, 10);
    } else {
      seed = std::random_device()();
    }
    MPI_Bcast(&seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    listeners.Append(new JoinResults);
    if (rank == 0) {
      std::cout << "seed: YOKE_TEST_SEED=" << seed << '\n';
    } else {
      delete listeners.Release(listeners.default_result_printer());
      // What another rank found is printed by it alone.
      class Failures : public ::testing::EmptyTestEventListener {
        void OnTestPartResult(::testing::TestPartResult const& result) override {
          if (result.failed()) std::cerr << "another rank: " << result.summary() << '\n';
        }
      };
      listeners.Append(new Failures);
    }
    status = RUN_ALL_TESTS();
    if (JoinResults::any_failed) status = 1;
    yoke_test::clusters().clear();
  }
  MPI_Finalize();
  return status;
}
