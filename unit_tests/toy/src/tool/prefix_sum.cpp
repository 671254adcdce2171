#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#include <yoke/prefix_sum.hpp>

#include "arguments.hpp"
#include "command.hpp"
#include "key_file.hpp"
#include "run.hpp"
#include "run_report.hpp"
#include "tune_meter.hpp"

namespace yoke::tool {
namespace {

struct PrefixSumArguments : RunArguments {
  std::string input, output;
  PrefixSumOptions options;
};
struct PrefixSumOutcome : RunOutcome<PrefixSumAlgorithm, PrefixSumReport> {
  std::uint64_t elements = 0, sum = 0;
};

// What one thread sums otherwise.
template <class Values, class Sums>
std::optional<std::string> find_fault(Values const& values, Sums const& sums) {
  std::vector<std::uint64_t> expected(values.size());
  std::partial_sum(values.begin(), values.end(), expected.begin());
  auto const wrong = std::ranges::mismatch(expected, sums).in1 - expected.begin();
  if (wrong == std::ssize(expected)) return std::nullopt;
  return fmt::format("sum {} is {}, not {}", wrong, sums[wrong], expected[wrong]);
}

PrefixSumOutcome sum_file(PrefixSumArguments const& arguments, Outputs& outputs) {
  PrefixSumOutcome outcome;
  KeyFile file(arguments.input, KeyType::u64);
  outcome.elements = file.size();
  auto const size = own_part(file.size()).size;
  auto const values = make_numbers<std::uint64_t, Kokkos::HostSpace>("values", size),
             sums = make_numbers<std::uint64_t, Kokkos::HostSpace>("sums", size);
  file.read(span_of(values));
  TimedRuns runs(arguments, "prefix_sum", outcome);
  on_ranks_or_space(arguments.space, [&](auto const& executor) {
    using Executor = std::remove_cvref_t<decltype(executor)>;
    auto const value = copied_to<WorkMemory<Executor>>(values);
    auto const sum = make_numbers<std::uint64_t, WorkMemory<Executor>>("sum", size);
    PrefixSumPlan<Executor> plan(executor, size, runs.options());
    runs.run("summing", plan, [&] { outcome.sum = plan(value, sum); });
    add_traffic_of(executor, outcome.traffic);
    Kokkos::deep_copy(sums, sum);
  });
  if (arguments.verify) outcome.fault = find_fault(span_of(values), span_of(sums));
  if (!outcome.fault) write_output(outputs, arguments.output, Format::u64, sums);
  runs.write_trace(outputs);
  return outcome;
}

Facts facts_of(PrefixSumOutcome const& outcome, PrefixSumArguments const& arguments) {
  Facts facts;
  facts.add("elements", outcome.elements).add("sum", outcome.sum);
  add_runs(facts, outcome, arguments, "elements", outcome.elements);
  add_outcome(facts, outcome, arguments);
  return facts;
}

// For `yoke tune`.
template <class, class Memory>
struct TunedSums {
  Numbers<std::uint64_t, Memory> value, sum;

  explicit TunedSums(TunedInput const& input)
      : value("yoke::tool::value", input.size), sum("yoke::tool::sum", input.size) {}

  auto planned(Hybrid<> const& hybrid) {
    return [this, plan = PrefixSumPlan<Hybrid<>>(hybrid, value.extent(0))]() mutable {
      plan(value, sum);
    };
  }
};

}  // namespace

Command add_prefix_sum(Parser program) {
  Parser const parser = program.add_command("prefix_sum", "Sums of the first words of a file");
  auto const arguments = std::make_shared<PrefixSumArguments>();
  parser.add_text("INPUT", arguments->input, "Raw 64-bit words").required().type_name("");
  parser.add_text("OUTPUT,-o,--output", arguments->output, "Where the sums go; default: nowhere")
      .type_name("");
  add_space(parser, arguments->space, true);
  add_algorithm(parser, arguments->options.algorithm, prefix_sum_algorithms, "How to sum");
  add_split(parser, arguments->options.split, arguments->space);
  add_run_options(parser, *arguments, "Sum", "the sums against those of one thread");
  return {parser,
          [arguments] {
            check_can_run(*arguments);
            return run_and_report(*arguments, {arguments->input},
                                  {arguments->output, arguments->timeline}, sum_file);
          },
          true,
          {{"prefix_sum", "elements", tuned_sizes(24, 26), make_meter<TunedSums>}}};
}

}  // namespace yoke::tool
