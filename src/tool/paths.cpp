#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include <yoke/shortest_paths.hpp>
#include <yoke/validate_shortest_paths.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "errors.hpp"
#include "graph_output.hpp"
#include "graph_part.hpp"
#include "graph_source.hpp"
#include "key_file.hpp"
#include "progress.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

struct PathsArguments : RunArguments {
  GraphArguments graph;
  std::vector<std::uint64_t> from;
  std::string output, parents, weight_column;
  WeightType weights = WeightType::f64;
  ShortestPathsOptions options;
};
struct PathsOutcome : RunOutcome<ShortestPathsAlgorithm, ShortestPathsReport> {
  std::uint64_t vertices = 0, arcs = 0, reached = 0;
  Json farthest;  // the largest distance of a vertex that was reached
  std::string farthest_text;
};

// As shortest_paths writes it.
template <class Weight>
constexpr Weight out_of_reach = std::numeric_limits<Weight>::has_infinity
                                    ? std::numeric_limits<Weight>::infinity()
                                    : std::numeric_limits<Weight>::max();

// Does the name stand for raw words? Throws UsageError where they are not of the weights' type.
bool is_raw(PathsArguments const& arguments) {
  auto const ending = std::filesystem::path(arguments.output).extension().string();
  auto const names_it = [&](KeyType type) { return ending == fmt::format(".{}", to_string(type)); };
  if (std::ranges::none_of(key_types, names_it)) return false;
  auto const own = fmt::format(".{}", to_string(arguments.weights));
  if (ending == own) return true;
  throw UsageError(fmt::format(
      "distances are of the type of --weights: raw words go to a file *{}, not *{}", own, ending));
}

// As text a line has a number, or inf.
template <class Weight>
void write_distances(OutputFile& file, bool raw, std::span<Weight const> distances) {
  if (raw) {
    write_keys(file, distances);
    return;
  }
  Progress progress("writing " + file.path().filename().string(), distances.size());
  constexpr std::size_t block = 1 << 16;
  std::string lines;
  for (std::size_t begin = 0; begin < distances.size(); begin += block) {
    auto const part = distances.subspan(begin, std::min(block, distances.size() - begin));
    lines.clear();
    for (Weight const distance : part) {
      if (distance == out_of_reach<Weight>) {
        lines += "inf\n";
      } else {
        fmt::format_to(std::back_inserter(lines), "{}\n", distance);
      }
    }
    file.write(lines);
    progress.advance(part.size());
  }
}

// In host memory.
template <class Word, class Weight>
struct Paths {
  Numbers<Weight, Kokkos::HostSpace> distance;
  Numbers<Word, Kokkos::HostSpace> parent;  // empty where they are not asked for
};

template <class Word, class Memory>
auto sources_in(std::vector<std::uint64_t> const& vertices, std::uint64_t n) {
  for (auto const vertex : vertices) {
    if (vertex < n) continue;
    throw Failure(fmt::format("there is no vertex {} to search from: the graph has {}", vertex, n));
  }
  auto const sources = make_numbers<Word, Memory>("sources", vertices.size());
  auto const mirror = Kokkos::create_mirror_view(sources);
  for (std::size_t i = 0; i < vertices.size(); ++i) mirror(i) = static_cast<Word>(vertices[i]);
  Kokkos::deep_copy(sources, mirror);
  return sources;
}

template <class Word, class Weight, class Executor>
Paths<Word, Weight> find_on(Executor const& executor, PathsArguments const& arguments,
                            WeightedHostGraph<Word, Weight> const& graph, Outputs& outputs,
                            PathsOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  std::size_t const n = graph.vertices();
  auto const sources = sources_in<Word, Memory>(arguments.from, n);
  auto const placed = place_weighted(executor, graph, outcome.upload);
  auto const distance = make_numbers<Weight, Memory>("distance", n);
  auto const parent = make_numbers<Word, Memory>("parent", arguments.parents.empty() ? 0 : n);
  TimedRuns timed(arguments, "shortest_paths", outcome);
  ShortestPathsPlan<Executor, Word, Word, Weight> plan(executor, n, graph.arcs(), timed.options());
  timed.run("finding paths", plan,
            [&] { outcome.reached = plan(placed, sources, distance, parent); });
  timed.write_trace(outputs);
  return {copied_to<Kokkos::HostSpace>(distance), copied_to<Kokkos::HostSpace>(parent)};
}

template <class Weight>
void add_farthest(PathsOutcome& outcome, std::span<Weight const> distances) {
  Weight farthest = std::numeric_limits<Weight>::lowest();
  for (Weight const distance : distances) {
    if (distance != out_of_reach<Weight>) farthest = std::max(farthest, distance);
  }
  outcome.farthest = farthest;
  outcome.farthest_text = fmt::format("{}", farthest);
}

template <class Word, class Weight>
PathsOutcome find_paths(PathsArguments const& arguments, Outputs& outputs) {
  auto const graph = load_weighted<Word, Weight>(arguments.graph, arguments.weight_column, outputs);
  PathsOutcome outcome;
  outcome.vertices = graph.vertices();
  outcome.arcs = graph.arcs();
  Paths<Word, Weight> paths;
  on_space(arguments.space, [&](auto const& executor) {
    paths = find_on<Word, Weight>(executor, arguments, graph, outputs, outcome);
  });
  auto const& [distance, parent] = paths;
  add_farthest<Weight>(outcome, span_of(distance));
  if (arguments.verify) {
    outcome.fault = find_fault("reached vertex", outcome.reached, [&] {
      auto const sources = sources_in<Word, Kokkos::HostSpace>(arguments.from, outcome.vertices);
      return validate_shortest_paths(HostExec(), graph, sources, distance, parent);
    });
    if (outcome.fault) return outcome;
  }
  if (!arguments.output.empty()) {
    write_distances<Weight>(outputs[arguments.output], is_raw(arguments), span_of(distance));
  }
  write_output(outputs, arguments.parents, std::nullopt, parent, Largest::is_minus_one);
  return outcome;
}

PathsOutcome find_any(PathsArguments const& arguments, Outputs& outputs) {
  return with_weight_type<PathsOutcome>(arguments.weights, [&](auto weight) {
    using Weight = decltype(weight);
    return is_wide(arguments.graph) ? find_paths<std::uint64_t, Weight>(arguments, outputs)
                                    : find_paths<std::uint32_t, Weight>(arguments, outputs);
  });
}

Facts facts_of(PathsOutcome const& outcome, PathsArguments const& arguments) {
  Facts facts;
  auto from = fmt::format("vertex {}", arguments.from.front());
  if (arguments.from.size() > 1) from += fmt::format(" and {} more", arguments.from.size() - 1);
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices)
      .add("arcs", outcome.arcs)
      .add("from", arguments.from, "from", from)
      .add("reached", outcome.reached)
      .add("farthest", outcome.farthest, "farthest", outcome.farthest_text);
  add_runs(facts, outcome, arguments, "arcs", outcome.arcs);
  add_outcome(facts, outcome, arguments);
  if (arguments.phases) {
    facts.add("steps", outcome.report.steps)
        .add("rounds", outcome.report.rounds)
        .add("followed_arcs", outcome.report.arcs)
        .add("delta", outcome.report.delta, "delta", fmt::format("{}", outcome.report.delta));
  }
  if (arguments.verify && !outcome.fault) facts.tell("verified", "every distance");
  return facts;
}

int run(PathsArguments const& arguments) {
  check_can_run(arguments);
  is_raw(arguments);
  open_graph(arguments.graph);
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.parents, arguments.timeline,
                         arguments.graph.ids, arguments.graph.names},
                        find_any);
}

}  // namespace

Command add_paths(Parser program) {
  Parser const parser = program.add_command(
      "paths", "Lightest paths in a graph with weights: each vertex's distance and parent");
  auto const arguments = std::make_shared<PathsArguments>();
  parser.add_text("INPUT", arguments->graph.input, "The graph file to read")
      .required()
      .type_name("");
  parser
      .add_text("OUTPUT,-o,--output", arguments->output,
                "Where each vertex's distance goes, inf for those out of reach; default: nowhere")
      .type_name("");
  add_graph_options(parser, arguments->graph, Directions::as_asked);
  add_ids(parser, arguments->graph);
  add_weight_type(parser, arguments->weights, "The type of the weights and distances")
      .show_default("f64");
  add_weight_column(parser, arguments->weight_column, arguments->graph);
  parser.add_text("--parents", arguments->parents, "Where each vertex's parent goes")
      .type_name("FILE");
  parser
      .add_counts("--from", arguments->from,
                  "Distances from this vertex, or from the nearest of several. With --names a "
                  "vertex is the place of its name in FILE, from 0",
                  0)
      .type_name("VERTEX,...")
      .required();
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, shortest_paths_algorithms,
                "How to find the paths");
  parser
      .add_word(
          "--delta",
          [&delta = arguments->options.delta](std::string const& text) {
            delta = parse_real(text);
          },
          "The width of a step of delta_stepping, in units of weight")
      .type_name("WIDTH")
      .show_default("by the graph")
      .only_for({"--algorithm automatic or delta_stepping", [&options = arguments->options] {
                   return options.algorithm == ShortestPathsAlgorithm::automatic ||
                          options.algorithm == ShortestPathsAlgorithm::delta_stepping;
                 }});
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Find", "the distances and parents against the graph");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
