#pragma once

#include <cstdint>

#include "photons/follow_in_lanes.hpp"
#include "photons/hop.hpp"
#include "primitives/clones.hpp"

// As many photons at once as fill a few vectors: each step of a hop is a loop over lanes that the
// compiler makes vector instructions of, by the functions that follow one photon. What few lanes do
// in a hop, crossing a boundary and ending, they do one by one.
//
// Everything is to be inlined into the functions of lanes.cpp.in, which are compiled for several
// instruction sets.
namespace yoke::detail::photons {

#define YOKE_PHOTONS_INLINE inline __attribute__((always_inline))

template <PhotonArithmetic arithmetic>
class Lanes {
  using Real = LaneReal<arithmetic>;

 public:
  // More lanes keep more of the tissue's constants at hand than a first-level cache holds well.
  static constexpr int count = is_double<Real> ? 16 : 32;

  YOKE_PHOTONS_INLINE explicit Lanes(LaneTask<arithmetic> const& work)
      : task_(work.task), work_(work), medium_(work.task.medium), tally_(work.task.tally) {
    for (int l = 0; l < count; ++l) clear_lane(l);
  }

  YOKE_PHOTONS_INLINE void run() {
    int active = 0;
    for (int l = 0; l < count; ++l) active += begin(l) ? 1 : 0;
    while (active > 0) {
      draw();
      bool const any_crosses = step();
      interact();
      if (tally_.absorbed != nullptr) deposit();
      if (any_crosses) {
        for (int l = 0; l < count; ++l) {
          if (crosses_[l] != 0) cross(l);
        }
      }
      if (!find_ended()) continue;
      for (int l = 0; l < count; ++l) {
        if (ended_[l] == 0) continue;
        end(l);
        if (!begin(l)) --active;
      }
    }
  }

 private:
  YOKE_PHOTONS_INLINE void draw() {
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      std::uint32_t a = state_0_[l], b = state_1_[l], c = state_2_[l], d = state_3_[l];
      words_0_[l] = next_of_xoshiro(a, b, c, d);
      words_1_[l] = next_of_xoshiro(a, b, c, d);
      words_2_[l] = next_of_xoshiro(a, b, c, d);
      words_3_[l] = next_of_xoshiro(a, b, c, d);
      state_0_[l] = a;
      state_1_[l] = b;
      state_2_[l] = c;
      state_3_[l] = d;
      ++hops_[l];
    }
  }

  // How far each goes, unless a boundary is in the way.
  YOKE_PHOTONS_INLINE bool step() {
    std::int32_t any = 0;
    Real const zero(0.0f);
#pragma omp simd reduction(| : any)
    for (int l = 0; l < count; ++l) {
      Real const drawn = draw_step<Real>(words_0_[l]);
      Real const step = step_[l] > zero ? step_[l] : drawn;
      Real const length = step * free_path_[l];
      Real const distance = distance_ahead(z_[l], uz_[l], thickness_[l]);
      std::int32_t const crosses = meets_boundary(length, magnitude(uz_[l]), distance) ? 1 : 0;
      crosses_[l] = crosses;
      step_[l] = crosses != 0 ? step : zero;
      // Of those that cross, what follows is to change nothing.
      Real const move = crosses != 0 ? zero : length;
      x_[l] += move * ux_[l];
      y_[l] += move * uy_[l];
      z_[l] += move * uz_[l];
      any |= crosses;
    }
    return any != 0;
  }

  YOKE_PHOTONS_INLINE void interact() {
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      bool const crosses = crosses_[l] != 0;
      std::int32_t const would = absorbed_units(weight_[l], share_[l], words_2_[l]);
      std::int32_t const units = crosses ? 0 : would;
      std::int32_t const weight = weight_[l] - units;
      units_[l] = units;
      in_layer_[l] += static_cast<std::uint32_t>(units);
      bool const plays = !crosses && weight < least_weight;
      bool const wins = words_3_[l] < roulette_words;
      // Of lanes that do not play it is beyond all weights, and not taken.
      auto const more = static_cast<std::uint32_t>(weight) * roulette_odds;
      std::int32_t const after = wins ? static_cast<std::int32_t>(more) : 0;
      won_[l] += static_cast<std::uint32_t>(plays && wins ? weight * (roulette_odds - 1) : 0);
      lost_[l] += static_cast<std::uint32_t>(plays && !wins ? weight : 0);
      weight_[l] = plays ? after : weight;
    }
    // Written for all lanes: where it was for those alone that scatter, g++ made branches of it.
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      Real const u = draw_unit<Real>(words_1_[l]);
      Real const denominator = bias_[l] + slope_[l] * u;
      Real const q = quotient(Real(1.0f), denominator * denominator);
      Real const v = shift_[l] + q * (hg_0_[l] + u * (hg_1_[l] + u * hg_2_[l]));
      Direction<Real> const next = scatter({ux_[l], uy_[l], uz_[l]}, v, words_2_[l]);
      next_x_[l] = next.x;
      next_y_[l] = next.y;
      next_z_[l] = next.z;
    }
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      bool const crosses = crosses_[l] != 0;
      ux_[l] = crosses ? ux_[l] : next_x_[l];
      uy_[l] = crosses ? uy_[l] : next_y_[l];
      uz_[l] = crosses ? uz_[l] : next_z_[l];
    }
  }

  YOKE_PHOTONS_INLINE void deposit() {
#pragma omp simd
    for (int l = 0; l < count; ++l) {
      cell_[l] = absorption_cell(medium_, x_[l], y_[l], top_[l] + z_[l]);
    }
    if (work_.is_shared) {
      for (int l = 0; l < count; ++l) {
        if (units_[l] > 0) {
          AtomicAdd::add(tally_.absorbed + cell_[l], static_cast<std::uint64_t>(units_[l]));
        }
      }
    } else {
      for (int l = 0; l < count; ++l) {
        tally_.absorbed[cell_[l]] += static_cast<std::uint64_t>(units_[l]);
      }
    }
  }

  YOKE_PHOTONS_INLINE bool find_ended() {
    std::int32_t any = 0;
#pragma omp simd reduction(| : any)
    for (int l = 0; l < count; ++l) {
      std::int32_t const ended = weight_[l] == 0 || hops_[l] >= task_.most_hops ? active_[l] : 0;
      ended_[l] = ended;
      any |= ended;
    }
    return any != 0;
  }

  YOKE_PHOTONS_INLINE void cross(int l) {
    Photon<Real> photon{x_[l],    y_[l],      z_[l],    {ux_[l], uy_[l], uz_[l]},
                        step_[l], weight_[l], layer_[l]};
    Real const length = quotient(distance_ahead(photon.z, photon.direction.z, thickness_[l]),
                                 magnitude(photon.direction.z));
    photon.x += length * photon.direction.x;
    photon.y += length * photon.direction.y;
    Crossing const crossing = meet_boundary(medium_, photon, length, words_1_[l]);
    move(l, photon);
    if (crossing == Crossing::none) return;
    add_to_layer(l);
    if (crossing == Crossing::never) {
      give_up(l);
    } else if (crossing == Crossing::into_layer) {
      enter(l, photon.layer);
    } else {
      leave(l, crossing == Crossing::through_surface, photon.direction.z);
    }
  }

  // What the hops in a layer need is in the lane.
  YOKE_PHOTONS_INLINE void enter(int l, std::int32_t layer) {
    MediumLayer<Real> const& here = medium_.layers[layer];
    layer_[l] = layer;
    thickness_[l] = here.path.thickness;
    free_path_[l] = here.path.free_path;
    share_[l] = here.path.absorbed_share;
    bias_[l] = here.hg_bias;
    slope_[l] = here.hg_slope;
    hg_0_[l] = here.hg_0;
    hg_1_[l] = here.hg_1;
    hg_2_[l] = here.hg_2;
    shift_[l] = here.hg_shift;
    top_[l] = here.path.top;
  }

  YOKE_PHOTONS_INLINE void leave(int l, bool through_surface, Real cosine) {
    if (work_.is_shared) {
      count_exit<AtomicAdd>(medium_, tally_, sums_of(l), through_surface, x_[l], y_[l], cosine,
                            weight_[l]);
    } else {
      count_exit<PlainAdd>(medium_, tally_, sums_of(l), through_surface, x_[l], y_[l], cosine,
                           weight_[l]);
    }
    weight_[l] = 0;
  }

  YOKE_PHOTONS_INLINE void give_up(int l) {
    add(l, PhotonSum::cut_off, static_cast<std::uint64_t>(weight_[l]));
    add(l, PhotonSum::cut_off_photons, 1);
    weight_[l] = 0;
  }

  // The lane's photon is gone, or given up.
  YOKE_PHOTONS_INLINE void end(int l) {
    if (weight_[l] > 0) give_up(l);
    add_to_layer(l);
    if (lost_[l] > 0) add(l, PhotonSum::lost, lost_[l]);
    if (won_[l] > 0) add(l, PhotonSum::won, won_[l]);
    add(l, PhotonSum::hops, hops_[l]);
  }

  // Puts the lane where a photon is.
  YOKE_PHOTONS_INLINE void move(int l, Photon<Real> const& photon) {
    x_[l] = photon.x;
    y_[l] = photon.y;
    z_[l] = photon.z;
    ux_[l] = photon.direction.x;
    uy_[l] = photon.direction.y;
    uz_[l] = photon.direction.z;
    step_[l] = photon.step;
  }

  // Gives the lane the next photon; false where none is left.
  YOKE_PHOTONS_INLINE bool begin(int l) {
    if (next_ == end_ && !work_.source->take(next_, end_)) {
      next_ = end_ = 0;
      clear_lane(l);
      return false;
    }
    std::uint64_t const number = task_.first + next_++;
    number_low_[l] = static_cast<std::uint32_t>(number);
    auto engine = HopStreams(task_.seed, number).engine();
    std::uint32_t const place = draw_word(engine);
    set_state(l, engine.state());
    Photon<Real> const photon =
        launched(medium_, medium_.is_narrow() ? Real(0.0f) : beam_offset(medium_, place));
    move(l, photon);
    weight_[l] = photon.weight;
    hops_[l] = lost_[l] = won_[l] = in_layer_[l] = 0;
    active_[l] = 1;
    add(l, PhotonSum::photons, 1);
    add(l, PhotonSum::specular, static_cast<std::uint64_t>(medium_.specular));
    if (medium_.first < medium_.count) {
      enter(l, photon.layer);
    } else {
      // Through a clear layer, which is all there is. What is left to do is to end it.
      leave(l, false, Real(1.0f));
    }
    // What has no weight ends where the others hop, which is to be no hop: drawing counts it.
    if (weight_[l] == 0) --hops_[l];
    return true;
  }

  YOKE_PHOTONS_INLINE void set_state(int l, RandomBlock const& state) {
    state_0_[l] = state.word[0];
    state_1_[l] = state.word[1];
    state_2_[l] = state.word[2];
    state_3_[l] = state.word[3];
  }

  // A lane without a photon goes nowhere and changes nothing.
  YOKE_PHOTONS_INLINE void clear_lane(int l) {
    Real const zero(0.0f), one(1.0f);
    x_[l] = y_[l] = z_[l] = ux_[l] = uy_[l] = top_[l] = zero;
    uz_[l] = thickness_[l] = step_[l] = bias_[l] = one;
    free_path_[l] = share_[l] = slope_[l] = hg_0_[l] = hg_1_[l] = hg_2_[l] = shift_[l] = zero;
    weight_[l] = layer_[l] = active_[l] = 0;
    hops_[l] = number_low_[l] = lost_[l] = won_[l] = in_layer_[l] = 0;
    set_state(l, {});
  }

  YOKE_PHOTONS_INLINE std::uint64_t* sums_of(int l) const {
    return tally_.batch_of(number_low_[l]);
  }
  YOKE_PHOTONS_INLINE void add_units(std::uint64_t* place, std::uint64_t much) {
    if (work_.is_shared) {
      AtomicAdd::add(place, much);
    } else {
      PlainAdd::add(place, much);
    }
  }
  YOKE_PHOTONS_INLINE void add(int l, PhotonSum sum, std::uint64_t much) {
    add_units(sums_of(l) + column(sum), much);
  }
  YOKE_PHOTONS_INLINE void add_to_layer(int l) {
    if (in_layer_[l] > 0) add_units(sums_of(l) + photon_sums + layer_[l], in_layer_[l]);
    in_layer_[l] = 0;
  }

  template <class T>
  using Lane = T[count];

  Task<Real> const& task_;
  LaneTask<arithmetic> const& work_;
  Medium<Real> const medium_;
  TallyArrays const tally_;
  std::uint64_t next_ = 0, end_ = 0;

  alignas(64) Lane<Real> x_, y_, z_, ux_, uy_, uz_, step_, next_x_, next_y_, next_z_;
  alignas(64) Lane<Real> thickness_, free_path_, share_, bias_, slope_;
  alignas(64) Lane<Real> hg_0_, hg_1_, hg_2_, shift_, top_;
  alignas(64) Lane<std::int32_t> weight_, units_, cell_, layer_, active_, crosses_, ended_;
  alignas(64) Lane<std::uint32_t> hops_, number_low_, lost_, won_, in_layer_;
  alignas(64) Lane<std::uint32_t> state_0_, state_1_, state_2_, state_3_;
  alignas(64) Lane<std::uint32_t> words_0_, words_1_, words_2_, words_3_;
};

}  // namespace yoke::detail::photons
