#pragma once

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Macros.hpp>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "yoke/photon_options.hpp"

// What photons' places and directions are computed in. The type says which arithmetic it is: float
// (fast), Rounded (reproducible), double (precise); the physics is written once for all three.
namespace yoke::detail::photons {

// A float whose operations are rounded one by one, as IEEE 754 says, on every space: never two of
// them at once. On a GPU by the instructions that no compiler fuses; on a host the files that
// compile it say -ffp-contract=off.
class Rounded {
 public:
  Rounded() = default;
  KOKKOS_FORCEINLINE_FUNCTION constexpr Rounded(float value) : value_(value) {}
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit Rounded(double value)
      : value_(static_cast<float>(value)) {}
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit Rounded(std::int32_t value)
      : value_(static_cast<float>(value)) {}
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit operator float() const { return value_; }
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit operator std::int32_t() const {
    return static_cast<std::int32_t>(value_);
  }

#if defined(__CUDA_ARCH__)
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator+(Rounded a, Rounded b) {
    return __fadd_rn(a.value_, b.value_);
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator-(Rounded a, Rounded b) {
    return __fsub_rn(a.value_, b.value_);
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator*(Rounded a, Rounded b) {
    return __fmul_rn(a.value_, b.value_);
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator/(Rounded a, Rounded b) {
    return __fdiv_rn(a.value_, b.value_);
  }
#else
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator+(Rounded a, Rounded b) {
    return a.value_ + b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator-(Rounded a, Rounded b) {
    return a.value_ - b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator*(Rounded a, Rounded b) {
    return a.value_ * b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Rounded operator/(Rounded a, Rounded b) {
    return a.value_ / b.value_;
  }
#endif
  KOKKOS_FORCEINLINE_FUNCTION Rounded operator-() const { return -value_; }
  KOKKOS_FORCEINLINE_FUNCTION Rounded& operator+=(Rounded b) { return *this = *this + b; }
  KOKKOS_FORCEINLINE_FUNCTION Rounded& operator-=(Rounded b) { return *this = *this - b; }
  KOKKOS_FORCEINLINE_FUNCTION Rounded& operator*=(Rounded b) { return *this = *this * b; }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator<(Rounded a, Rounded b) {
    return a.value_ < b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator>(Rounded a, Rounded b) {
    return a.value_ > b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator<=(Rounded a, Rounded b) {
    return a.value_ <= b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator>=(Rounded a, Rounded b) {
    return a.value_ >= b.value_;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator==(Rounded a, Rounded b) {
    return a.value_ == b.value_;
  }

 private:
  float value_;
};

template <PhotonArithmetic arithmetic>
struct RealOf;
template <>
struct RealOf<PhotonArithmetic::fast> {
  using Type = float;
};
template <>
struct RealOf<PhotonArithmetic::reproducible> {
  using Type = Rounded;
};
template <>
struct RealOf<PhotonArithmetic::precise> {
  using Type = double;
};

template <class Real>
inline constexpr bool is_double = std::is_same_v<Real, double>;

// By value: of variables, a conditional expression may choose between their addresses, which no
// vector instruction does.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real chosen(bool first, Real one, Real other) {
  return first ? one : other;
}

// The lesser and the greater; of a NaN and b, b.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real least(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return fminf(a, b);  // one instruction
#endif
  return a < b ? a : b;
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real greatest(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return fmaxf(a, b);
#endif
  return a > b ? a : b;
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real magnitude(Real a) {
  return a < Real(0.0f) ? -a : a;
}

#if defined(__CUDA_ARCH__)
// A GPU's own approximations, of what is no denormal number: CUDA's functions look for those first.
__device__ __forceinline__ float fast_reciprocal(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ float fast_root(float x) {
  float y;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
__device__ __forceinline__ float fast_log2(float x) {
  float y;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
#endif

KOKKOS_FORCEINLINE_FUNCTION double root(double x) { return std::sqrt(x); }
KOKKOS_FORCEINLINE_FUNCTION Rounded root(Rounded x) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(static_cast<float>(x));
#else
  return std::sqrt(static_cast<float>(x));
#endif
}
KOKKOS_FORCEINLINE_FUNCTION float root(float x) {
#if defined(__CUDA_ARCH__)
  return fast_root(x);
#else
  return std::sqrt(x);
#endif
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real quotient(Real a, Real b) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return a * fast_reciprocal(b);
#endif
  return a / b;
}

// first + x (second + x (...)).
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real polynomial(Real, double last) {
  return Real(last);
}
template <class Real, class... Rest>
KOKKOS_FORCEINLINE_FUNCTION Real polynomial(Real x, double first, Rest... rest) {
  return polynomial(x, rest...) * x + Real(first);
}

// u = m 2^e with m from about sqrt(1/2) to sqrt(2).
KOKKOS_FORCEINLINE_FUNCTION float split_exponent(float u, float& mantissa) {
  auto const bits = Kokkos::bit_cast<std::int32_t>(u);
  std::int32_t const exponent = (bits - 0x3f3504f3) >> 23;
  mantissa = Kokkos::bit_cast<float>(bits - exponent * (1 << 23));
  return static_cast<float>(exponent);
}
KOKKOS_FORCEINLINE_FUNCTION Rounded split_exponent(Rounded u, Rounded& mantissa) {
  float m;
  float const exponent = split_exponent(static_cast<float>(u), m);
  mantissa = m;
  return exponent;
}
KOKKOS_FORCEINLINE_FUNCTION double split_exponent(double u, double& mantissa) {
  auto const bits = Kokkos::bit_cast<std::int64_t>(u);
  auto const high = static_cast<std::int32_t>(bits >> 32);
  std::int32_t const exponent = (high - 0x3fe6a09e) >> 20;
  mantissa = Kokkos::bit_cast<double>(bits - (std::int64_t(exponent) * (std::int64_t(1) << 52)));
  return static_cast<double>(exponent);
}

// -ln(u) for 0 < u < 1. ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.172: its series ends
// where the rest is below half a unit in the last place.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real minus_log(Real u) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return -0.69314718f * fast_log2(u);
#endif
  Real m;
  Real const exponent = split_exponent(u, m);
  Real const s = quotient(m - Real(1.0f), m + Real(1.0f));
  Real const square = s * s;
  Real series;
  if constexpr (is_double<Real>) {
    series = polynomial(square, 2.0, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9, 2.0 / 11, 2.0 / 13,
                        2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21);
  } else {
    series = polynomial(square, 2.0, 2.0 / 3, 2.0 / 5, 2.0 / 7, 2.0 / 9);
  }
  return -(exponent * Real(0.69314718055994530942) + s * series);
}

// Of an angle from -pi / 4 to pi / 4, by Taylor's series.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real sine_of(Real angle) {
  Real const square = angle * angle;
  if constexpr (is_double<Real>) {
    return angle * polynomial(square, 1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880,
                              -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000);
  } else {
    return angle * polynomial(square, 1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880);
  }
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real cosine_of(Real angle) {
  Real const square = angle * angle;
  if constexpr (is_double<Real>) {
    return polynomial(square, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800,
                      1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000);
  } else {
    return polynomial(square, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800);
  }
}

// From 0 to 1, by a word's 24 high bits. A GPU's fast arithmetic takes all bits: that saves a
// shift.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real draw_unit(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) {
    return static_cast<float>(word) * 0x1p-32f + 0x1p-33f;
  }
#endif
  return (Real(static_cast<std::int32_t>(word >> 8)) + Real(0.5f)) * Real(0x1p-24f);
}

// The free paths until the photon scatters, -ln of a number from 0 to 1.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real draw_step(std::uint32_t word) {
  if constexpr (is_double<Real>) {
    return minus_log((static_cast<double>(word) + 0.5) * 0x1p-32);
  } else {
#if defined(__CUDA_ARCH__)
    // Rounded to 1 once in 2^25 numbers: a step of 0.
    if constexpr (std::is_same_v<Real, float>) return minus_log(draw_unit<Real>(word));
#endif
    // A signed number is converted by one instruction. Below 2^-8 all bits count, else the highest.
    bool const is_small = word < (1u << 24);
    auto const bits = static_cast<std::int32_t>(is_small ? word : word >> 8);
    Real const u = (Real(bits) + Real(0.5f)) * (is_small ? Real(0x1p-32f) : Real(0x1p-24f));
    return minus_log(least(u, Real(1 - 0x1p-24f)));
  }
}

// The cosine and the sine of an azimuth, by a word's 24 high bits: an eighth of a turn to either
// side of one of four directions. A GPU's fast arithmetic takes all bits, and the whole turn.
template <class Real>
struct Azimuth {
  Real cosine, sine;
};
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Azimuth<Real> draw_azimuth(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) {
    float const angle = static_cast<float>(static_cast<std::int32_t>(word)) *
                        static_cast<float>(3.14159265358979323846 * 0x1p-31);
    return {__cosf(angle), __sinf(angle)};
  }
#endif
  auto const k = static_cast<std::int32_t>(word >> 8 & 0x3fffffu) - (1 << 21);
  Real const angle = (Real(k) + Real(0.5f)) * Real(0.78539816339744830962 * 0x1p-21);
  Real const near = cosine_of(angle), right = sine_of(angle);
  Real const front = (word >> 31) != 0 ? -near : near;
  bool const swaps = (word >> 30 & 1) != 0;
  return {chosen(swaps, right, front), chosen(swaps, front, right)};
}

// The number of the cell of a length, of so many cells a unit, the last one for all beyond.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t cell_of(Real length, Real cells, Real last) {
  // In this order a NaN is in a cell too.
  Real const cell = least(length * cells, last);
#if defined(__CUDA_ARCH__)
  // What is negative becomes 0.
  if constexpr (std::is_same_v<Real, float>) {
    return static_cast<std::int32_t>(__float2uint_rz(cell));
  }
#endif
  return static_cast<std::int32_t>(greatest(cell, Real(0.0f)));
}

// A structure of four numbers, aligned as a whole: a GPU loads it by one instruction.
template <class Four>
KOKKOS_FORCEINLINE_FUNCTION Four loaded(Four const& four) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(Four) == sizeof(float4)) {
    return Kokkos::bit_cast<Four>(__ldg(reinterpret_cast<float4 const*>(&four)));
  }
#endif
  return four;
}

}  // namespace yoke::detail::photons
