#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/partition.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// How the arcs are cut up: a tile of 4096 is what a team counts and moves, a chunk what each of its
// threads goes through in order. One counter a tile.
template <class Space, bool OnHost = runs_on_host<Space>>
struct CompactTraits;
template <class Space>
struct CompactTraits<Space, true> {
  static constexpr int team_size = 1, chunk = 4096;
};
template <class Space>
struct CompactTraits<Space, false> {
  static constexpr int team_size = 256, chunk = 16;
};

// Copies the arcs whose two ends are kept, in their order: count, scan, copy. Cut up by arcs, so
// that a hub does not keep one thread.
//
//   Keep  keeps(vertex); keeps_row(vertex): keeps all neighbours of a vertex that it keeps, which
//         saves asking for each
template <class Space, class Vertex, class Offset, class Keep>
class CompactRows {
  using Traits = CompactTraits<Space>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr std::uint64_t tile = Traits::team_size * Traits::chunk;

 public:
  struct Count {};
  struct Copy {};

  static std::uint64_t tiles(std::uint64_t arcs) { return (arcs + tile - 1) / tile; }

  // `counts` has room for a counter a tile, `kept_neighbours` for all arcs. The rows are those of
  // the vertices from `first` on: a rank's.
  CompactRows(CsrView<Space, Vertex, Offset> const& rows, Keep const& keep,
              Array<Space, Offset> const& counts, Array<Space, Vertex> const& kept_neighbours,
              std::uint64_t first = 0)
      : rows_(rows),
        keep_(keep),
        counts_(counts),
        kept_neighbours_(kept_neighbours),
        first_(first) {}

  // Returns how many arcs were kept, once that is known; the copy may still be running.
  std::uint64_t run(Space const& exec) const {
    std::uint64_t const all = tiles(rows_.arcs());
    if (all == 0) return 0;
    Offset kept = 0;
    Kokkos::parallel_for("yoke::compact_rows::count", policy<Count>(exec, all), *this);
    Kokkos::parallel_scan("yoke::compact_rows::scan", WideRange<Space>(exec, 0, all),
                          ExclusiveScan<Space, Offset>{counts_}, kept);
    Kokkos::parallel_for("yoke::compact_rows::copy", policy<Copy>(exec, all), *this);
    return kept;
  }

  KOKKOS_FUNCTION void operator()(Count, Member const& member) const {
    Offset kept = count(member);
    if constexpr (Traits::team_size > 1) member.team_reduce(Kokkos::Sum<Offset>(kept));
    if (member.team_rank() == 0) counts_(member.league_rank()) = kept;
  }

  KOKKOS_FUNCTION void operator()(Copy, Member const& member) const {
    Offset place = counts_(member.league_rank());
    if constexpr (Traits::team_size > 1) place += member.team_scan(count(member));
    for_each_row(member, [&](std::uint64_t v, Offset begin, Offset end) {
      bool const all = keep_.keeps_row(v);
      for (Offset arc = begin; arc < end; ++arc) {
        Vertex const neighbour = rows_.neighbours(arc);
        if (all || keep_.keeps(neighbour)) kept_neighbours_(place++) = neighbour;
      }
    });
  }

 private:
  template <class Step>
  static auto policy(Space const& exec, std::uint64_t teams) {
    return Kokkos::TeamPolicy<Space, Step>(exec, static_cast<int>(teams), Traits::team_size);
  }

  KOKKOS_FUNCTION std::uint64_t begin(Member const& member) const {
    std::uint64_t const first = static_cast<std::uint64_t>(member.league_rank()) * tile +
                                static_cast<std::uint64_t>(member.team_rank()) * Traits::chunk;
    return first < rows_.arcs() ? first : rows_.arcs();
  }
  KOKKOS_FUNCTION std::uint64_t end(Member const& member) const {
    std::uint64_t const last = begin(member) + Traits::chunk;
    return last < rows_.arcs() ? last : rows_.arcs();
  }
  // Calls visit(vertex, first arc, end) for what lies in the thread's chunk of the kept rows.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_row(Member const& member, Visit const& visit) const {
    std::uint64_t const last = end(member);
    std::uint64_t arc = begin(member);
    if (arc >= last) return;
    for (std::uint64_t v = rows_.row_of(arc); arc < last; ++v) {
      std::uint64_t const row_end = rows_.end(v) < last ? rows_.end(v) : last;
      if (keep_.keeps(first_ + v)) {
        visit(first_ + v, static_cast<Offset>(arc), static_cast<Offset>(row_end));
      }
      arc = row_end;
    }
  }
  KOKKOS_FUNCTION Offset count(Member const& member) const {
    Offset kept = 0;
    for_each_row(member, [&](std::uint64_t v, Offset begin, Offset end) {
      if (keep_.keeps_row(v)) {
        kept += end - begin;
        return;
      }
      for (Offset arc = begin; arc < end; ++arc) kept += keep_.keeps(rows_.neighbours(arc));
    });
    return kept;
  }

  CsrView<Space, Vertex, Offset> rows_;
  Keep keep_;
  Array<Space, Offset> counts_;
  Array<Space, Vertex> kept_neighbours_;
  std::uint64_t first_;
};

}  // namespace yoke::detail
