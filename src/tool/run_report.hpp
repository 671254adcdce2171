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

void add_traffic(Facts& facts, std::optional<RankTraffic> const& traffic);
void add_lanes(Facts& facts, CallReport const& report, Space space);
// Copies, what ranks have sent, and energy.
void add_around(Facts& facts, RunTimes const& times);

// Where the algorithm ran and how fast it dealt with so many of `what`.
template <class Outcome>
void add_runs(Facts& facts, Outcome const& outcome, RunArguments const& arguments,
              std::string const& what, std::uint64_t count) {
  double const rate = static_cast<double>(count) / outcome.best();
  facts.add("space", to_string(arguments.space), "space", describe(arguments.space));
  if constexpr (requires { outcome.algorithm; }) {
    facts.add("algorithm", to_string(outcome.algorithm));
  }
  facts.add("seconds", outcome.seconds, "time", show_times(outcome))
      .add(what + "_per_second", rate, "speed", format_rate(rate, what))
      .add("workspace_bytes", outcome.workspace_bytes, "workspace",
           format_bytes(outcome.workspace_bytes));
  facts.json["best_seconds"] = outcome.best();
  facts.json["median_seconds"] = median(outcome.seconds);
}

// What was asked for beside the result: copies, --verify's answer, and with --phases what the
// report says.
template <class Outcome, class Arguments>
void add_outcome(Facts& facts, Outcome const& outcome, Arguments const& arguments) {
  add_around(facts, outcome);
  if (arguments.verify) facts.json["verified"] = !outcome.fault;
  if (outcome.fault) facts.json["fault"] = *outcome.fault;
  if (arguments.phases) add_lanes(facts, outcome.report, arguments.space);
}

// Throws UsageError where several ranks are asked for what one process does alone.
void check_one_process(bool asked, std::string const& what);
void check_ranks_can(Space space, std::string const& timeline);
// The same of all that RunArguments say, and UsageError where this build has no such space.
void check_can_run(RunArguments const& arguments);

// Opens the outputs, has work(arguments, outputs) find an outcome, and writes and reports it: where
// --verify found a fault, it alone.
template <class Arguments, class Work>
int run_and_report(Arguments const& arguments, std::vector<std::string> const& inputs,
                   std::vector<std::string> const& names, Work const& work) {
  Outputs outputs(inputs, names);
  start_kokkos();
  auto const outcome = work(arguments, outputs);
  if (!outcome.fault) outputs.commit();
  facts_of(outcome, arguments).print(arguments.json, outputs.report_stream());
  if (!outcome.fault) return success;
  throw Failure("verification failed, nothing was written: " + *outcome.fault);
}

}  // namespace yoke::tool
