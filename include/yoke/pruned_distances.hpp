#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "yoke/all_pairs_distances.hpp"
#include "yoke/detail/prune/distances.hpp"
#include "yoke/prune.hpp"

namespace yoke {

/// The workspace for the distances of all pairs of a pruned graph: an AllPairsPlan of the remaining
/// graph, the distances between kept vertices, and 6 words for each vertex before pruning. Repeated
/// calls allocate nothing. If no vertex was removed, it is an AllPairsPlan alone. Executor is an
/// execution space or a Hybrid.
template <class Executor, class Vertex, class Offset, class MemorySpace, DistanceWeight Weight>
class PrunedAllPairsPlan {
  static_assert(!detail::IsDistributed<Executor>::value,
                "yoke::PrunedAllPairsPlan: distances of a pruned graph take no ranks");
  using Space = detail::prune::SpaceFor<Executor, MemorySpace>;
  using Word = detail::WordOf<Vertex>;
  using Capability = detail::all_pairs::AllPairs<Weight>;

 public:
  /// Throws as AllPairsPlan does, and std::invalid_argument if the graph was pruned by a
  /// contraction.
  PrunedAllPairsPlan(Executor const& executor,
                     PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                     AllPairsOptions const& options = {})
      : executor_(executor),
        pruned_(pruned),
        report_(options.report),
        inner_(executor, pruned.graph().vertices(), checked(pruned, options)) {
    if (!lacks_vertices()) return;
    Space const& exec = executor_.template instance_for<MemorySpace>();
    std::size_t const kept = pruned.graph().vertices();
    trees_ = detail::prune::find_trees<Space, Word>(exec, pruned.raw());
    kept_distances_ =
        Matrix(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::prune::kept_distances"),
               kept, kept);
  }
  template <detail::TemporaryHybrid Temporary>
  PrunedAllPairsPlan(Temporary&& gone_too_soon, PrunedGraph<Vertex, Offset, MemorySpace> const&,
                     AllPairsOptions const& = {}) = delete;

  /// Finds distances as yoke::all_pairs_distances does for a pruned graph.
  template <detail::AnyView Distances>
  std::size_t operator()(Distances const& distances) {
    static_assert(Distances::rank == 2 && std::is_same_v<typename Distances::value_type, Weight>,
                  "yoke::PrunedAllPairsPlan: distances must have two dimensions and the plan's "
                  "type, and not be const");
    static_assert(detail::is_accessible<Space, typename Distances::memory_space>(),
                  "yoke::PrunedAllPairsPlan: the execution space of the pruned graph cannot access "
                  "distances");
    Capability::check_square(Capability::name, "distances", distances.extent(0),
                             distances.extent(1));
    detail::check_same_size(Capability::name, "distances", distances.extent(0), "the graph",
                            pruned_.vertices());
    auto const& graph = pruned_.graph();
    detail::check_apart(Capability::name, {detail::bytes_of("distances", distances)},
                        {detail::bytes_of("the graph's offsets", graph.offsets()),
                         detail::bytes_of("the graph's neighbours", graph.neighbours())});
    std::size_t const pairs =
        lacks_vertices() ? extend(distances) : inner_(pruned_.graph(), distances);
    if (report_ != nullptr) {
      report_->prune_rounds = static_cast<int>(pruned_.report().rounds.size());
      report_->pruned_vertices = pruned_.report().removed_vertices;
    }
    return pairs;
  }

  /// The memory that the plan holds beside the pruned graph and copies of strided Views.
  std::size_t workspace_bytes() const {
    return inner_.workspace_bytes() + sizeof(Weight) * kept_distances_.size() + trees_.bytes();
  }

 private:
  using Matrix = Kokkos::View<Weight**, Kokkos::LayoutRight, MemorySpace>;

  static AllPairsOptions const& checked(PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                        AllPairsOptions const& options) {
    detail::prune::refuse_contraction(Capability::name, pruned.report().property);
    return options;
  }
  bool lacks_vertices() const { return pruned_.graph().vertices() < pruned_.vertices(); }

  template <class Distances>
  std::size_t extend(Distances const& distances) {
    inner_(pruned_.graph(), kept_distances_);
    Space const& exec = executor_.template instance_for<MemorySpace>();
    // Distances are symmetric, so columns are as good as rows.
    typename Capability::Arguments arguments;
    matrix_.bring(exec, distances, arguments);
    auto const found = detail::prune::extend_distances<Space, Word, Weight>(
        exec, trees_,
        {kept_distances_.data(), kept_distances_.size(), detail::place_of<MemorySpace>()},
        detail::raw(arguments.distances).data, arguments.stride);
    matrix_.send(exec, distances);
    if (report_ != nullptr && found.are_clamped) report_->may_be_clamped = true;
    return found.pairs;
  }

  detail::PlanExecutor<Executor> executor_;
  PrunedGraph<Vertex, Offset, MemorySpace> pruned_;
  AllPairsReport* report_;
  AllPairsPlan<Executor, Weight> inner_;
  detail::prune::RemovedTrees<Space, Word> trees_;
  Matrix kept_distances_;
  detail::all_pairs::MatrixArgument matrix_;
};

/// The distances of all pairs of the graph before pruning: the same bytes as
/// yoke::all_pairs_distances gives for that graph. Its arcs weigh 1.
///
/// @param executor  an execution space or a Hybrid
/// @param pruned  a result of yoke::prune
/// @param distances  n x n elements for the n vertices before pruning: std::int16_t, std::int32_t,
///   float or double, in any layout. The executor's space for the pruned graph accesses them. Their
///   old values do not matter.
/// @param options  for the distances of the remaining graph. The report is that of this part, with
///   the rounds and the vertices of pruning. Its may_be_clamped is about all vertices.
///   device_memory bounds the memory of this part alone.
///
/// Returns the number of pairs with a path, including the n pairs of a vertex and itself.
///
/// Work: that of the k kept vertices, then O(n^2): one kernel for kept rows, and two for each depth
/// of the removed trees. Memory beyond that of the call for the remaining graph: k x k elements,
/// and 6 words for each vertex before pruning.
///
/// Throws the exceptions of yoke::all_pairs_distances, and std::invalid_argument if sizes differ,
/// or if the graph was pruned by chains, independent_set or matching.
///
/// Source: Banerjee's thesis, section 9.2.1, which proposes it.
template <class Executor, class Vertex, class Offset, class MemorySpace, detail::AnyView Distances>
std::size_t all_pairs_distances(Executor const& executor,
                                PrunedGraph<Vertex, Offset, MemorySpace> const& pruned,
                                Distances const& distances, AllPairsOptions const& options = {}) {
  return PrunedAllPairsPlan<Executor, Vertex, Offset, MemorySpace,
                            typename Distances::non_const_value_type>(executor, pruned,
                                                                      options)(distances);
}

}  // namespace yoke
