#include <fmt/core.h>

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <yoke/all_pairs_distances.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/validate_distances.hpp>
#include <yoke/write_npy.hpp>

#include "distance_matrix.hpp"
#include "distances.hpp"
#include "errors.hpp"
#include "farthest.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "value_output.hpp"
#include "weighted_source.hpp"

namespace yoke::tool {
namespace {

// In host memory: of several ranks, this one's rows.
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
  auto const rows = distances.rows, n = distances.columns;
  auto const next = make_matrix<std::int32_t, Memory>(arguments.next.empty() ? 0 : rows, n,
                                                      distances.is_by_columns);
  TimedRuns timed(arguments, "all_pairs_distances", outcome);
  auto options = timed.options();
  options.report = &outcome.report;  // for what it says of clamped sums and of the algorithm
  AllPairsPlan<Executor, Weight> plan(executor, n, options);
  timed.run("finding distances", plan, prepare,
            [&] { outcome.pairs = arguments.next.empty() ? call(plan) : call(plan, next.view()); });
  outcome.algorithm = outcome.report.algorithm;  // each call chooses
  add_traffic_of(executor, outcome.traffic);
  timed.write_trace(outputs);
  if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
    return {distances, next};
  } else {
    auto const found = make_matrix<Weight, Kokkos::HostSpace>(rows, n, distances.is_by_columns);
    double const seconds = timed_copy(executor, found.elements, distances.elements);
    if (!is_hybrid<Executor>) outcome.download = seconds;
    return {
        found,
        {copied_to<Kokkos::HostSpace>(next.elements), next.rows, next.columns, next.is_by_columns}};
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
  Matrix<Weight, Memory> distances{{}, weights.rows, weights.columns, weights.is_by_columns};
  if constexpr (is_on_host) distances.elements = weights.elements;
  if (!is_in_place) {
    distances = make_matrix<Weight, Memory>(weights.rows, weights.columns, weights.is_by_columns);
  }
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
  std::uint64_t const n = graph.vertices();
  auto const distances = make_matrix<Weight, WorkMemory<Executor>>(n, n, false);
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
  return matrix_of<Weight>(whole_part(graph));
}

// Where the output has a name. Several ranks write a .npy file, each its rows.
template <class Number>
void write_matrix(Outputs& outputs, std::string const& name, DistancesArguments const& arguments,
                  Matrix<Number> const& matrix, std::optional<Number> infinity) {
  if (name.empty()) return;
  auto const n = matrix.columns;
  if (matrix_format(name, arguments) == MatrixFormat::npy) {
    std::span<Number const> const elements = span_of(matrix.elements);
    auto const header =
        rank() == 0 ? npy_header<Number>({n, n}, matrix.is_by_columns) : std::string();
    auto& file = outputs.part(name, header.size() + elements.size_bytes());
    file.write(header);
    write_keys(file, elements);
    return;
  }
  write_lines(outputs[name], n * n, n, infinity,
              [n, view = matrix.view()](std::uint64_t i) { return view(i / n, i % n); });
}

// Several ranks take a matrix alone.
template <class Weight, class Work>
void on_executor(Space space, Matrix<Weight> const&, Work const& work) {
  on_ranks_or_space(space, work);
}
template <class Word, class Read, class Work>
void on_executor(Space space, WeightedHostGraph<Word, Read> const&, Work const& work) {
  on_space(space, work);
}

// The input is a matrix or a graph.
template <class Weight, class Input>
void find_distances(DistancesArguments const& arguments, std::string const& name,
                    Input const& input, Outputs& outputs, DistancesOutcome& outcome) {
  FoundDistances<Weight> found;
  naming(name, [&] {
    on_executor(arguments.space, input, [&](auto const& executor) {
      found = find_on<Weight>(executor, arguments, input, outputs, outcome);
    });
  });
  auto const& [distances, next] = found;
  // That of each vertex from itself is 0.
  auto const farthest = farthest_of_ranks<Weight>(span_of(distances.elements),
                                                  unreachable_distance<Weight>, Weight(0));
  outcome.farthest = farthest;
  outcome.farthest_text = fmt::format("{}", farthest);
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
// Ranks of a node have its memory together.
void check_matrices_fit(DistancesArguments const& arguments, std::string const& name,
                        std::uint64_t rows, std::size_t width, std::size_t matrices) {
  auto const n = static_cast<double>(rows);
  if (has_device && arguments.space == Space::hybrid) ++matrices;
  auto const bytes = width * matrices + (arguments.next.empty() ? 0 : sizeof(std::int32_t));
  check_fits_in_memory(name, fmt::format("finding {} x {} distances", rows, rows),
                       n * n * static_cast<double>(bytes) * ranks_on_node() / ranks());
}

// How many take memory where distances are found of a matrix.
std::size_t matrices_of_matrix(DistancesArguments const& arguments) {
  bool const is_on_device =
      has_device && (arguments.space == Space::device || arguments.space == Space::hybrid);
  return arguments.keeps_weights() || is_on_device ? 2 : 1;
}

template <class Word, class Weight>
void find_of_graph(DistancesArguments const& arguments, Outputs& outputs,
                   DistancesOutcome& outcome) {
  // Files have no weights of 16 bits.
  using Read = std::conditional_t<std::is_same_v<Weight, std::int16_t>, std::int32_t, Weight>;
  auto const name = arguments.graph.file().name();
  auto const part =
      load_weighted_part<Word, Read>(arguments.graph, arguments.weight_column, outputs);
  outcome.vertices = part.vertices;
  outcome.arcs = part.arcs;
  if (ranks() == 1) {
    check_matrices_fit(arguments, name, outcome.vertices, sizeof(Weight), arguments.verify ? 2 : 1);
    find_distances<Weight>(arguments, name, part.own, outputs, outcome);
    return;
  }
  check_matrices_fit(arguments, name, outcome.vertices, sizeof(Weight),
                     matrices_of_matrix(arguments));
  naming(name, [&] { check_weights<Weight>(part); });
  find_distances<Weight>(arguments, name, matrix_of<Weight>(part), outputs, outcome);
}

void find_of_matrix(DistancesArguments const& arguments, Outputs& outputs,
                    DistancesOutcome& outcome) {
  MatrixFile file(arguments.graph.input);
  outcome.type = file.type();
  outcome.vertices = file.rows();
  check_matrices_fit(arguments, file.name(), file.rows(), width_of(file.type()),
                     matrices_of_matrix(arguments));
  with_distance_type(file.type(), [&](auto weight) {
    using Weight = decltype(weight);
    find_distances<Weight>(arguments, file.name(), read_matrix<Weight>(file), outputs, outcome);
  });
}

}  // namespace

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

}  // namespace yoke::tool
