#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "yoke/connected_components.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_components.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke {

/// Labelling the components of a graph of which each rank has rows:
/// yoke::connected_components(cluster, graph, label) makes one of these. label(i) is for the i-th
/// of the rank's own vertices the smallest vertex, among those of all ranks, of its component: the
/// same bytes for any number of ranks. Returns the number of components, on all ranks. One rank
/// alone runs yoke::connected_components.
///
/// Each rank joins what its own arcs join, whoever owns their ends, as Afforest does: two arcs of
/// each own vertex, then the rest of those that are outside the rank's largest component. Each
/// vertex's owner hears what its labels are on other ranks, where their arcs lead to it, and all
/// get the pairs that say which labels are of one component. Where the components whose vertices
/// were skipped turn out to be different ones, what was skipped is followed, and the labels are
/// exchanged again.
///
/// With n vertices of all ranks, of which own are this rank's, p ranks, t vertices of other ranks
/// that its arcs lead to but that are outside its largest component, and h pairs from it, fewer
/// than there are other ranks' labels on its vertices, sends t + 2 h (p - 1) words and
/// (n - own) / 4 bytes in 14 rounds, and at most twice that. Work O(arcs of the rank + n). Memory
/// beyond the arguments: a word for each vertex of all ranks, another where ranks have told
/// this one of labels, and one for each own; half a byte for each vertex of other ranks, and for
/// each own one and other rank; a word for each label sent and received; two for each own vertex
/// and each other rank of which an arc leads there; and the pairs of all ranks.
///
/// Of the options, `validate` and `device_memory` have a say; on several ranks `algorithm` must be
/// automatic and `prune` off. A report gets the phases. Throws on all ranks what
/// yoke::connected_components throws.
template <class Space, class Vertex, class Offset>
class ConnectedComponentsPlan<Distributed<Space>, Vertex, Offset> {
  using Word = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<Offset>;
  static constexpr char const* caller = "yoke::connected_components";

 public:
  /// For up to so many vertices and arcs on this rank.
  ConnectedComponentsPlan(Distributed<Space> const& cluster, std::size_t vertices, std::size_t arcs,
                          ComponentsOptions const& options = {})
      : cluster_(&cluster),
        capacity_{vertices, arcs},
        validate_(options.validate),
        report_(options.report),
        ledger_(std::make_shared<detail::Ledger>(options.device_memory)) {
    auto& ranks = cluster.begin_call();
    detail::mpi::agreed(ranks, [&] {
      detail::check_options<detail::components::Components<Word, OffsetWord>>(options);
      if (cluster.ranks() == 1) {
        alone_.emplace(cluster.exec(), vertices, arcs, options);
      } else if (options.algorithm != ComponentsAlgorithm::automatic || options.prune) {
        throw std::invalid_argument(
            std::string(caller) +
            ": options.algorithm must be automatic, and options.prune off, on several ranks");
      }
    });
    ranks.check_alike(caller, "options", {detail::mpi::number_of(options.validate)});
  }

  /// Labels as yoke::connected_components does.
  template <class MemorySpace, class Label>
  std::size_t operator()(DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         Label const& label) {
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible &&
                      Kokkos::SpaceAccessibility<Space, typename Label::memory_space>::accessible,
                  "yoke::connected_components: the execution space cannot access the arrays");
    static_assert(sizeof(typename Label::value_type) == sizeof(Vertex),
                  "yoke::connected_components: label must be as wide as the graph's vertices");
    auto& ranks = cluster_->begin_call();
    detail::Ledger::Opened const opened(ledger_);
    if (report_ != nullptr) *report_ = {};
    std::size_t components = 0;
    detail::RawArray<Word> words;
    detail::mpi::agreed(ranks, [&] {
      check(graph, label);
      if (alone_) {
        components = (*alone_)(Graph<Vertex, Offset, MemorySpace>(
                                   unchecked, graph.kind(), graph.offsets(), graph.neighbours()),
                               label);
        return;
      }
      words = copy_.template array<Word>(ranks.exec(), label);
    });
    if (alone_) return components;
    if (validate_) detail::mpi::check_rows(ranks, graph.raw(), true);
    components = joint_.run(ranks, graph.raw(), words, report_);
    copy_.write_back(ranks.exec(), label);
    return components;
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return ledger_->bytes() + (alone_ ? alone_->workspace_bytes() : 0);
  }

 private:
  template <class MemorySpace, class Label>
  void check(DistributedGraph<Vertex, Offset, MemorySpace> const& graph, Label const& label) const {
    detail::check_capacity(caller, "offsets", graph.own_vertices(), capacity_.vertices);
    detail::check_capacity(caller, "neighbours", graph.own_arcs(), capacity_.arcs);
    if (!graph.is_symmetric()) {
      throw std::invalid_argument(std::string(caller) + ": the graph is directed");
    }
    detail::check_same_size(caller, "label", label.extent(0), "the rank's part of the vertices",
                            graph.own_vertices());
    detail::check_index_holds<typename Label::value_type>(caller, "label", graph.vertices());
    detail::check_apart(caller, {detail::bytes_of("label", label)},
                        {detail::bytes_of("the graph's offsets", graph.offsets()),
                         detail::bytes_of("the graph's neighbours", graph.neighbours())});
  }

  Distributed<Space> const* cluster_;
  detail::GraphCapacity capacity_;
  bool validate_;
  ComponentsReport* report_;
  std::shared_ptr<detail::Ledger> ledger_;
  std::optional<ConnectedComponentsPlan<Space, Vertex, Offset>> alone_;
  detail::StridedCopy copy_;
  detail::mpi::JointComponents<Space, Word, OffsetWord> joint_;
};

/// Labels every vertex with the smallest vertex of its connected component, on several ranks: as
/// ConnectedComponentsPlan<Distributed<Space>, Vertex, Offset> does.
template <class Space, class Vertex, class Offset, class MemorySpace, class Label>
std::size_t connected_components(Distributed<Space> const& cluster,
                                 DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                                 Label const& label, ComponentsOptions const& options = {}) {
  ConnectedComponentsPlan<Distributed<Space>, Vertex, Offset> plan(cluster, graph.own_vertices(),
                                                                   graph.own_arcs(), options);
  return plan(graph, label);
}

}  // namespace yoke
