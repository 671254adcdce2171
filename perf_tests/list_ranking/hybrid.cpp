#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>

#include "list_ranking/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/lists.hpp"
#include "support/machine.hpp"

namespace yoke_perf {
namespace {

using PinnedBench = ListBench<Host, std::uint32_t, Kokkos::SharedHostPinnedSpace>;

// From pinned host memory to pinned host memory. Beside it the copies that a device cannot do
// without: the list up, and the ranks down.
class HybridRanking final : public Resources {
 public:
  explicit HybridRanking(Settings const& settings) : settings_(settings), bench_(true) {
    for (auto const size : settings.sizes) {
      if (size > settings.max_host_nodes || size * 40 > host_memory()) {
        note_skipped("hybrid/" + format_size(size),
                     "too long for host memory, or for "
                     "--max-host-nodes");
        continue;
      }
      add_splits(size);
      if (has_device) add_copies(size);
    }
  }

 private:
  using DeviceNumbers = Numbers<std::uint32_t, Device::memory_space>;

  void add_splits(std::uint64_t size) {
    add("automatic", size, yoke::Split::automatic());
    for (double const share : {0.0, 0.02, 0.05, 0.1, 0.2, 1.0}) {
      char name[16];
      std::snprintf(name, sizeof name, "split_%.2f", share);
      add(name, size, yoke::Split(share));
    }
  }

  void hold(std::uint64_t size) {
    yoke::ListShape shape;
    shape.seed = settings_.seed;
    bench_.hold(size, shape);
  }

  void add(std::string const& name, std::uint64_t size, yoke::Split split) {
    auto const full_name = "hybrid/" + name + "/random/" + format_size(size) + "/plan";
    add_benchmark(full_name, settings_.runs_or(10), [this, size, split](benchmark::State& state) {
      hold(size);
      yoke::ListRankOptions options;
      options.split = split;
      rank(state, options);
      report_shares(state, options);
    });
  }

  void rank(benchmark::State& state, yoke::ListRankOptions const& options) {
    std::size_t const size = bench_.successor().extent(0);
    yoke::ListRankPlan<yoke::Hybrid<>, std::uint32_t> plan(hybrid_, size, options);
    std::size_t lists = 0;
    Measured work;
    work.prepare = [&] { bench_.spoil_ranks(); };
    work.run = [&] { lists = plan(bench_.successor(), bench_.rank()); };
    work.find_fault = [&] { return bench_.find_fault(lists, options.from); };
    measure(state, work, {size, 0});
    state.counters["workspace_bytes_per_element"] =
        static_cast<double>(plan.workspace_bytes()) / static_cast<double>(size);
  }

  // From one more run: asking for a report costs fences.
  void report_shares(benchmark::State& state, yoke::ListRankOptions options) {
    yoke::ListRankReport report;
    options.report = &report;
    bench_.spoil_ranks();
    std::size_t const lists = yoke::list_rank(hybrid_, bench_.successor(), bench_.rank(), options);
    if (auto const fault = bench_.find_fault(lists, options.from); !fault.empty()) {
      throw CheckFailed(fault);
    }
    state.counters["host_share"] = report.host_share;
    state.counters["device_busy_ms"] = report.device_busy * 1e3;
    state.counters["host_busy_ms"] = report.host_busy * 1e3;
    state.counters["copying_ms"] = report.copying * 1e3;
  }

  enum class Copies { up, down, up_then_down, both_at_once };

  void add_copies(std::uint64_t size) {
    for (auto const& [name, copies] : {std::pair{"up", Copies::up}, std::pair{"down", Copies::down},
                                       std::pair{"up_then_down", Copies::up_then_down},
                                       std::pair{"both_at_once", Copies::both_at_once}}) {
      auto const full_name = std::string("limit/pinned_copy/") + name + "/" + format_size(size);
      add_benchmark(full_name, settings_.runs_or(10),
                    [this, size, which = copies](benchmark::State& state) {
                      hold(size);
                      copy(state, which);
                    });
    }
  }

  // Copies the list to the device and, from a second array there, back to where the ranks go.
  void copy(benchmark::State& state, Copies which) {
    std::size_t const size = bench_.successor().extent(0);
    auto const here = make_numbers<std::uint32_t, Device::memory_space>("up", size, false);
    auto const there = make_numbers<std::uint32_t, Device::memory_space>("down", size, false);
    Kokkos::deep_copy(hybrid_.device(), there, bench_.successor());
    Measured work;
    work.prepare = [&] {
      bench_.spoil_ranks();
      Kokkos::deep_copy(hybrid_.device(), here, 0u);
    };
    work.run = [&] {
      if (which != Copies::down) Kokkos::deep_copy(hybrid_.upload(), here, bench_.successor());
      if (which == Copies::up_then_down) hybrid_.upload().fence("yoke_perf: up");
      if (which != Copies::up) Kokkos::deep_copy(hybrid_.download(), bench_.rank(), there);
      hybrid_.upload().fence("yoke_perf: up");
      hybrid_.download().fence("yoke_perf: down");
    };
    work.find_fault = [&]() -> std::string {
      if (which != Copies::up && !equals_successor(bench_.rank())) return "what came down is wrong";
      if (which == Copies::down) return {};
      Kokkos::deep_copy(hybrid_.download(), bench_.rank(), here);
      hybrid_.download().fence("yoke_perf: check");
      return equals_successor(bench_.rank()) ? std::string() : "what went up is wrong";
    };
    bool const one_way = which == Copies::up || which == Copies::down;
    measure(state, work, {0, size * sizeof(std::uint32_t) * (one_way ? 1 : 2)});
  }

  bool equals_successor(
      Numbers<std::uint32_t, Kokkos::SharedHostPinnedSpace> const& numbers) const {
    auto const* const expected = bench_.successor().data();
    auto const* const found = numbers.data();
    std::uint64_t different = 0;
    Kokkos::parallel_reduce(
        "yoke_perf::compare", WideRange<Host>(bench_.exec(), 0, numbers.extent(0)),
        [=](std::uint64_t i, std::uint64_t& sum) { sum += expected[i] != found[i]; }, different);
    return different == 0;
  }

  Settings settings_;
  yoke::Hybrid<> hybrid_;
  PinnedBench bench_;
};

}  // namespace

std::unique_ptr<Resources> add_hybrid(Settings const& settings) {
  return std::make_unique<HybridRanking>(settings);
}

}  // namespace yoke_perf
