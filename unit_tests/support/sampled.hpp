#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

#include "support/rounds.hpp"

namespace yoke_test {

template <std::size_t Number, class Kept, class... T>
struct Sample {
  using Types = Kept;
};
template <std::size_t Number, class... Kept, class First, class... Rest>
struct Sample<Number, ::testing::Types<Kept...>, First, Rest...>
    : Sample<Number + 1,
             std::conditional_t<Number == 1 || Number == 2 || Number == 4,
                                ::testing::Types<Kept...>, ::testing::Types<Kept..., First>>,
             Rest...> {};

// The types of a typed test suite; under sanitizers, where each takes long to compile and to run,
// the first, fourth and sixth alone.
#if defined(YOKE_TEST_IS_SANITIZED)
template <class... T>
using Sampled = typename Sample<0, ::testing::Types<>, T...>::Types;
#else
template <class... T>
using Sampled = ::testing::Types<T...>;
#endif

}  // namespace yoke_test
