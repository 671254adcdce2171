#pragma once

#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>

#include "yoke/all_pairs_distances_options.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/all_pairs/matrix.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/errors.hpp"

namespace yoke {

/// The workspace for the distances of all pairs of up to a number of vertices. Repeated calls
/// allocate nothing, except searches: of a larger graph, or if graphs with and without weights
/// alternate. Each call chooses, so algorithm() may be automatic. The report has the algorithm that
/// ran. Executor is a Kokkos execution space, a yoke::Hybrid, or a yoke::Distributed of an
/// execution space.
///
/// Calls run on the instance that the plan was made with. Only one thread at a time may use a plan.
/// A Hybrid must outlive its plans, and stay where it is.
///
/// On a yoke::Hybrid the device has the first rows, and the host the last ones. options.split is
/// the host's share. Contiguous columns are shared out in place of rows. The cut is a multiple of
/// 128. If one side has no rows, the other one does the call alone. Distances and next may lie in
/// any memory, each in its own. Views with gaps are copied. If both sides work, each takes the
/// memory of one execution space for n vertices. It also copies its rows if they lie on the other
/// side of the bus. The device takes 128 n elements more, and 256 n are in pinned memory.
///
/// A matrix in host memory may exceed the device's memory. If the device would do the call alone,
/// the matrix then goes through it in bands of K rows. An automatic split leaves the call to the
/// host if that is faster. K is at most 4096. The device takes 7 K n + 256 n elements, of
/// std::int16_t 8 K n + 384 n. Each of n / K rounds copies the matrix up and down. Pageable memory
/// goes through 3 K n elements in pinned memory. Calls with next do not go through the device in
/// bands: with a split of 0 they throw yoke::DeviceMemoryExceeded.
///
/// On a yoke::Distributed each MPI rank has some rows of the matrix: a View of its rows and n
/// columns. The rows follow each other in the order of the ranks. A rank may have no rows, but its
/// View has n columns. The rank's part of next has the same size. Each rank may leave next out for
/// itself. Each rank returns the number of pairs of all ranks. A graph is a yoke::DistributedGraph
/// or a yoke::DistributedWeightedGraph. A rank has the rows of its vertices.
///
/// The results are the same bytes as on one execution space. All ranks get the rows of each pivot
/// block: by NCCL and by peer copies while they work on the block before. A rank sends each of its
/// distances once to each further rank. Rounds: one for each 128 vertices, and 6; negative weights
/// add 4; a graph adds 1.
///
/// Memory beyond the rows is that of one execution space for n vertices, and 128 n elements. A View
/// whose rows are not adjacent elements is copied. The report's may_be_clamped is about the whole
/// matrix, the rest about this rank.
///
/// Throws on all ranks the errors of yoke::all_pairs_distances. Throws std::invalid_argument if the
/// rows of all ranks and the columns differ in number. Errors number vertices in the whole matrix.
template <class Executor, DistanceWeight Weight>
class AllPairsPlan : public detail::Plan<detail::all_pairs::AllPairs<Weight>, Executor> {
  using Capability = detail::all_pairs::AllPairs<Weight>;
  using Base = detail::Plan<Capability, Executor>;

 public:
  /// Throws std::invalid_argument for 2^24 vertices or more.
  explicit AllPairsPlan(Executor const& executor, std::size_t vertices,
                        AllPairsOptions const& options = {})
      : Base(
            executor, detail::call_of<detail::Of<Weight>>(Capability::name),
            [=, chosen = options.algorithm] { return capacity(vertices, chosen); },
            settled(options)) {}
  template <detail::TemporaryHybrid Temporary>
  AllPairsPlan(Temporary&& gone_too_soon, std::size_t, AllPairsOptions const& = {}) = delete;

  /// Works as yoke::all_pairs_distances does, and throws its exceptions. Also throws
  /// std::invalid_argument if the matrix has more columns than the plan has vertices.
  template <detail::AnyView Distances>
  std::size_t operator()(Distances const& distances) {
    refuse_searches("needs a graph, not a matrix");
    return run(distances, nothing_more, no_graph);
  }

  /// The same, with next.
  template <detail::AnyView Distances, detail::AnyView Next>
  std::size_t operator()(Distances const& distances, Next const& next) {
    refuse_searches("needs a graph, not a matrix");
    return run_with_next(distances, next, no_graph);
  }

  /// The same of a graph. The old elements of distances do not matter.
  template <detail::all_pairs::AnyGraph G, detail::AnyView Distances>
  std::size_t operator()(G const& graph, Distances const& distances) {
    if constexpr (detail::IsHybrid<Executor>::value) {
      put(graph, distances);
      return (*this)(distances);
    } else {
      return run(distances, nothing_more, [&] { return arcs_of(graph, distances); });
    }
  }

  /// The same of a graph, with next.
  template <detail::all_pairs::AnyGraph G, detail::AnyView Distances, detail::AnyView Next>
  std::size_t operator()(G const& graph, Distances const& distances, Next const& next) {
    refuse_searches("finds no next");
    if constexpr (detail::IsHybrid<Executor>::value) {
      Capability::check_next(Capability::name, sizes_of(distances), next.extent(0), next.extent(1));
      put(graph, distances);
      return (*this)(distances, next);
    } else {
      return run_with_next(distances, next, [&] { return arcs_of(graph, distances); });
    }
  }

 private:
  using Arguments = typename Base::Arguments;
  using Arcs = detail::all_pairs::GraphArcs;

  static void nothing_more(Arguments&) {}
  static Arcs no_graph() { return {}; }

  // Before anything is looked at. Hybrids and ranks refuse them with the plan.
  void refuse_searches(char const* why) const {
    if constexpr (detail::AnySpace<Executor>) Capability::refuse_searches(this->algorithm(), why);
  }

  // Hybrids and ranks have no searches.
  static AllPairsOptions settled(AllPairsOptions options) {
    if (!detail::AnySpace<Executor> && options.algorithm == AllPairsAlgorithm::automatic) {
      options.algorithm = AllPairsAlgorithm::blocked;
    }
    return options;
  }

  // On a Hybrid by the side that has the distances, or by that of the graph.
  template <class G, class Distances>
  void put(G const& graph, Distances const& distances) {
    Arguments const sizes = sizes_of(distances);
    Capability::check_square(Capability::name, "distances", sizes.rows, sizes.vertices);
    using Graphs = typename G::Offsets::memory_space;
    this->executor().begin_call();
    auto const& exec = this->template instance_for<typename Distances::memory_space>();
    using Space = std::remove_cvref_t<decltype(exec)>;
    if constexpr (detail::is_accessible<Space, Graphs>()) {
      detail::all_pairs::put_graph(exec, Capability::name, graph, distances);
    } else {
      detail::all_pairs::put_graph(this->template instance_for<Graphs>(), Capability::name, graph,
                                   distances);
    }
  }

  // Throws if the graph does not fit these distances.
  template <class G, class Distances>
  static Arcs arcs_of(G const& graph, Distances const& distances) {
    static_assert(detail::GraphOn<G, Executor>,
                  "yoke::AllPairsPlan: several ranks take a DistributedGraph (yoke/mpi/graph.hpp)");
    return detail::all_pairs::checked_arcs<Executor>(Capability::name, graph, distances);
  }

  template <class Distances>
  static Arguments sizes_of(Distances const& distances) {
    static_assert(Distances::rank == 2, "yoke::AllPairsPlan: distances must have two dimensions");
    static_assert(std::is_same_v<typename Distances::value_type, Weight>,
                  "yoke::AllPairsPlan: distances are not of the plan's type, or const");
    static_assert(detail::is_accessible<Executor, typename Distances::memory_space>(),
                  "yoke::AllPairsPlan: the execution space cannot access distances");
    Arguments arguments;
    arguments.rows = distances.extent(0);
    arguments.vertices = distances.extent(1);
    return arguments;
  }

  template <class Distances, class Next, class FindArcs>
  std::size_t run_with_next(Distances const& distances, Next const& next,
                            FindArcs const& find_arcs) {
    using Vertex = typename Next::value_type;
    static_assert(
        Next::rank == 2 && std::is_integral_v<Vertex> && sizeof(Vertex) == 4 &&
            !std::is_const_v<Vertex>,
        "yoke::AllPairsPlan: next must have two dimensions and 32-bit integers, not const");
    static_assert(detail::is_accessible<Executor, typename Next::memory_space>(),
                  "yoke::AllPairsPlan: the execution space cannot access next");
    auto const& exec = this->template instance_for<typename Next::memory_space>();
    std::size_t const pairs = run(
        distances,
        [&](Arguments& arguments) {
          Capability::check_next(Capability::name, arguments, next.extent(0), next.extent(1));
          detail::check_apart(
              Capability::name,
              {detail::bytes_of("distances", distances), detail::bytes_of("next", next)}, {});
          next_.bring_next(exec, next, arguments, takes());
        },
        find_arcs);
    next_.send(exec, next);
    return pairs;
  }

  // bring_next(arguments) checks next and brings it. find_arcs() checks a graph, if there is one.
  template <class Distances, class BringNext, class FindArcs>
  std::size_t run(Distances const& distances, BringNext const& bring_next,
                  FindArcs const& find_arcs) {
    auto const& exec = this->template instance_for<typename Distances::memory_space>();
    Arguments arguments = sizes_of(distances);
    // One of several ranks must not throw alone.
    std::exception_ptr failure;
    try {
      detail::Ledger::Opened const opened(this->ledger());
      this->executor().begin_call();
      if (!this->is_part()) {
        Capability::check_square(Capability::name, "distances", arguments.rows, arguments.vertices);
      }
      arguments.graph = find_arcs();
      bring_next(arguments);
      matrix_.bring(exec, distances, arguments, takes());
    } catch (...) {
      failure = std::current_exception();
    }
    std::size_t const pairs = this->call(detail::call_of<detail::Of<Weight>>(Capability::name),
                                         arguments, {}, std::tuple<>(), [&] {
                                           if (failure) std::rethrow_exception(failure);
                                         });
    matrix_.send(exec, distances);
    return pairs;
  }

  // A copy to the other side of the bus would bring and send gaps too.
  detail::all_pairs::TakenMatrices takes() const {
    return {!this->is_part(), !detail::IsHybrid<Executor>::value};
  }
  static detail::all_pairs::MatrixCapacity capacity(std::size_t vertices,
                                                    AllPairsAlgorithm chosen) {
    if constexpr (!detail::AnySpace<Executor>) {
      Capability::refuse_searches(chosen, "takes one execution space, and no Hybrid or ranks");
    }
    detail::checked_product(Capability::name, "vertices squared", vertices, vertices);
    return {vertices};
  }

  detail::all_pairs::MatrixArgument matrix_, next_;
};

/// The distances of all pairs of vertices, in place: the least sum of weights on a path from each
/// vertex to each other one. Weights may be negative. For one source use yoke::shortest_paths.
///
/// @param distances  a View of n x n elements, of std::int16_t, std::int32_t, float or double, in
///   LayoutRight, LayoutLeft or LayoutStride. Before the call, element (i, j) is the weight of the
///   arc from i to j, or yoke::unreachable_distance if there is none. After it, the element is the
///   distance. A positive weight from a vertex to itself counts as 0.
///
/// Returns the number of pairs with a path, including the n pairs of a vertex and itself.
///
/// A sum that reaches yoke::unreachable_distance counts as that. A pair that is too far apart then
/// looks like a pair without a path, and the report's may_be_clamped is true. If it is true and
/// weights are negative, the distances of pairs whose path has such a part are undefined.
///
/// Deterministic: the result depends only on the input. It is the same bytes on all spaces, in
/// floating point too, where the order of additions is that of the blocks. next changes only if a
/// block of 128 vertices lowers the distance. The path then takes the block's first vertex with the
/// least sum. Paths to the block's own vertices take the last vertex that lowers the distance.
///
/// Work: n^3 additions and minima. With next there are 128 n^2 more, and a device makes 16 for each
/// distance that a block lowers, unless its words carry the vertex.
///
/// Memory beyond both matrices, in elements: 512 n (std::int16_t on a device: 768 n), where n is
/// rounded up to a multiple of 256, and 81920. A View whose strides both exceed 1 is copied. In
/// pinned memory any View with gaps is copied.
///
/// Throws std::invalid_argument if the matrix is not square, or next is of another size. Throws
/// yoke::InvalidInput for these, before anything is written, and index() is i * n + j:
/// - a weight that is NaN;
/// - a weight above yoke::unreachable_distance or below yoke::least_distance.
///
/// Throws yoke::InvalidInput for these, and leaves distances and next undefined. index() is a
/// vertex:
/// - a cycle of negative weight: a vertex on it. In floating point its rounded sum counts, and the
///   vertex may be near such a cycle;
/// - a distance below yoke::least_distance: the first of 128 vertices. The distance is from or to
///   one of these.
///
/// Source: Venkataraman, Sahni, Mukhopadhyaya 2003 (blocks); Katz and Kider 2008 (on a GPU).
template <class Executor, detail::AnyView Distances>
std::size_t all_pairs_distances(Executor const& executor, Distances const& distances,
                                AllPairsOptions const& options = {}) {
  return AllPairsPlan<Executor, typename Distances::non_const_value_type>(
      executor, distances.extent(1), options)(distances);
}

/// The same with next, which yoke::path follows.
///
/// @param next  n x n integers of 32 bits, in any layout of distances. Receives for (i, j) the
///   vertex after i on a lightest path from i to j: i itself if j is i, and the largest value of
///   the type (-1 if the type is signed) if there is no path. It may not overlap distances.
template <class Executor, detail::AnyView Distances, detail::AnyView Next>
std::size_t all_pairs_distances(Executor const& executor, Distances const& distances,
                                Next const& next, AllPairsOptions const& options = {}) {
  return AllPairsPlan<Executor, typename Distances::non_const_value_type>(
      executor, distances.extent(1), options)(distances, next);
}

/// The same of a graph. options.algorithm chooses a search from every vertex, or blocks of the
/// matrix of weights, which the call makes from the arcs. Integers are the same bytes. In floating
/// point the last digits may differ: searches add from the source on, and blocks in their order.
/// automatic depends on the space and on its number of threads.
///
/// @param graph  a yoke::WeightedGraph, or a yoke::Graph, whose arcs weigh 1. It is symmetric or
///   directed, in memory that the execution space accesses. One side of a Hybrid must access both
///   graph and distances. Ranks have a yoke::DistributedGraph. The lightest of several arcs with
///   the same ends counts. A loop counts as 0 unless its weight is negative. An edge of a
///   symmetric graph with a negative weight is a cycle of negative weight.
/// @param distances  n x n elements for the n vertices: integers for integer weights, float or
///   double for all weights, which are rounded. Arcs of yoke::unreachable_distance are ignored. On
///   ranks: a row for each vertex of the rank, and n columns.
///
/// Work of searches, for n vertices and m arcs: with weights at most n (n + m) log n on a host and
/// n^2 m on a device, without weights at most n m. They take more memory than blocks:
/// - 8 n bytes, and 4 bytes for each arc;
/// - with weights a distance for each arc, and 8 n bytes for each thread of a host;
/// - with weights on a device 148 n bytes (double: 276 n) for each of its teams, two of them for
///   each multiprocessor;
/// - without weights 60 n bytes.
/// Searches without weights are from Then et al. 2014.
///
/// If options.algorithm is searches, throws std::invalid_argument for a Hybrid or ranks, for a
/// matrix, and for next. Throws yoke::InvalidInput for a negative weight; index() is the arc.
///
/// Also throws std::invalid_argument if the graph has another number of vertices or overlaps
/// distances. Throws yoke::InvalidInput for a weight that is NaN or outside the range of distances,
/// before anything is written. For float, a finite weight beyond the largest float is outside.
/// index() is the arc. On ranks it counts from the first arc of the rank that has it.
template <class Executor, detail::all_pairs::AnyGraph G, detail::AnyView Distances>
std::size_t all_pairs_distances(Executor const& executor, G const& graph,
                                Distances const& distances, AllPairsOptions const& options = {}) {
  return AllPairsPlan<Executor, typename Distances::non_const_value_type>(
      executor, distances.extent(1), options)(graph, distances);
}

/// The same of a graph, with next.
template <class Executor, detail::all_pairs::AnyGraph G, detail::AnyView Distances,
          detail::AnyView Next>
std::size_t all_pairs_distances(Executor const& executor, G const& graph,
                                Distances const& distances, Next const& next,
                                AllPairsOptions const& options = {}) {
  return AllPairsPlan<Executor, typename Distances::non_const_value_type>(
      executor, distances.extent(1), options)(graph, distances, next);
}

}  // namespace yoke
