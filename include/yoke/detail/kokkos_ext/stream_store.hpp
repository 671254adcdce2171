#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace yoke::detail {

// The bytes that a store past the caches writes: a whole line.
inline constexpr std::size_t stream_line = 64;

// The fewest elements of a size that fill lines. The size's lowest set bit divides a line.
// (nvcc takes no std::lcm here.)
constexpr std::size_t elements_in_lines(std::size_t size) {
  return stream_line / std::min(size & (~size + 1), stream_line);
}

// Copies a line to an address that is aligned to one, without reading what is there. Another thread
// sees it once this one has called end_streaming.
inline void stream_store(std::byte* to, std::byte const* from) {
#if defined(__SSE2__)
  auto const* source = reinterpret_cast<__m128i const*>(from);
  auto* target = reinterpret_cast<__m128i*>(to);
  __m128i const a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1);
  __m128i const c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
  _mm_stream_si128(target, a);
  _mm_stream_si128(target + 1, b);
  _mm_stream_si128(target + 2, c);
  _mm_stream_si128(target + 3, d);
#else
  std::memcpy(to, from, stream_line);
#endif
}

// Such stores are not ordered with the others that tell another thread that they are done.
inline void end_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace yoke::detail
