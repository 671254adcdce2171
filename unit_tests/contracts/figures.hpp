#pragma once

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "support/tools.hpp"
#include "yoke/detail/spaces.hpp"

// What the public headers say that a call takes beyond its arguments, and what it takes.
namespace yoke_test {

// What operator new hands out while one of these exists (figures.cpp replaces it), so that memory
// that bypasses Kokkos counts too.
class HeapRecorder {
 public:
  HeapRecorder();
  ~HeapRecorder();
  HeapRecorder(HeapRecorder const&) = delete;
  HeapRecorder& operator=(HeapRecorder const&) = delete;

  std::uint64_t most_bytes() const;
};

// Phases, names and other words that do not grow with the arguments.
constexpr double few_words = 64 << 10;

// The call takes no more bytes than `said` at any time, and keeps none. Of a call with a thread for
// each core, Kokkos keeps scratch memory after the first one.
template <class Call>
void expect_call_takes(std::string const& name, double said, Call const& call) {
  SCOPED_TRACE(name);
  call();
  AllocationRecorder const recorder;
  HeapRecorder const heap;
  call();
  EXPECT_LE(static_cast<double>(recorder.most_bytes() + heap.most_bytes()), said + few_words);
  EXPECT_EQ(recorder.held_bytes(), 0u);
}

// The same of a plan and its calls; and workspace_bytes() is what the plan then holds of Kokkos.
template <class Make, class Call>
void expect_plan_takes(std::string const& name, double said, Make const& make, Call const& call) {
  SCOPED_TRACE(name);
  {
    auto plan = make();
    call(plan);
  }
  AllocationRecorder const recorder;
  HeapRecorder const heap;
  {
    auto plan = make();
    call(plan);
    // Views without an extent, of single counters, are not entered.
    EXPECT_NEAR(static_cast<double>(plan.workspace_bytes()),
                static_cast<double>(recorder.held_bytes()), 256);
    EXPECT_LE(static_cast<double>(recorder.most_bytes() + heap.most_bytes()), said + few_words);
  }
  EXPECT_EQ(recorder.held_bytes(), 0u);
}

// Every execution space that the library is compiled for, as a typed suite's types.
template <class First, class... Spaces>
using SpacesAfter = testing::Types<Spaces...>;

}  // namespace yoke_test
