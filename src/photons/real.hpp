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
__device__ __forceinline__ float fast_reciprocal_root(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
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
  return x * fast_reciprocal_root(greatest(x, 1e-30f));
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
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return __sinf(angle);
#endif
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
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Real, float>) return __cosf(angle);
#endif
  Real const square = angle * angle;
  if constexpr (is_double<Real>) {
    return polynomial(square, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800,
                      1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000);
  } else {
    return polynomial(square, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800);
  }
}

}  // namespace yoke::detail::photons
