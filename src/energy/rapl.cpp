#include "energy/rapl.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace yoke::detail {
namespace {

namespace fs = std::filesystem;

// Whoever opens a pipe waits for its other end.
std::ifstream open_regular(fs::path const& file) {
  std::error_code none;
  return fs::is_regular_file(file, none) ? std::ifstream(file) : std::ifstream();
}

std::optional<std::uint64_t> read_number(fs::path const& file) {
  auto stream = open_regular(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

// Packages, and the memory behind them where it has a counter of its own: the other zones count
// parts of a package again ("core", "uncore"), or the whole machine ("psys"). Some processors show
// a second interface to the same counters, intel-rapl-mmio.
bool is_counted(fs::path const& zone) {
  if (!zone.filename().string().starts_with("intel-rapl:")) return false;
  std::string name;
  open_regular(zone / "name") >> name;
  return name.starts_with("package") || name == "dram";
}

}  // namespace

Rapl::Rapl(fs::path const& powercap) {
  std::error_code error;
  for (fs::directory_iterator zone(powercap, error), end; !error && zone != end;
       zone.increment(error)) {
    if (!is_counted(zone->path())) continue;
    Zone one;
    one.counter = zone->path() / "energy_uj";
    auto const now = read_number(one.counter);
    auto const range = read_number(zone->path() / "max_energy_range_uj");
    if (!now || !range) {
      lose("this user may not read " + one.counter.string());
      return;
    }
    one.last = *now;
    one.range = *range;
    zones_.push_back(std::move(one));
  }
  if (zones_.empty()) lose("no processor has a counter in " + powercap.string());
}

void Rapl::lose(std::string why) {
  zones_.clear();
  why_none_ = std::move(why);
}

std::optional<double> Rapl::joules() {
  for (auto& one : zones_) {
    auto const now = read_number(one.counter);
    if (!now) {
      lose(one.counter.string() + " can no longer be read");
      break;
    }
    microjoules_ +=
        *now >= one.last ? *now - one.last : *now + (one.range - std::min(one.range, one.last));
    one.last = *now;
  }
  if (zones_.empty()) return std::nullopt;
  return static_cast<double>(microjoules_) * 1e-6;
}

}  // namespace yoke::detail
