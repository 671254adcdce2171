#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/bfs.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// The workspace for searching a pruned graph repeatedly: a BfsPlan of the remaining graph, and a
/// word for each kept vertex, or two with parents. A removed source takes a word for each vertex
/// more where there is no `level`. Repeated calls allocate nothing. Executor is an execution space
/// or a Hybrid.
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
  std::size_t operator()(Source source, Level const& level) {
    return (*this)(source, level, Kokkos::View<Vertex*, MemorySpace>());
  }

  /// The same, with parents.
  template <class Source, class Level, class Parent>
  std::size_t operator()(Source source, Level const& level, Parent const& parent) {
    constexpr char const* name = "yoke::bfs";
    static_assert(std::is_integral_v<Source>,
                  "yoke::bfs: a pruned graph is searched from one source, not from several");
    static_assert(detail::prune::check_extended_type<Space, Vertex, Level>());
    static_assert(detail::prune::check_extended_type<Space, Vertex, Parent>());
    detail::bfs::check_source(source, pruned_.vertices());
    bool const has_level = level.extent(0) > 0, has_parent = parent.extent(0) > 0;
    if (has_level) detail::prune::check_extended(name, "level", level, pruned_.vertices());
    if (has_parent) detail::prune::check_extended(name, "parent", parent, pruned_.vertices());
    detail::check_apart(name,
                        {detail::bytes_of("level", level), detail::bytes_of("parent", parent)}, {});
    executor_.begin_call();
    auto const located =
        detail::prune::locate_source<Space, Word>(exec(), pruned_.raw(), static_cast<Word>(source));
    search_kept(located.start, has_parent);
    bool const needs_levels = located.number >= pruned_.graph().vertices() && !has_level;
    if (needs_levels && level_of_all_.extent(0) == 0) {
      level_of_all_ = make_words("yoke::prune::level_of_all", pruned_.vertices());
    }
    std::size_t const reached = detail::prune::extend_search<Space, Word>(
        exec(), pruned_.raw(), located, detail::raw_array<Word>(level_of_kept_),
        detail::raw_array<Word>(parent_of_kept_),
        needs_levels ? detail::raw_output<Word>(level_of_all_)
                     : level_copy_.array<Word>(exec(), level),
        parent_copy_.array<Word>(exec(), parent));
    level_copy_.write_back(exec(), level);
    parent_copy_.write_back(exec(), parent);
    return reached;
  }

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() +
           sizeof(Vertex) * (level_of_kept_.size() + parent_of_kept_.size() + level_of_all_.size());
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

  // Nothing is searched where the source's whole tree was removed.
  void search_kept(Word start, bool with_parents) {
    if (report_ != nullptr) *report_ = {};
    if (start < pruned_.graph().vertices()) {
      if (with_parents) {
        if (parent_of_kept_.extent(0) == 0) {
          parent_of_kept_ = make_words("yoke::prune::parent_of_kept", pruned_.graph().vertices());
        }
        inner_(pruned_.graph(), start, level_of_kept_, parent_of_kept_);
      } else {
        inner_(pruned_.graph(), start, level_of_kept_);
      }
    }
    if (report_ == nullptr) return;
    report_->prune_rounds = static_cast<int>(pruned_.report().rounds.size());
    report_->pruned_vertices = pruned_.report().removed_vertices;
  }

  detail::PlanExecutor<Executor> executor_;
  PrunedGraph<Vertex, Offset, MemorySpace> pruned_;
  BfsReport* report_;
  BfsPlan<Executor, Vertex, Offset> inner_;
  Array level_of_kept_, parent_of_kept_, level_of_all_;
  detail::StridedCopy level_copy_, parent_copy_;
};

/// Breadth-first search from one vertex of the graph before pruning, which may be a removed one.
/// Levels are the same bytes as yoke::bfs gives for that graph. Parents are as valid as there, and
/// the same with options.deterministic_parents.
///
/// @param executor  an execution space or a Hybrid
/// @param pruned  what yoke::prune returned
/// @param source  a vertex of the graph before pruning
/// @param level,parent  n integers for the n vertices before pruning, as wide as a vertex, in
///   memory that the executor's space for the pruned graph accesses; or no elements, as for
///   yoke::bfs
/// @param options  for the search of the remaining graph. The report is that of this search, with
///   the rounds and the vertices of pruning.
///
/// Returns the number of vertices reached. The search of the remaining graph is followed by one
/// pass over the n vertices. A removed source costs a short kernel more for each round. Memory
/// beyond that of the search: a word for each kept vertex, another with parents. A removed source
/// without `level` takes a word for each vertex more. Throws the exceptions of the search, and
/// std::invalid_argument if sizes differ, or if the graph was pruned by chains, independent_set or
/// matching: a search by levels knows no lengths.
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

}  // namespace yoke
