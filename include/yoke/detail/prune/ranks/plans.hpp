#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "yoke/detail/prune/ranks/pruning.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"

// The plans of yoke/pruned_bfs.hpp and yoke/pruned_components.hpp on ranks.
namespace yoke {

// The workspace for searching a pruned graph on ranks repeatedly: a BfsPlan of the remaining
// graph, and the words that yoke::bfs for a pruned graph on ranks takes. A call that needs more
// words than those before it allocates. Made and called by all ranks.
template <class Space, class Vertex, class Offset, class MemorySpace>
class PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace> {
  using Word = detail::WordOf<Vertex>;
  using Results = detail::mpi::PrunedResults<Space, Vertex, Offset, MemorySpace>;
  using Array = typename Results::Array;

 public:
  // Throws as BfsPlan does, on all ranks.
  PrunedBfsPlan(Distributed<Space> const& cluster,
                DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                BfsOptions const& options = {})
      : results_(cluster.network(), pruned),
        report_(options.report),
        inner_(cluster, pruned.graph().own_vertices(), pruned.graph().own_arcs(), options) {}

  // Searches as yoke::bfs does for a pruned graph on ranks.
  template <class Source, class Level>
  std::size_t operator()(Source const& source, Level const& level) {
    return (*this)(source, level, Kokkos::View<Vertex*, MemorySpace>());
  }

  // The same, with parents.
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

  // The memory that the plan holds beside the pruned graph and copies of strided Views.
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

// For PrunedBfsPlan(cluster, pruned).
template <class Space, class Vertex, class Offset, class MemorySpace>
PrunedBfsPlan(Distributed<Space> const&, DistributedPrunedGraph<Vertex, Offset, MemorySpace> const&,
              BfsOptions const& = {})
    -> PrunedBfsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>;

// The workspace for labelling a pruned graph on ranks repeatedly: a ConnectedComponentsPlan of the
// remaining graph, a word for each kept vertex of all ranks, and one for each vertex of all ranks.
// The first call allocates, and the first call for a forest. Later calls allocate nothing. Made
// and called by all ranks.
template <class Space, class Vertex, class Offset, class MemorySpace>
class PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace> {
  using Word = detail::WordOf<Vertex>;
  using Results = detail::mpi::PrunedResults<Space, Vertex, Offset, MemorySpace>;

 public:
  // Throws as ConnectedComponentsPlan does, on all ranks.
  PrunedComponentsPlan(Distributed<Space> const& cluster,
                       DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                       ComponentsOptions const& options = {})
      : results_(cluster.network(), pruned),
        report_(options.report),
        inner_(cluster, pruned.graph().own_vertices(), pruned.graph().own_arcs(), options) {}

  // Labels as yoke::connected_components does for a pruned graph.
  template <class Label>
  std::size_t operator()(Label const& label) {
    constexpr char const* name = "yoke::connected_components";
    detail::RawArray<Word> own_label;
    ranks().begin_call(results_.call(name), [&] { own_label = prepare(name, label); });
    std::size_t const count = detail::mpi::within_call(
        ranks(), [&] { return inner_(pruned().graph(), results_.own_of_kept(label_of_kept_)); });
    extend(label, own_label);
    return count + vanished();
  }

  // Labels and writes a forest as yoke::spanning_forest does for a pruned graph.
  template <class Label, class From, class To>
  DistributedForest operator()(Label const& label, From const& from, To const& to) {
    constexpr char const* name = "yoke::spanning_forest";
    static_assert(detail::prune::check_extended_type<Space, Vertex, From>());
    static_assert(detail::prune::check_extended_type<Space, Vertex, To>());
    detail::RawArray<Word> own_label, raw_from, raw_to;
    ranks().begin_call(results_.call(name), [&] {
      check_places(name, "from", from);
      check_places(name, "to", to);
      detail::check_apart(name,
                          {detail::bytes_of("label", label), detail::bytes_of("from", from),
                           detail::bytes_of("to", to)},
                          {});
      own_label = prepare(name, label);
      raw_from = from_copy_.array<Word>(exec(), from);
      raw_to = to_copy_.array<Word>(exec(), to);
    });
    using Places = Kokkos::View<Word*, MemorySpace, Kokkos::MemoryUnmanaged>;
    auto const found = detail::mpi::within_call(ranks(), [&] {
      return inner_(pruned().graph(), results_.own_of_kept(label_of_kept_),
                    Places(raw_from.data, raw_from.size), Places(raw_to.data, raw_to.size));
    });
    extend(label, own_label);
    std::uint64_t const first = pruned().first_vertex(), end = first + pruned().own_vertices();
    std::uint64_t const own_edges = detail::mpi::extend_own_forest<Space, Word>(
        exec(), pruned().arrays(), first, end, found.own_edges, raw_from, raw_to);
    from_copy_.write_back(exec(), from);
    to_copy_.write_back(exec(), to);
    return {found.components + vanished(), own_edges};
  }

  // The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() +
           sizeof(Vertex) * (label_of_kept_.size() + label_of_all_.size());
  }

 private:
  auto& ranks() const { return results_.ranks(); }
  Space const& exec() const { return results_.exec(); }
  auto const& pruned() const { return results_.pruned(); }

  // By each rank alone.
  template <class Label>
  detail::RawArray<Word> prepare(char const* caller, Label const& label) {
    static_assert(detail::prune::check_extended_type<Space, Vertex, Label>());
    results_.check_own(caller, "label", label);
    detail::check_apart(caller, {detail::bytes_of("label", label)}, {});
    results_.words(label_of_kept_, "yoke::prune::label_of_kept", results_.kept());
    results_.words(label_of_all_, "yoke::prune::label_of_all", pruned().vertices());
    return label_copy_.array<Word>(exec(), label);
  }
  template <class V>
  void check_places(char const* caller, char const* argument, V const& view) const {
    if (view.extent(0) >= pruned().own_vertices()) return;
    throw std::invalid_argument(std::string(caller) + ": " + argument + " has " +
                                show_count(view.extent(0), "element") + ", and the rank has " +
                                show_count(pruned().own_vertices(), "vertex", "vertices") +
                                "; give a place for each");
  }

  template <class Label>
  void extend(Label const& label, detail::RawArray<Word> const& own) {
    results_.share_kept(label_of_kept_);
    detail::prune::extend_labels<Space, Word>(exec(), pruned().arrays(),
                                              detail::raw_array<Word>(label_of_kept_),
                                              detail::raw_output<Word>(label_of_all_));
    results_.take_own(label_of_all_, own);
    label_copy_.write_back(exec(), label);
    results_.enter(report_);
  }

  // As of a PrunedComponentsPlan of one execution space.
  std::size_t vanished() const {
    return pruned().vertices() - results_.kept() - pruned().arrays().pendants();
  }

  Results results_;
  ComponentsReport* report_;
  ConnectedComponentsPlan<Distributed<Space>, Vertex, Offset> inner_;
  typename Results::Array label_of_kept_, label_of_all_;
  detail::StridedCopy label_copy_, from_copy_, to_copy_;
};

// For PrunedComponentsPlan(cluster, pruned).
template <class Space, class Vertex, class Offset, class MemorySpace>
PrunedComponentsPlan(Distributed<Space> const&,
                     DistributedPrunedGraph<Vertex, Offset, MemorySpace> const&,
                     ComponentsOptions const& = {})
    -> PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>;

}  // namespace yoke
