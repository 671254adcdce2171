// How fast data moves: what the host's cores read, write and copy; what the bus moves from pinned
// memory, and from pageable memory by the driver and through rings that the cores fill; one way and
// both ways at once. Every timed run is checked. "bytes_per_second" counts what arrives: a copy of
// n bytes reads n and writes n; up and down at once it is the sum of both.

#include <string>
#include <tuple>

#include "copies/settings.hpp"
#include "support/program.hpp"

namespace yoke_perf {
namespace {

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--sizes=", "LIST   bytes of the arrays (2^29)",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--small=", "LIST   bytes of small arrays, in pageable memory (64K,2^18,1M,4M,16M)",
       [&](std::string_view text) { settings.small = parse_sizes(text); }},
      {"--pieces=", "LIST  bytes of a piece of a ring (1M,2M,4M,8M)",
       [&](std::string_view text) { settings.pieces = parse_sizes(text); }},
      {"--ring=", "K       pieces of a ring, and blocks in flight of a pipeline (4)",
       [&](std::string_view text) { settings.ring = parse_count(text); }},
      {"--runs=", "K       timed runs of each benchmark (5)",
       [&](std::string_view text) { settings.runs = static_cast<int>(parse_count(text)); }},
  };
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_copies", argc, argv, yoke_perf::options_of(settings), [&] {
    return std::tuple(yoke_perf::add_host(settings), yoke_perf::add_bus(settings));
  });
}
