#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "frame/phase_timer.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::histograms {

// How many counters of 4 bytes a team has room for, and places in a hash table, each of a bin and
// its counter. 33 KiB, which an SM has for four teams: 256 bins, and what is in none, have room 32
// times.
template <class Space, bool OnHost = runs_on_host<Space>>
struct TeamCountTraits {
  static constexpr int team_size = 512;
  static constexpr std::uint32_t capacity = 8448;
  static constexpr std::uint32_t places = 4096;
};
// Hosts take these steps in tests alone.
template <class Space>
struct TeamCountTraits<Space, true> {
  static constexpr int team_size = 1;
  static constexpr std::uint32_t capacity = 2048;
  static constexpr std::uint32_t places = 512;
};

// The compiler's own function: of a counter in a team's memory it makes one instruction, which adds
// up what a warp counts in one place.
KOKKOS_INLINE_FUNCTION void count_one(std::uint32_t* counter) {
  KOKKOS_IF_ON_DEVICE((atomicAdd(counter, 1u);))
  KOKKOS_IF_ON_HOST((Kokkos::atomic_inc(counter);))
}

// Each team counts in memory of its own, every team_count-th tile of the values, and adds its
// counts to those of all teams in the end. Bins that have room there are there, as often as there
// is room, so that the threads of a warp meet neither in a counter nor in a bank.
//
// Where there are more bins, a team has counters for those that come first to each place of a hash
// table, and counts the others in the device's memory. A bin of many values is among the first: of
// one that holds a share f of the values, with a share g in the other bins of its place, f g / (f +
// g) < g are counted there, and g is about 1/4096 if the team's hash function knows nothing of the
// bins. So nothing in the device's memory is contended, however the values are distributed.
template <class Space, class Word, class Bins>
class TeamCount {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  static constexpr int team_size = TeamCountTraits<Space>::team_size;
  static constexpr int loads = 8;  // a thread's, before it counts any of them
  static constexpr std::uint32_t none = ~std::uint32_t(0);
  static constexpr std::uint32_t most_copies = 32;

 public:
  static constexpr std::uint32_t capacity = TeamCountTraits<Space>::capacity;
  static constexpr std::uint32_t places = TeamCountTraits<Space>::places;
  static constexpr std::uint64_t tile = std::uint64_t(loads) * team_size;
  // So many values pay for a team's counters.
  static constexpr std::uint64_t least_of_a_team = std::max<std::uint64_t>(4 * tile, capacity);

  struct Direct {};
  struct Hashed {};

  TeamCount(Word const* values, std::uint64_t size, Bins const& bins, std::uint32_t* totals)
      : values_(values), size_(size), bins_(bins), totals_(totals) {
    std::uint32_t const slots = bins.count() + 1;
    while (2 * copies_ <= most_copies && 2 * copies_ * slots <= capacity) copies_ *= 2;
  }

  void run(Space const& exec) const {
    if (bins_.count() < capacity) {
      dispatch<Direct>(exec, copies_ * (bins_.count() + 1));
    } else {
      dispatch<Hashed>(exec, 2 * places);
    }
  }

  KOKKOS_FUNCTION void operator()(Direct, Member const& member) const {
    std::uint32_t const slots = copies_ * (bins_.count() + 1);
    auto* const counters = scratch(member, slots);
    clear(member, counters, slots, 0);
    member.team_barrier();
    std::uint32_t const copy = static_cast<std::uint32_t>(member.team_rank()) & (copies_ - 1);
    for_each_bin(member, [&](std::uint32_t bin) { count_one(counters + (bin * copies_ + copy)); });
    member.team_barrier();
    for (std::uint32_t bin = member.team_rank(); bin < bins_.count(); bin += team_size) {
      std::uint32_t sum = 0;
      for (std::uint32_t k = 0; k < copies_; ++k) sum += counters[bin * copies_ + (k ^ copy)];
      if (sum > 0) Kokkos::atomic_add(totals_ + bin, sum);
    }
  }

  KOKKOS_FUNCTION void operator()(Hashed, Member const& member) const {
    auto* const held = scratch(member, 2 * places);
    auto* const counters = held + places;
    clear(member, held, places, none);
    clear(member, counters, places, 0);
    member.team_barrier();
    std::uint32_t const salt = hash(static_cast<std::uint32_t>(member.league_rank()) + 1);
    for_each_bin(member, [&](std::uint32_t bin) {
      if (bin == bins_.count()) return;
      std::uint32_t const place = hash(bin ^ salt) % places;
      std::uint32_t holder = relaxed_load(held + place);
      if (holder == none) {
        holder = Kokkos::atomic_compare_exchange(held + place, none, bin);
        if (holder == none) holder = bin;
      }
      // One call for both would not know which memory it counts in.
      if (holder == bin) {
        count_one(counters + place);
      } else {
        count_one(totals_ + bin);
      }
    });
    member.team_barrier();
    for (std::uint32_t place = member.team_rank(); place < places; place += team_size) {
      if (counters[place] > 0) Kokkos::atomic_add(totals_ + held[place], counters[place]);
    }
  }

 private:
  template <class Step>
  void dispatch(Space const& exec, std::size_t slots) const {
    auto const most = static_cast<std::uint64_t>(exec.concurrency()) / team_size;
    auto const teams =
        std::clamp<std::uint64_t>(size_ / least_of_a_team, 1, std::max<std::uint64_t>(most, 1));
    Kokkos::TeamPolicy<Space, Step> policy(exec, static_cast<int>(teams), team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(slots * sizeof(std::uint32_t) + alignment));
    Kokkos::parallel_for("yoke::histogram::count", policy, *this);
  }
  static constexpr std::size_t alignment = 16;

  KOKKOS_FUNCTION static std::uint32_t* scratch(Member const& member, std::size_t slots) {
    return static_cast<std::uint32_t*>(
        member.team_scratch(0).get_shmem(slots * sizeof(std::uint32_t)));
  }
  KOKKOS_FUNCTION static void clear(Member const& member, std::uint32_t* slots, std::uint32_t size,
                                    std::uint32_t value) {
    for (std::uint32_t i = member.team_rank(); i < size; i += team_size) slots[i] = value;
  }

  template <class Visit>
  KOKKOS_FUNCTION void for_each_bin(Member const& member, Visit const& visit) const {
    std::uint64_t const step = tile * member.league_size();
    for (std::uint64_t begin = tile * member.league_rank(); begin < size_; begin += step) {
      std::uint64_t const first = begin + member.team_rank();
      if (begin + tile <= size_) {
        Word loaded[loads];
        for (int k = 0; k < loads; ++k) loaded[k] = values_[first + k * team_size];
        for (int k = 0; k < loads; ++k) visit(bins_(loaded[k]));
      } else {
        for (std::uint64_t i = first; i < size_; i += team_size) visit(bins_(values_[i]));
      }
    }
  }

  Word const* values_;
  std::uint64_t size_;
  Bins bins_;
  std::uint32_t* totals_;
  std::uint32_t copies_ = 1;
};

// Adds a round's totals to the counts; the first round's are what there is.
struct AddTotals {
  std::uint32_t const* totals;
  std::uint64_t* counts;
  bool is_first;

  KOKKOS_FUNCTION void operator()(std::uint64_t bin, std::uint64_t& counted) const {
    std::uint64_t const total = totals[bin];
    counts[bin] = total + (is_first ? 0 : counts[bin]);
    counted += total;
  }
};

// Counters of its own for every team of a device. Source: the thesis, section 4.4.5.
template <class Space>
class TeamCounters {
 public:
  TeamCounters(Space const& exec, std::size_t /*most_values*/, std::size_t most_bins,
               std::uint64_t most_of_a_round = std::uint64_t(1) << 31)
      : exec_(exec),
        totals_(make_buffer<Space, std::uint32_t>(exec, "yoke::histogram::totals", most_bins)),
        most_of_a_round_(most_of_a_round) {}

  // Counts size values; returns how many are in a bin.
  template <class Word, class Bins>
  std::uint64_t count(Word const* values, std::uint64_t size, Bins const& bins,
                      std::uint64_t* counts, PhaseTimer<Space>& timer) const {
    auto const totals = array_of(totals_, bins.count());
    std::uint64_t counted = 0, begin = 0;
    do {
      std::uint64_t const end = std::min(begin + most_of_a_round_, size);
      Kokkos::deep_copy(exec_, totals, 0u);
      TeamCount<Space, Word, Bins>(values + begin, end - begin, bins, totals.data()).run(exec_);
      timer.done("count");
      std::uint64_t here = 0;
      Kokkos::parallel_reduce("yoke::histogram::join", WideRange<Space>(exec_, 0, bins.count()),
                              AddTotals{totals.data(), counts, begin == 0}, here);
      exec_.fence("yoke::histogram: joined");
      timer.done("join");
      counted += here;
      begin = end;
    } while (begin < size);
    return counted;
  }

 private:
  Space exec_;
  Buffer<Space, std::uint32_t> totals_;
  std::uint64_t most_of_a_round_;
};

}  // namespace yoke::detail::histograms
