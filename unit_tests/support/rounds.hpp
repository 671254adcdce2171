#pragma once

namespace yoke_test {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define YOKE_TEST_IS_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define YOKE_TEST_IS_SANITIZED
#endif

// How often a test of random inputs, other ones in each run, draws one: a fifth as often under
// sanitizers, where a round takes many times as long.
constexpr int rounds(int count) {
#if defined(YOKE_TEST_IS_SANITIZED)
  return (count + 4) / 5;
#else
  return count;
#endif
}

}  // namespace yoke_test
