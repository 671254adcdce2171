#pragma once

#include <Kokkos_Macros.hpp>
#include <Kokkos_MathematicalFunctions.hpp>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "photons/medium.hpp"
#include "photons/real.hpp"
#include "yoke/host_generators.hpp"
#include "yoke/random.hpp"

// The physics of a hop, for one photon. Source: Wang, Jacques, Zheng 1995.
//
// A hop draws four words, whatever it needs of them:
//
//   0  32 bits   the length of a step, where the last one has ended
//   1  bits 8-31 the cosine of the angle of scattering; or whether a boundary reflects
//   2  bits 8-31 the azimuth
//   2  bits 0-15 which way a deposit is rounded: those it shares turn by less than 2^-16
//   3  32 bits   roulette
//
// They are the next four words of the engine of the stream that is the photon's number. The first
// word of all says where the photon falls, of a narrow beam too: hops are the same for every beam.
namespace yoke::detail::photons {

using Words = RandomBlock;
using HopStreams = SeededStreams<Xoshiro128>;

// A photon's words.
template <RandomGenerator Generator>
class EngineWords {
 public:
  KOKKOS_FUNCTION explicit EngineWords(Generator const& random)
      : random_(random), engine_(random.stream(0).engine()) {}
  KOKKOS_FUNCTION void begin(std::uint64_t photon) { engine_ = random_.stream(photon).engine(); }
  // For where the photon falls, before its first hop.
  KOKKOS_FUNCTION std::uint32_t draw_place() { return draw_word(engine_); }
  KOKKOS_FUNCTION Words draw() {
    std::uint32_t const first = draw_word(engine_), second = draw_word(engine_);
    std::uint32_t const third = draw_word(engine_);
    return {{first, second, third, draw_word(engine_)}};
  }

 private:
  Generator random_;
  std::remove_cvref_t<decltype(std::declval<Generator>().engine())> engine_;
};

// Below this roulette decides, and one of so many photons goes on.
constexpr std::int32_t least_weight = 26844;  // 1e-4
constexpr std::int32_t roulette_odds = 10;
constexpr std::uint32_t roulette_words = 429496730u;  // 2^32 / 10

// The units of a weight that are absorbed. What is less than a unit is one with the chance that
// keeps the mean.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t absorbed_units(std::int32_t weight, Real share,
                                                        std::uint32_t word) {
  auto const bits = static_cast<std::int32_t>(word & 0xffffu);
  auto const units = static_cast<std::int32_t>(Real(bits) * Real(0x1p-16f) +
                                               (Real(weight) * share + Real(0x1p-17f)));
  // All of it is not a matter of rounding.
  return units < weight && share < Real(1.0f) ? units : weight;
}

template <class Real>
struct Direction {
  Real x, y, z;
};

// The direction after scattering, in a basis of the old one (Duff et al., "Building an orthonormal
// basis, revisited", 2017), which needs no case for what goes straight down: that of u, or of u in
// a mirror if it goes up. v is 1 less the cosine of the angle. Its length is drawn towards 1, so
// that errors do not add up over the hops.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Direction<Real> scatter(Direction<Real> u, Real v, std::uint32_t word) {
  Real const one(1.0f);
  Real const cosine = one - v;
  Real const sine = root(greatest(v * (Real(2.0f) - v), Real(0.0f)));
  Azimuth<Real> const azimuth = draw_azimuth<Real>(word);
  Real const a = sine * azimuth.cosine, b = sine * azimuth.sine;
  Real const p = a * u.x + b * u.y;
  Real const kept = cosine - quotient(p, one + magnitude(u.z));
  Direction<Real> const next{a + u.x * kept, b + u.y * kept,
                             cosine * u.z - chosen(u.z < Real(0.0f), -p, p)};
  Real const length =
      Real(1.5f) - Real(0.5f) * (next.x * next.x + next.y * next.y + next.z * next.z);
  return {next.x * length, next.y * length, next.z * length};
}

// 1 less the cosine of the angle of scattering, of a number from 0 to 1.
template <class Real, class Layer>
KOKKOS_FORCEINLINE_FUNCTION Real one_less_cosine(Layer const& layer, Real u) {
  Real const denominator = layer.hg_bias + layer.hg_slope * u;
  Real const q = quotient(Real(1.0f), denominator * denominator);
  return layer.hg_shift + q * (layer.hg_0 + u * (layer.hg_1 + u * layer.hg_2));
}

// Light that meets a boundary from a medium of index n1, at that cosine from straight, to one of
// n2; ratio is n1 / n2. The part that is reflected, and the cosine of what is not.
template <class Real>
struct Refraction {
  Real reflected, cosine;
};
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Refraction<Real> refract(Real n1, Real n2, Real ratio, Real cosine) {
  Real const one(1.0f);
  if (n1 == n2) return {Real(0.0f), cosine};
  Real const sine_square = ratio * ratio * ((one - cosine) * (one + cosine));
  if (sine_square >= one) return {one, Real(0.0f)};
  Real const c2 = root(greatest(one - sine_square, Real(0.0f)));
  // Across and along the plane of the ray, with one division for both.
  Real const a = n1 * cosine, b = n2 * c2, c = n1 * c2, d = n2 * cosine;
  Real const q = quotient(one, (a + b) * (c + d));
  Real const s = (a - b) * (c + d) * q, p = (c - d) * (a + b) * q;
  return {Real(0.5f) * (s * s + p * p), c2};
}

template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t radius_cell(Medium<Real> const& medium, Real x, Real y) {
  return cell_of(root(x * x + y * y), medium.cells_per_radius, medium.last_radius);
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t depth_cell(Medium<Real> const& medium, Real depth) {
  return cell_of(depth, medium.cells_per_depth, medium.last_depth);
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t absorption_cell(Medium<Real> const& medium, Real x, Real y,
                                                         Real depth) {
  return radius_cell(medium, x, y) * medium.depths + depth_cell(medium, depth);
}

// The cell of the angle of an exit: the last one that begins with that angle or a lesser one.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION std::int32_t angle_cell(Medium<Real> const& medium, Real cosine) {
  std::int32_t cell = 0, end = medium.angles;
  while (end - cell > 1) {
    std::int32_t const middle = cell + (end - cell) / 2;
    if (cosine <= medium.cosines[middle]) {
      cell = middle;
    } else {
      end = middle;
    }
  }
  return cell;
}

// What a photon is between hops. z is from its layer's top.
template <class Real>
struct Photon {
  Real x, y, z;
  Direction<Real> direction;
  Real step;  // free paths that are left; 0: none
  std::int32_t weight, layer;
};

// How far from the axis a photon of a beam falls.
template <class Real>
KOKKOS_FUNCTION Real beam_offset(Medium<Real> const& medium, std::uint32_t word) {
  Real const square =
      medium.beam == PhotonBeam::flat ? draw_unit<Real>(word) : Real(0.5f) * draw_step<Real>(word);
  return medium.beam_radius * root(square);
}

// At x = `offset`: no direction across is another than the others.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Photon<Real> launched(Medium<Real> const& medium, Real offset) {
  Real const zero(0.0f);
  auto const whole = static_cast<std::int32_t>(photon_weight_units);
  return {offset,      zero, zero, {zero, zero, Real(1.0f)}, zero, whole - medium.specular,
          medium.first};
}

// What a photon meets on its way.
enum class Crossing { none, into_layer, through_surface, through_bottom, never };

// How far it is to the boundary that it is heading for, straight down or up.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real distance_ahead(Real z, Real direction_z, Real thickness) {
  return greatest(direction_z < Real(0.0f) ? z : thickness - z, Real(0.0f));
}

// Whether a boundary is in the way of a path of that length.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION bool meets_boundary(Real length, Real steepness, Real distance) {
  return !(length * steepness <= distance);
}

// A photon has gone that length across, to the boundary ahead: that part of its step is used up.
// Decides whether it is reflected. Of one that leaves, direction.z is the cosine outside.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Crossing meet_boundary(Medium<Real> const& medium, Photon<Real>& photon,
                                                   Real length, std::uint32_t word) {
  MediumLayer<Real> const& layer = medium.layers[photon.layer];
  Real const zero(0.0f);
  Real const cosine = magnitude(photon.direction.z);
  bool const is_down = photon.direction.z > zero;
  if (!(cosine > zero)) return Crossing::never;
  photon.z = is_down ? layer.path.thickness : zero;
  photon.step = greatest(photon.step - length * layer.total, zero);

  std::int32_t const next = photon.layer + (is_down ? 1 : -1);
  LayerEnds<Real> const ends = loaded(layer.ends);
  Real const ratio = is_down ? ends.ratio[1] : ends.ratio[0];
  Real const beyond = is_down ? ends.index[1] : ends.index[0];
  Refraction<Real> const refraction = refract(layer.index, beyond, ratio, cosine);
  if (!(draw_unit<Real>(word) > refraction.reflected)) {
    photon.direction.z = -photon.direction.z;
    return Crossing::none;
  }
  photon.layer = next;
  if (next < 0 || next == medium.count) {
    photon.direction.z = refraction.cosine;
    return next < 0 ? Crossing::through_surface : Crossing::through_bottom;
  }
  photon.direction.x *= ratio;
  photon.direction.y *= ratio;
  photon.direction.z = is_down ? refraction.cosine : -refraction.cosine;
  photon.z = is_down ? zero : medium.layers[next].path.thickness;
  return Crossing::into_layer;
}

}  // namespace yoke::detail::photons
