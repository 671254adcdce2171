#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "distances/lengths.hpp"

namespace yoke::detail::distances {

// Wasserman and Faust's closeness of a vertex that reaches `reached` of n vertices, itself among
// them, at distances with this sum.
KOKKOS_INLINE_FUNCTION double closeness_of(std::uint64_t reached, double distance,
                                           std::uint64_t n) {
  double const others = static_cast<double>(reached) - 1;
  double const all_others = static_cast<double>(n) - 1;
  return distance > 0 ? others / distance * (others / all_others) : 0;
}

// Integers are added in 128 bits.
class WideSum {
 public:
  KOKKOS_FUNCTION void add(std::uint64_t value) {
    low_ += value;
    high_ += low_ < value;
  }
  KOKKOS_FUNCTION void add(WideSum const& other) {
    add(other.low_);
    high_ += other.high_;
  }
  // The nearest double.
  KOKKOS_FUNCTION double value() const {
    if (high_ == 0) return static_cast<double>(low_);
    // The first 64 bits; the last of them stands for all that follow.
    int const shift = 64 - Kokkos::countl_zero(high_);
    bool const is_whole = shift == 64;
    std::uint64_t const first = is_whole ? high_ : high_ << (64 - shift) | low_ >> shift;
    std::uint64_t const rest = is_whole ? low_ : low_ << (64 - shift);
    double const scale =
        is_whole ? 18446744073709551616.0 : static_cast<double>(std::uint64_t(1) << shift);
    return static_cast<double>(first | (rest != 0)) * scale;
  }

 private:
  std::uint64_t low_ = 0, high_ = 0;
};

class RealSum {
 public:
  KOKKOS_FUNCTION void add(double value) { value_ += value; }
  KOKKOS_FUNCTION void add(RealSum const& other) { value_ += other.value_; }
  KOKKOS_FUNCTION double value() const { return value_; }

 private:
  double value_ = 0;
};

// The vertices that a search has come to, and the sum of their distances. A sum of blocks that are
// added in order is the same on every space.
template <class Weight>
struct DistanceSum {
  static constexpr std::uint64_t block = 512;

  std::uint64_t vertices = 0;
  std::conditional_t<std::is_floating_point_v<Weight>, RealSum, WideSum> distance;

  // Of `size` distances, each distances(v).
  template <class Distances>
  KOKKOS_FUNCTION static DistanceSum of_block(Distances const& distances, std::uint64_t size,
                                              std::uint64_t number) {
    DistanceSum sum;
    std::uint64_t const begin = number * block;
    std::uint64_t const end = begin + block < size ? begin + block : size;
    for (std::uint64_t v = begin; v < end; ++v) {
      Weight const distance = distances(v);
      if (distance != no_length<Weight>()) sum.add(distance);
    }
    return sum;
  }
  // The distance of a vertex.
  KOKKOS_FUNCTION void add(Weight one) {
    ++vertices;
    if constexpr (std::is_floating_point_v<Weight>) {
      distance.add(static_cast<double>(one));
    } else {
      distance.add(static_cast<std::uint64_t>(one));
    }
  }
  static constexpr KOKKOS_FUNCTION std::uint64_t blocks(std::uint64_t size) {
    return (size + block - 1) / block;
  }
  KOKKOS_FUNCTION void add(DistanceSum const& other) {
    vertices += other.vertices;
    distance.add(other.distance);
  }
  KOKKOS_FUNCTION double closeness(std::uint64_t n) const {
    return closeness_of(vertices, distance.value(), n);
  }
};

}  // namespace yoke::detail::distances
