#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "photons/hop.hpp"
#include "photons/hot_exits.hpp"
#include "photons/near_counts.hpp"
#include "photons/tally.hpp"

namespace yoke::detail::photons {

// What a thread has under way: a photon, and what it has still to add to the tallies. Deposits in a
// layer wait while they are for the same one, sums for the batch's end.
template <class Real>
struct Following {
  Photon<Real> photon{};
  std::uint32_t hops = 0, lost = 0, won = 0;
  std::int32_t layer = 0;
  // Of many photons.
  std::uint64_t in_layer = 0;
  std::uint64_t photons = 0, reflected = 0, transmitted = 0, all_hops = 0;
};

// Photons of one batch, one after the other, each from where it comes in to where it ends. Their
// random words are the caller's.
template <class Real, class Add>
class Follower {
 public:
  KOKKOS_FUNCTION explicit Follower(Task<Real> const& task, NearCounts const& near = {})
      : task_(task), near_(near) {}

  KOKKOS_FUNCTION bool is_alive() const { return now_.photon.weight > 0; }

  // Batch b of the call's photons.
  KOKKOS_FUNCTION void begin_batch(std::uint64_t b, HotExits const& hot) {
    count_in(b, hot);
    now_.photons = now_.reflected = now_.transmitted = now_.all_hops = 0;
  }
  // The same from where it was broken off.
  KOKKOS_FUNCTION void go_on(std::uint64_t b, HotExits const& hot, Following<Real> const& from) {
    count_in(b, hot);
    now_ = from;
  }
  KOKKOS_FUNCTION Following<Real> const& broken_off() const { return now_; }
  KOKKOS_FUNCTION void end_batch() {
    add_to_layer();
    count(PhotonSum::photons, now_.photons);
    count(PhotonSum::specular, now_.photons * static_cast<std::uint64_t>(task_.medium.specular));
    count(PhotonSum::reflected, now_.reflected);
    count(PhotonSum::transmitted, now_.transmitted);
    count(PhotonSum::hops, now_.all_hops);
  }

  // A photon, by the word that says where it falls: of a narrow beam any.
  KOKKOS_FUNCTION void begin(std::uint32_t place) {
    enter(task_.medium.first);
    now_.hops = now_.lost = now_.won = 0;
    now_.photon = launched(
        task_.medium, task_.medium.is_narrow() ? Real(0.0f) : beam_offset(task_.medium, place));
    ++now_.photons;
    if (task_.medium.first == task_.medium.count) leave(false, Real(1.0f));
  }

  KOKKOS_FUNCTION void hop(Words const& words) {
    ++now_.hops;
    Photon<Real>& photon = now_.photon;
    if (!(photon.step > Real(0.0f))) photon.step = draw_step<Real>(words.word[0]);
    MediumLayer<Real> const& layer = task_.medium.layers[photon.layer];
    LayerPath<Real> const path = loaded(layer.path);
    Real const steepness = magnitude(photon.direction.z);
    Real const distance = distance_ahead(photon.z, photon.direction.z, path.thickness);
    Real length = photon.step * path.free_path;
    // What both ways have in common stands before them: threads that run in step go both.
    bool const crosses = meets_boundary(length, steepness, distance);
    if (crosses) length = quotient(distance, steepness);
    photon.x += length * photon.direction.x;
    photon.y += length * photon.direction.y;
    if (crosses) {
      cross(length, words);
    } else {
      interact(layer, path, length, words);
    }
    if (photon.weight == 0 || now_.hops == task_.most_hops) end();
  }

 private:
  KOKKOS_FUNCTION void count_in(std::uint64_t b, HotExits const& hot) {
    sums_ = task_.tally.batch_of(task_.first + b);
    near_.begin_batch(b);
    hot_ = hot.of_batch(b);
    hot_exits_ = hot.exits;
  }

  KOKKOS_FUNCTION void cross(Real length, Words const& words) {
    Crossing const crossing = meet_boundary(task_.medium, now_.photon, length, words.word[1]);
    if (crossing == Crossing::into_layer) {
      enter(now_.photon.layer);
    } else if (crossing == Crossing::never) {
      give_up();
    } else if (crossing == Crossing::through_surface || crossing == Crossing::through_bottom) {
      leave(crossing == Crossing::through_surface, now_.photon.direction.z);
    }
  }

  KOKKOS_FUNCTION void leave(bool through_surface, Real cosine) {
    auto const units = static_cast<std::uint64_t>(now_.photon.weight);
    std::int32_t const cell = exit_cell(task_.medium, now_.photon.x, now_.photon.y, cosine);
    std::uint64_t* const counts = through_surface ? task_.tally.reflected : task_.tally.transmitted;
    std::uint64_t* const hot = hot_ + (through_surface ? 0 : hot_exits_);
    Add::add((cell < hot_exits_ ? hot : counts) + cell, units);
    now_.reflected += through_surface ? units : 0;
    now_.transmitted += through_surface ? 0 : units;
    now_.photon.weight = 0;
  }

  KOKKOS_FUNCTION void interact(MediumLayer<Real> const& layer, LayerPath<Real> const& path,
                                Real length, Words const& words) {
    now_.photon.z += length * now_.photon.direction.z;
    now_.photon.step = Real(0.0f);
    std::int32_t const units =
        absorbed_units(now_.photon.weight, path.absorbed_share, words.word[2]);
    now_.photon.weight -= units;
    now_.in_layer += static_cast<std::uint32_t>(units);
    if (task_.tally.absorbed != nullptr) {
      std::int32_t const ring = radius_cell(task_.medium, now_.photon.x, now_.photon.y);
      std::int32_t const depth = depth_cell(task_.medium, path.top + now_.photon.z);
      near_.template add_to_cell<Add>(ring, depth, static_cast<std::uint32_t>(units),
                                      task_.tally.absorbed + (ring * task_.medium.depths + depth));
    }
    now_.photon.direction =
        scatter(now_.photon.direction, one_less_cosine(layer, draw_unit<Real>(words.word[1])),
                words.word[2]);
    if (now_.photon.weight < least_weight) play_roulette(words.word[3]);
  }

  KOKKOS_FUNCTION void play_roulette(std::uint32_t word) {
    if (word < roulette_words) {
      now_.won += static_cast<std::uint32_t>(now_.photon.weight * (roulette_odds - 1));
      now_.photon.weight *= roulette_odds;
    } else {
      now_.lost += static_cast<std::uint32_t>(now_.photon.weight);
      now_.photon.weight = 0;
    }
  }

  KOKKOS_FUNCTION void give_up() {
    count(PhotonSum::cut_off, static_cast<std::uint64_t>(now_.photon.weight));
    count(PhotonSum::cut_off_photons, 1);
    now_.photon.weight = 0;
  }

  KOKKOS_FUNCTION void end() {
    if (now_.photon.weight > 0) give_up();
    count(PhotonSum::lost, now_.lost);
    count(PhotonSum::won, now_.won);
    now_.all_hops += now_.hops;
  }

  KOKKOS_FUNCTION void enter(std::int32_t layer) {
    if (layer != now_.layer) add_to_layer();
    now_.layer = layer;
  }
  KOKKOS_FUNCTION void add_to_layer() {
    if (now_.in_layer > 0) {
      near_.template add_to_layer<Add>(now_.layer, now_.in_layer, sums_ + photon_sums + now_.layer);
    }
    now_.in_layer = 0;
  }
  KOKKOS_FUNCTION void count(PhotonSum sum, std::uint64_t much) {
    if (much > 0) Add::add(sums_ + column(sum), much);
  }

  Task<Real> const& task_;
  NearCounts near_;
  std::uint64_t *sums_ = nullptr, *hot_ = nullptr;
  std::int32_t hot_exits_ = 0;
  Following<Real> now_;
};

}  // namespace yoke::detail::photons
