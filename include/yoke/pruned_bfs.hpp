#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "yoke/bfs.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// The workspace for searching a pruned graph repeatedly: a BfsPlan of the remaining graph, and a
/// word for each kept vertex, or two with parents. A removed source, or several sources, take two
/// words more for each kept vertex, and one for each vertex if there is no `level`. Repeated
/// calls allocate nothing. Executor is an execution space or a Hybrid.
///
/// A plan for ranks (a Distributed of one execution space) is made and called by all ranks. Its
/// arrays are those of the call on ranks. A call that needs more of them allocates.
template <class Executor, class Vertex, class Offset, class MemorySpace>
class PrunedBfsPlan {
  using Space = detail::prune::SpaceFor<Executor, MemorySpace>;
  using Word = detail::WordOf<Vertex>;
  using Array = Kokkos::View<Vertex*, MemorySpace>;

 public:
  /// Throws as BfsPlan does, and std::invalid_argument if the graph was pruned by a
  /// contraction.
  PrunedBfsPlan(Executor const& executor, PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                BfsOptions const& options = {})
      : executor_(executor),
        pruned_(pruned),
        report_(checked(pruned, options).report),
        inner_(executor, pruned.graph().vertices(), pruned.graph().arcs(), options),
        level_of_kept_(make_words("yoke::prune::level_of_kept", pruned.graph().vertices())) {}
  template <detail::TemporaryHybrid Temporary>
  PrunedBfsPlan(Temporary&& gone_too_soon, PrunedGraph<Vertex, Offset, MemorySpace> const&,
                BfsOptions const& = {}) = delete;

  /// Searches as yoke::bfs does for a pruned graph.
  template <class Source, class Level>
  std::size_t operator()(Source const& source, Level const& level) {
    return (*this)(source, level, Kokkos::View<Vertex*, MemorySpace>());
  }

  /// The same, with parents.
  template <class Source, class Level, class Parent>
  std::size_t operator()(Source const& source, Level const& level, Parent const& parent) {
    constexpr char const* name = "yoke::bfs";
    static_assert(detail::prune::check_extended_type<Space, Vertex, Level>());
    static_assert(detail::prune::check_extended_type<Space, Vertex, Parent>());
    if (level.extent(0) > 0) {
      detail::prune::check_extended(name, "level", level, pruned_.vertices());
    }
    if (parent.extent(0) > 0) {
      detail::prune::check_extended(name, "parent", parent, pruned_.vertices());
    }
    auto const outputs = {detail::bytes_of("level", level), detail::bytes_of("parent", parent)};
    if (report_ != nullptr) *report_ = {};
    std::size_t reached = 0;
    if constexpr (std::is_integral_v<Source>) {
      detail::check_source("yoke::bfs", source, pruned_.vertices());
      detail::check_apart(name, outputs, {});
      executor_.begin_call();
      reached = search_from_one(static_cast<Word>(source), level, parent);
    } else {
      static_assert(detail::prune::check_extended_type<Space, Vertex, Source>());
      detail::check_apart(name, outputs, {detail::bytes_of("source", source)});
      executor_.begin_call();
      reached = search_from(source_copy_.array<Word const>(exec(), source), level, parent);
    }
    level_copy_.write_back(exec(), level);
    parent_copy_.write_back(exec(), parent);
    if (report_ != nullptr) {
      report_->prune_rounds = static_cast<int>(pruned_.report().rounds.size());
      report_->pruned_vertices = pruned_.report().removed_vertices;
    }
    return reached;
  }

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() +
           sizeof(Vertex) * (level_of_kept_.size() + parent_of_kept_.size() + level_of_all_.size() +
                             start_.size() + list_.size() + one_source_.size());
  }

 private:
  static BfsOptions const& checked(PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                   BfsOptions const& options) {
    detail::prune::refuse_contraction("yoke::bfs", pruned.report().property);
    return options;
  }
  Space const& exec() const { return executor_.template instance_for<MemorySpace>(); }
  Array make_words(char const* label, std::size_t size) const {
    return detail::make_array<Vertex, MemorySpace>(exec(), label, size);
  }

  std::size_t kept() const { return pruned_.graph().vertices(); }
  // Memory that the first call that needs it takes.
  Array& words(Array& array, char const* label, std::size_t size) const {
    if (array.extent(0) != size) array = make_words(label, size);
    return array;
  }

  template <class Level, class Parent>
  std::size_t search_from_one(Word source, Level const& level, Parent const& parent) {
    Word const number = detail::prune::number_of<Space, Word>(exec(), pruned_.raw(), source);
    if (number < kept()) {
      search_kept(number, parent.extent(0) > 0);
      return detail::prune::extend_search<Space, Word>(
          exec(), pruned_.raw(), detail::raw_array<Word>(level_of_kept_),
          detail::raw_array<Word>(parent_of_kept_), level_copy_.array<Word>(exec(), level),
          parent_copy_.array<Word>(exec(), parent));
    }
    auto const& one = words(one_source_, "yoke::prune::source", 1);
    Kokkos::deep_copy(exec(), one, static_cast<Vertex>(source));
    return search_from(detail::raw_array<Word>(one), level, parent);
  }

  template <class Level, class Parent>
  std::size_t search_from(detail::RawArray<Word const> sources, Level const& level,
                          Parent const& parent) {
    bool const has_level = level.extent(0) > 0;
    detail::prune::SearchArrays<Word> const search{
        has_level ? level_copy_.array<Word>(exec(), level)
                  : detail::raw_output<Word>(
                        words(level_of_all_, "yoke::prune::level_of_all", pruned_.vertices())),
        parent_copy_.array<Word>(exec(), parent),
        detail::raw_output<Word>(words(start_, "yoke::prune::start", kept())),
        detail::raw_output<Word>(words(list_, "yoke::prune::list", kept()))};
    auto const raw = pruned_.raw();
    bool const from_removed =
        detail::prune::start_search<Space, Word>(exec(), raw, sources, search);
    for (Word least = 0;;) {
      auto const next = detail::prune::next_starts<Space, Word>(exec(), raw, search, least);
      if (next.count == 0) break;
      least = next.distance + 1;
      search_kept(Kokkos::subview(list_, std::pair<std::size_t, std::size_t>(0, next.count)),
                  parent.extent(0) > 0);
      detail::prune::merge_search<Space, Word>(exec(), raw, next.distance,
                                               detail::raw_array<Word>(level_of_kept_),
                                               detail::raw_array<Word>(parent_of_kept_), search);
    }
    return detail::prune::finish_search<Space, Word>(exec(), raw, from_removed, search);
  }

  template <class Source>
  void search_kept(Source const& source, bool with_parents) {
    if (!with_parents) {
      inner_(pruned_.graph(), source, level_of_kept_);
      return;
    }
    inner_(pruned_.graph(), source, level_of_kept_,
           words(parent_of_kept_, "yoke::prune::parent_of_kept", kept()));
  }

  detail::PlanExecutor<Executor> executor_;
  PrunedGraph<Vertex, Offset, MemorySpace> pruned_;
  BfsReport* report_;
  BfsPlan<Executor, Vertex, Offset> inner_;
  Array level_of_kept_, parent_of_kept_;
  // For removed sources and several: all levels, where the caller wants none, and what waits.
  Array level_of_all_, start_, list_, one_source_;
  detail::StridedCopy source_copy_, level_copy_, parent_copy_;
};

/// Breadth-first search from one vertex of the graph before pruning or from several. Any of them
/// may be removed ones. Levels are the same bytes as yoke::bfs gives for that graph. Parents are as
/// valid as there, and the same with options.deterministic_parents.
///
/// @param executor  an execution space or a Hybrid
/// @param pruned  a result of yoke::prune
/// @param source  a vertex of the graph before pruning, or a one-dimensional View of vertices, as
///   wide as a vertex and in memory as that of level. Vertices may repeat. No vertices reach
///   nothing.
/// @param level,parent  n integers for the n vertices before pruning, as wide as a vertex, in
///   memory that the executor's space for the pruned graph accesses; or no elements, as for
///   yoke::bfs
/// @param options  for the search of the remaining graph. The report is that of this search, with
///   the rounds and the vertices of pruning.
///
/// Returns the number of vertices reached. The search of the remaining graph is followed by one
/// pass over the n vertices. A removed source costs a short kernel more for each round.
/// If sources are different numbers of steps away from the remaining graph, it is searched once for
/// each such number; the report is that of the last of these searches.
///
/// Memory beyond that of the search: a word for each kept vertex, another with parents. A removed
/// source, or several sources, take two words more for each kept vertex, and one for each vertex
/// if there is no `level`. Throws the exceptions of the search, and std::invalid_argument if
/// sizes differ, or if the graph was pruned by chains, independent_set or matching: a search by
/// levels knows no lengths.
///
/// Source: Banerjee's thesis, Algorithms 14 and 16.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level, detail::AnyView Parent>
std::size_t bfs(Executor const& executor, PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                Source const& source, Level const& level, Parent const& parent,
                BfsOptions const& options = {}) {
  return PrunedBfsPlan<Executor, Vertex, Offset, MemorySpace>(executor, pruned, options)(
      source, level, parent);
}

/// The same search without parents.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level>
std::size_t bfs(Executor const& executor, PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                Source const& source, Level const& level, BfsOptions const& options = {}) {
  return PrunedBfsPlan<Executor, Vertex, Offset, MemorySpace>(executor, pruned, options)(source,
                                                                                         level);
}

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
