#include <optional>
#include <yoke/list_ranking.hpp>

#include "list_ranking/probes.hpp"
#include "list_ranking/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/lists.hpp"
#include "support/machine.hpp"
#include "support/scan.hpp"

namespace yoke_perf {
namespace {

// What bounds list ranking on one space: the steps that any algorithm is made of, each alone, on
// the list that is ranked.
template <class Space>
class Limits final : public Resources {
 public:
  Limits(Settings const& settings, std::uint64_t max_nodes)
      : settings_(settings), bench_(settings.huge_pages) {
    for (auto const size : settings.sizes) {
      std::size_t const memory = std::is_same_v<Space, Host> ? host_memory() : device_memory();
      if (size > max_nodes || size * 16 > memory) {
        note_skipped(name("...", size), "too long, see --max-nodes and --max-host-nodes");
        continue;
      }
      add("copy", size, &Limits::copy);
      add("gather", size, &Limits::gather);
      add("scatter", size, &Limits::scatter);
      add("chains", size, &Limits::chains);
      add("scan_of_ordered", size, &Limits::scan);
    }
  }

 private:
  using Array = Numbers<std::uint32_t, typename Space::memory_space>;

  static std::string name(char const* what, std::uint64_t size) {
    return std::string("limit/") + name_of_space<Space>() + "/" + what + "/" + format_size(size);
  }

  void add(char const* what, std::uint64_t size, void (Limits::*body)(benchmark::State&)) {
    auto const order = body == &Limits::scan ? yoke::ListOrder::ordered : yoke::ListOrder::random;
    int const runs = std::is_same_v<Space, Host> ? 5 : 20;
    add_benchmark(name(what, size), settings_.runs_or(runs), [=, this](benchmark::State& state) {
      yoke::ListShape shape;
      shape.order = order;
      shape.seed = settings_.seed;
      bench_.hold(size, shape);
      (this->*body)(state);
    });
  }

  Space const& exec() const { return bench_.exec(); }
  std::uint64_t size() const { return bench_.successor().extent(0); }
  void fence() const { exec().fence("yoke_perf: limit"); }

  // Times run(), which fills an array, and has every element of the array checked.
  template <class Run, class Expected>
  void fill(benchmark::State& state, Array const& array, Run const& run, Expected const& expected,
            Amount const& amount) {
    Measured work;
    work.prepare = [&] { Kokkos::deep_copy(exec(), array, ~0u); };
    work.run = [&] {
      run();
      fence();
    };
    work.find_fault = [&]() -> std::string {
      std::uint64_t const wrong = count_different(exec(), size(), expected);
      return wrong == 0 ? std::string() : std::to_string(wrong) + " elements are wrong";
    };
    measure(state, work, amount);
  }

  void copy(benchmark::State& state) {
    auto const from = bench_.successor(), to = bench_.rank();
    fill(state, to, [&] { Kokkos::deep_copy(exec(), to, from); }, IsCopy<Array>{from, to},
         {size(), 2 * size() * sizeof(std::uint32_t)});
  }

  // Reads the successors in order, and each one's successor.
  void gather(benchmark::State& state) {
    GatherSecond<Array> const step{bench_.successor(), bench_.rank()};
    fill(state, bench_.rank(), [&] { for_each(exec(), "gather", size(), step); },
         IsSecond<Array>{bench_.successor(), bench_.rank()}, {size(), 0});
  }

  // Writes each node at its successor.
  void scatter(benchmark::State& state) {
    ScatterPredecessor<Array> const step{bench_.successor(), bench_.rank()};
    fill(state, bench_.rank(), [&] { for_each(exec(), "scatter", size(), step); },
         IsPredecessor<Array>{bench_.successor(), bench_.rank()}, {size(), 0});
  }

  // Many walkers at once, each following the list for the same number of steps: dependent loads
  // without a write. Where the walkers end is known from the ranks.
  void chains(benchmark::State& state) {
    std::size_t const lists = yoke::list_rank(exec(), bench_.successor(), bench_.rank());
    if (auto const fault = bench_.find_fault(lists, yoke::RankFrom::tail); !fault.empty()) {
      throw CheckFailed(fault);
    }
    // A GPU's threads hide latency by their number, a core's by interleaving.
    constexpr int interleaved = std::is_same_v<Space, Host> ? 32 : 1;
    std::uint64_t const threads =
        std::min<std::uint64_t>(static_cast<std::uint64_t>(exec().concurrency()), size());
    std::uint64_t const walkers = std::min<std::uint64_t>(threads * interleaved, size());
    FollowChains<Array, interleaved> const step{bench_.successor(),
                                                Array("yoke_perf::ends", walkers), walkers,
                                                std::max<std::uint64_t>(size() / walkers, 1)};
    Measured work;
    work.prepare = [&] { Kokkos::deep_copy(exec(), step.end, ~0u); };
    work.run = [&] {
      for_each(exec(), "chains", (walkers + interleaved - 1) / interleaved, step);
      fence();
    };
    work.find_fault = [&]() -> std::string {
      EndsWhereRanksSay<Array, interleaved> const expected{step, bench_.rank()};
      std::uint64_t const wrong = count_different(exec(), walkers, expected);
      return wrong == 0 ? std::string() : std::to_string(wrong) + " walkers ended elsewhere";
    };
    measure(state, work, {walkers * step.steps, 0});
    state.counters["walkers"] = static_cast<double>(walkers);
  }

  // An ordered list is an array: a scan ranks it, without looking at the list.
  void scan(benchmark::State& state) {
    Measured work;
    work.prepare = [&] { bench_.spoil_ranks(); };
    work.run = [&] {
      rank_by_scan(exec(), bench_.rank());
      fence();
    };
    work.find_fault = [&] { return bench_.find_fault(1, yoke::RankFrom::tail); };
    measure(state, work, {size(), 0});
  }

  Settings settings_;
  ListBench<Space, std::uint32_t> bench_;
};

class LimitsOfBothSpaces final : public Resources {
 public:
  explicit LimitsOfBothSpaces(Settings const& settings) : host_(settings, settings.max_host_nodes) {
    if (has_device) device_.emplace(settings, settings.max_nodes);
  }

 private:
  std::optional<Limits<Device>> device_;
  Limits<Host> host_;
};

}  // namespace

std::unique_ptr<Resources> add_limits(Settings const& settings) {
  return std::make_unique<LimitsOfBothSpaces>(settings);
}

}  // namespace yoke_perf
