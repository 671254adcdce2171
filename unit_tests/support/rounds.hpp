#pragma once

#include <cstddef>

namespace yoke_test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define YOKE_TEST_IS_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define YOKE_TEST_IS_SANITIZED
#endif

#if defined(YOKE_TEST_IS_SANITIZED)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

// How often a test of random inputs, other ones in each run, draws one: a fifth as often under
// sanitizers, where a round takes many times as long.
constexpr int rounds(int count) { return is_sanitized ? (count + 4) / 5 : count; }

// Elements of an input that is to be large: a quarter of them under sanitizers.
constexpr std::size_t large(std::size_t count) { return is_sanitized ? count / 4 : count; }

}  // namespace yoke_test
