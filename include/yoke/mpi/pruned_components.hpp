#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "yoke/mpi/detail/pruned_results.hpp"
#include "yoke/mpi/prune.hpp"
#include "yoke/pruned_components.hpp"

namespace yoke {

/// The workspace for labelling a pruned graph on ranks repeatedly: a ConnectedComponentsPlan of the
/// remaining graph, a word for each kept vertex of all ranks, and one for each vertex of all ranks.
/// The first call allocates, and the first call for a forest. Later calls allocate nothing. Made
/// and called by all ranks.
template <class Space, class Vertex, class Offset, class MemorySpace>
class PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace> {
  using Word = detail::WordOf<Vertex>;
  using Results = detail::mpi::PrunedResults<Space, Vertex, Offset, MemorySpace>;

 public:
  /// Throws as ConnectedComponentsPlan does, on all ranks.
  PrunedComponentsPlan(Distributed<Space> const& cluster,
                       DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                       ComponentsOptions const& options = {})
      : results_(cluster.network(), pruned),
        report_(options.report),
        inner_(cluster, pruned.graph().own_vertices(), pruned.graph().own_arcs(), options) {}

  /// Labels as yoke::connected_components does for a pruned graph.
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

  /// Labels and writes a forest as yoke::spanning_forest does for a pruned graph.
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

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
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

/// For PrunedComponentsPlan(cluster, pruned).
template <class Space, class Vertex, class Offset, class MemorySpace>
PrunedComponentsPlan(Distributed<Space> const&,
                     DistributedPrunedGraph<Vertex, Offset, MemorySpace> const&,
                     ComponentsOptions const& = {})
    -> PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>;

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
template <class Space, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
DistributedForest spanning_forest(Distributed<Space> const& cluster,
                                  DistributedPrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                  Label const& label, From const& from, To const& to,
                                  ComponentsOptions const& options = {}) {
  return PrunedComponentsPlan<Distributed<Space>, Vertex, Offset, MemorySpace>(
      cluster, pruned, options)(label, from, to);
}

}  // namespace yoke
