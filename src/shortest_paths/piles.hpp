#pragma once

#include "bfs/level_arcs.hpp"
#include "shortest_paths/algorithm.hpp"

namespace yoke::detail::shortest_paths {

// Places of counters: what a device has followed, while the host did not look.
inline constexpr int followed_rounds = 5, followed_arcs = 6;

// Where a vertex goes: `kept` is for one of the far pile that stays there.
enum class Pile { none, near, far, kept };

// What one thread has found and not put on its pile yet.
template <class Vertex, int capacity>
struct Finds {
  Vertex near[capacity], far[capacity];
  int near_count = 0, far_count = 0;
  std::uint64_t tally = 0;  // of the near ones

  KOKKOS_FUNCTION bool is_full() const { return near_count == capacity || far_count == capacity; }
  KOKKOS_FUNCTION void clear() {
    near_count = far_count = 0;
    tally = 0;
  }
};

// The vertices whose arcs wait: those of the next round in `next`, and all further ones in `far`.
// Each has a mark, so that it stands there once: 0, the round in which it is followed next, or
// is_far. A vertex comes to the far pile once, as its first mark; it leaves it for a round. So
// neither pile has more than n.
template <class Space, class Vertex, class Offset>
struct Piles {
  static constexpr std::uint32_t is_far = ~std::uint32_t(0);

  bfs::Frontier<Space, Vertex, Offset> next;
  Array<Space, Vertex> far;
  Array<Space, std::uint32_t> mark;
  // The tallies of three rounds in a row, round r's at r mod 3, the sizes of two far piles, and
  // what was followed.
  Array<Space, std::uint64_t> counters;
  std::uint32_t round;  // in which `next` is followed
  int far_pile;         // 0 or 1: which of the two it is

  KOKKOS_FUNCTION std::uint64_t* near_counter() const { return &counters(round % 3); }
  KOKKOS_FUNCTION std::uint64_t* far_counter() const { return &counters(3 + far_pile); }
  // Those that nobody reads or writes now, for later kernels. By one thread.
  KOKKOS_FUNCTION void clear_later_counters() const {
    counters((round + 1) % 3) = counters(4 - far_pile) = 0;
  }

  // Whether the vertex has to be put on the pile. With others at work (shared), or alone.
  template <bool shared>
  KOKKOS_FUNCTION bool enters(Pile pile, Vertex v) const {
    if (pile == Pile::kept) return true;
    std::uint32_t* const place = &mark(v);
    if (pile == Pile::near) {
      if (relaxed_load(place) == round) return false;
      if constexpr (shared) return Kokkos::atomic_exchange(place, round) != round;
      *place = round;
      return true;
    }
    if (pile == Pile::none || relaxed_load(place) != 0) return false;
    if constexpr (shared) return Kokkos::atomic_compare_exchange(place, 0u, is_far) == 0;
    *place = is_far;
    return true;
  }

  template <int capacity>
  KOKKOS_FUNCTION void collect(Finds<Vertex, capacity>& finds, Pile pile, Vertex v) const {
    if (!enters<true>(pile, v)) return;
    if (pile == Pile::near) {
      finds.near[finds.near_count++] = v;
      finds.tally += next.tally_of(v);
    } else {
      finds.far[finds.far_count++] = v;
    }
  }

  // Puts the finds on the piles, from these places on.
  template <int capacity>
  KOKKOS_FUNCTION void append(Finds<Vertex, capacity> const& finds, std::uint64_t near_place,
                              std::uint64_t far_place) const {
    for (int i = 0; i < finds.near_count; ++i) {
      next.put(bfs::LevelRecord{}, near_place, finds.near[i]);
      near_place += next.tally_of(finds.near[i]);
    }
    for (int i = 0; i < finds.far_count; ++i) far(far_place + i) = finds.far[i];
  }

  // By a thread of a host.
  template <int capacity>
  KOKKOS_FUNCTION void append(Finds<Vertex, capacity>& finds) const {
    std::uint64_t const far_count = static_cast<std::uint64_t>(finds.far_count);
    append(finds, finds.tally > 0 ? Kokkos::atomic_fetch_add(near_counter(), finds.tally) : 0,
           far_count > 0 ? Kokkos::atomic_fetch_add(far_counter(), far_count) : 0);
    finds.clear();
  }
  // By all threads of a device's team.
  template <class Member, int capacity>
  KOKKOS_FUNCTION void append_together(Member const& member,
                                       Finds<Vertex, capacity> const& finds) const {
    std::uint64_t const far_count = static_cast<std::uint64_t>(finds.far_count);
    std::uint64_t const near_place = member.team_scan(finds.tally, near_counter());
    std::uint64_t const far_place = member.team_scan(far_count, far_counter());
    append(finds, near_place, far_place);
  }
  // By one thread alone.
  KOKKOS_FUNCTION void append_alone(Pile pile, Vertex v) const {
    if (!enters<false>(pile, v)) return;
    if (pile == Pile::near) {
      std::uint64_t& tally = *near_counter();
      next.put(bfs::LevelRecord{}, tally, v);
      tally += next.tally_of(v);
    } else {
      far((*far_counter())++) = v;
    }
  }
};

// What one thread alone puts.
template <class Space, class Vertex, class Offset>
struct AppendAlone {
  Piles<Space, Vertex, Offset> const& piles;
  KOKKOS_FUNCTION void operator()(Pile pile, Vertex v) const { piles.append_alone(pile, v); }
};

// Puts what a work finds on the piles: work.for_each<shared>(begin, end, put) calls put(pile, v)
// for what its items `begin` to `end` - 1 lead to. On a device an item leads to one vertex at most.
template <class Space, class Vertex, class Offset, class Work>
struct FillPiles {
  Piles<Space, Vertex, Offset> piles;
  Work work;
  std::uint64_t size;
  std::uint64_t most;  // items of a task, or of a thread of a team

  // A task of a host.
  KOKKOS_FUNCTION void operator()(std::uint64_t task) const {
    if (task == 0) piles.clear_later_counters();
    std::uint64_t const begin = task * most;
    std::uint64_t const end = begin + most < size ? begin + most : size;
    Finds<Vertex, 128> finds;
    work.template for_each<true>(begin, end, [&](Pile pile, Vertex v) {
      piles.collect(finds, pile, v);
      if (finds.is_full()) piles.append(finds);
    });
    piles.append(finds);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    by_teams(member, static_cast<std::uint64_t>(member.league_rank()),
             static_cast<std::uint64_t>(member.league_size()));
  }
  // One of these teams of a device, tile after tile, with one atomic addition a tile. All threads
  // of the team come to the end of a tile, also those without items.
  template <class Member>
  KOKKOS_FUNCTION void by_teams(Member const& member, std::uint64_t team,
                                std::uint64_t teams) const {
    if (team == 0 && member.team_rank() == 0) piles.clear_later_counters();
    auto const team_size = static_cast<std::uint64_t>(member.team_size());
    auto const thread = static_cast<std::uint64_t>(member.team_rank());
    std::uint64_t const threads = teams * team_size;
    std::uint64_t chunk = (size + threads - 1) / threads;
    if (chunk > most) chunk = most;
    std::uint64_t const tile = chunk * team_size;
    for (std::uint64_t t = team; t * tile < size; t += teams) {
      std::uint64_t const first = t * tile + thread * chunk;
      std::uint64_t const begin = first < size ? first : size;
      std::uint64_t const end = first + chunk < size ? first + chunk : size;
      Finds<Vertex, 8> finds;
      work.template for_each<true>(begin, end,
                                   [&](Pile pile, Vertex v) { piles.collect(finds, pile, v); });
      piles.append_together(member, finds);
    }
  }
};

}  // namespace yoke::detail::shortest_paths
