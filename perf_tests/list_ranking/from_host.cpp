#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <yoke/hybrid.hpp>
#include <yoke/list_ranking.hpp>

#include "list_ranking/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/lanes.hpp"
#include "support/lists.hpp"
#include "support/machine.hpp"

namespace yoke_perf {
namespace {

// The first way up and the last way down, which nothing hides, are a sixteenth of a list more.
constexpr std::size_t streamed_lists = 32;

// What a caller has whose lists lie in host memory, and whose ranks are wanted there: one call, and
// a stream of submitted ones, of two lists by turns. The device alone ranks them, but where
// --device_memory asks for bounded calls, whoever can. One kind at a time keeps its lists.
std::function<void()> release_lists;
void const* has_lists = nullptr;

template <class Word, class Memory>
class FromHost final : public Resources {
 public:
  FromHost(Settings const& settings, std::string memory)
      : settings_(settings),
        memory_(std::move(memory)),
        benches_{Bench(settings.huge_pages), Bench(settings.huge_pages)} {
    for (auto const size : settings.sizes) {
      for (auto const order : {yoke::ListOrder::random, yoke::ListOrder::ordered}) {
        add("call", size, order, 1, {.split = yoke::Split(0)});
        add("packed", size, order, 1, {.split = yoke::Split(0), .pack_copies = true});
        add("submitted", size, order, streamed_lists, {.split = yoke::Split(0)});
        if (settings.device_memory > 0) {
          add("bounded", size, order, 1, {.device_memory = settings.device_memory});
        }
      }
    }
  }

 private:
  using Bench = ListBench<Host, Word, Memory>;
  using Plan = yoke::ListRankPlan<yoke::Hybrid<>, Word>;

  void add(std::string const& name, std::uint64_t size, yoke::ListOrder order, std::size_t lists,
           yoke::ListRankOptions const& options) {
    auto const full_name = "from_host/" + memory_ + "/u" + std::to_string(8 * sizeof(Word)) + "/" +
                           (order == yoke::ListOrder::random ? "random" : "ordered") + "/" + name +
                           "/" + format_size(size);
    // Each list with its ranks, and what generates and checks them.
    std::size_t const held = std::min<std::size_t>(lists, 2);
    if (size > settings_.max_host_nodes || (2 * held + 1) * sizeof(Word) * size > host_memory()) {
      note_skipped(full_name, "too long for host memory, or for --max-host-nodes");
      return;
    }
    add_benchmark(full_name, settings_.runs_or(10), [=, this](benchmark::State& state) {
      if (has_lists != this && release_lists) release_lists();
      has_lists = this;
      release_lists = [this] {
        for (auto& bench : benches_) bench.release();
      };
      if (held == 1) benches_[1].release();
      for (std::size_t k = 0; k < held; ++k) {
        yoke::ListShape shape;
        shape.order = order;
        shape.seed = settings_.seed + k;
        benches_[k].hold(size, shape);
      }
      rank(state, lists, options);
      show(state, lists, options);
    });
  }

  // `lists` times; more than one as a stream.
  void rank(benchmark::State& state, std::size_t lists, yoke::ListRankOptions const& options) {
    std::size_t const size = benches_[0].successor().extent(0);
    Plan plan(hybrid_, size, options);
    std::vector<std::size_t> counted;
    std::size_t const benches = std::min<std::size_t>(lists, 2);
    Measured work;
    work.prepare = [&] {
      for (std::size_t k = 0; k < benches; ++k) benches_[k].spoil_ranks();
    };
    work.run = [&] { counted = run(plan, lists); };
    work.find_fault = [&]() -> std::string {
      for (std::size_t k = 0; k < counted.size(); ++k) {
        auto const& bench = benches_[k % 2];
        if (counted[k] != 1) return "a list is not one";
        if (k >= benches) continue;
        if (auto fault = bench.find_fault(1, options.from); !fault.empty()) return fault;
      }
      return {};
    };
    measure(state, work, {lists * size, 0});
    state.counters["median_ms_per_list"] =
        state.counters["median_ms"].value / static_cast<double>(lists);
    state.counters["workspace_bytes_per_element"] =
        static_cast<double>(plan.workspace_bytes()) / static_cast<double>(size);
  }

  void show(benchmark::State& state, std::size_t lists, yoke::ListRankOptions options) {
    show_lanes(
        state,
        [&](yoke::Timeline* timeline) {
          options.timeline = timeline;
          auto const plan =
              std::make_shared<Plan>(hybrid_, benches_[0].successor().extent(0), options);
          return [this, plan, lists] { run(*plan, lists); };
        },
        lists);
  }

  std::vector<std::size_t> run(Plan& plan, std::size_t lists) {
    return lists == 1 ? call(plan) : stream(plan, lists);
  }

  std::vector<std::size_t> call(Plan& plan) {
    return {plan(benches_[0].successor(), benches_[0].rank())};
  }

  std::vector<std::size_t> stream(Plan& plan, std::size_t lists) {
    std::vector<yoke::Ticket> tickets;
    for (std::size_t k = 0; k < lists; ++k) {
      tickets.push_back(plan.submit(benches_[k % 2].successor(), benches_[k % 2].rank()));
    }
    std::vector<std::size_t> counted;
    counted.reserve(tickets.size());
    for (auto const& ticket : tickets) counted.push_back(ticket.wait());
    return counted;
  }

  Settings settings_;
  std::string memory_;
  yoke::Hybrid<> hybrid_;
  std::array<Bench, 2> benches_;
};

class AllFromHost final : public Resources {
 public:
  explicit AllFromHost(Settings const& settings)
      : pinned_(settings, "pinned"),
        pageable_(settings, "pageable"),
        pinned_wide_(settings, "pinned"),
        pageable_wide_(settings, "pageable") {}

 private:
  FromHost<std::uint32_t, Kokkos::SharedHostPinnedSpace> pinned_;
  FromHost<std::uint32_t, Kokkos::HostSpace> pageable_;
  FromHost<std::uint64_t, Kokkos::SharedHostPinnedSpace> pinned_wide_;
  FromHost<std::uint64_t, Kokkos::HostSpace> pageable_wide_;
};

}  // namespace

std::unique_ptr<Resources> add_from_host(Settings const& settings) {
  return std::make_unique<AllFromHost>(settings);
}

}  // namespace yoke_perf
