#include "graph_part.hpp"

#include <filesystem>
#include <utility>
#ifdef YOKE_HAS_MPI
#include <yoke/mpi/generate_graph.hpp>
#include <yoke/mpi/graph_io.hpp>
#endif

#include "errors.hpp"
#include "progress.hpp"
#include "ranks.hpp"

namespace yoke::tool {
namespace {

// Not opened before it is known to be regular: a pipe has one reader.
void check_ranks_can_read(GraphArguments const& arguments) {
  auto const refuse = [&](std::string const& what) {
    throw UsageError("several ranks read regular .sg and .yoke files alone, not " + what +
                     ": make one by yoke convert");
  };
  std::error_code none;
  auto const type = std::filesystem::status(arguments.input, none).type();
  bool const is_there = type != std::filesystem::file_type::not_found;
  if (arguments.input == "-" || (is_there && type != std::filesystem::file_type::regular)) {
    refuse(arguments.input == "-" ? "standard input" : arguments.input);
  }
  auto const format = arguments.file().format();
  if (format == GraphFormat::binary || format == GraphFormat::gapbs) return;
  refuse(arguments.input + ", a " + std::string(to_string(format)) + " file");
}

#ifdef YOKE_HAS_MPI
template <class Word>
auto rows_of(GraphArguments const& arguments, Distributed<HostExec> const& cluster) {
  auto const build = arguments.build_options();
  if (arguments.random) {
    check_memory(arguments, sizeof(Word));
    Progress const progress("generating the graph");
    // As add_random_graph says; other generators are for `generate`.
    auto const edges = generate_edges<Word>(cluster, *arguments.random, Philox(arguments.seed));
    return build_graph<Word>(cluster, edges, build, RowPartition::even_arcs);
  }
  Progress const progress("reading " + arguments.input);
  return read_graph<Word, Word>(cluster, arguments.input, arguments.read_options(), build);
}
#endif

}  // namespace

template <class Word>
GraphPart<Word> load_part(GraphArguments const& arguments) {
  GraphPart<Word> part;
#ifdef YOKE_HAS_MPI
  if (ranks() > 1) {
    Distributed<HostExec> const cluster(MPI_COMM_WORLD);
    auto const rows = rows_of<Word>(arguments, cluster);
    arguments.close();
    part.own.graph = HostGraph<Word>(unchecked, rows.kind(), rows.offsets(), rows.neighbours());
    part.first = rows.first_vertex();
    part.vertices = rows.vertices();
    part.arcs = sum_of_ranks(rows.own_arcs());
    return part;
  }
#endif
  part.own = load_graph<Word>(arguments);
  part.vertices = part.own.graph.vertices();
  part.arcs = part.own.graph.arcs();
  return part;
}

bool is_wide_on_ranks(GraphArguments const& arguments) {
  if (ranks() > 1 && !arguments.random) check_ranks_can_read(arguments);
  return is_wide(arguments);
}

template GraphPart<std::uint32_t> load_part(GraphArguments const&);
template GraphPart<std::uint64_t> load_part(GraphArguments const&);

}  // namespace yoke::tool
