#include "graph_part.hpp"

#include <filesystem>
#include <utility>
#ifdef YOKE_HAS_MPI
#include <yoke/mpi/generate_graph.hpp>
#include <yoke/mpi/graph_io.hpp>
#endif

#include "errors.hpp"
#include "input_file.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

bool is_shared_out(GraphFormat format) {
  return format == GraphFormat::binary || format == GraphFormat::gapbs;
}

// Not opened before it is known to be regular: a pipe has one reader.
void check_ranks_can_read(GraphArguments const& arguments, std::string const& files) {
  auto const refuse = [&](std::string const& what) {
    throw UsageError("several ranks can read only regular " + files + " files, not " + what +
                     ": yoke convert makes one of it");
  };
  if (arguments.input == "-") refuse("standard input");
  std::error_code error;
  auto const status = std::filesystem::status(arguments.input, error);
  // What opens it says why it cannot be read, whatever its name ends in.
  if (!std::filesystem::exists(status)) InputFile{arguments.input};
  if (!std::filesystem::is_regular_file(status)) refuse(arguments.input);
  auto const format = arguments.file().format();
  if (is_shared_out(format)) return;
  refuse(arguments.input + ", a file of format " + std::string(to_string(format)));
}

#ifdef YOKE_HAS_MPI
using HostCluster = Distributed<HostExec>;

template <class Word>
using HostRows = DistributedGraph<Word, Word, Kokkos::HostSpace>;

template <class Word>
GraphPart<Word> part_of(HostRows<Word> const& rows) {
  GraphPart<Word> part;
  part.own.graph = HostGraph<Word>(unchecked, rows.kind(), rows.offsets(), rows.neighbours());
  part.first = rows.first_vertex();
  part.vertices = rows.vertices();
  part.arcs = sum_of_ranks(rows.own_arcs());
  return part;
}

template <class Word>
GraphPart<Word> generate_part(GraphArguments const& arguments) {
  Progress const progress("generating the graph");
  HostCluster const cluster(MPI_COMM_WORLD);
  auto const edges = with_generator(arguments.generator, arguments.seed, [&](auto const& random) {
    return generate_edges<Word>(cluster, *arguments.random, random);
  });
  auto part = build_part(edges, arguments.build_options());
  part.own.report.edges = sum_of_ranks(edges.edges());
  return part;
}

template <class Word>
GraphPart<Word> read_part(GraphArguments const& arguments) {
  Progress const progress("reading " + arguments.input);
  HostCluster const cluster(MPI_COMM_WORLD);
  auto const rows = read_graph<Word, Word>(cluster, arguments.input, arguments.read_options(),
                                           arguments.build_options());
  arguments.close();
  return part_of<Word>(rows);
}
#endif

template <class Word>
GraphPart<Word> whole(LoadedGraph<Word> loaded) {
  GraphPart<Word> part;
  part.own = std::move(loaded);
  part.vertices = part.own.graph.vertices();
  part.arcs = part.own.graph.arcs();
  return part;
}

}  // namespace

template <class Word>
GraphPart<Word> load_part(GraphArguments const& arguments) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    return arguments.random ? generate_part<Word>(arguments) : read_part<Word>(arguments);
  }
#endif
  return whole(load_graph<Word>(arguments));
}

template <class Word>
GraphPart<Word> build_part(EdgeList<Word, Kokkos::HostSpace> const& edges,
                           GraphBuildOptions const& options) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    HostCluster const cluster(MPI_COMM_WORLD);
    return part_of<Word>(build_graph(cluster, edges, options, RowPartition::even_arcs));
  }
#endif
  return whole(LoadedGraph<Word>{build_graph(HostExec(), edges, options), {}, {}});
}

void check_can_write(std::string const& name, GraphOutput const& output) {
  if (name.empty()) return;
  bool const is_shared = is_shared_out(written_format(name, output));
  if (ranks() == 1 || is_shared) return;
  std::string const rows = output.weights == WeightType::none ? ".sg" : ".wsg";
  throw UsageError("several ranks can write only " + rows + " and .yoke files, not " + name +
                   ": yoke convert makes other formats of them");
}

template <class Word>
std::uint64_t save_part(Outputs& outputs, std::string const& name, GraphPart<Word> const& part,
                        GraphOutput const& output) {
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    auto const& graph = part.own.graph;
    Progress const progress("writing " + name);
    HostRows<Word> const rows(unchecked, graph.kind(), graph.offsets(), graph.neighbours(),
                              part.first, part.vertices);
    auto const open_from = [&](std::uint64_t begin) -> OutputFile& {
      return outputs.part_from(name, begin);
    };
    write_graph(HostCluster(MPI_COMM_WORLD), open_from, rows, {written_format(name, output), {}});
    return 0;
  }
#endif
  return save_graph(outputs[name], part.own.graph, output);
}

void open_graph(GraphArguments const& arguments, std::string const& read_by_ranks) {
  if (arguments.random) {
    check_memory(arguments, is_wide(arguments) ? sizeof(std::uint64_t) : sizeof(std::uint32_t));
    return;
  }
  if (ranks() > 1) check_ranks_can_read(arguments, read_by_ranks);
  arguments.file();
}

template GraphPart<std::uint32_t> load_part(GraphArguments const&);
template GraphPart<std::uint64_t> load_part(GraphArguments const&);
template GraphPart<std::uint32_t> build_part(EdgeList<std::uint32_t, Kokkos::HostSpace> const&,
                                             GraphBuildOptions const&);
template GraphPart<std::uint64_t> build_part(EdgeList<std::uint64_t, Kokkos::HostSpace> const&,
                                             GraphBuildOptions const&);
template std::uint64_t save_part(Outputs&, std::string const&, GraphPart<std::uint32_t> const&,
                                 GraphOutput const&);
template std::uint64_t save_part(Outputs&, std::string const&, GraphPart<std::uint64_t> const&,
                                 GraphOutput const&);

}  // namespace yoke::tool
