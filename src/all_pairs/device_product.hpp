#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "all_pairs/lowering_groups.hpp"
#include "all_pairs/slabs.hpp"
#include "primitives/team_member.hpp"

namespace yoke::detail::all_pairs {

// The least of each number of a target and the sums of a left panel's row and a right panel's
// column. A team has a tile of 128 x 128 words (of 8 bytes: 128 x 64), a thread 8 x 8 of them
// (8 x 4), in quarters of 4 x 4, so that threads side by side read side by side. Slabs of both
// panels go through scratch memory: the next one is read while this one is worked on.
template <class Space, class Weight, class Target, class Its = Words<Weight>>
struct DeviceProduct {
  using Word = typename Its::Word;
  using Left = LeftPanel<Space, Weight>;
  using Right = RightPanel<Space, Weight>;
  using Member = TeamMember<Space>;
  static constexpr int rows = 8, words = sizeof(Word) == 8 ? 4 : 8;  // of a thread
  static constexpr int tile_rows = 16 * rows, tile_words = 16 * words;
  static constexpr int tile_columns = tile_words * Its::numbers;
  using LeftSlabs = Slabs<Its, Left, tile_rows, true>;
  using RightSlabs = Slabs<Its, Right, tile_columns, false>;
  static constexpr int threads = LeftSlabs::threads, slab = LeftSlabs::depth;
  struct alignas(16) Four {
    Word words[4];
  };
  struct alignas(Its::numbers * sizeof(Weight) < 4 ? 8 : 16) FourNumbers {
    Weight numbers[4 * Its::numbers];
  };
  // Does each thread note what lowered its numbers?
  static constexpr bool notes_groups = Target::has_next && !Its::has_places;
  using Groups = LoweringGroups<Its, rows, words>;
  // The teams of a processor at the same time: registers suffice for these.
  static constexpr int teams = Target::is_rest && sizeof(Word) < 8 && !notes_groups ? 2 : 1;
  static constexpr int left_words = slab * tile_rows, right_words = slab * tile_words;
  static constexpr std::size_t scratch = 2 * (left_words + right_words) * sizeof(Word);
  static constexpr int strip_tiles = Right::strip_width / tile_columns;
  static_assert(Left::strip_width == tile_rows && Right::strip_width == tile_columns * strip_tiles);

  Left left;
  Right right;
  Target target;
  int depth;
  Status status;
  std::size_t column_tiles;

  static void run(char const* label, Space const& exec, DeviceProduct product) {
    int const tiles = product.tiles();
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<threads, teams>>;
    Kokkos::parallel_for(
        label, Policy(exec, tiles, threads).set_scratch_size(0, Kokkos::PerTeam(scratch + 16)),
        product);
  }
  // Each of a team.
  int tiles() {
    column_tiles = (target.columns() + tile_columns - 1) / tile_columns;
    return static_cast<int>(Left::strips(target.rows()) * column_tiles);
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    // A team that multiplies panels does not look: another one may note a fault meanwhile, and
    // the threads that see it would leave the others at a barrier.
    if (Target::is_rest && status.had_fault()) return;
    if constexpr (Target::has_next) {
      if (Its::has_places ? status.had_large() : target.only_if_large && !status.had_large())
        return;
    }
    auto* const shared =
        static_cast<Word*>(member.team_shmem().get_shmem_aligned(std::size_t{scratch}, 16));
    auto const tile = static_cast<std::size_t>(member.league_rank());
    std::size_t const i_tile = tile / column_tiles, j_tile = tile % column_tiles;
    int const t = member.team_rank();
    // A warp's threads are 4 x 8, so that they read the fewest bytes of both slabs.
    int const ty = t / 64 * 4 + t % 32 / 8, tx = t / 32 % 2 * 8 + t % 8;
    LeftSlabs a(left.strip(i_tile), t);
    RightSlabs b(right.strip(j_tile / strip_tiles) + j_tile % strip_tiles * tile_columns, t);
    a.fetch(0);
    b.fetch(0);
    Word sums[rows][words];
    bool const is_whole_tile =
        is_whole(i_tile * tile_rows, tile_rows, column_of(j_tile, 0, 0), tile_columns);
    if (is_whole_tile) {
      load<true>(sums, i_tile, j_tile, ty, tx);
    } else {
      load<false>(sums, i_tile, j_tile, ty, tx);
    }
    a.put(shared, 0);
    b.put(shared + left_words, 0);
    member.team_barrier();
    Groups groups;
    int const slabs = depth / slab;
    constexpr int of_group = Groups::depth / slab;
    for (int s = 0; s < slabs; ++s) {
      bool const has_next = s + 1 < slabs;
      if (has_next) {
        a.fetch(s + 1);
        b.fetch(s + 1);
      }
      Word* const now = shared + s % 2 * (left_words + right_words);
      if constexpr (notes_groups) {
        if (s % of_group == 0) groups.begin(sums);
      }
      multiply(sums, now + ty * 4, now + left_words + tx * 4);
      if constexpr (notes_groups) {
        if ((s + 1) % of_group == 0) groups.end(sums, s / of_group);
      }
      if (has_next) {
        Word* const later = shared + (s + 1) % 2 * (left_words + right_words);
        a.put(later, s + 1);
        b.put(later + left_words, s + 1);
      }
      member.team_barrier();
    }
    if (is_whole_tile) {
      finish<true>(sums, groups, i_tile, j_tile, ty, tx);
    } else {
      finish<false>(sums, groups, i_tile, j_tile, ty, tx);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void multiply(Word (&sums)[rows][words], Word const* a,
                                                   Word const* b) {
    YOKE_UNROLL
    for (int k = 0; k < slab; ++k) {
      Four its_rows[rows / 4], its_columns[words / 4];
      YOKE_UNROLL
      for (int q = 0; q < rows / 4; ++q) {
        its_rows[q] = *reinterpret_cast<Four const*>(a + k * tile_rows + q * 64);
      }
      YOKE_UNROLL
      for (int q = 0; q < words / 4; ++q) {
        its_columns[q] = *reinterpret_cast<Four const*>(b + k * tile_words + q * 64);
      }
      YOKE_UNROLL
      for (int r = 0; r < rows; ++r) {
        YOKE_UNROLL
        for (int c = 0; c < words; ++c) {
          sums[r][c] = Its::min_sum(its_rows[r / 4].words[r % 4], its_columns[c / 4].words[c % 4],
                                    sums[r][c]);
        }
      }
    }
  }

  // Numbers of the target as whole groups of four words, which go as one where rows are aligned. In
  // a whole tile a thread has all its groups under way at once; it does not look at each of them.
  KOKKOS_FORCEINLINE_FUNCTION bool is_whole(std::size_t i, std::size_t its_rows, std::size_t j,
                                            std::size_t its_columns) const {
    return target.aligned && i + its_rows <= target.rows() && j + its_columns <= target.columns();
  }
  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION bool is_in(std::size_t i, std::size_t j) const {
    return is_whole_tile || (i < target.rows() && j < target.columns());
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_whole_group(std::size_t i, std::size_t j) const {
    return is_whole(i, 1, j, 4 * Its::numbers);
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t row_of(std::size_t i_tile, int ty, int r) {
    return i_tile * tile_rows + static_cast<std::size_t>(r / 4 * 64 + ty * 4 + r % 4);
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::size_t column_of(std::size_t j_tile, int tx, int c) {
    return (j_tile * tile_words + static_cast<std::size_t>(c / 4 * 64 + tx * 4)) * Its::numbers;
  }

  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION FourNumbers read(std::size_t i, std::size_t j) const {
    if (is_whole_tile || is_whole_group(i, j))
      return *reinterpret_cast<FourNumbers const*>(target.at(i, j));
    FourNumbers four{};
    if (i < target.rows()) {
      YOKE_UNROLL
      for (int q = 0; q < 4 * Its::numbers; ++q) {
        if (j + q < target.columns()) four.numbers[q] = target.distance(i, j + q);
      }
    }
    return four;
  }
  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void write(std::size_t i, std::size_t j,
                                         FourNumbers const& four) const {
    if (is_whole_tile || is_whole_group(i, j)) {
      *reinterpret_cast<FourNumbers*>(target.at(i, j)) = four;
    } else if (i < target.rows()) {
      YOKE_UNROLL
      for (int q = 0; q < 4 * Its::numbers; ++q) {
        if (j + q < target.columns()) target.set(i, j + q, four.numbers[q]);
      }
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION Four sums_of(FourNumbers const& distances) const {
    Four sums;
    if constexpr (Its::has_places) {
      YOKE_UNROLL
      for (int q = 0; q < 4; ++q) sums.words[q] = Its::bound(distances.numbers[q]);
    } else {
      sums = Kokkos::bit_cast<Four>(distances);
      YOKE_UNROLL
      for (int q = 0; q < 4; ++q) sums.words[q] = Its::sum(sums.words[q], target.step.shifted);
    }
    return sums;
  }
  KOKKOS_FORCEINLINE_FUNCTION FourNumbers distances_of(Word const* sums) const {
    Four distances;
    YOKE_UNROLL
    for (int q = 0; q < 4; ++q) {
      distances.words[q] = Its::distance(sums[q], target.step.shifted);
    }
    return Kokkos::bit_cast<FourNumbers>(distances);
  }

  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void load(Word (&sums)[rows][words], std::size_t i_tile,
                                        std::size_t j_tile, int ty, int tx) const {
    YOKE_UNROLL
    for (int r = 0; r < rows; ++r) {
      YOKE_UNROLL
      for (int c = 0; c < words; c += 4) {
        Four const its =
            sums_of(read<is_whole_tile>(row_of(i_tile, ty, r), column_of(j_tile, tx, c)));
        YOKE_UNROLL
        for (int q = 0; q < 4; ++q) sums[r][c + q] = its.words[q];
      }
    }
  }

  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void finish(Word const (&sums)[rows][words], Groups const& groups,
                                          std::size_t i_tile, std::size_t j_tile, int ty,
                                          int tx) const {
    if constexpr (Target::has_next && Its::has_places) {
      store_with_next<is_whole_tile>(sums, i_tile, j_tile, ty, tx);
    } else {
      store<is_whole_tile>(sums, i_tile, j_tile, ty, tx);
      if constexpr (notes_groups) take_next<is_whole_tile>(groups, i_tile, j_tile, ty, tx);
    }
  }

  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void store(Word const (&sums)[rows][words], std::size_t i_tile,
                                         std::size_t j_tile, int ty, int tx) const {
    YOKE_UNROLL
    for (int r = 0; r < rows; ++r) {
      std::size_t const i = row_of(i_tile, ty, r);
      YOKE_UNROLL
      for (int c = 0; c < words; c += 4) {
        std::size_t const j = column_of(j_tile, tx, c);
        write<is_whole_tile>(i, j, distances_of(sums[r] + c));
      }
    }
  }

  // Also what comes next for each lowered number. A row's are read before the first one is written.
  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void store_with_next(Word const (&sums)[rows][words],
                                                   std::size_t i_tile, std::size_t j_tile, int ty,
                                                   int tx) const {
    YOKE_UNROLL
    for (int r = 0; r < rows; ++r) {
      std::size_t const i = row_of(i_tile, ty, r);
      FourNumbers its[words / 4];
      std::uint32_t its_next[words];
      unsigned lowered = 0;
      YOKE_UNROLL
      for (int c = 0; c < words; ++c) {
        std::size_t const j = column_of(j_tile, tx, c / 4 * 4);
        if (c % 4 == 0) its[c / 4] = read<is_whole_tile>(i, j);
        Weight& distance = its[c / 4].numbers[c % 4];
        if (!Its::lowers(sums[r][c], distance) || !is_in<is_whole_tile>(i, j + c % 4)) continue;
        lowered |= 1u << c;
        distance = Its::distance(sums[r][c]);
        its_next[c] = target.next_after(i, Its::place(sums[r][c]));
      }
      YOKE_UNROLL
      for (int c = 0; c < words; ++c) {
        std::size_t const j = column_of(j_tile, tx, c / 4 * 4);
        if (c % 4 == 0 && (lowered >> c & 15) != 0) write<is_whole_tile>(i, j, its[c / 4]);
        if ((lowered >> c & 1) != 0) target.take(i, j + c % 4, its_next[c]);
      }
    }
  }

  // All numbers in one loop: the threads of a warp wait for the one with the most numbers.
  template <bool is_whole_tile>
  KOKKOS_FORCEINLINE_FUNCTION void take_next(Groups const& groups, std::size_t i_tile,
                                             std::size_t j_tile, int ty, int tx) const {
    LoweredNumbers<Groups::count> const lowered(groups.bits);
    LastGroups<Groups::count> const last_group(groups.bits);
    YOKE_UNROLL
    for (int p = 0; p < lowered.parts; ++p) {
      for (std::uint64_t its = lowered.bits[p]; its != 0; its &= its - 1) {
        constexpr int in_row = words * Its::numbers, in_four = 4 * Its::numbers;
        int const number = 64 * p + Kokkos::countr_zero(its), c = number % in_row;
        std::size_t const i = row_of(i_tile, ty, number / in_row);
        std::size_t const j =
            column_of(j_tile, tx, c / in_four * 4) + static_cast<std::size_t>(c % in_four);
        if (!is_in<is_whole_tile>(i, j)) continue;
        target.take(i, j, target.next_after(i, place_of_least(i, j, last_group(number))));
      }
    }
  }
  // Of a group's sums.
  KOKKOS_FORCEINLINE_FUNCTION int place_of_least(std::size_t i, std::size_t j, int group) const {
    int const first = group * Groups::depth;
    Weight least{};
    int place = 0;
    YOKE_UNROLL
    for (int k = 0; k < Groups::depth; ++k) {
      auto const sum =
          static_cast<Weight>(static_cast<Weight>(left(first + k, i)) + right(first + k, j));
      if (k > 0 && !(sum < least)) continue;
      least = sum;
      place = k;
    }
    return first + place;
  }
};

}  // namespace yoke::detail::all_pairs

#undef YOKE_UNROLL
