#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/partition.hpp"
#include "sorting/element.hpp"

namespace yoke::detail::sorting {

// Sorted runs of `length` keys each, the last one maybe shorter, one behind the other.
template <class Word>
struct SortedRuns {
  Word const* keys;
  std::uint64_t size, length;
  int count;
  KeyOrder<Word> order;

  KOKKOS_FUNCTION std::uint64_t begin(int run) const { return run * length; }
  KOKKOS_FUNCTION std::uint64_t end(int run) const {
    return begin(run) + length < size ? begin(run) + length : size;
  }
  KOKKOS_FUNCTION Word rank(std::uint64_t i) const { return order.rank(order.canonical(keys[i])); }
};

// Cuts sorted runs so that what lies between two cuts, taken together, are the `length` elements
// that follow each other once all are sorted. Cut g of run r, a place in keys, is cuts[g * runs +
// r], for g from 0 to the number of runs. Of equal keys those of earlier runs come first, so the
// parts are level whatever the keys are, and a stable sort of the parts is one of the whole. Other
// cuts are made by how many elements precede each.
template <class Space, class Word>
class LevelCuts {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  using Scratch = Kokkos::View<std::uint64_t*, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int digit_bits = 4;
  static constexpr int digits = 1 << digit_bits;

 public:
  LevelCuts(SortedRuns<Word> const& runs, Array<Space, std::uint64_t> const& cuts)
      : runs_(runs), cuts_(cuts), count_(runs.count + 1) {}
  // `preceding`: of each cut.
  LevelCuts(SortedRuns<Word> const& runs, Array<Space, std::uint64_t> const& cuts,
            Array<Space, std::uint64_t const> const& preceding)
      : runs_(runs),
        cuts_(cuts),
        preceding_(preceding),
        count_(static_cast<int>(preceding.extent(0))) {}

  static std::size_t elements(int runs) { return static_cast<std::size_t>(runs + 1) * runs; }

  void run(Space const& exec) const {
    Policy policy(exec, count_, PartitionTraits<Space>::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Scratch::shmem_size(digits * runs_.count) +
                                               2 * Scratch::shmem_size(runs_.count)));
    Kokkos::parallel_for("yoke::sort::level_cuts", policy, *this);
  }

  // The largest rank that no more than `target` keys precede is found digit by digit; low and high
  // enclose the keys of each run that begin with the digits found.
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Scratch const places(member.team_scratch(0), digits * runs_.count);
    Scratch const low(member.team_scratch(0), runs_.count);
    Scratch const high(member.team_scratch(0), runs_.count);
    std::uint64_t const target = places_before(member.league_rank());
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, runs_.count), [&](int r) {
      low(r) = runs_.begin(r);
      high(r) = runs_.end(r);
    });
    member.team_barrier();
    Word found = 0;
    for (int shift = 8 * sizeof(Word) - digit_bits; shift >= 0; shift -= digit_bits) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, digits * runs_.count), [&](int k) {
        Word const rank = found | static_cast<Word>(k / runs_.count) << shift;
        places(k) = lower_bound(rank, low(k % runs_.count), high(k % runs_.count));
      });
      member.team_barrier();
      int const digit = largest_digit(places, target);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(member, runs_.count), [&](int r) {
        low(r) = places(digit * runs_.count + r);
        if (digit + 1 < digits) high(r) = places((digit + 1) * runs_.count + r);
      });
      member.team_barrier();
      found |= static_cast<Word>(digit) << shift;
    }
    Kokkos::single(Kokkos::PerTeam(member),
                   [&] { share_equal_keys(member.league_rank(), target, low, high); });
  }

 private:
  KOKKOS_FUNCTION std::uint64_t places_before(int cut) const {
    if (preceding_.extent(0) > 0) return preceding_(cut);
    return cut * runs_.length < runs_.size ? cut * runs_.length : runs_.size;
  }

  KOKKOS_FUNCTION std::uint64_t lower_bound(Word rank, std::uint64_t begin,
                                            std::uint64_t end) const {
    while (begin < end) {
      std::uint64_t const middle = begin + (end - begin) / 2;
      if (runs_.rank(middle) < rank) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  KOKKOS_FUNCTION int largest_digit(Scratch const& places, std::uint64_t target) const {
    int digit = digits - 1;
    for (; digit > 0; --digit) {
      std::uint64_t before = 0;
      for (int r = 0; r < runs_.count; ++r) {
        before += places(digit * runs_.count + r) - runs_.begin(r);
      }
      if (before <= target) break;
    }
    return digit;
  }

  KOKKOS_FUNCTION void share_equal_keys(int cut, std::uint64_t target, Scratch const& low,
                                        Scratch const& high) const {
    std::uint64_t left = target;
    for (int r = 0; r < runs_.count; ++r) left -= low(r) - runs_.begin(r);
    for (int r = 0; r < runs_.count; ++r) {
      std::uint64_t const equal = high(r) - low(r), taken = equal < left ? equal : left;
      cuts_(cut * runs_.count + r) = low(r) + taken;
      left -= taken;
    }
  }

  SortedRuns<Word> runs_;
  Array<Space, std::uint64_t> cuts_;
  Array<Space, std::uint64_t const> preceding_;
  int count_;
};

}  // namespace yoke::detail::sorting
