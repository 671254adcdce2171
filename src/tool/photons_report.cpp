#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <yoke/counted.hpp>

#include "photons.hpp"
#include "run_report.hpp"

namespace yoke::tool {
namespace {

// "0.56240 +- 0.00012": with two digits of the error, and the value to the same place.
std::string show(PhotonFraction const& fraction) {
  auto const [value, error] = fraction;
  if (!(error > 0)) return fmt::format("{:.6g}", value);
  int const decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 1, 12);
  return fmt::format("{:.{}f} +- {:.{}f}", value, decimals, error, decimals);
}

Json to_json(PhotonFraction const& fraction) {
  return {{"value", fraction.value}, {"standard_error", fraction.standard_error}};
}

// A sum as a part of the incoming weight.
double part_of(PhotonTotals const& totals, PhotonSum sum) {
  double const all =
      static_cast<double>(totals[PhotonSum::photons]) * static_cast<double>(photon_weight_units);
  return static_cast<double>(totals[sum]) / all;
}

double photons_per_second(PhotonsRun const& run) {
  return run.seconds > 0 ? static_cast<double>(run.simulated) / run.seconds : 0;
}

void tell_run(Facts& facts, PhotonsRun const& run) {
  auto const& parts = run.distributions;
  facts.tell(run.input.output, fmt::format("{} in {}, {}", show_count(run.simulated, "photon"),
                                           format_seconds(run.seconds),
                                           format_rate(photons_per_second(run), "photons")));
  if (parts.photons > run.simulated) {
    facts.tell("  with those before", fmt::format("{} in {}", show_count(parts.photons, "photon"),
                                                  format_seconds(run.all_seconds())));
  }
  if (run.input.asks_binary)
    facts.tell("", "format B is asked for, and A is written: MCML has no other");
  for (auto const& note : run.input.notes) facts.tell("", note);
  facts.tell("  specular reflectance", fmt::format("{:.6g}", parts.specular));
  facts.tell("  diffuse reflectance", show(parts.diffuse_reflectance));
  facts.tell("  absorbed", show(parts.absorbed));
  if (parts.absorbed_by_layer.size() > 1) {
    std::size_t number = 0;
    for (auto const& layer : parts.absorbed_by_layer) {
      facts.tell(fmt::format("    layer {}", ++number), show(layer));
    }
  }
  facts.tell("  transmitted", show(parts.transmitted));
  if (run.fed_words > 0) {
    facts.tell("  bits from the host",
               fmt::format("{:.4g} a photon", 32 * static_cast<double>(run.fed_words) /
                                                  static_cast<double>(run.simulated)));
  }
  if (auto const cut_off = run.totals[PhotonSum::cut_off_photons]) {
    facts.tell("  given up",
               fmt::format("{}, with {:.3g} of the weight", show_count(cut_off, "photon"),
                           part_of(run.totals, PhotonSum::cut_off)));
  }
}

}  // namespace

Json to_json(PhotonsRun const& run) {
  auto const& parts = run.distributions;
  Json layers = Json::array();
  for (auto const& layer : parts.absorbed_by_layer) layers.push_back(to_json(layer));
  return {{"output", run.input.output},
          {"notes", run.input.notes},
          {"first_photon", run.input.first_photon},
          {"photons", parts.photons},
          {"simulated", run.simulated},
          {"seconds", run.seconds},
          {"all_seconds", run.all_seconds()},
          {"photons_per_second", photons_per_second(run)},
          {"hops", run.totals[PhotonSum::hops]},
          {"fed_words", run.fed_words},
          {"specular", parts.specular},
          {"diffuse_reflectance", to_json(parts.diffuse_reflectance)},
          {"absorbed", to_json(parts.absorbed)},
          {"transmitted", to_json(parts.transmitted)},
          {"absorbed_by_layer", layers},
          {"lost_to_roulette", part_of(run.totals, PhotonSum::lost)},
          {"won_by_roulette", part_of(run.totals, PhotonSum::won)},
          {"given_up", part_of(run.totals, PhotonSum::cut_off)},
          {"given_up_photons", run.totals[PhotonSum::cut_off_photons]}};
}

Facts facts_of(PhotonsOutcome const& outcome, PhotonsArguments const& arguments) {
  auto const& options = arguments.options;
  Facts facts;
  facts.json["input"] = arguments.input;
  facts.add("space", to_string(arguments.space), "space", describe(arguments.space))
      .add("algorithm", to_string(outcome.algorithm), "algorithm",
           fmt::format("{}, {}", to_string(outcome.algorithm), to_string(options.arithmetic)));
  facts.json["arithmetic"] = to_string(options.arithmetic);
  facts.json["beam"] = to_string(options.beam);
  facts.json["beam_radius"] = options.beam_radius;
  facts.json["generator"] = to_string(options.generator);
  facts.json["seed"] = options.seed;
  facts.json["first_photon"] = options.first_photon;
  facts.add("workspace_bytes", outcome.workspace_bytes, "workspace",
            format_bytes(outcome.workspace_bytes));
  if (is_fed(arguments)) facts.json["feed"] = to_string(options.feed.source);
  add_traffic(facts, outcome.traffic);
  if (arguments.space == Space::hybrid) add_lanes(facts, outcome.lanes, arguments.space);
  facts.json["runs"] = Json::array();
  for (auto const& run : outcome.runs) {
    tell_run(facts, run);
    facts.json["runs"].push_back(to_json(run));
  }
  return facts;
}

}  // namespace yoke::tool
