#pragma once

#include <cstdint>
#include <optional>
#include <string>
#ifdef YOKE_HAS_MPI
#include <yoke/mpi/graph.hpp>
#endif

#include "graph_output.hpp"
#include "graph_source.hpp"

// What a rank has of the graph that all work on.
namespace yoke::tool {

// Of one process, all of the graph. Of several ranks, the rows of this rank's own vertices:
// of a file as many as any other rank has, but for one, of a generated graph about as many arcs.
// Neighbours have their numbers among all.
template <class Word>
struct GraphPart {
  LoadedGraph<Word> own;
  std::uint64_t first = 0;               // of its own vertices
  std::uint64_t vertices = 0, arcs = 0;  // of all ranks
};

// A shape's edges are made, or a .sg or .yoke file's rows read, by each rank for its part. Throws
// UsageError on several ranks where they cannot share out what is asked for.
template <class Word>
GraphPart<Word> load_part(GraphArguments const& arguments);
extern template GraphPart<std::uint32_t> load_part(GraphArguments const&);
extern template GraphPart<std::uint64_t> load_part(GraphArguments const&);

// The part of the graph of all ranks' edges, of which this one has some, any of them.
template <class Word>
GraphPart<Word> build_part(EdgeList<Word, Kokkos::HostSpace> const& edges,
                           GraphBuildOptions const& options = {});
extern template GraphPart<std::uint32_t> build_part(
    EdgeList<std::uint32_t, Kokkos::HostSpace> const&, GraphBuildOptions const&);
extern template GraphPart<std::uint64_t> build_part(
    EdgeList<std::uint64_t, Kokkos::HostSpace> const&, GraphBuildOptions const&);

// Throws what written_format throws of such a name, and UsageError where several ranks cannot
// share out writing such a graph: before any work is done.
void check_can_write(std::string const& name, GraphOutput const& output = {});

// save_graph (graph_source.hpp) of all parts, in the one of the outputs that has this name.
template <class Word>
std::uint64_t save_part(Outputs& outputs, std::string const& name, GraphPart<Word> const& part,
                        GraphOutput const& output = {});
extern template std::uint64_t save_part(Outputs&, std::string const&,
                                        GraphPart<std::uint32_t> const&, GraphOutput const&);
extern template std::uint64_t save_part(Outputs&, std::string const&,
                                        GraphPart<std::uint64_t> const&, GraphOutput const&);

// Opens the file, or checks that the generated graph fits. To be called before Kokkos starts: a GPU
// takes far longer to start than a file to show which options do nothing for its format. Throws as
// file() and check_memory do (graph_source.hpp), and as load_part on several ranks, which read
// these files.
void open_graph(GraphArguments const& arguments,
                std::string const& read_by_ranks = ".sg and .yoke");

// The part where the executor works, as its functions take it: see place_graph.
template <class Executor, class Word>
auto place_part(Executor const& executor, GraphPart<Word> const& part,
                std::optional<double>& seconds) {
  return place_graph(executor, part.own.graph, seconds);
}
#ifdef YOKE_HAS_MPI
template <class Space, class Word>
auto place_part(Distributed<Space> const& cluster, GraphPart<Word> const& part,
                std::optional<double>& seconds) {
  auto const placed = place_graph(cluster, part.own.graph, seconds);
  return DistributedGraph<Word, Word, WorkMemory<Distributed<Space>>>(
      unchecked, placed.kind(), placed.offsets(), placed.neighbours(), part.first, part.vertices);
}
#endif

}  // namespace yoke::tool
