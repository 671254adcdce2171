// The speed of list ranking, beside what the machine can do. Every timed run is checked.

#include <memory>
#include <string>

#include "list_ranking/settings.hpp"
#include "support/program.hpp"

namespace yoke_perf {
namespace {

bool parse_switch(std::string_view text) {
  if (text == "on") return true;
  if (text == "off") return false;
  throw UsageError("neither on nor off: '" + std::string(text) + "'");
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST         nodes of the lists: 2^23,2^25,2^27,2^29",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--max-nodes=", "N        no longer lists on a device (2^29)",
       [&](std::string_view text) { settings.max_nodes = parse_size(text); }},
      {"--max-host-nodes=", "N   no longer lists in host memory (2^27)",
       [&](std::string_view text) { settings.max_host_nodes = parse_size(text); }},
      {"--runs=", "K             timed runs of each benchmark, in place of its own number",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
      {"--device_memory=",
       "BYTES  that calls from host memory of their own rows may hold there (none)",
       [&](std::string_view text) { settings.device_memory = parse_size(text); }},
      {"--seed=", "S             of the lists and of all random choices (1)",
       [&](std::string_view text) { settings.seed = parse_count(text); }},
      {"--huge-pages=", "on|off  ask for huge pages for arrays in host memory (on)",
       [&](std::string_view text) { settings.huge_pages = parse_switch(text); }},
  };
}

// The parts' memory, in the order in which they are made; the last one goes first.
struct Parts {
  std::unique_ptr<Resources> ranking, hybrid, from_host, limits;
};

Parts add_all(Settings const& settings) {
  benchmark::AddCustomContext("seed", std::to_string(settings.seed));
  benchmark::AddCustomContext("huge pages asked for", settings.huge_pages ? "yes" : "no");
  return {add_ranking(settings), add_hybrid(settings), add_from_host(settings),
          add_limits(settings)};
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_list_ranking", argc, argv, yoke_perf::options_of(settings),
                                [&] { return yoke_perf::add_all(settings); });
}
