#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "yoke/connected_components.hpp"
#include "yoke/counted.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// The workspace for labelling a pruned graph repeatedly: a ConnectedComponentsPlan of the
/// remaining graph, and a word for each kept vertex. Repeated calls allocate nothing, except the
/// first call for a forest. Executor is an execution space or a Hybrid.
///
/// A plan for ranks (a Distributed of one execution space) is made and called by all ranks. Its
/// arrays are those of the call on ranks. A call that needs more of them allocates.
template <class Executor, class Vertex, class Offset, class MemorySpace>
class PrunedComponentsPlan {
  using Space = detail::prune::SpaceFor<Executor, MemorySpace>;
  using Word = detail::WordOf<Vertex>;

 public:
  /// Throws as ConnectedComponentsPlan does.
  PrunedComponentsPlan(Executor const& executor,
                       PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                       ComponentsOptions const& options = {})
      : executor_(executor),
        pruned_(pruned),
        report_(options.report),
        inner_(executor, pruned.graph().vertices(), pruned.graph().arcs(), options),
        label_of_kept_(detail::make_array<Vertex, MemorySpace>(exec(), "yoke::prune::label_of_kept",
                                                               pruned.graph().vertices())) {}
  template <detail::TemporaryHybrid Temporary>
  PrunedComponentsPlan(Temporary&& gone_too_soon, PrunedGraph<Vertex, Offset, MemorySpace> const&,
                       ComponentsOptions const& = {}) = delete;

  /// Labels as yoke::connected_components does for a pruned graph.
  template <class Label>
  std::size_t operator()(Label const& label) {
    constexpr char const* name = "yoke::connected_components";
    check(name, label);
    detail::check_apart(name, {detail::bytes_of("label", label)}, {});
    std::size_t const count = inner_(pruned_.graph(), label_of_kept_);
    extend(label);
    return count + vanished();
  }

  /// Labels and writes a forest as yoke::spanning_forest does for a pruned graph.
  template <class Label, class From, class To>
  std::size_t operator()(Label const& label, From const& from, To const& to) {
    constexpr char const* name = "yoke::spanning_forest";
    static_assert(detail::prune::check_extended_type<Space, Vertex, From>());
    static_assert(detail::prune::check_extended_type<Space, Vertex, To>());
    check(name, label);
    check_places(name, "from", from);
    check_places(name, "to", to);
    detail::check_apart(name,
                        {detail::bytes_of("label", label), detail::bytes_of("from", from),
                         detail::bytes_of("to", to)},
                        {});
    std::size_t const count = inner_(pruned_.graph(), label_of_kept_, from, to);
    extend(label);
    detail::prune::extend_forest<Space, Word, detail::WordOf<Offset>>(
        exec(), pruned_.raw(), pruned_.merged_arcs(), pruned_.graph().vertices() - count,
        from_copy_.array<Word, true>(exec(), from), to_copy_.array<Word, true>(exec(), to));
    from_copy_.write_back(exec(), from);
    to_copy_.write_back(exec(), to);
    return count + vanished();
  }

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() + sizeof(Vertex) * label_of_kept_.size();
  }

 private:
  Space const& exec() const { return executor_.template instance_for<MemorySpace>(); }

  template <class Label>
  void check(char const* caller, Label const& label) const {
    static_assert(detail::prune::check_extended_type<Space, Vertex, Label>());
    detail::prune::check_extended(caller, "label", label, pruned_.vertices());
  }
  template <class V>
  void check_places(char const* caller, char const* argument, V const& view) const {
    if (view.extent(0) + 1 >= pruned_.vertices()) return;
    throw std::invalid_argument(std::string(caller) + ": " + argument + " has " +
                                show_count(view.extent(0), "element") + ", and a forest of " +
                                show_count(pruned_.vertices(), "vertex", "vertices") +
                                " may have one edge less than vertices");
  }

  template <class Label>
  void extend(Label const& label) {
    detail::prune::extend_labels<Space, Word>(exec(), pruned_.raw(),
                                              detail::raw_array<Word>(label_of_kept_),
                                              label_copy_.array<Word>(exec(), label));
    label_copy_.write_back(exec(), label);
    if (report_ == nullptr) return;
    report_->prune_rounds = static_cast<int>(pruned_.report().rounds.size());
    report_->pruned_vertices = pruned_.report().removed_vertices;
  }

  // The components without a kept vertex: each has one vertex that was removed as isolated.
  std::size_t vanished() const {
    return pruned_.vertices() - pruned_.graph().vertices() - pruned_.raw().pendants();
  }

  detail::PlanExecutor<Executor> executor_;
  PrunedGraph<Vertex, Offset, MemorySpace> pruned_;
  ComponentsReport* report_;
  ConnectedComponentsPlan<Executor, Vertex, Offset> inner_;
  Kokkos::View<Vertex*, MemorySpace> label_of_kept_;
  detail::StridedCopy label_copy_, from_copy_, to_copy_;
};

/// Labels every vertex of the graph before pruning with the smallest vertex of its component: the
/// same bytes and the same number of components as yoke::connected_components gives for that graph.
///
/// @param executor  an execution space or a Hybrid
/// @param pruned  a result of yoke::prune
/// @param label  n integers for the n vertices before pruning, as wide as a vertex, in memory that
///   the executor's space for the pruned graph accesses. Only written.
/// @param options  for the remaining graph. The report is that of the remaining graph, with the
///   rounds and the vertices of pruning.
///
/// Memory beyond that of the call on the remaining graph: a word for each kept vertex. Throws its
/// exceptions, and std::invalid_argument if sizes differ.
///
/// Source: Banerjee's thesis, Algorithms 14 and 19.
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label>
std::size_t connected_components(Executor const& executor,
                                 PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                 Label const& label, ComponentsOptions const& options = {}) {
  return PrunedComponentsPlan<Executor, Vertex, Offset, MemorySpace>(executor, pruned,
                                                                     options)(label);
}

/// The same with the edges of a spanning forest of the graph before pruning, as
/// yoke::spanning_forest writes them.
///
/// @param from,to  at least n - 1 integers each, in memory as that of label
template <class Executor, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
std::size_t spanning_forest(Executor const& executor,
                            PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                            Label const& label, From const& from, To const& to,
                            ComponentsOptions const& options = {}) {
  return PrunedComponentsPlan<Executor, Vertex, Offset, MemorySpace>(executor, pruned, options)(
      label, from, to);
}

/// Labels every vertex of the graph before pruning with the smallest vertex of its component: the
/// same bytes and the same number of components as yoke::connected_components gives for that graph.
///
/// @param cluster  ranks of one execution space
/// @param pruned  a result of yoke::prune on these ranks
/// @param label  one integer, as wide as a vertex, for each of the rank's vertices before pruning.
///   Only written.
/// @param options  for the remaining graph. The report is that of the remaining graph, with the
///   rounds and the vertices of pruning.
///
/// The ranks label the remaining graph, and all get the labels of all kept vertices. Each rank then
/// extends them to all vertices, and takes its part.
///
/// Sent beyond the call on the remaining graph: a word for each kept vertex of the rank to each
/// further rank, in 2 rounds. Memory beyond it, in words: one for each kept vertex and one for each
/// vertex, of all ranks. Throws its exceptions, and std::invalid_argument if sizes differ, on all
/// ranks.
///
/// Source: Banerjee's thesis, Algorithms 14 and 19.
template <class Space, class Vertex, class Offset, class MemorySpace, class Label>
std::size_t connected_components(Distributed<Space> const& cluster,
                                 DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                 Label const& label, ComponentsOptions const& options = {}) {
  return PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>(cluster, pruned,
                                                                               options)(label);
}

/// The same with the edges of a spanning forest of the graph before pruning. First come the edges
/// that yoke::spanning_forest of the remaining graph gives the rank. Then each removed pendant
/// vertex of the rank has an edge to the neighbour that it hung from.
///
/// @param from,to  at least one integer each for each of the rank's vertices before pruning.
///   Places from own_edges on are scratch.
///
/// Returns a DistributedForest.
template <class Space, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
ForestOf<Distributed<Space>> spanning_forest(
    Distributed<Space> const& cluster,
    DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned, Label const& label,
    From const& from, To const& to, ComponentsOptions const& options = {}) {
  return PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>(
      cluster, pruned, options)(label, from, to);
}

}  // namespace yoke
