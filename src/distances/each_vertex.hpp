#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "distances/each_vertex_traits.hpp"
#include "distances/sweep.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/side.hpp"
#include "shortest_paths/each_source.hpp"
#include "shortest_paths/team_searches.hpp"
#include "yoke/detail/shortest_paths/capability.hpp"

// Searches of a graph with weights, each from one vertex.
namespace yoke::detail::distances {

template <class Vertex, class Offset, class Weight>
struct WeightedRows {
  RawGraph<Vertex, Offset> graph;
  RawArray<Weight const> weights;
};

template <class Vertex, class Offset, class Weight>
using PathsSide = OneSidePtr<shortest_paths::ShortestPaths<Vertex, Offset, Weight>>;

template <class Weight, class Space, class Vertex, class Offset>
PathsSide<Vertex, Offset, Weight> make_paths(Space const& exec, GraphCapacity const& capacity) {
  return make_side<shortest_paths::ShortestPaths<Vertex, Offset, Weight>>(
      exec, capacity, {}, runs_on_host<Space> ? Lane::host : Lane::device);
}

// The distance of each vertex from the nearest source.
template <class Vertex, class Offset, class Weight>
void find_paths(PathsSide<Vertex, Offset, Weight> const& paths,
                WeightedRows<Vertex, Offset, Weight> const& rows,
                RawArray<Vertex const> const& sources, RawArray<Weight> const& distance) {
  typename shortest_paths::ShortestPaths<Vertex, Offset, Weight>::Arguments arguments;
  arguments.graph.offsets = rows.graph.offsets;
  arguments.graph.neighbours = rows.graph.neighbours;
  arguments.graph.symmetric = rows.graph.symmetric;
  arguments.weights = rows.weights;
  arguments.sources = sources;
  arguments.distances = distance;
  paths->work(arguments);
}

// A search by a thread, whose distances are taken when it has ended.
template <class Space, class Vertex, class TheWeight, class Take>
struct TakeTask {
  using Weight = TheWeight;

  Array<Space, Weight const> weights;
  SweepSources<Space, Vertex> vertices;
  Array<Space, Weight> rows;  // of each thread a distance of each vertex
  std::uint64_t size;         // of a row
  Take take;

  KOKKOS_FUNCTION std::uint64_t sources() const { return vertices.count; }
  KOKKOS_FUNCTION Vertex source(std::uint64_t i) const { return vertices(i); }
  KOKKOS_FUNCTION Array<Space, Weight> distances(std::uint64_t, std::uint64_t thread) const {
    return Array<Space, Weight>(rows.data() + thread * size, size);
  }
  KOKKOS_FUNCTION Weight sum(Weight near, std::uint64_t arc, Weight, std::uint64_t&) const {
    return shortest_paths::add(near, weights(arc));
  }
  KOKKOS_FUNCTION void finish(std::uint64_t i, Array<Space, Weight> const& distance,
                              std::uint64_t&) const {
    take(i, Array<Space, Weight const>(distance));
  }
};

// Searches from each of several vertices. take(i, distance) takes the distances from vertex i: a
// thread of a host calls it, and searches by Dijkstra's algorithm.
template <class Space, class Vertex, class Offset, class Weight,
          class Traits = EachVertexTraits<Space>, bool by_threads = Traits::by_threads>
class EachVertex {
 public:
  EachVertex(Space const& exec, GraphCapacity const& capacity)
      : each_source_(exec, capacity.vertices),
        rows_(make_buffer<Space, Weight>(exec, "yoke::distances::rows",
                                         capacity.vertices * each_source_.threads())) {}

  template <class Take>
  void run(PathsSide<Vertex, Offset, Weight> const&,
           WeightedRows<Vertex, Offset, Weight> const& rows,
           SweepSources<Space, Vertex> const& vertices, Take const& take) const {
    each_source_.run(
        "yoke::distances::each_vertex", csr_of<Space>(rows.graph),
        TakeTask<Space, Vertex, Weight, Take>{array_on<Space>(rows.weights), vertices,
                                              array_of(rows_), rows.graph.vertices(), take});
  }

 private:
  shortest_paths::EachSource<Space, Vertex> each_source_;
  Buffer<Space, Weight> rows_;
};

template <class Space, class Vertex>
struct TakeSource {
  SweepSources<Space, Vertex> vertices;
  std::uint64_t i;
  Array<Space, Vertex> source;
  KOKKOS_FUNCTION void operator()(std::uint64_t) const { source(0) = vertices(i); }
};

// The searches of a team, whose distances are taken when all have ended.
template <class Space, class Vertex, class TheWeight, class Take>
struct TeamTakeTask {
  using Weight = TheWeight;
  using Its = shortest_paths::DistanceWord<Weight>;
  using Word = typename Its::Word;
  using Scratch = typename Take::Scratch;

  Array<Space, Weight const> weights;
  SweepSources<Space, Vertex> vertices;
  Take take;

  KOKKOS_FUNCTION std::size_t sources() const { return vertices.count; }
  KOKKOS_FUNCTION Vertex source(std::size_t i) const { return vertices(i); }
  KOKKOS_FORCEINLINE_FUNCTION static Weight far() { return shortest_paths::far_away<Weight>(); }
  KOKKOS_FORCEINLINE_FUNCTION Word sum(Word near, std::uint64_t arc, std::uint32_t&) const {
    return Its::word(shortest_paths::add(Its::distance(near), weights(arc)));
  }
  template <class Member>
  KOKKOS_FUNCTION void finish(Member const& member,
                              shortest_paths::TeamDistances<Space, Vertex, Weight> const& found,
                              std::uint32_t, Scratch& scratch) const {
    take.by_team(member, found, scratch);
  }
};

// On a device teams search, each from 32 vertices at a time, and take the distances:
// take.by_team(member, distances, scratch). If that is slower, a call of yoke::shortest_paths
// searches from one vertex after another, and all threads take its distances:
// take.together(exec, i, distance).
template <class Space, class Vertex, class Offset, class Weight, class Traits>
class EachVertex<Space, Vertex, Offset, Weight, Traits, false> {
  using Shape = shortest_paths::TeamShape<Space>;
  using Teams = shortest_paths::TeamMemory<Space, Vertex, Weight>;

 public:
  EachVertex(Space const& exec, GraphCapacity const& capacity)
      : exec_(exec),
        source_(make_buffer<Space, Vertex>(exec, "yoke::distances::source", 1)),
        distance_(
            make_buffer<Space, Weight>(exec, "yoke::distances::distance", capacity.vertices)) {}

  // Takes memory for teams, for up to this number of vertices at a time, from what the plan leaves.
  // So a plan calls this last. With little memory there are fewer teams, or none.
  void reserve_teams(GraphCapacity const& capacity, std::size_t most_sources) {
    std::size_t const n = capacity.vertices, of_team = n * Teams::bytes_of_vertex;
    if (n == 0 || n > Traits::most_vertices) return;
    std::size_t const arguments = n * (sizeof(Offset) + sizeof(Vertex) + sizeof(double)) +
                                  capacity.arcs * (sizeof(Vertex) + sizeof(Weight));
    std::size_t const left = Ledger::left_on_device();
    std::size_t const bytes =
        std::min(Traits::most_bytes, left > arguments ? (left - arguments) / 2 : 0);
    std::size_t const teams = std::min(Shape::teams(exec_, most_sources), bytes / of_team);
    if (teams > 0) teams_ = Teams(exec_, n, teams);
  }

  template <class Take>
  void run(PathsSide<Vertex, Offset, Weight> const& paths,
           WeightedRows<Vertex, Offset, Weight> const& rows,
           SweepSources<Space, Vertex> const& vertices, Take const& take) const {
    std::size_t const n = rows.graph.vertices(), arcs = rows.graph.neighbours.size;
    std::size_t const room = teams_.teams(n);
    if (vertices.count == 0 || n == 0) return;
    if (room > 0 && Traits::prefers_teams(exec_, {n, arcs, vertices.count, room})) {
      using Task = TeamTakeTask<Space, Vertex, Weight, Take>;
      shortest_paths::SearchByTeams<Space, Vertex, Offset, Task>::run(
          "yoke::distances::by_teams", exec_, csr_of<Space>(rows.graph),
          Task{array_on<Space>(rows.weights), vertices, take}, teams_);
    } else {
      run_one_by_one(paths, rows, vertices, take);
    }
  }

 private:
  template <class Take>
  void run_one_by_one(PathsSide<Vertex, Offset, Weight> const& paths,
                      WeightedRows<Vertex, Offset, Weight> const& rows,
                      SweepSources<Space, Vertex> const& vertices, Take const& take) const {
    constexpr Place here = runs_on_host<Space> ? Place::host : Place::device;
    std::uint64_t const n = rows.graph.vertices();
    for (std::uint64_t i = 0; i < vertices.count; ++i) {
      Kokkos::parallel_for("yoke::distances::take_source", WideRange<Space>(exec_, 0, 1),
                           TakeSource<Space, Vertex>{vertices, i, array_of(source_)});
      find_paths(paths, rows, {source_.data(), 1, here}, {distance_.data(), n, here});
      take.together(exec_, i, Array<Space, Weight const>(distance_.data(), n));
    }
  }

  Space exec_;
  Buffer<Space, Vertex> source_;
  Buffer<Space, Weight> distance_;
  Teams teams_;
};

}  // namespace yoke::detail::distances
