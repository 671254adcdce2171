#pragma once

#include <Kokkos_Macros.hpp>
#include <array>
#include <cstdint>

#include "yoke/detail/random_words.hpp"

namespace yoke {

/// The graph of Gabber and Galil (1979) for m = 2^32: a vertex is a pair (x, y) of numbers modulo
/// m, and has the neighbours (x, y), (x, 2 x + y + c) and (x + 2 y + c, y), c from 0 to 2. Each is
/// a bijection, so that a walk from a random vertex is at each time at one that is as random.
struct GabberGalil {
  static constexpr std::uint32_t degree = 7;  ///< neighbours

  /// A vertex: 64 bits.
  struct Vertex {
    std::uint32_t x,  ///< the low half
        y;            ///< the high half
    /// Both.
    KOKKOS_FUNCTION constexpr std::uint64_t word64() const { return detail::join_words(x, y); }
    /// Are they one?
    friend constexpr bool operator==(Vertex const&, Vertex const&) = default;
  };

  /// The neighbour of a number, from 0 to 6, in the order above.
  KOKKOS_FUNCTION static constexpr Vertex neighbour(Vertex const& v, std::uint32_t number) {
    if (number == 0) return v;
    if (number <= 3) return {v.x, 2 * v.x + v.y + (number - 1)};
    return {v.x + 2 * v.y + (number - 4), v.y};
  }
};

namespace detail {

using ExpanderVertex = GabberGalil::Vertex;

// A step of 3 bits by the definition: to a neighbour, or what bits 7 stand for.
KOKKOS_INLINE_FUNCTION constexpr ExpanderVertex step_of(ExpanderVertex const& v,
                                                        std::uint32_t number, bool is_diagonal) {
  if (number < GabberGalil::degree) return GabberGalil::neighbour(v, number);
  std::uint32_t const one = is_diagonal ? 1 : 0;
  return {v.x + one, v.y + one};
}

// Several steps are an affine map of both halves.
struct ExpanderSteps {
  std::uint8_t x_of_x, x_of_y, x_term, y_of_x, y_of_y, y_term;

  constexpr ExpanderVertex operator()(ExpanderVertex const& v) const {
    return {x_of_x * v.x + x_of_y * v.y + x_term, y_of_x * v.x + y_of_y * v.y + y_term};
  }
};

// Each three steps, for their 9 bits, the first step's the lowest: 3 KiB.
using ExpanderStepTable = std::array<ExpanderSteps, 512>;

constexpr ExpanderStepTable make_expander_steps(bool is_diagonal) {
  ExpanderStepTable table{};
  for (std::uint32_t bits = 0; bits < table.size(); ++bits) {
    auto const end_of = [&](ExpanderVertex v) {
      for (int i = 0; i < 3; ++i) v = step_of(v, bits >> 3 * i & 7, is_diagonal);
      return v;
    };
    ExpanderVertex const term = end_of({0, 0}), of_x = end_of({1, 0}), of_y = end_of({0, 1});
    auto const byte = [](std::uint32_t value) { return static_cast<std::uint8_t>(value); };
    table[bits] = {byte(of_x.x - term.x), byte(of_y.x - term.x), byte(term.x),
                   byte(of_x.y - term.y), byte(of_y.y - term.y), byte(term.y)};
  }
  return table;
}

inline constexpr ExpanderStepTable expander_steps = make_expander_steps(false);
inline constexpr ExpanderStepTable diagonal_expander_steps = make_expander_steps(true);

#if defined(__CUDA_ARCH__)
// Without branches, since the threads of a warp go different ways. What is multiplied and what is
// added are bytes of two words each, picked in one instruction: selections would be two thirds more
// for the integer pipe, which is the slower one.
__device__ inline void go_step_on_device(ExpanderVertex& v, std::uint32_t number,
                                         bool is_diagonal) {
  std::uint32_t const last = is_diagonal ? 1u << 24 : 0;
  v.y += __byte_perm(0x02020200u, 0, number) * v.x + __byte_perm(0x02010000u, last, number);
  v.x += __byte_perm(0, 0x00020202u, number) * v.y + __byte_perm(0, 0x00020100u | last, number);
}
#endif

// A step.
KOKKOS_INLINE_FUNCTION constexpr void go_step(ExpanderVertex& v, std::uint32_t number,
                                              bool is_diagonal) {
#if defined(__CUDA_ARCH__)
  // std::is_constant_evaluated is a host function to nvcc.
  if (!__builtin_is_constant_evaluated()) return go_step_on_device(v, number, is_diagonal);
  v = step_of(v, number, is_diagonal);
#else
  v = (is_diagonal ? diagonal_expander_steps : expander_steps)[number](v);
#endif
}

// 32 steps, for the bits of three words. On a core three steps at a time: a branch for each step is
// mispredicted every other time, 10 ns, and a look-up is 2.
KOKKOS_INLINE_FUNCTION constexpr void go_32_steps(ExpanderVertex& v, std::uint32_t first,
                                                  std::uint32_t second, std::uint32_t third,
                                                  bool is_diagonal) {
#if defined(__CUDA_ARCH__)
  for (int i = 0; i < 10; ++i) go_step(v, first >> 3 * i & 7, is_diagonal);
  go_step(v, (first >> 30 | second << 2) & 7, is_diagonal);
  for (int i = 0; i < 10; ++i) go_step(v, second >> (3 * i + 1) & 7, is_diagonal);
  go_step(v, (second >> 31 | third << 1) & 7, is_diagonal);
  for (int i = 0; i < 10; ++i) go_step(v, third >> (3 * i + 2) & 7, is_diagonal);
#else
  auto const& three_steps = is_diagonal ? diagonal_expander_steps : expander_steps;
  std::uint64_t bits = join_words(first, second);
  for (int i = 0; i < 7; ++i, bits >>= 9) v = three_steps[bits & 511](v);
  bits |= std::uint64_t(third) << 1;
  // The last two are three of which one stays.
  for (int i = 0; i < 4; ++i, bits >>= 9) v = three_steps[bits & 511](v);
#endif
}

}  // namespace detail
}  // namespace yoke
