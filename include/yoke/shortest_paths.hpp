#pragma once

#include <cstddef>
#include <initializer_list>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/graphs/sources.hpp"
#include "yoke/detail/shortest_paths/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/shortest_paths_options.hpp"
#include "yoke/weighted_graph.hpp"

namespace yoke {

/// The distance of a vertex that no path reaches, and the weight of an arc that reaches nothing:
/// infinity, or the largest integer. yoke::all_pairs_distances has yoke::unreachable_distance.
template <class Weight>
inline constexpr Weight infinite_weight = detail::shortest_paths::infinity<Weight>;

/// The workspace and the chosen algorithm for lightest paths in graphs up to a number of vertices
/// and arcs. Repeated calls allocate nothing. Executor is a Kokkos execution space, a yoke::Hybrid
/// or a yoke::Distributed. Vertex, Offset and Weight are those of the graphs.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, the graph is a
/// yoke::DistributedWeightedGraph. Each MPI rank has some of its rows, and the plan is for this
/// rank's rows. distances(i) and parents(i) are the values of one execution space for the rank's
/// own vertex i: the same bytes for any number of ranks. Each rank may leave parents out for
/// itself. Returns the number of vertices reached, on all ranks.
///
/// `sources` is a vertex, the same one on all ranks. Or it is this rank's part of a View of
/// vertices. These may be vertices of any rank, may repeat, and may be none.
///
/// A rank follows its near vertices until none of its own comes nearer, but at most 64 rounds by
/// Bellman-Ford's algorithm. If it has come nearer to vertices of other ranks, it then sends these
/// to their owners: a word and a weight each. At the end it sends such a vertex once more, with a
/// parent: two words and a weight. If all ranks together send up to 4096 vertices, these go to each
/// further rank. Rounds:
/// - 3 for such an exchange, 6 for others;
/// - delta_stepping: 1 or 2 for each rise of the limit;
/// - bellman_ford: at most n + 2 exchanges. A look for a cycle takes 4 or 7, and the look after n
///   exchanges 5 or 8;
/// - parents, if weights are 0 or negative: an exchange for each arc of the longest path.
///
/// Ranks look for a cycle when a rank has followed 64, 128, 256 and so on rounds. They also look
/// after 64, 128, 256 and so on exchanges, and after n exchanges. A look sends two words and a
/// weight for each vertex of other ranks that a rank's arcs lead to. It also sends a word for each
/// own vertex to each further rank.
///
/// Memory beyond the arguments, with 32-bit vertices and offsets:
/// - 28 bytes for each own vertex;
/// - for each vertex of all ranks a weight and 4 bytes, and with parents a word. For bellman_ford
///   a weight and three words more;
/// - for each vertex of another rank, or for each arc of its own if these are fewer: two words and
///   a weight, with parents or for bellman_ford four words and two weights. For each source, if
///   these are more;
/// - the vertices sent and received at once, and 4096 of each kind.
///
/// The options `delta`, `validate` and `device_memory` have an effect. `algorithm` must not be
/// sequential, and automatic is delta_stepping. The report has `delta` and `steps` of all ranks,
/// the rest of this one. Throws on all ranks the errors of yoke::shortest_paths. A source that is
/// no vertex is named with its place in the rank's part, and a weight with the rank's arc.
template <class Executor, class Vertex, class Offset = Vertex, class Weight = float>
class ShortestPathsPlan
    : public detail::Plan<detail::shortest_paths::ShortestPaths<detail::WordOf<Vertex>,
                                                                detail::WordOf<Offset>, Weight>,
                          Executor> {
  static_assert(detail::is_index<Vertex> && detail::is_index<Offset>,
                "yoke::ShortestPathsPlan: Vertex and Offset must be 32- or 64-bit integers");
  static_assert(ArcWeight<Weight>,
                "yoke::ShortestPathsPlan: Weight must be float, double, std::int32_t or "
                "std::int64_t");
  using Word = detail::WordOf<Vertex>;
  using Base =
      detail::Plan<detail::shortest_paths::ShortestPaths<Word, detail::WordOf<Offset>, Weight>,
                   Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument if Vertex or Offset is too small, if an option is out of its
  /// range, or for 2^48 vertices or arcs or more.
  ShortestPathsPlan(Executor const& executor, std::size_t vertices, std::size_t arcs,
                    ShortestPathsOptions const& options = {})
      : Base(
            executor, detail::call_of<Types>(name),
            [=] {
              char const* const caller = "yoke::ShortestPathsPlan";
              return detail::GraphCapacity{
                  detail::checked_count<Vertex>(
                      caller, "Vertex", detail::checked_capacity(caller, vertices, "vertices")),
                  detail::checked_count<Offset>(caller, "Offset",
                                                detail::checked_capacity(caller, arcs, "arcs"))};
            },
            options) {}
  template <detail::TemporaryHybrid Temporary>
  ShortestPathsPlan(Temporary&& gone_too_soon, std::size_t, std::size_t,
                    ShortestPathsOptions const& = {}) = delete;

  /// Works as yoke::shortest_paths does, and throws its exceptions. Also throws
  /// std::invalid_argument if the graph is larger than the plan.
  template <class G, class Sources, class Distances>
  std::size_t operator()(G const& graph, Sources const& sources, Distances const& distances) {
    return call(graph, sources,
                std::tuple(detail::bind<&Arguments::distances>("distances", distances)));
  }

  /// The same, with parents.
  template <class G, class Sources, class Distances, class Parents>
  std::size_t operator()(G const& graph, Sources const& sources, Distances const& distances,
                         Parents const& parents) {
    return call(graph, sources,
                std::tuple(detail::bind<&Arguments::distances>("distances", distances),
                           detail::bind<&Arguments::parents>("parents", parents)));
  }

 private:
  static constexpr char const* name = "yoke::shortest_paths";
  using Types = detail::Of<Vertex, Offset, Weight>;

  template <class G, class Sources, class Outputs>
  std::size_t call(G const& graph, Sources const& sources, Outputs const& outputs) {
    static_assert(detail::GraphOn<G, Executor>,
                  "yoke::shortest_paths: several ranks take a yoke::DistributedWeightedGraph "
                  "(yoke/mpi/weighted_graph.hpp), and other executors a yoke::WeightedGraph");
    static_assert(detail::is_accessible<Executor, typename G::Offsets::memory_space>(),
                  "yoke::shortest_paths: the execution space cannot access the graph");
    static_assert(std::is_same_v<detail::VertexOf<G>, Vertex> &&
                      std::is_same_v<detail::OffsetOf<G>, Offset> &&
                      std::is_same_v<typename G::weight_type, Weight>,
                  "yoke::ShortestPathsPlan: the graph is not of the plan's types");
    auto const raw = graph.raw();
    Arguments arguments;
    arguments.graph.offsets = raw.offsets;
    arguments.graph.neighbours = raw.neighbours;
    arguments.graph.symmetric = raw.symmetric;
    arguments.graph.first = raw.first;
    arguments.graph.all = raw.all;
    arguments.weights = detail::raw_array<Weight>(graph.weights());
    std::initializer_list<detail::ArgumentBytes> const graph_bytes = {
        detail::bytes_of("the graph's offsets", raw.offsets),
        detail::bytes_of("the graph's neighbours", raw.neighbours),
        detail::bytes_of("the graph's weights", arguments.weights)};
    if constexpr (std::is_integral_v<Sources>) {
      arguments.source = detail::source_word<Word>(sources);
      arguments.has_one_source = true;
      return Base::call(detail::call_of<Types>(name), arguments, graph_bytes, outputs,
                        [&] { detail::check_source(name, sources, graph.vertices()); });
    } else {
      auto const bound = std::tuple(detail::bind<&Arguments::sources>("sources", sources));
      return Base::call(detail::call_of<Types>(name), arguments, graph_bytes,
                        std::tuple_cat(bound, outputs));
    }
  }
};

namespace detail::shortest_paths {

// The plan of a call.
template <class Executor, class G>
struct PlanOf {
  static_assert(
      requires { typename G::weight_type; },
      "yoke::shortest_paths: the graph must be a yoke::WeightedGraph");
  using Type = ShortestPathsPlan<Executor, VertexOf<G>, OffsetOf<G>, typename G::weight_type>;
};
template <class Executor, class G>
using PlanFor = typename PlanOf<Executor, G>::Type;

}  // namespace detail::shortest_paths

/// The distance of each vertex from the nearest source: the least sum of weights on a path. For
/// graphs without weights use yoke::bfs.
///
/// @param graph  a yoke::WeightedGraph, symmetric or directed
/// @param sources  a vertex, or a one-dimensional View of vertices. The distance is then that from
///   the nearest of them. Vertices may repeat. If the View has no elements, no vertex is reached,
///   and the result is 0.
/// @param distances  n elements of the graph's Weight. A vertex that no path reaches has
///   yoke::infinite_weight: infinity, or the largest integer.
/// @param parents  n integers as wide as the graph's vertices: the previous vertex on a lightest
///   path. A source is its own parent, unless another one reaches it by a negative distance. A
///   vertex that no path reaches has the largest value of the type (-1 if the type is signed). Not
///   computed if it is left out or has no elements.
///   distances and parents may overlap neither each other nor sources nor the graph's arrays.
///
/// Returns the number of vertices reached.
///
/// Sums that exceed the largest number of Weight count as infinity. A vertex that is too far away
/// then looks like one that no path reaches. No path uses an arc of infinite weight.
///
/// Both results depend only on the input. An arc u -> v is tight if its weight added to u's
/// distance gives v's. The parent of v is the smallest u with a tight arc to v and a smaller
/// distance. Vertices without such a u, because weights are 0, get parents in rounds. Each takes
/// the smallest u that has a parent and a tight arc to it. If the graph has a negative weight,
/// rounds from the sources on find all parents.
///
/// Work of the parallel algorithms depends on weights and delta; sequential: O((n + m) log n).
/// Memory beyond the arguments, in bytes per vertex with 32-bit vertices and offsets:
/// - delta_stepping: 28
/// - bellman_ford: 40, and a weight
/// - sequential: 36
///
/// Arrays in other memory take more. A strided View is copied into memory of the plan.
///
/// Throws std::invalid_argument, with the argument's name, if sizes differ or a type is too small.
/// Throws yoke::InvalidInput for these, before anything is written:
/// - a source that is no vertex: it names the element of sources (0 if it is a number);
/// - a weight that is NaN, or is negative and the algorithm is not bellman_ford: it names the arc.
///
/// bellman_ford also throws yoke::InvalidInput with undefined results for these, and names a
/// vertex:
/// - a cycle of negative weight that a source reaches (after n rounds perhaps a vertex that the
///   cycle reaches). In floating point its rounded sum counts;
/// - a distance that is the least number of Weight or below;
/// - with parents: a distance that is the rounded sum of no path, because a cycle is negative only
///   by rounding.
///
/// Sources: Meyer and Sanders 2003 (delta stepping); Davidson, Baxter, Garland and Owens 2014 (near
/// and far vertices).
template <class Executor, class G, class Sources, detail::AnyView Distances,
          detail::AnyView Parents>
std::size_t shortest_paths(Executor const& executor, G const& graph, Sources const& sources,
                           Distances const& distances, Parents const& parents,
                           ShortestPathsOptions const& options = {}) {
  auto const raw = graph.raw();
  return detail::shortest_paths::PlanFor<Executor, G>(executor, raw.vertices(), raw.arcs(),
                                                      options)(graph, sources, distances, parents);
}

/// The same without parents.
template <class Executor, class G, class Sources, detail::AnyView Distances>
std::size_t shortest_paths(Executor const& executor, G const& graph, Sources const& sources,
                           Distances const& distances, ShortestPathsOptions const& options = {}) {
  auto const raw = graph.raw();
  return detail::shortest_paths::PlanFor<Executor, G>(executor, raw.vertices(), raw.arcs(),
                                                      options)(graph, sources, distances);
}

}  // namespace yoke
