#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "photons/hop.hpp"
#include "photons/tally.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::photons {

// The first cells of the grids, those around the beam, where all photons pass: each batch counts
// them in a copy of its own, so that additions seldom meet. A copy has those of absorption, of what
// leaves through the surface, and of what leaves through the bottom.
struct HotCells {
  static constexpr std::uint64_t most = 2048;

  std::uint64_t* counts;  // photon_batches copies
  std::int32_t absorbed, exits;

  KOKKOS_FUNCTION std::int32_t size() const { return absorbed + 2 * exits; }
  KOKKOS_FUNCTION std::uint64_t* of_batch(std::uint64_t b) const {
    return counts + b * static_cast<std::uint64_t>(size());
  }
};

// Adds the copies up.
struct JoinHotCells {
  HotCells hot;
  TallyArrays tally;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t sum = 0;
    for (std::uint64_t b = 0; b < photon_batches; ++b) sum += hot.of_batch(b)[i];
    *cell(static_cast<std::int32_t>(i)) += sum;
  }

 private:
  KOKKOS_FUNCTION std::uint64_t* cell(std::int32_t i) const {
    if (i < hot.absorbed) return tally.absorbed + i;
    i -= hot.absorbed;
    return i < hot.exits ? tally.reflected + i : tally.transmitted + (i - hot.exits);
  }
};

// Photons of one batch, one after the other, each from where it comes in to where it ends, with
// what they have still to add to the tallies: deposits wait while they are for the same cell, or
// the same layer, sums for the batch's end.
template <class Real, class Generator, class Add>
class Follower {
 public:
  KOKKOS_FUNCTION Follower(Task<Real> const& task, Generator const& random)
      : task_(task), words_(random) {}

  KOKKOS_FUNCTION bool is_alive() const { return photon_.weight > 0; }

  // Batch b of the call's photons.
  KOKKOS_FUNCTION void begin_batch(std::uint64_t b, HotCells const& hot) {
    sums_ = task_.tally.batch_of(task_.first + b);
    hot_ = hot.of_batch(b);
    hot_absorbed_ = hot.absorbed;
    hot_exits_ = hot.exits;
    photons_ = reflected_ = transmitted_ = all_hops_ = 0;
  }
  KOKKOS_FUNCTION void end_batch() {
    add_to_cell(0, 0);
    add_to_layer();
    count(PhotonSum::photons, photons_);
    count(PhotonSum::specular, photons_ * static_cast<std::uint64_t>(task_.medium.specular));
    count(PhotonSum::reflected, reflected_);
    count(PhotonSum::transmitted, transmitted_);
    count(PhotonSum::hops, all_hops_);
  }

  KOKKOS_FUNCTION void begin(std::uint64_t number) {
    words_.begin(number);
    hops_ = lost_ = won_ = 0;
    bool const is_narrow = task_.medium.beam == PhotonBeam::narrow;
    photon_ = launched(task_.medium,
                       is_narrow ? Real(0.0f) : beam_offset(task_.medium, words_.draw_place()));
    ++photons_;
    if (task_.medium.first == task_.medium.count) leave(false, Real(1.0f));
  }

  KOKKOS_FUNCTION void hop() {
    Words const words = words_.draw(hops_);
    ++hops_;
    if (!(photon_.step > Real(0.0f))) photon_.step = draw_step<Real>(words.word[0]);
    MediumLayer<Real> const& layer = task_.medium.layers[photon_.layer];
    Real const length = photon_.step * layer.free_path;
    Real const room = room_ahead(photon_.z, photon_.direction.z, layer.thickness);
    if (length * magnitude(photon_.direction.z) > room || layer.is_clear != 0) {
      cross(words);
    } else {
      interact(layer, length, words);
    }
    if (photon_.weight > 0 && hops_ == task_.most_hops) give_up();
    if (photon_.weight == 0) end();
  }

 private:
  KOKKOS_FUNCTION void cross(Words const& words) {
    Crossing const crossing = meet_boundary(task_.medium, photon_, words.word[1]);
    if (crossing == Crossing::never) {
      give_up();
    } else if (crossing == Crossing::through_surface || crossing == Crossing::through_bottom) {
      leave(crossing == Crossing::through_surface, photon_.direction.z);
    }
  }

  KOKKOS_FUNCTION void leave(bool through_surface, Real cosine) {
    auto const units = static_cast<std::uint64_t>(photon_.weight);
    std::int32_t const cell = exit_cell(task_.medium, photon_.x, photon_.y, cosine);
    std::uint64_t* const counts = through_surface ? task_.tally.reflected : task_.tally.transmitted;
    std::uint64_t* const hot = hot_ + hot_absorbed_ + (through_surface ? 0 : hot_exits_);
    Add::add((cell < hot_exits_ ? hot : counts) + cell, units);
    reflected_ += through_surface ? units : 0;
    transmitted_ += through_surface ? 0 : units;
    photon_.weight = 0;
  }

  KOKKOS_FUNCTION void interact(MediumLayer<Real> const& layer, Real length, Words const& words) {
    photon_.x += length * photon_.direction.x;
    photon_.y += length * photon_.direction.y;
    photon_.z += length * photon_.direction.z;
    photon_.step = Real(0.0f);
    std::int32_t const units =
        absorbed_units(photon_.weight, layer.absorbed_share, words.word[1], words.word[2]);
    photon_.weight -= units;
    if (photon_.layer != layer_) {
      add_to_layer();
      layer_ = photon_.layer;
    }
    in_layer_ += static_cast<std::uint32_t>(units);
    if (task_.tally.absorbed != nullptr) {
      add_to_cell(absorption_cell(task_.medium, photon_.x, photon_.y, layer.top + photon_.z),
                  units);
    }
    photon_.direction = scatter(
        photon_.direction, one_less_cosine(layer, draw_signed<Real>(words.word[1])), words.word[2]);
    if (photon_.weight < least_weight) play_roulette(words.word[3]);
  }

  KOKKOS_FUNCTION void play_roulette(std::uint32_t word) {
    if (word < roulette_words) {
      won_ += static_cast<std::uint32_t>(photon_.weight * (roulette_odds - 1));
      photon_.weight *= roulette_odds;
    } else {
      lost_ += static_cast<std::uint32_t>(photon_.weight);
      photon_.weight = 0;
    }
  }

  KOKKOS_FUNCTION void give_up() {
    count(PhotonSum::cut_off, static_cast<std::uint64_t>(photon_.weight));
    count(PhotonSum::cut_off_photons, 1);
    photon_.weight = 0;
  }

  KOKKOS_FUNCTION void end() {
    count(PhotonSum::lost, lost_);
    count(PhotonSum::won, won_);
    all_hops_ += hops_;
  }

  KOKKOS_FUNCTION void add_to_cell(std::int32_t cell, std::int32_t units) {
    if (cell != cell_ || units == 0) {
      std::uint64_t* const counts = cell_ < hot_absorbed_ ? hot_ : task_.tally.absorbed;
      if (in_cell_ > 0) Add::add(counts + cell_, in_cell_);
      cell_ = cell;
      in_cell_ = 0;
    }
    in_cell_ += static_cast<std::uint32_t>(units);
  }
  KOKKOS_FUNCTION void add_to_layer() {
    if (in_layer_ > 0) Add::add(sums_ + photon_sums + layer_, in_layer_);
    in_layer_ = 0;
  }
  KOKKOS_FUNCTION void count(PhotonSum sum, std::uint64_t much) {
    if (much > 0) Add::add(sums_ + column(sum), much);
  }

  Task<Real> const& task_;
  typename WordsOf<Generator>::Type words_;
  Photon<Real> photon_{};
  std::uint64_t *sums_ = nullptr, *hot_ = nullptr;
  std::int32_t hot_absorbed_ = 0, hot_exits_ = 0;
  std::uint32_t hops_ = 0, lost_ = 0, won_ = 0;
  std::int32_t layer_ = 0, cell_ = 0;
  // Of many photons.
  std::uint64_t in_layer_ = 0, in_cell_ = 0;
  std::uint64_t photons_ = 0, reflected_ = 0, transmitted_ = 0, all_hops_ = 0;
};

// Threads that live until no photon of their batch is left: each follows one, and takes the next
// few of the batch from its counter when those that it had are done. There is one loop, whose body
// is a hop, so that threads which run in step are all at a hop, whichever photon's.
template <class Real, class Generator>
struct FollowOneAThread {
  Task<Real> task;
  Generator random;
  HotCells hot;
  std::uint64_t* taken;   // of each batch, how many photons have been
  std::uint64_t threads;  // fewer than photon_batches, or as many for each
  std::uint64_t chunk;    // so many photons at once

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    Follower<Real, Generator, AtomicAdd> follower(task, random);
    for (std::uint64_t b = thread % photon_batches; b < photon_batches; b += threads) {
      follower.begin_batch(b, hot);
      follow(follower, b);
      follower.end_batch();
    }
  }

 private:
  // Photons b, b + photon_batches, ... of those that there are.
  KOKKOS_FUNCTION void follow(Follower<Real, Generator, AtomicAdd>& follower,
                              std::uint64_t b) const {
    std::uint64_t const count = (task.count + photon_batches - 1 - b) / photon_batches;
    std::uint64_t next = 0, end = 0;
    while (true) {
      if (!follower.is_alive()) {
        if (next == end) {
          next = Kokkos::atomic_fetch_add(&taken[b], chunk);
          if (next >= count) return;
          end = next + chunk < count ? next + chunk : count;
        }
        follower.begin(task.first + b + next * photon_batches);
        ++next;
        if (!follower.is_alive()) continue;
      }
      follower.hop();
    }
  }
};

template <class Space, class Real, class Generator>
void follow_one_a_thread(Space const& exec, Task<Real> const& task, Generator const& random,
                         HotCells const& hot, std::uint64_t* taken) {
  auto const most = static_cast<std::uint64_t>(exec.concurrency());
  std::uint64_t threads = std::min(most, task.count);
  if (threads > photon_batches) threads = threads / photon_batches * photon_batches;
  std::uint64_t const chunk = std::clamp<std::uint64_t>(task.count / (threads * 64), 1, 32);
  Kokkos::parallel_for("yoke::photons::follow", WideRange<Space>(exec, 0, threads),
                       FollowOneAThread<Real, Generator>{task, random, hot, taken, threads, chunk});
  Kokkos::parallel_for("yoke::photons::join_hot_cells",
                       WideRange<Space>(exec, 0, static_cast<std::uint64_t>(hot.size())),
                       JoinHotCells{hot, task.tally});
}

}  // namespace yoke::detail::photons
