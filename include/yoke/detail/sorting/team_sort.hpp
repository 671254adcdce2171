#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/keyed.hpp"
#include "yoke/detail/spaces.hpp"

// An array that is indexed by the number of a loop's round stays in registers where the loop is
// unrolled.
#if defined(__CUDA_ARCH__)
#define YOKE_UNROLL _Pragma("unroll")
#else
#define YOKE_UNROLL
#endif

namespace yoke::detail::sorting {

// What a team sorts in its scratch memory, for elements of so many bytes.
struct TeamTile {
  // The parts that the threads of a team take, each of `run` elements.
  static constexpr std::uint32_t parts = 256;

  std::uint32_t run;

  KOKKOS_FUNCTION explicit constexpr TeamTile(std::size_t element_bytes)
      // Up to 40 KiB, as measured on an H200: larger tiles save levels of merging, and a part still
      // fits into a thread's registers. An odd number of elements, so that threads that each go
      // through their own meet in few banks. Large elements go one a part, into scratch memory of
      // the second level where the first has too little.
      : run(element_bytes > 53   ? 1
            : element_bytes <= 4 ? 17
                                 : static_cast<std::uint32_t>(160 / element_bytes - 1) | 1) {}

  KOKKOS_FUNCTION constexpr std::uint32_t elements() const { return parts * run; }
};

// Sorts and merges with the threads of a team, stably. A thread's part of a merge goes from scratch
// memory into its registers, and back when all have theirs: there is one tile. By bisection it
// finds what its part is merged from. Where parts contradict each other, because `less` is no
// strict weak order, the tile stays as it is from then on, so that elements are only moved.
//
// On hosts, where a thread does the work of a team, parts go into a second tile instead.
template <class Space, class Element, class Less>
class TeamSort {
  static constexpr TeamTile shape{sizeof(Element)};
  static constexpr std::uint32_t run = shape.run;
  static constexpr bool has_other = runs_on_host<Space>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

 public:
  static constexpr std::uint32_t most = shape.elements();

  // With so many bytes for what workspace() gives.
  static auto policy(Space const& exec, std::uint64_t league, std::size_t workspace_bytes = 0) {
    Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<TeamTile::parts>> policy(
        exec, static_cast<int>(league),
        runs_on_host<Space> ? 1 : static_cast<int>(TeamTile::parts));
    policy.set_scratch_size(scratch_level, Kokkos::PerTeam(scratch_bytes + workspace_bytes));
    return policy;
  }

  KOKKOS_FUNCTION TeamSort(Member const& member, Less const& less) : member_(member), less_(less) {
    int const level = scratch_level;  // it is taken by reference
    auto const& space = member.team_scratch(level);
    tile_ = take<Element>(space, most);
    if constexpr (has_other) other_ = take<Element>(space, most);
    splits_ = take<std::uint32_t>(space, TeamTile::parts);
    fault_ = take<std::uint32_t>(space, 1);
    if (member.team_rank() == 0) *fault_ = 0;
    member.team_barrier();
  }

  // Further scratch memory, for the team's own use.
  template <class T>
  KOKKOS_FUNCTION T* workspace(std::size_t count) const {
    int const level = scratch_level;
    return take<T>(member_.team_scratch(level), count);
  }

  // Sorts up to a tile of elements, to `to`, which may be `from`.
  KOKKOS_FUNCTION void sort_tile(Element const* from, Element* to, std::uint32_t size) {
    sort_tile(
        size, [from](std::uint32_t i) { return from[i]; },
        [to](std::uint32_t i, Element const& element) { to[i] = element; });
  }
  // The same of elements get(i), to put(i, element).
  template <class Get, class Put>
  KOKKOS_FUNCTION void sort_tile(std::uint32_t size, Get const& get, Put const& put) {
    if (size == most) {
      sort_tile<true>(size, get, put);
    } else {
      sort_tile<false>(size, get, put);
    }
  }

  // Merges two sorted ranges of together up to a tile.
  KOKKOS_FUNCTION void merge_tile(Element const* first, std::uint32_t first_size,
                                  Element const* second, std::uint32_t size, Element* to) {
    if (size == most) {
      merge_tile<true>(first, first_size, second, size, to);
    } else {
      merge_tile<false>(first, first_size, second, size, to);
    }
  }

  // Sorts any number of elements from `data` to `result`; `data` serves as workspace. More than a
  // tile of them are merged tile by tile, one after the other.
  KOKKOS_FUNCTION void sort(Element* data, Element* result, std::uint64_t size) {
    int levels = 0;
    for (std::uint64_t width = most; width < size; width *= 2) ++levels;
    Element* from = levels % 2 == 0 ? result : data;
    Element* to = levels % 2 == 0 ? data : result;
    for (std::uint64_t begin = 0; begin < size; begin += most) {
      sort_tile(data + begin, from + begin, at_most_a_tile(size - begin));
    }
    for (std::uint64_t width = most; width < size; width *= 2) {
      for (std::uint64_t begin = 0; begin < size; begin += 2 * width) {
        std::uint64_t const left = size - begin, count = left < 2 * width ? left : 2 * width;
        merge_in_tiles(from + begin, width < count ? width : count, count, to + begin);
      }
      Element* const sorted = to;
      to = from;
      from = sorted;
    }
  }

 private:
  static constexpr std::size_t scratch_bytes =
      (has_other ? 2 : 1) * (most * sizeof(Element) + alignof(Element)) +
      (TeamTile::parts + 1) * sizeof(std::uint32_t) + 64;
  // A CUDA team has 48 KiB without being asked for more; Kokkos's hosts have 32.
  static constexpr int scratch_level = runs_on_host<Space> || scratch_bytes > std::size_t(44) * 1024
                                           ? 1
                                           : 0;

  template <class T, class Scratch>
  KOKKOS_FUNCTION static T* take(Scratch const& scratch, std::size_t count) {
    return static_cast<T*>(scratch.get_shmem_aligned(count * sizeof(T), alignof(T)));
  }

  KOKKOS_FUNCTION static std::uint32_t at_most_a_tile(std::uint64_t size) {
    return size < most ? static_cast<std::uint32_t>(size) : most;
  }

  // Keys need no default constructor.
  union Slot {
    KOKKOS_FUNCTION Slot() {}
    Element element;
  };

  // Of a full tile, no element's number has to be looked at.
  template <bool is_full, class Get, class Put>
  KOKKOS_FUNCTION void sort_tile(std::uint32_t size, Get const& get, Put const& put) {
    load<is_full>(size, get);
    for_each_part([&](std::uint32_t p) { sort_part<is_full>(p, size); });
    member_.team_barrier();
    for (std::uint32_t width = 1; width * run < size; width *= 2) {
      merge_parts<is_full>(Pairs{size, width});
    }
    store<is_full>(size, put);
  }
  // The first range's elements lie before the second's.
  template <bool is_full>
  KOKKOS_FUNCTION void merge_tile(Element const* first, std::uint32_t first_size,
                                  Element const* second, std::uint32_t size, Element* to) {
    load<is_full>(
        size, [=](std::uint32_t i) { return i < first_size ? first[i] : second[i - first_size]; });
    merge_parts<is_full>(OnePair{size, first_size});
    store<is_full>(size, [to](std::uint32_t i, Element const& element) { to[i] = element; });
  }

  // A team of a device has a thread for each part.
  template <class Work>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_part(Work const& work) const {
    if constexpr (runs_on_host<Space>) {
      for (std::uint32_t p = 0; p < TeamTile::parts; ++p) work(p);
    } else {
      work(static_cast<std::uint32_t>(member_.team_rank()));
    }
  }

  // The parts of a tile, of which pairs of neighbouring runs of `width` parts are merged.
  struct Pairs {
    std::uint32_t size, width;

    struct Bounds {
      std::uint32_t begin, middle, end;
    };
    KOKKOS_FORCEINLINE_FUNCTION Bounds of(std::uint32_t p) const {
      std::uint32_t const begin = (p & ~(2 * width - 1)) * run;
      return {begin, at_most(begin + width * run), at_most(begin + 2 * width * run)};
    }

   private:
    KOKKOS_FORCEINLINE_FUNCTION std::uint32_t at_most(std::uint32_t end) const {
      return end < size ? end : size;
    }
  };
  struct OnePair {
    std::uint32_t size, first;
    KOKKOS_FORCEINLINE_FUNCTION typename Pairs::Bounds of(std::uint32_t) const {
      return {0, first, size};
    }
  };

  // All are asked for before the first is awaited.
  template <bool is_full, class Get>
  KOKKOS_FUNCTION void load(std::uint32_t size, Get const& get) const {
    for_each_part([&](std::uint32_t p) {
      Slot loaded[run];
      YOKE_UNROLL
      for (std::uint32_t k = 0; k < run; ++k) {
        std::uint32_t const i = k * TeamTile::parts + p;
        if (is_full || i < size) loaded[k].element = get(i);
      }
      YOKE_UNROLL
      for (std::uint32_t k = 0; k < run; ++k) {
        std::uint32_t const i = k * TeamTile::parts + p;
        if (is_full || i < size) tile_[i] = loaded[k].element;
      }
    });
    member_.team_barrier();
  }

  template <bool is_full, class Put>
  KOKKOS_FUNCTION void store(std::uint32_t size, Put const& put) const {
    for_each_part([&](std::uint32_t p) {
      YOKE_UNROLL
      for (std::uint32_t k = 0; k < run; ++k) {
        std::uint32_t const i = k * TeamTile::parts + p;
        if (is_full || i < size) put(i, tile_[i]);
      }
    });
    member_.team_barrier();
  }

  // By exchanges of neighbours, so that all indices are known to the compiler.
  template <bool is_full>
  KOKKOS_FUNCTION void sort_part(std::uint32_t p, std::uint32_t size) const {
    std::uint32_t const begin = p * run;
    if (run == 1 || (!is_full && begin >= size)) return;
    std::uint32_t const count = is_full || size - begin > run ? run : size - begin;
    Slot part[run];
    YOKE_UNROLL
    for (std::uint32_t k = 0; k < run; ++k) {
      if (k < count) part[k].element = tile_[begin + k];
    }
    YOKE_UNROLL
    for (std::uint32_t round = 0; round < run; ++round) {
      YOKE_UNROLL
      for (std::uint32_t k = round % 2; k + 1 < run; k += 2) {
        if (k + 1 < count && less_(part[k + 1].element, part[k].element)) {
          Element const larger = part[k].element;
          part[k].element = part[k + 1].element;
          part[k + 1].element = larger;
        }
      }
    }
    put<is_full>(part, p, size, tile_);
  }

  template <bool is_full, class Bounds>
  KOKKOS_FUNCTION void merge_parts(Bounds const& bounds) {
    for_each_part([&](std::uint32_t p) {
      if (is_full || p * run < bounds.size) splits_[p] = split(bounds.of(p), p * run);
    });
    member_.team_barrier();
    if constexpr (has_other) {
      for_each_part([&](std::uint32_t p) {
        Slot part[run];
        merge_part<is_full>(bounds, p, part);
        put<is_full>(part, p, bounds.size, other_);
      });
      if (*fault_ != 0) return;
      Element* const merged = other_;
      other_ = tile_;
      tile_ = merged;
    } else {
      auto const p = static_cast<std::uint32_t>(member_.team_rank());
      Slot part[run];
      merge_part<is_full>(bounds, p, part);
      member_.team_barrier();
      if (*fault_ == 0) put<is_full>(part, p, bounds.size, tile_);
      member_.team_barrier();
    }
  }

  template <bool is_full>
  KOKKOS_FORCEINLINE_FUNCTION static void put(Slot const (&part)[run], std::uint32_t p,
                                              std::uint32_t size, Element* tile) {
    std::uint32_t const begin = p * run;
    YOKE_UNROLL
    for (std::uint32_t k = 0; k < run; ++k) {
      if (is_full || begin + k < size) tile[begin + k] = part[k].element;
    }
  }

  KOKKOS_FUNCTION std::uint32_t split(typename Pairs::Bounds const& pair,
                                      std::uint32_t place) const {
    return split_merge(tile_ + pair.begin, pair.middle - pair.begin, tile_ + pair.middle,
                       pair.end - pair.middle, place - pair.begin, less_);
  }

  template <bool is_full, class Bounds>
  KOKKOS_FORCEINLINE_FUNCTION void merge_part(Bounds const& bounds, std::uint32_t p,
                                              Slot (&part)[run]) const {
    std::uint32_t const place = p * run;
    if (!is_full && place >= bounds.size) return;
    auto const [begin, middle, end] = bounds.of(p);
    std::uint32_t const stop = is_full || end - place > run ? place + run : end;
    std::uint32_t const here = splits_[p], next = stop == end ? middle - begin : splits_[p + 1];
    if (here > next || next - here > stop - place) {
      *fault_ = 1;  // all write the same
      return;
    }
    std::uint32_t first = begin + here, second = middle + (place - begin - here);
    std::uint32_t const first_end = begin + next, second_end = middle + (stop - begin - next);
    YOKE_UNROLL
    for (std::uint32_t k = 0; k < run; ++k) {
      if (is_full || place + k < stop) {
        bool const takes_second =
            first >= first_end || (second < second_end && less_(tile_[second], tile_[first]));
        part[k].element = tile_[takes_second ? second : first];
        first += takes_second ? 0 : 1;
        second += takes_second ? 1 : 0;
      }
    }
  }

  // Each tile begins where the one before it ends, whatever `less` says.
  KOKKOS_FUNCTION void merge_in_tiles(Element const* from, std::uint64_t first_size,
                                      std::uint64_t size, Element* to) {
    std::uint64_t here = 0;
    for (std::uint64_t place = 0; place < size; place += most) {
      std::uint32_t const count = at_most_a_tile(size - place);
      std::uint64_t next =
          split_merge(from, first_size, from + first_size, size - first_size, place + count, less_);
      if (next < here) next = here;
      if (next > here + count) next = here + count;
      merge_tile(from + here, static_cast<std::uint32_t>(next - here),
                 from + first_size + (place - here), count, to + place);
      here = next;
    }
  }

  Member const& member_;
  Less const& less_;
  Element *tile_, *other_ = nullptr;
  std::uint32_t *splits_, *fault_;
};

}  // namespace yoke::detail::sorting

#undef YOKE_UNROLL
