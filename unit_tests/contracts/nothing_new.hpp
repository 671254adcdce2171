#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <string>

#include "support/tools.hpp"
#include "yoke/detail/spaces.hpp"

// What a call may allocate, and whom it may make wait.
namespace yoke_test {

// Is it a fence of every instance of a space?
template <class Space>
bool is_global_fence_of(ToolsEvent const& fence) {
  return fence.device_id == Kokkos::Tools::Experimental::device_id_root<Space>();
}

inline bool is_global(ToolsEvent const& fence) {
  bool global = false;
#define YOKE_ASK(Space) global = global || is_global_fence_of<Space>(fence);
  YOKE_FOR_EACH_SPACE(YOKE_ASK)
#undef YOKE_ASK
  return global;
}

// Kokkos fences everything where memory is freed, and so does a call that holds memory while it
// runs.
inline bool is_of_freed_memory(ToolsEvent const& fence) {
  return fence.label.find("free") != std::string::npos ||
         fence.label.find("deallocat") != std::string::npos;
}

template <class Call>
void expect_no_global_fence(Call const& call) {
  FenceRecorder const recorder;
  call();
  EXPECT_FALSE(recorder.fences().empty());
  for (auto const& fence : recorder.fences()) {
    EXPECT_TRUE(!is_global(fence) || is_of_freed_memory(fence)) << fence.label;
  }
}

// The call is one of a plan's, and not the first.
template <class Call>
void expect_nothing_new(Call const& call) {
  call();
  {
    AllocationRecorder const recorder;
    call();
    EXPECT_THAT(recorder.labels(), testing::IsEmpty());
  }
  FenceRecorder const recorder;
  call();
  for (auto const& fence : recorder.fences()) EXPECT_FALSE(is_global(fence)) << fence.label;
}

}  // namespace yoke_test
