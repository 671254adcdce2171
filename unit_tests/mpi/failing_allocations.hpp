#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <functional>
#include <new>
#include <string>

#include "mpi/support.hpp"
#include "support/tools.hpp"

// One rank runs out of memory, at each place where it takes some: all throw the same, and the next
// call of the same plan does what it should.
namespace yoke_test {

// Of a device's memory the library says more than std::bad_alloc does.
inline bool says_that_memory_lacked(std::string const& thrown) {
  return thrown == std::bad_alloc().what() || thrown.starts_with("yoke: the call needs ");
}

// `make` makes a plan and calls it with little, as what is kept then has to grow, and returns what
// calls it with much; that returns whether the result is right.
inline void expect_recovery(yoke::Distributed<Device> const& cluster,
                            std::function<std::function<bool()>()> const& make) {
  int failures = 0;
  for (int number = 1; number < 200; ++number) {
    auto const call = make();
    std::string thrown;
    int failed = 0;
    {
      FailingAllocation const failing(cluster.rank() + 1 == cluster.ranks() ? number : 0);
      thrown = what_is_thrown([&] { EXPECT_TRUE(call()); });
      failed = cluster.rank() + 1 == cluster.ranks() && failing.has_failed();
    }
    MPI_Bcast(&failed, 1, MPI_INT, cluster.ranks() - 1, MPI_COMM_WORLD);
    EXPECT_TRUE(failed ? says_that_memory_lacked(thrown) : thrown.empty())
        << "allocation " << number << ": " << thrown;
    EXPECT_TRUE(same_on_all(thrown));
    if (!failed) break;
    ++failures;
    EXPECT_TRUE(call()) << "after allocation " << number;
    EXPECT_TRUE(call()) << "again after allocation " << number;
  }
  EXPECT_GT(failures, 0);
  EXPECT_LT(failures, 199);
}

}  // namespace yoke_test
