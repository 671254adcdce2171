#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <utility>

#include "yoke/mpi/detail/pruned_results.hpp"
#include "yoke/mpi/prune.hpp"
#include "yoke/pruned_bfs.hpp"

namespace yoke {

/// The workspace for searching a pruned graph on ranks repeatedly: a BfsPlan of the remaining
/// graph, and the words that yoke::bfs for a pruned graph on ranks takes. A call that needs more
/// words than those before it allocates. Made and called by all ranks.
template <class Space, class Vertex, class Offset, class MemorySpace>
class PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace> {
  using Word = detail::WordOf<Vertex>;
  using Results = detail::mpi::PrunedResults<Space, Vertex, Offset, MemorySpace>;
  using Array = typename Results::Array;

 public:
  /// Throws as BfsPlan does, on all ranks.
  PrunedBfsPlan(Distributed<Space> const& cluster,
                DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                BfsOptions const& options = {})
      : results_(cluster.network(), pruned),
        report_(options.report),
        inner_(cluster, pruned.graph().own_vertices(), pruned.graph().own_arcs(), options) {}

  /// Searches as yoke::bfs does for a pruned graph on ranks.
  template <class Source, class Level>
  std::size_t operator()(Source const& source, Level const& level) {
    return (*this)(source, level, Kokkos::View<Vertex*, MemorySpace>());
  }

  /// The same, with parents.
  template <class Source, class Level, class Parent>
  std::size_t operator()(Source const& source, Level const& level, Parent const& parent) {
    constexpr char const* name = "yoke::bfs";
    constexpr bool is_one = std::is_integral_v<Source>;
    static_assert(detail::prune::check_extended_type<Space, Vertex, Level>());
    static_assert(detail::prune::check_extended_type<Space, Vertex, Parent>());
    auto call = results_.call(name, is_one ? " from one source" : " from sources");
    if constexpr (is_one) call.same("source", detail::source_word<Word>(source));
    Wanted wanted;
    ranks().begin_call(call, [&] {
      if (level.extent(0) > 0) results_.check_own(name, "level", level);
      if (parent.extent(0) > 0) results_.check_own(name, "parent", parent);
      take_sources(name, source, level, parent);
      wanted.level = level_copy_.template array<Word>(exec(), level);
      wanted.parent = parent_copy_.template array<Word>(exec(), parent);
      if (report_ != nullptr) *report_ = {};
    });
    wanted.any_parents = ranks().sum(parent.extent(0)) > 0;
    std::size_t const reached = search(wanted, share_sources(is_one));
    results_.take_own(level_of_all_, wanted.level);
    results_.take_own(parent_of_all_, wanted.parent);
    level_copy_.write_back(exec(), level);
    parent_copy_.write_back(exec(), parent);
    results_.enter(report_);
    return reached;
  }

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() +
           sizeof(Vertex) *
               (level_of_kept_.size() + parent_of_kept_.size() + level_of_all_.size() +
                parent_of_all_.size() + start_.size() + list_.size() + sources_.size());
  }

 private:
  // This rank's results, and whether any rank wants parents.
  struct Wanted {
    detail::RawArray<Word> level, parent;
    bool any_parents = false;
  };

  auto& ranks() const { return results_.ranks(); }
  Space const& exec() const { return results_.exec(); }
  auto const& pruned() const { return results_.pruned(); }

  // By this rank alone. One source, which all ranks know, is already of all ranks.
  template <class Source, class Level, class Parent>
  void take_sources(char const* caller, Source const& source, Level const& level,
                    Parent const& parent) {
    auto const outputs = {detail::bytes_of("level", level), detail::bytes_of("parent", parent)};
    if constexpr (std::is_integral_v<Source>) {
      detail::check_source(caller, source, pruned().vertices());
      detail::check_apart(caller, outputs, {});
      Kokkos::deep_copy(exec(), first_of(results_.words(sources_, "yoke::prune::sources", 1), 1),
                        static_cast<Vertex>(source));
    } else {
      static_assert(detail::prune::check_extended_type<Space, Vertex, Source>());
      detail::check_apart(caller, outputs, {detail::bytes_of("source", source)});
      own_sources_ = source_copy_.template array<Word const>(exec(), source);
      detail::mpi::check_sources<Space, Word>(exec(), own_sources_, pruned().vertices());
    }
  }
  // All ranks get the sources of all. Returns how many there are.
  std::size_t share_sources(bool is_one) {
    if (is_one) return 1;
    auto const counts = ranks().gather(own_sources_.size);
    auto const all = std::accumulate(counts.begin(), counts.end(), std::uint64_t(0));
    detail::mpi::agreed(ranks(), [&] { results_.words(sources_, "yoke::prune::sources", all); });
    ranks().gather_all(own_sources_.data, counts, reinterpret_cast<Word*>(sources_.data()));
    return all;
  }

  std::size_t search(Wanted const& wanted, std::size_t source_count) {
    std::size_t const kept = results_.kept(), all = pruned().vertices();
    detail::mpi::agreed(ranks(), [&] {
      results_.words(level_of_kept_, "yoke::prune::level_of_kept", kept);
      results_.words(level_of_all_, "yoke::prune::level_of_all", all);
      results_.words(start_, "yoke::prune::start", kept);
      results_.words(list_, "yoke::prune::list", kept);
      if (wanted.any_parents) results_.words(parent_of_kept_, "yoke::prune::parent_of_kept", kept);
      if (wanted.parent.size > 0) results_.words(parent_of_all_, "yoke::prune::parent_of_all", all);
    });
    // Every rank does the same with what all ranks have found.
    auto const arrays = pruned().arrays();
    detail::prune::SearchArrays<Word> const search{
        detail::raw_output<Word>(level_of_all_),
        wanted.parent.size > 0 ? detail::raw_output<Word>(parent_of_all_)
                               : detail::RawArray<Word>{},
        detail::raw_output<Word>(start_), detail::raw_output<Word>(list_)};
    bool const from_removed = detail::prune::start_search<Space, Word>(
        exec(), arrays, detail::raw_array<Word>(first_of(sources_, source_count)), search);
    for (Word least = 0;;) {
      auto const next = detail::prune::next_starts<Space, Word>(exec(), arrays, search, least);
      if (next.count == 0) break;
      least = next.distance + 1;
      search_kept(next.count, wanted.any_parents);
      detail::prune::merge_search<Space, Word>(exec(), arrays, next.distance,
                                               detail::raw_array<Word>(level_of_kept_),
                                               detail::raw_array<Word>(parent_of_kept_), search);
    }
    return detail::prune::finish_search<Space, Word>(exec(), arrays, from_removed, search);
  }

  // From the first of the list, which are rank 0's part of the sources.
  void search_kept(std::size_t count, bool with_parents) {
    auto const sources = first_of(list_, ranks().rank() == 0 ? count : 0);
    auto const level = results_.own_of_kept(level_of_kept_);
    detail::mpi::within_call(ranks(), [&] {
      if (!with_parents) return inner_(pruned().graph(), sources, level);
      return inner_(pruned().graph(), sources, level, results_.own_of_kept(parent_of_kept_));
    });
    results_.share_kept(level_of_kept_);
    if (with_parents) results_.share_kept(parent_of_kept_);
  }

  static Array first_of(Array const& array, std::size_t count) {
    return Kokkos::subview(array, std::pair<std::size_t, std::size_t>(0, count));
  }

  Results results_;
  BfsReport* report_;
  BfsPlan<Distributed<Space>, Vertex, Offset> inner_;
  Array level_of_kept_, parent_of_kept_, level_of_all_, parent_of_all_, start_, list_, sources_;
  detail::RawArray<Word const> own_sources_;
  detail::StridedCopy source_copy_, level_copy_, parent_copy_;
};

/// For PrunedBfsPlan(cluster, pruned).
template <class Space, class Vertex, class Offset, class MemorySpace>
PrunedBfsPlan(Distributed<Space> const&, DistributedPrunedGraph<Vertex, Offset, MemorySpace> const&,
              BfsOptions const& = {})
    -> PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>;

/// Breadth-first search on ranks from one vertex of the graph before pruning or from several. Any
/// of them may be removed ones. Levels are the same bytes as yoke::bfs gives for that graph.
/// Parents are as valid as there, and the same with options.deterministic_parents.
///
/// @param cluster  ranks of one execution space
/// @param pruned  a result of yoke::prune on these ranks
/// @param source  a vertex of the graph before pruning, the same on all ranks; or this rank's part
///   of a one-dimensional View of vertices, as wide as a vertex. These may be vertices of any rank,
///   may repeat, and may be none.
/// @param level,parent  one integer, as wide as a vertex, for each of the rank's vertices before
///   pruning; or no elements, as for yoke::bfs. Each rank may leave either out for itself.
/// @param options  for the search of the remaining graph. The report is that of this search, with
///   the rounds and the vertices of pruning.
///
/// Returns the number of vertices reached, on all ranks. The ranks search the remaining graph, and
/// all get the levels of all kept vertices. Each rank then extends them to all vertices, and takes
/// its part. If sources are different numbers of steps away from the remaining graph, it is
/// searched once for each such number; the report is that of the last of these searches.
///
/// Sent beyond the searches of the remaining graph, to each further rank: this rank's sources, and
/// for each search a word, two with parents, for each kept vertex of the rank. Rounds: up to 6, and
/// 1 for each search, 2 with parents. Memory beyond the search, in words: for each kept vertex of
/// all ranks 3, or 4 with parents; for each vertex of all ranks 1, or 2 if this rank wants parents;
/// one for each source of all ranks.
///
/// Throws, on all ranks, the exceptions of the search, and std::invalid_argument if sizes differ. A
/// source that is no vertex is named, with its place in the rank's part, and the rank.
///
/// Source: Banerjee's thesis, Algorithms 14 and 16.
template <class Space, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level, detail::AnyView Parent>
std::size_t bfs(Distributed<Space> const& cluster,
                DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                Source const& source, Level const& level, Parent const& parent,
                BfsOptions const& options = {}) {
  return PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>(cluster, pruned, options)(
      source, level, parent);
}

/// The same search without parents.
template <class Space, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level>
std::size_t bfs(Distributed<Space> const& cluster,
                DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                Source const& source, Level const& level, BfsOptions const& options = {}) {
  return PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>(cluster, pruned, options)(
      source, level);
}

}  // namespace yoke
