#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <yoke/all_pairs_distances.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/validate_distances.hpp>
#include <yoke/write_npy.hpp>

#include "command.hpp"
#include "distance_matrix.hpp"
#include "graph_part.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "value_output.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

enum class MatrixFormat { text, npy };

struct DistancesArguments : WeightedArguments {
  bool matrix = false;             // INPUT is one, whatever its name
  KeyType weights = KeyType::f64;  // of a graph: i16, i32, f32 or f64
  std::string next;                // where it goes
  std::optional<MatrixFormat> output_type;
  AllPairsOptions options;

  bool reads_matrix() const { return matrix || is_matrix_name(graph.input); }
  // Are the weights still needed when distances are found in their place?
  bool keeps_weights() const { return verify || energy || repeat > 1; }
};
struct DistancesOutcome : RunOutcome<AllPairsAlgorithm, AllPairsReport> {
  KeyType type = KeyType::f64;
  std::uint64_t vertices = 0, pairs = 0;
  std::optional<std::uint64_t> arcs;  // of a graph
  Json farthest;                      // the largest distance of a pair with a path
  std::string farthest_text;
};

// What an output is written as. Throws UsageError where its name stands for neither.
MatrixFormat matrix_format(std::string const& name, DistancesArguments const& arguments) {
  if (arguments.output_type) return *arguments.output_type;
  if (is_matrix_name(name)) return MatrixFormat::npy;
  auto const ending = std::filesystem::path(name).extension().string();
  for (KeyType const type : key_types) {
    if (ending != fmt::format(".{}", to_string(type))) continue;
    throw UsageError(
        fmt::format("a matrix goes to a file *.npy or is text, and is not *{}", ending));
  }
  return MatrixFormat::text;
}

// In host memory.
template <class Weight>
struct FoundDistances {
  Matrix<Weight> distances;
  Matrix<std::int32_t> next;  // -1 where there is no path; empty where it is not asked for
};

// A hybrid call copies its own arrays.
template <class Executor>
inline constexpr bool is_hybrid = std::is_same_v<Executor, Hybrid<>>;

// Runs call(plan, next...), which finds distances in this matrix, after prepare().
template <class Weight, class Executor, class Memory, class Prepare, class Call>
FoundDistances<Weight> find_in(Matrix<Weight, Memory> const& distances, Executor const& executor,
                               DistancesArguments const& arguments, Prepare const& prepare,
                               Call const& call, Outputs& outputs, DistancesOutcome& outcome) {
  auto const n = distances.rows;
  auto const next =
      make_matrix<std::int32_t, Memory>(arguments.next.empty() ? 0 : n, distances.is_by_columns);
  TimedRuns timed(arguments, "all_pairs_distances", outcome);
  auto options = timed.options();
  options.report = &outcome.report;  // for what it says of clamped sums and of the algorithm
  AllPairsPlan<Executor, Weight> plan(executor, n, options);
  timed.run("finding distances", plan, prepare,
            [&] { outcome.pairs = arguments.next.empty() ? call(plan) : call(plan, next.view()); });
  outcome.algorithm = outcome.report.algorithm;  // each call chooses
  timed.write_trace(outputs);
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    return {distances, next};
  } else {
    auto const found = make_matrix<Weight, Kokkos::HostSpace>(n, distances.is_by_columns);
    double const seconds = timed_copy(executor, found.elements, distances.elements);
    if (!is_hybrid<Executor>) outcome.download = seconds;
    return {found, {copied_to<Kokkos::HostSpace>(next.elements), next.rows, next.is_by_columns}};
  }
}

// Of a matrix: on a host in place of its weights, unless these are kept.
template <class Weight, class Executor>
FoundDistances<Weight> find_on(Executor const& executor, DistancesArguments const& arguments,
                               Matrix<Weight> const& weights, Outputs& outputs,
                               DistancesOutcome& outcome) {
  using Memory = WorkMemory<Executor>;
  constexpr bool is_on_host = std::is_same_v<Memory, Kokkos::HostSpace>;
  bool const is_in_place = is_on_host && !arguments.keeps_weights();
  Matrix<Weight, Memory> distances{{}, weights.rows, weights.is_by_columns};
  if constexpr (is_on_host) distances.elements = weights.elements;
  if (!is_in_place) distances = make_matrix<Weight, Memory>(weights.rows, weights.is_by_columns);
  auto const prepare = [&] {
    if (is_in_place) return;
    double const seconds = timed_copy(executor, distances.elements, weights.elements);
    if (!is_on_host && !is_hybrid<Executor>) outcome.upload = seconds;
  };
  auto const call = [&](auto& plan, auto const&... next) {
    return plan(distances.view(), next...);
  };
  return find_in(distances, executor, arguments, prepare, call, outputs, outcome);
}

template <class Weight, class Executor, class Word, class Read>
FoundDistances<Weight> find_on(Executor const& executor, DistancesArguments const& arguments,
                               WeightedHostGraph<Word, Read> const& graph, Outputs& outputs,
                               DistancesOutcome& outcome) {
  auto const placed = place_weighted(executor, graph, outcome.upload);
  auto const distances = make_matrix<Weight, WorkMemory<Executor>>(graph.vertices(), false);
  auto const call = [&](auto& plan, auto const&... next) {
    return plan(placed, distances.view(), next...);
  };
  return find_in(
      distances, executor, arguments, [] {}, call, outputs, outcome);
}

// What --verify compares with.
template <class Weight>
Matrix<Weight> const& weights_of(Matrix<Weight> const& matrix) {
  return matrix;
}
template <class Weight, class Word, class Read>
Matrix<Weight> weights_of(WeightedHostGraph<Word, Read> const& graph) {
  return matrix_of<Weight>(graph);
}

template <class Weight>
void add_farthest(DistancesOutcome& outcome, std::span<Weight const> distances) {
  Weight farthest = 0;  // of each vertex from itself
  for (Weight const distance : distances) {
    if (distance != unreachable_distance<Weight>) farthest = std::max(farthest, distance);
  }
  outcome.farthest = farthest;
  outcome.farthest_text = fmt::format("{}", farthest);
}

// Where the output has a name.
template <class Number>
void write_matrix(Outputs& outputs, std::string const& name, DistancesArguments const& arguments,
                  Matrix<Number> const& matrix, std::optional<Number> infinity) {
  if (name.empty()) return;
  auto& file = outputs[name];
  auto const n = matrix.rows;
  if (matrix_format(name, arguments) == MatrixFormat::npy) {
    Progress const progress("writing " + file.path().filename().string());
    write_npy(file, std::span<Number const>(span_of(matrix.elements)), {n, n},
              matrix.is_by_columns);
    return;
  }
  write_lines(file, n * n, n, infinity,
              [n, view = matrix.view()](std::uint64_t i) { return view(i / n, i % n); });
}

// The input is a matrix or a graph.
template <class Weight, class Input>
void find_distances(DistancesArguments const& arguments, std::string const& name,
                    Input const& input, Outputs& outputs, DistancesOutcome& outcome) {
  FoundDistances<Weight> found;
  try {
    on_space(arguments.space, [&](auto const& executor) {
      found = find_on<Weight>(executor, arguments, input, outputs, outcome);
    });
  } catch (InvalidInput const& error) {
    throw Failure(fmt::format("{}: {}", name, error.what()));
  }
  auto const& [distances, next] = found;
  add_farthest<Weight>(outcome, span_of(distances.elements));
  if (arguments.verify) {
    outcome.fault = find_fault("pair with a path", outcome.pairs, [&] {
      auto const& weights = weights_of<Weight>(input);
      auto const distance = found.distances.view();
      return arguments.next.empty()
                 ? validate_distances(HostExec(), weights.view(), distance)
                 : validate_distances(HostExec(), weights.view(), distance, found.next.view());
    });
    if (outcome.fault) return;
  }
  write_matrix<Weight>(outputs, arguments.output, arguments, distances,
                       unreachable_distance<Weight>);
  write_matrix<std::int32_t>(outputs, arguments.next, arguments, next, std::nullopt);
}

// Calls function(Weight()).
template <class Function>
void with_distance_type(KeyType type, Function const& function) {
  switch (type) {
    case KeyType::i16:
      return function(std::int16_t());
    case KeyType::i32:
      return function(std::int32_t());
    case KeyType::f32:
      return function(float());
    default:
      return function(double());
  }
}

// Before matrices are made: this number of weights or distances, and a pinned one of a hybrid call.
void check_matrices_fit(DistancesArguments const& arguments, std::string const& name,
                        std::uint64_t rows, std::size_t width, std::size_t matrices) {
  auto const n = static_cast<double>(rows);
  if (has_device && arguments.space == Space::hybrid) ++matrices;
  auto const bytes = width * matrices + (arguments.next.empty() ? 0 : sizeof(std::int32_t));
  check_fits_in_memory(name, fmt::format("finding {} x {} distances", rows, rows),
                       n * n * static_cast<double>(bytes));
}

template <class Word, class Weight>
void find_of_graph(DistancesArguments const& arguments, Outputs& outputs,
                   DistancesOutcome& outcome) {
  // Files have no weights of 16 bits.
  using Read = std::conditional_t<std::is_same_v<Weight, std::int16_t>, std::int32_t, Weight>;
  auto const name = arguments.graph.file().name();
  auto const graph = load_weighted<Word, Read>(arguments.graph, arguments.weight_column, outputs);
  outcome.vertices = graph.vertices();
  outcome.arcs = graph.arcs();
  check_matrices_fit(arguments, name, outcome.vertices, sizeof(Weight), arguments.verify ? 2 : 1);
  find_distances<Weight>(arguments, name, graph, outputs, outcome);
}

void find_of_matrix(DistancesArguments const& arguments, Outputs& outputs,
                    DistancesOutcome& outcome) {
  MatrixFile file(arguments.graph.input);
  outcome.type = file.type();
  outcome.vertices = file.rows();
  bool const is_on_device =
      has_device && (arguments.space == Space::device || arguments.space == Space::hybrid);
  check_matrices_fit(arguments, file.name(), file.rows(), width_of(file.type()),
                     arguments.keeps_weights() || is_on_device ? 2 : 1);
  with_distance_type(file.type(), [&](auto weight) {
    using Weight = decltype(weight);
    find_distances<Weight>(arguments, file.name(), read_matrix<Weight>(file), outputs, outcome);
  });
}

DistancesOutcome find_all_distances(DistancesArguments const& arguments, Outputs& outputs) {
  DistancesOutcome outcome;
  outcome.type = arguments.weights;
  if (arguments.reads_matrix()) {
    find_of_matrix(arguments, outputs, outcome);
    return outcome;
  }
  with_distance_type(arguments.weights, [&](auto weight) {
    using Weight = decltype(weight);
    is_wide(arguments.graph) ? find_of_graph<std::uint64_t, Weight>(arguments, outputs, outcome)
                             : find_of_graph<std::uint32_t, Weight>(arguments, outputs, outcome);
  });
  return outcome;
}

Facts facts_of(DistancesOutcome const& outcome, DistancesArguments const& arguments) {
  Facts facts;
  facts.json["graph"] = arguments.graph.name();
  facts.add("vertices", outcome.vertices);
  if (outcome.arcs) facts.add("arcs", *outcome.arcs);
  facts.add("type", to_string(outcome.type))
      .add("pairs", outcome.pairs, "pairs with a path", std::to_string(outcome.pairs))
      .add("farthest", outcome.farthest, "farthest", outcome.farthest_text);
  facts.json["may_be_clamped"] = outcome.report.may_be_clamped;
  if (outcome.report.may_be_clamped) {
    facts.tell("out of reach", "these pairs may also be too far apart for the type");
  }
  add_runs(facts, outcome, arguments, "pairs", outcome.vertices * outcome.vertices);
  add_outcome(facts, outcome, arguments);
  if (arguments.verify && !outcome.fault) {
    facts.tell("verified", arguments.next.empty() ? "every distance" : "every distance, and next");
  }
  return facts;
}

int run(DistancesArguments const& arguments) {
  check_can_run(arguments);
  for (auto const& name : {arguments.output, arguments.next}) matrix_format(name, arguments);
  if (!arguments.reads_matrix()) open_graph(arguments.graph);
  return run_and_report(arguments, {arguments.graph.input},
                        {arguments.output, arguments.next, arguments.timeline, arguments.graph.ids,
                         arguments.graph.names},
                        find_all_distances);
}

}  // namespace

Command add_distances(Parser program) {
  Parser const parser = program.add_command(
      "distances", "Distances of all pairs of vertices, of a graph with weights or of a matrix");
  auto const arguments = std::make_shared<DistancesArguments>();
  auto of_graphs = add_weighted_graph(
      parser, *arguments, Directions::as_asked,
      "A graph file, or *.npy: a matrix of weights, which takes no options of graphs",
      "Where the matrix of distances goes, as *.npy or as text with inf for pairs without a path");
  of_graphs.push_back(add_choice<KeyType>(parser, "--weights", arguments->weights,
                                          {{"i16", KeyType::i16},
                                           {"i32", KeyType::i32},
                                           {"f32", KeyType::f32},
                                           {"f64", KeyType::f64}},
                                          "The type of a graph's weights and of its distances")
                          .show_default("f64"));
  of_graphs.push_back(add_algorithm(
      parser, arguments->options.algorithm, all_pairs_algorithms,
      "How to find the distances of a graph; searches take no negative weights and no --next"));
  for (Option const& option : of_graphs) {
    option.only_for({"graphs", [&a = *arguments] { return !a.reads_matrix(); },
                     [&a = *arguments] { return a.graph.input + ", a matrix"; }, false});
  }
  parser.add_flag("--matrix", arguments->matrix,
                  "Read INPUT as an .npy matrix, whatever its name; standard input needs it");
  parser
      .add_text("--next", arguments->next,
                "Where the matrix of next vertices goes: element (i, j) is the vertex after i on a "
                "lightest path to j, or -1 without a path")
      .type_name("FILE");
  add_choice<MatrixFormat>(parser, "--output-type", arguments->output_type,
                           {{"text", MatrixFormat::text}, {"npy", MatrixFormat::npy}},
                           "The outputs' format; by default as a name ends: .npy, or else text")
      .only_for(
          {"OUTPUT or --next", [&a = *arguments] { return !a.output.empty() || !a.next.empty(); }});
  add_space(parser, arguments->space, true);
  add_split(parser, arguments->options.split, arguments->space,
            "auto (one side alone), or from 0 to 1");
  add_run_options(parser, *arguments, "Find the distances", "the distances against the weights");
  return {parser, [arguments] { return run(*arguments); }};
}

}  // namespace yoke::tool
