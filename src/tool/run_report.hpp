#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <vector>
#include <yoke/counted.hpp>
#include <yoke/report.hpp>

#include "errors.hpp"
#include "kokkos_session.hpp"
#include "output.hpp"
#include "outputs.hpp"
#include "run.hpp"
#include "spaces.hpp"

// What the reports of all algorithms say in the same way.
namespace yoke::tool {

// "1.23 ms best, 1.31 ms median of 5".
std::string show_times(RunTimes const& times);

void add_copies(Json& json, RunTimes const& times);
void add_copies(Facts& facts, RunTimes const& times);
void add_traffic(Json& json, std::optional<RankTraffic> const& traffic);
void add_traffic(Facts& facts, std::optional<RankTraffic> const& traffic);
void add_energy(Json& json, RunTimes const& times);
void add_energy(Facts& facts, RunTimes const& times);
void add_lanes(Json& json, CallReport const& report, Space space);
void add_lanes(Facts& facts, CallReport const& report, Space space);

// Where the algorithm ran and how fast it dealt with so many of `what`.
template <class Outcome>
void add_runs(Json& json, Outcome const& outcome, RunArguments const& arguments,
              std::string const& what, std::uint64_t count) {
  json["space"] = to_string(arguments.space);
  json["algorithm"] = to_string(outcome.algorithm);
  json["seconds"] = outcome.seconds;
  json["best_seconds"] = outcome.best();
  json["median_seconds"] = median(outcome.seconds);
  json[what + "_per_second"] = static_cast<double>(count) / outcome.best();
  json["workspace_bytes"] = outcome.workspace_bytes;
}
template <class Outcome>
void add_runs(Facts& facts, Outcome const& outcome, RunArguments const& arguments,
              std::string const& what, std::uint64_t count) {
  facts.emplace_back("space", describe(arguments.space));
  facts.emplace_back("algorithm", to_string(outcome.algorithm));
  facts.emplace_back("time", show_times(outcome));
  facts.emplace_back("speed", format_rate(static_cast<double>(count) / outcome.best(), what));
  facts.emplace_back("workspace", format_bytes(outcome.workspace_bytes));
}

// What was asked for beside the result: copies, --verify's answer, and with --phases what the
// report says, of pruning too, where there is such a thing.
template <class Outcome, class Arguments>
void add_outcome(Json& json, Outcome const& outcome, Arguments const& arguments) {
  add_copies(json, outcome);
  add_traffic(json, outcome.traffic);
  add_energy(json, outcome);
  if (arguments.verify) json["verified"] = !outcome.fault;
  if (outcome.fault) json["fault"] = *outcome.fault;
  if (!arguments.phases) return;
  add_lanes(json, outcome.report, arguments.space);
  if constexpr (requires { arguments.options.prune; }) {
    if (!arguments.options.prune) return;
    json["pruned_vertices"] = outcome.report.pruned_vertices;
    json["prune_rounds"] = outcome.report.prune_rounds;
  }
}
template <class Outcome, class Arguments>
void add_outcome(Facts& facts, Outcome const& outcome, Arguments const& arguments) {
  add_copies(facts, outcome);
  add_traffic(facts, outcome.traffic);
  add_energy(facts, outcome);
  if (!arguments.phases) return;
  add_lanes(facts, outcome.report, arguments.space);
  if constexpr (requires { arguments.options.prune; }) {
    if (!arguments.options.prune) return;
    facts.emplace_back(
        "pruned",
        fmt::format("{} in {}", show_count(outcome.report.pruned_vertices, "vertex", "vertices"),
                    show_count(outcome.report.prune_rounds, "round")));
  }
}

// Throws UsageError where several ranks are asked for what one process does alone.
void check_one_process(bool asked, std::string const& what);
void check_ranks_can(Space space, std::string const& timeline);
void check_ranks_can(RunArguments const& arguments);

// Opens the outputs, has work(arguments, outputs) find an outcome, and writes and reports it: where
// --verify found a fault, it alone.
template <class Arguments, class Work>
int run_and_report(Arguments const& arguments, std::vector<std::string> const& inputs,
                   std::vector<std::string> const& names, Work const& work) {
  Outputs outputs(inputs, names);
  start_kokkos();
  auto const outcome = work(arguments, outputs);
  if (!outcome.fault) outputs.commit();
  if (arguments.json) {
    print(to_json(outcome, arguments), outputs.report_stream());
  } else {
    print(to_facts(outcome, arguments), outputs.report_stream());
  }
  if (!outcome.fault) return success;
  throw Failure("verification failed, nothing was written: " + *outcome.fault);
}

}  // namespace yoke::tool
