// Plain calls beside calls of a plan, from few elements to many: a plain call that allocates its
// memory, and one whose memory yoke::KeepWorkspace keeps. Medians of checked runs, as a table and
// as a CSV file.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <iomanip>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <yoke/keep_workspace.hpp>

#include "capabilities/cases.hpp"
#include "support/arguments.hpp"
#include "support/csv_table.hpp"
#include "support/timing.hpp"

namespace yoke_perf {
namespace {

struct Settings {
  std::vector<std::string> cases;  // beginnings of names; all, where there are none
  std::vector<Side> sides = sides_here();
  std::vector<std::uint64_t> sizes{1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 27};
  std::string csv;
};

// Of graphs, the number of vertices is a power of two.
std::uint64_t size_for(Case const& it, std::uint64_t elements) {
  return it.sizes.are_scales ? static_cast<std::uint64_t>(std::log2(elements)) : elements;
}

// The median of runs, each checked, after two that do not count: the second finds what the first
// has left.
double median_ms(Measured const& work, std::function<void()> const& run) {
  auto const time = [&] { return time_checked(work.prepare, run, work.find_fault); };
  time();
  time();
  Samples samples;
  double all = 0;  // in seconds
  for (int runs = 0; runs < 3 || (runs < 100 && all < 0.1); ++runs) {
    double const taken = time();
    samples.add(taken);
    all += taken;
  }
  return samples.median() * 1e3;
}

template <class Space>
double median_kept_ms(Ready const& ready) {
  yoke::KeepWorkspace<Space> const keep(Space(), std::size_t(64) << 30);
  return median_ms(ready.work, ready.plain);
}

struct Times {
  double plan, plain, kept;  // in milliseconds
};

// Of a case that has a plain call.
std::optional<Times> measure(Case const& it, Side side, std::uint64_t size) {
  Ready const ready = it.make(size_for(it, size));
  if (!ready.plain) return std::nullopt;
  double const plan = median_ms(ready.work, ready.work.run);
  double const plain = median_ms(ready.work, ready.plain);
  return Times{plan, plain,
               side == Side::device ? median_kept_ms<Device>(ready) : median_kept_ms<Host>(ready)};
}

// Rows on standard output and, where one is wanted, in a file.
class Rows {
 public:
  explicit Rows(std::string const& path) {
    std::cout << "side    case                                    size   plan ms  plain ms   kept"
                 " ms   plain    kept (of the plan's time)\n";
    if (!path.empty()) file_.emplace(path, "side,case,size,plan_ms,plain_ms,kept_ms");
  }

  void add(Side side, std::string const& name, std::uint64_t size, Times const& times) {
    std::cout << std::left << std::setw(8) << name_of(side) << std::setw(34) << name << std::right
              << std::setw(10) << size << std::setprecision(4) << std::setw(10) << times.plan
              << std::setw(10) << times.plain << std::setw(10) << times.kept << std::setprecision(3)
              << std::setw(8) << times.plain / times.plan << std::setw(8) << times.kept / times.plan
              << std::endl;
    ++count_;
    if (file_) file_->row(name_of(side), name, size, times.plan, times.plain, times.kept);
  }
  int count() const { return count_; }

 private:
  std::optional<CsvTable> file_;
  int count_ = 0;
};

// The cases' sizes on this side: those far beyond what is timed elsewhere are left out.
std::vector<std::uint64_t> sizes_of(Case const& it, Side side, Settings const& settings) {
  std::uint64_t const most = side == Side::device ? it.sizes.device : it.sizes.host;
  auto sizes = settings.sizes;
  std::erase_if(sizes, [&](std::uint64_t size) { return size_for(it, size) > 2 * most; });
  return sizes;
}

// Measures all, and goes on where one fails. Returns whether none did.
bool measure_all(Settings const& settings, Rows& rows) {
  bool good = true;
  for (Side const side : settings.sides) {
    for (auto const& it : cases_named(every_case(side), settings.cases)) {
      for (std::uint64_t const size : sizes_of(it, side, settings)) {
        try {
          auto const times = measure(it, side, size);
          if (!times) break;
          rows.add(side, it.name, size, *times);
        } catch (CheckFailed const& error) {
          std::cerr << name_of(side) << ' ' << it.name << ' ' << size << ": " << error.what()
                    << std::endl;
          good = false;
        }
      }
    }
  }
  return good;
}

std::vector<Option> options_of(Settings& settings) {
  return {
      {"--case=", "LIST     beginnings of names (all)",
       [&](std::string_view text) { settings.cases = parse_list(text); }},
      {"--side=", "SIDE     device or host (both, where there is a device)",
       [&](std::string_view text) { settings.sides = parse_sides(text); }},
      {"--sizes=", "LIST    numbers of elements or of a graph's vertices, such as 10,2^20",
       [&](std::string_view text) { settings.sizes = parse_sizes(text); }},
      {"--csv=", "FILE      results and where they were measured",
       [&](std::string_view text) { settings.csv = text; }},
  };
}

bool run(Settings const& settings) {
  Rows rows(settings.csv);
  bool const good = measure_all(settings, rows);
  if (good && rows.count() == 0) throw UsageError("there is no such case with a plain call");
  return good;
}

}  // namespace
}  // namespace yoke_perf

int main(int argc, char** argv) {
  yoke_perf::Settings settings;
  return yoke_perf::run_program("perf_calls", argc, argv, yoke_perf::options_of(settings),
                                [&] { return yoke_perf::run(settings); });
}
