#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "primitives/findings.hpp"
#include "prune/extend_impl.hpp"
#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/prune/distances.hpp"
#include "yoke/graph.hpp"

namespace yoke::detail::prune {

template <class Space, class Vertex>
struct NameRoots {
  PrunedView<Space, Vertex> pruned;
  Array<Space, Vertex> root, depth, anchor;
  KOKKOS_FUNCTION void operator()(std::uint64_t number) const {
    Vertex const v = pruned.order(number);
    bool const is_kept = number < pruned.kept;
    std::uint64_t const place = number - pruned.kept;
    root(v) = is_kept ? static_cast<Vertex>(number) : pruned.root(place);
    depth(v) = is_kept ? 0 : pruned.depth(place);
    anchor(v) = is_kept ? v : pruned.anchor(place);
  }
};

// Vertices by the value that each of them has, in their order; where each value begins.
template <class Vertex, class Position>
std::vector<Vertex> group(std::vector<Vertex> const& value, std::vector<Position>& begin) {
  for (auto const one : value) ++begin[one + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<Position> next(begin.begin(), begin.end() - 1);
  std::vector<Vertex> grouped(value.size());
  for (std::size_t v = 0; v < value.size(); ++v) {
    grouped[next[value[v]]++] = static_cast<Vertex>(v);
  }
  return grouped;
}

template <class Vertex>
using HostWords = Kokkos::View<Vertex*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Space, class Words>
auto to_host(Space const& exec, Words const& words) {
  using Vertex = typename Words::non_const_value_type;
  std::vector<Vertex> copy(words.size());
  Kokkos::deep_copy(exec, HostWords<Vertex>(copy.data(), copy.size()), words);
  exec.fence("yoke::prune: trees copied");
  return copy;
}

template <class Space, class Vertex>
auto from_host(Space const& exec, char const* label, Vertex* words, std::size_t size) {
  auto const copy = make_array<Vertex, typename Space::memory_space>(exec, label, size);
  Kokkos::deep_copy(exec, copy, HostWords<Vertex>(words, size));
  exec.fence("yoke::prune: trees copied");
  return copy;
}

// A tree is few words, and it is walked n times; so one thread of the host sorts.
template <class Space, class Vertex>
RemovedTrees<Space, Vertex> find_trees(Space const& exec, PrunedArrays<Vertex> const& pruned) {
  std::size_t const n = pruned.order.size;
  auto const words = [&](char const* label) {
    return make_array<Vertex, typename Space::memory_space>(exec, label, n);
  };
  RemovedTrees<Space, Vertex> trees;
  trees.kept = pruned.kept();
  trees.clamped =
      make_array<std::uint32_t, typename Space::memory_space>(exec, "yoke::prune::clamped", 1);
  trees.root = words("yoke::prune::root_of");
  trees.depth = words("yoke::prune::depth_of");
  trees.anchor = words("yoke::prune::anchor_of");
  Kokkos::parallel_for(
      "yoke::prune::name_roots", WideRange<Space>(exec, 0, n),
      NameRoots<Space, Vertex>{view_of<Space>(pruned), trees.root, trees.depth, trees.anchor});

  std::vector<Vertex> begin(n + 1);
  auto member = group(to_host(exec, trees.root), begin);
  trees.member = from_host(exec, "yoke::prune::member", member.data(), n);
  trees.begin = from_host(exec, "yoke::prune::begin", begin.data(), n + 1);

  auto const depth = to_host(exec, trees.depth);
  auto const most = n == 0 ? 0 : *std::max_element(depth.begin(), depth.end());
  trees.level.assign(static_cast<std::size_t>(most) + 2, 0);
  auto by_depth = group(depth, trees.level);
  std::size_t const roots = trees.level[1];
  trees.removed = from_host(exec, "yoke::prune::by_depth", by_depth.data() + roots, n - roots);
  for (auto& one : trees.level) one -= std::min(one, roots);
  return trees;
}

// The distances of all vertices, which are symmetric: rows and columns are the same.
template <class Space, class Vertex, class Weight>
struct WholeDistances {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  // Wide enough for a distance and twice the number of vertices.
  using Sum = std::conditional_t<std::is_integral_v<Weight>, std::int32_t, Weight>;

  std::size_t vertices, stride;
  Weight* data;
  Array<Space, Vertex const> root, depth, anchor, member, begin;
  Array<Space, std::uint32_t> clamped;  // one

  static constexpr Sum far = unreachable_distance<Weight>;

  KOKKOS_FORCEINLINE_FUNCTION Weight& at(std::size_t u, std::size_t v) const {
    return data[u * stride + v];
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_reached(std::size_t u, std::size_t v) const {
    return at(u, v) < far;
  }

  // A row: the sums that sum(v) gives. Within the vertex's own tree they are too large, but count.
  // Returns how many of them are reached.
  template <class SumTo>
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t write_row(Member const& team, std::size_t u,
                                                      SumTo const& sum_to) const {
    // The count of clamped ones is in the upper bits: there are fewer than 2^24 vertices.
    constexpr int upper = 40;
    std::size_t const its_root = root(u);
    Weight* const row = &at(u, 0);
    std::uint64_t counts = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, vertices),
        [&](std::size_t v, std::uint64_t& count) {
          Sum near = far;
          Sum const sum = sum_to(v, near);
          bool const is_reached = sum < far;
          row[v] = static_cast<Weight>(is_reached ? sum : far);
          bool const is_clamped = !is_reached && near < far && root(v) != its_root;
          count += std::uint64_t(is_reached) + (std::uint64_t(is_clamped) << upper);
        },
        counts);
    if (counts >> upper != 0) relaxed_store(&clamped(0), 1u);
    return counts & ((std::uint64_t(1) << upper) - 1);
  }
};

// The rows of kept vertices. Paths to removed ones lead through their roots.
template <class Space, class Vertex, class Weight>
struct ExtendKeptRows {
  using Whole = WholeDistances<Space, Vertex, Weight>;
  using Sum = typename Whole::Sum;
  Whole whole;
  std::size_t kept;
  Array<Space, Weight const> kept_distances;

  KOKKOS_FUNCTION void operator()(typename Whole::Member const& team, std::uint64_t& pairs) const {
    auto const u = static_cast<std::size_t>(team.league_rank());
    if (whole.depth(u) > 0) return;
    std::size_t const root = whole.root(u);
    std::uint64_t reached = 0;
    if (root < kept) {
      Weight const* const row = &kept_distances(root * kept);
      reached = whole.write_row(team, u, [&](std::size_t v, Sum& near) {
        std::size_t const other = whole.root(v);
        near = other < kept ? static_cast<Sum>(row[other]) : Whole::far;
        return near + static_cast<Sum>(whole.depth(v));
      });
    } else {  // a tree that vanished
      whole.write_row(team, u, [](std::size_t, Sum&) { return Whole::far; });
      team.team_barrier();
      whole.at(u, u) = 0;
      reached = 1;
    }
    Kokkos::single(Kokkos::PerTeam(team), [&] { pairs += reached; });
  }
};

// The rows of one depth, by the row before on the way to the root.
template <class Space, class Vertex, class Weight>
struct ExtendRemovedRows {
  using Whole = WholeDistances<Space, Vertex, Weight>;
  using Sum = typename Whole::Sum;
  Whole whole;
  Array<Space, Vertex const> removed;
  std::size_t first;  // of this depth

  KOKKOS_FUNCTION void operator()(typename Whole::Member const& team, std::uint64_t& pairs) const {
    Vertex const u = removed(first + static_cast<std::size_t>(team.league_rank()));
    Weight const* const row = &whole.at(whole.anchor(u), 0);
    std::uint64_t const reached = whole.write_row(team, u, [&](std::size_t v, Sum& near) {
      near = row[v];
      return near + Sum(1);
    });
    Kokkos::single(Kokkos::PerTeam(team), [&] { pairs += reached; });
  }
};

// Within the trees, from vertices of one depth to those of the same and of smaller ones. The
// distances of smaller depths are known.
template <class Space, class Vertex, class Weight>
struct ExtendWithinTrees {
  using Whole = WholeDistances<Space, Vertex, Weight>;
  Whole whole;
  Array<Space, Vertex const> removed;
  std::size_t first;  // of this depth

  // Sums counted as reached are not counted again.
  KOKKOS_FUNCTION void operator()(typename Whole::Member const& team, std::uint64_t& pairs) const {
    Vertex const u = removed(first + static_cast<std::size_t>(team.league_rank()));
    std::size_t const root = whole.root(u);
    std::uint64_t of_row = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, std::size_t(whole.begin(root)),
                                std::size_t(whole.begin(root + 1))),
        [&](std::size_t i, std::uint64_t& more) {
          Vertex const v = whole.member(i);
          if (whole.depth(v) > whole.depth(u)) return;
          Weight const distance = find(u, v);
          more += put(u, v, distance);
          if (whole.depth(v) < whole.depth(u)) more += put(v, u, distance);
        },
        of_row);
    Kokkos::single(Kokkos::PerTeam(team), [&] { pairs += of_row; });
  }

 private:
  KOKKOS_FUNCTION Weight find(Vertex u, Vertex v) const {
    using Sum = typename Whole::Sum;
    if (u == v) return 0;
    Vertex const near = whole.anchor(u);
    bool const is_as_deep = whole.depth(v) == whole.depth(u);
    Sum const before = is_as_deep ? whole.at(near, whole.anchor(v)) : whole.at(near, v);
    Sum const sum = before + Sum(is_as_deep ? 2 : 1);
    if (sum < Whole::far) return static_cast<Weight>(sum);
    relaxed_store(&whole.clamped(0), 1u);  // all of a tree is connected
    return unreachable_distance<Weight>;
  }
  KOKKOS_FUNCTION std::uint64_t put(Vertex u, Vertex v, Weight distance) const {
    std::uint64_t const before = whole.is_reached(u, v);
    whole.at(u, v) = distance;
    return std::uint64_t(whole.is_reached(u, v)) - before;
  }
};

template <class Space, class Work>
std::uint64_t count_by_teams(char const* label, Space const& exec, std::size_t teams,
                             Work const& work) {
  std::uint64_t pairs = 0;
  if (teams == 0) return 0;
  Kokkos::parallel_reduce(
      label, Kokkos::TeamPolicy<Space>(exec, static_cast<int>(teams), Kokkos::AUTO), work, pairs);
  exec.fence("yoke::prune: pairs counted");
  return pairs;
}

template <class Space, class Vertex, class Weight>
ExtendedDistances extend_distances(Space const& exec, RemovedTrees<Space, Vertex> const& trees,
                                   RawArray<Weight const> kept_distances, Weight* distances,
                                   std::size_t stride) {
  std::size_t const n = trees.root.extent(0);
  Kokkos::deep_copy(exec, trees.clamped, 0u);
  WholeDistances<Space, Vertex, Weight> const whole{
      n,           stride,       distances, trees.root, trees.depth, trees.anchor, trees.member,
      trees.begin, trees.clamped};
  std::uint64_t pairs = count_by_teams(
      "yoke::prune::extend_kept_rows", exec, n,
      ExtendKeptRows<Space, Vertex, Weight>{whole, trees.kept, array_on<Space>(kept_distances)});
  for (std::size_t depth = 1; depth + 1 < trees.level.size(); ++depth) {
    std::size_t const first = trees.level[depth], end = trees.level[depth + 1];
    pairs += count_by_teams("yoke::prune::extend_removed_rows", exec, end - first,
                            ExtendRemovedRows<Space, Vertex, Weight>{whole, trees.removed, first}) +
             count_by_teams("yoke::prune::extend_within_trees", exec, end - first,
                            ExtendWithinTrees<Space, Vertex, Weight>{whole, trees.removed, first});
  }
  return {pairs, element(exec, Array<Space, std::uint32_t const>(trees.clamped), 0) != 0};
}

}  // namespace yoke::detail::prune
