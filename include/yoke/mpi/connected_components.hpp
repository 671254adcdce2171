#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "yoke/connected_components.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_components.hpp"
#include "yoke/mpi/detail/joint_forest.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke {

/// What a spanning forest over ranks has.
struct DistributedForest {
  std::size_t components;  ///< of the graph, the same on all ranks
  std::size_t own_edges;   ///< of the forest, on this rank
};

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
/// (n - own) / 4 bytes in 14 rounds; where labels are exchanged again, as much again, with the t
/// and h that there are then. Work O(arcs of the rank + n). Memory beyond the arguments: a word and
/// an eighth of a byte for each vertex of all ranks, another word where ranks have told this one of
/// labels, and one for each own; half a byte for each vertex of other ranks, and for each own one
/// and other rank; a word for each label sent and received; two for each own vertex
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
  static constexpr char const* forest_caller = "yoke::spanning_forest";

 public:
  /// For up to so many vertices and arcs on this rank.
  ConnectedComponentsPlan(Distributed<Space> const& cluster, std::size_t vertices, std::size_t arcs,
                          ComponentsOptions const& options = {})
      : cluster_(&cluster),
        capacity_{vertices, arcs},
        validate_(options.validate),
        report_(options.report),
        ledger_(std::make_shared<detail::Ledger>(options.device_memory)) {
    auto const call =
        detail::mpi::Call::plan(caller, types()).same("options.validate", options.validate);
    cluster.network().begin_call(call, [&] {
      detail::check_options<detail::components::Components<Word, OffsetWord>>(options);
      if (cluster.ranks() == 1) {
        alone_.emplace(cluster.exec(), vertices, arcs, options);
      } else if (options.algorithm != ComponentsAlgorithm::automatic || options.prune) {
        throw std::invalid_argument(
            std::string(caller) +
            ": options.algorithm must be automatic, and options.prune off, on several ranks");
      }
    });
  }

  /// Labels as yoke::connected_components does.
  template <class MemorySpace, class Label>
  std::size_t operator()(DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         Label const& label) {
    check_types<MemorySpace, Label>();
    auto& ranks = network();
    detail::Ledger::Opened const opened(ledger_);
    std::size_t components = 0;
    detail::RawArray<Word> words;
    ranks.begin_call(detail::mpi::Call::run(caller, types()), [&] {
      check(caller, graph, label);
      if (alone_) {
        components = (*alone_)(alone(graph), label);
      } else {
        words = copy_.template array<Word>(ranks.exec(), label);
      }
    });
    if (alone_) return components;
    if (validate_) detail::mpi::check_rows(ranks, graph.raw(), true);
    components = joint_.run(ranks, graph.raw(), words, report_);
    copy_.write_back(ranks.exec(), label);
    return components;
  }

  /// Labels, and writes a spanning forest, as yoke::spanning_forest does.
  template <class MemorySpace, class Label, class From, class To>
  DistributedForest operator()(DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                               Label const& label, From const& from, To const& to) {
    check_types<MemorySpace, Label>();
    check_types<MemorySpace, From>();
    check_types<MemorySpace, To>();
    auto& ranks = network();
    detail::Ledger::Opened const opened(ledger_);
    DistributedForest found{};
    detail::mpi::OwnForest<Word> out;
    std::size_t const own = graph.own_vertices();
    ranks.begin_call(detail::mpi::Call::run(forest_caller, types()), [&] {
      check(forest_caller, graph, label, from, to);
      if (alone_) {
        found.components = (*alone_)(alone(graph), label, from, to);
        found.own_edges = own - found.components;
        return;
      }
      out = {copy_.template array<Word>(ranks.exec(), label),
             from_copy_.template array<Word>(ranks.exec(), front(from, own)),
             to_copy_.template array<Word>(ranks.exec(), front(to, own))};
    });
    if (alone_) return found;
    if (validate_) detail::mpi::check_rows(ranks, graph.raw(), true);
    auto const result = joint_forest_.run(ranks, graph.raw(), out, report_);
    copy_.write_back(ranks.exec(), label);
    from_copy_.write_back(ranks.exec(), front(from, own));
    to_copy_.write_back(ranks.exec(), front(to, own));
    return {result.components, result.own_edges};
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return ledger_->bytes() + (alone_ ? alone_->workspace_bytes() : 0);
  }

 private:
  template <class MemorySpace, class Written>
  static void check_types() {
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible &&
                      Kokkos::SpaceAccessibility<Space, typename Written::memory_space>::accessible,
                  "yoke::connected_components: the execution space cannot access the arrays");
    static_assert(sizeof(typename Written::value_type) == sizeof(Vertex),
                  "yoke::connected_components: label, from and to must be as wide as the graph's "
                  "vertices");
  }

  static std::string types() { return detail::mpi::types_text<Vertex, Offset>(); }

  detail::mpi::Network<Space>& network() {
    if (report_ != nullptr) *report_ = {};
    return cluster_->network();
  }

  // A forest's edges: at most one a vertex.
  template <class V>
  static auto front(V const& view, std::size_t vertices) {
    return Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, vertices));
  }

  template <class MemorySpace>
  static auto alone(DistributedGraph<Vertex, Offset, MemorySpace> const& graph) {
    return Graph<Vertex, Offset, MemorySpace>(unchecked, graph.kind(), graph.offsets(),
                                              graph.neighbours());
  }

  template <class MemorySpace, class Label, class... Edges>
  void check(char const* name, DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
             Label const& label, Edges const&... edges) const {
    detail::check_capacity(name, "offsets", graph.own_vertices(), capacity_.vertices);
    detail::check_capacity(name, "neighbours", graph.own_arcs(), capacity_.arcs);
    if (!graph.is_symmetric()) {
      throw std::invalid_argument(std::string(name) + ": the graph is directed");
    }
    detail::check_same_size(name, "label", label.extent(0), "the rank's part of the vertices",
                            graph.own_vertices());
    detail::check_index_holds<typename Label::value_type>(name, "label", graph.vertices());
    (check_edges<typename Edges::value_type>(name, edges.extent(0), graph), ...);
    auto const offsets = detail::bytes_of("the graph's offsets", graph.offsets());
    auto const neighbours = detail::bytes_of("the graph's neighbours", graph.neighbours());
    detail::check_apart(
        name, {detail::bytes_of("label", label), detail::bytes_of("from or to", edges)...},
        {offsets, neighbours});
  }

  template <class Index, class AnyGraph>
  static void check_edges(char const* name, std::size_t room, AnyGraph const& graph) {
    detail::check_index_holds<Index>(name, "from or to", graph.vertices());
    if (room >= graph.own_vertices()) return;
    throw std::invalid_argument(std::string(name) + ": from or to has " + std::to_string(room) +
                                " elements and needs one for each of the rank's " +
                                std::to_string(graph.own_vertices()) + " vertices");
  }

  Distributed<Space> const* cluster_;
  detail::GraphCapacity capacity_;
  bool validate_;
  ComponentsReport* report_;
  std::shared_ptr<detail::Ledger> ledger_;
  std::optional<ConnectedComponentsPlan<Space, Vertex, Offset>> alone_;
  detail::StridedCopy copy_, from_copy_, to_copy_;
  detail::mpi::JointComponents<Space, Word, OffsetWord> joint_;
  detail::mpi::JointForest<Space, Word, OffsetWord> joint_forest_;
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

/// Labels every vertex as connected_components does, and writes the edges of a spanning forest of
/// the whole graph, each on one rank: an edge for each vertex that is not the smallest of its
/// component, on the rank that has the vertex.
///
/// - from, to: at least as many integers each as the rank has vertices, as wide as the graph's.
///             (from(k), to(k)) for k < own_edges is an edge of the graph, by the vertices' numbers
///             among those of all ranks; neither end need be this rank's. Which edges, in which
///             order and direction, is unspecified and may differ from run to run. Entries from
///             own_edges to the number of the rank's vertices are scratch.
///
/// Returns the number of components and of this rank's edges, which is that of its vertices that
/// are not their own label. All ranks together have as many edges as vertices less components.
///
/// Each rank finds a forest of the arcs among its own vertices, and all ranks get the labels; each
/// then notes a forest of its arcs to other ranks among the components that are left, and all get
/// these h arcs of it. With p ranks sends (own + 2 h) (p - 1) words, and three for each of the h
/// arcs that becomes the edge of another rank's vertex. Work O(arcs of the rank + n). Memory beyond
/// the arguments: two words for each vertex of all ranks and half a one for each own; two for each
/// arc that any rank has noted, seven more for the rank's own, and four for each edge that comes;
/// and two for as many as the rank might note: it has that many arcs, and as many components are
/// left.
///
/// Options, report and errors are those of connected_components; std::invalid_argument on all ranks
/// where from or to is too short on one.
template <class Space, class Vertex, class Offset, class MemorySpace, class Label, class From,
          class To>
DistributedForest spanning_forest(Distributed<Space> const& cluster,
                                  DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                                  Label const& label, From const& from, To const& to,
                                  ComponentsOptions const& options = {}) {
  ConnectedComponentsPlan<Distributed<Space>, Vertex, Offset> plan(cluster, graph.own_vertices(),
                                                                   graph.own_arcs(), options);
  return plan(graph, label, from, to);
}

}  // namespace yoke
