#pragma once

#include <gtest/gtest.h>

#include "yoke/detail/spaces.hpp"

namespace yoke_test {

template <class, class... Spaces>
struct SpaceList {
  using Types = ::testing::Types<Spaces...>;
};

// Every space that the library is compiled for, as the types of a typed test suite.
#define YOKE_TEST_SPACE(Space) , Space
using AllSpaces = SpaceList<void YOKE_FOR_EACH_SPACE(YOKE_TEST_SPACE)>::Types;
#undef YOKE_TEST_SPACE

}  // namespace yoke_test
