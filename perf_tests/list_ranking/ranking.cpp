#include <algorithm>
#include <optional>
#include <yoke/list_ranking.hpp>

#include "list_ranking/settings.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"
#include "support/lists.hpp"
#include "support/machine.hpp"

namespace yoke_perf {
namespace {

using Algorithm = yoke::ListRankAlgorithm;

// One way to rank lists.
struct Way {
  std::string name;
  yoke::ListRankOptions options;
};

yoke::ListRankOptions with(Algorithm algorithm) {
  yoke::ListRankOptions options;
  options.algorithm = algorithm;
  return options;
}

Way way(Algorithm algorithm) { return {std::string(yoke::to_string(algorithm)), with(algorithm)}; }

// Every algorithm but the sequential walk and automatic, in the variants that its source compares.
std::vector<Way> other_ways() {
  using Packing = yoke::RandomSplitterOptions::Packing;
  using Scheme = yoke::SublistWalkOptions::Scheme;
  std::vector<Way> ways{way(Algorithm::wyllie), way(Algorithm::helman_jaja),
                        way(Algorithm::independent_set),
                        way(Algorithm::fractional_independent_set)};
  for (auto const packing : {Packing::bits_48, Packing::bits_64}) {
    Way splitter = way(Algorithm::random_splitter);
    splitter.name += packing == Packing::bits_48 ? "_48" : "_64";
    splitter.options.random_splitter.packing = packing;
    ways.push_back(splitter);
  }
  for (auto const scheme : {Scheme::in_place, Scheme::chunks}) {
    Way walk = way(Algorithm::sublist_walk);
    walk.name += scheme == Scheme::in_place ? "_in_place" : "_chunks";
    walk.options.sublist_walk.scheme = scheme;
    ways.push_back(walk);
  }
  return ways;
}

// One list to rank in one way.
struct Case {
  std::string name;
  std::size_t size;
  yoke::ListShape shape;
  yoke::ListRankOptions options;
  bool one_shot = false;  // plan, run and give back the memory, all of it timed
};

template <class Space, class Index>
void rank_with_plan(benchmark::State& state, ListBench<Space, Index>& bench, Case const& it) {
  yoke::ListRankPlan<Space, Index> plan(bench.exec(), it.size, it.options);
  std::size_t lists = 0;
  Measured work;
  work.prepare = [&] { bench.spoil_ranks(); };
  work.run = [&] { lists = plan(bench.successor(), bench.rank()); };
  work.find_fault = [&] { return bench.find_fault(lists, it.options.from); };
  work.warm_up = it.options.algorithm != Algorithm::sequential;
  measure(state, work, {it.size, 0});
  state.counters["workspace_bytes_per_element"] =
      static_cast<double>(plan.workspace_bytes()) / static_cast<double>(it.size);
  state.SetLabel(std::string(yoke::to_string(plan.algorithm())));
}

template <class Space, class Index>
void rank_at_once(benchmark::State& state, ListBench<Space, Index>& bench, Case const& it) {
  std::size_t lists = 0;
  Measured work;
  work.prepare = [&] { bench.spoil_ranks(); };
  work.run = [&] {
    lists = yoke::list_rank(bench.exec(), bench.successor(), bench.rank(), it.options);
  };
  work.find_fault = [&] { return bench.find_fault(lists, it.options.from); };
  measure(state, work, {it.size, 0});
}

// The benchmarks of one space.
template <class Space>
class Ranking final : public Resources {
 public:
  Ranking(Settings const& settings, std::uint64_t max_nodes, std::uint64_t largest_of_others)
      : settings_(settings),
        max_nodes_(max_nodes),
        largest_of_others_(largest_of_others),
        narrow_(settings.huge_pages),
        wide_(settings.huge_pages) {
    for (auto const size : settings.sizes) {
      if (fits(size)) add_size(size);
    }
  }

 private:
  static constexpr int usual_runs = std::is_same_v<Space, Host> ? 5 : 20;

  // Successors, ranks and the workspace that automatic holds; others hold less than twice that.
  bool fits(std::uint64_t size) const {
    std::string const name =
        std::string("rank/") + name_of_space<Space>() + "/" + format_size(size);
    std::size_t const memory = std::is_same_v<Space, Host> ? host_memory() : device_memory();
    if (size > max_nodes_) {
      note_skipped(name, "longer than " + format_size(max_nodes_) + " nodes");
    } else if (memory > 0 && size * 40 > memory) {
      note_skipped(name, "needs " + std::to_string(size * 40 >> 20) + " MiB of memory, there are " +
                             std::to_string(memory >> 20));
    } else {
      return true;
    }
    return false;
  }

  void add_size(std::uint64_t size) {
    Case automatic{"automatic/random", size, random_list(), {}};
    add(automatic, usual_runs);
    automatic.one_shot = true;
    add(automatic, usual_runs);
    for (auto const& variant : variants(size)) add(variant, usual_runs);
    add_wide(size);
    if (std::is_same_v<Space, Host>) {
      add({"sequential/random", size, random_list(), with(Algorithm::sequential)},
          size < (1u << 27) ? 3 : 1);
    }
    if (size > largest_of_others_) return;
    for (auto const& [name, options] : other_ways()) {
      add({name + "/random", size, random_list(), options}, std::min(usual_runs, 5));
    }
    for (auto const& variant : other_shapes(size)) add(variant, usual_runs);
  }

  yoke::ListShape random_list() const {
    yoke::ListShape shape;
    shape.seed = settings_.seed;
    return shape;
  }

  // The same list with other options.
  std::vector<Case> variants(std::uint64_t size) const {
    Case from_head{"automatic/random/from_head", size, random_list(), {}};
    from_head.options.from = yoke::RankFrom::head;
    Case validated{"automatic/random/validate", size, random_list(), {}};
    validated.options.validate = true;
    return {from_head, validated};
  }

  std::vector<Case> other_shapes(std::uint64_t size) const {
    std::vector<Case> cases;
    Case many{"automatic/1000_lists", size, random_list(), {}};
    many.shape.lists = 1000;
    cases.push_back(many);
    using yoke::ListOrder;
    for (auto const& [name, order] : {std::pair{"ordered", ListOrder::ordered},
                                      {"reversed", ListOrder::reversed},
                                      {"block_shuffled", ListOrder::block_shuffled}}) {
      Case shaped{std::string("automatic/") + name, size, random_list(), {}};
      shaped.shape.order = order;
      cases.push_back(shaped);
    }
    return cases;
  }

  void add(Case const& it, int runs) {
    add_benchmark(name_of(it), settings_.runs_or(runs), [this, it](benchmark::State& state) {
      wide_.release();
      narrow_.hold(it.size, it.shape);
      it.one_shot ? rank_at_once(state, narrow_, it) : rank_with_plan(state, narrow_, it);
    });
  }

  // 64-bit indices.
  void add_wide(std::uint64_t size) {
    if (size > largest_of_others_) return;
    Case const it{"automatic/random/u64", size, random_list(), {}};
    add_benchmark(name_of(it), settings_.runs_or(usual_runs), [this, it](benchmark::State& state) {
      narrow_.release();
      wide_.hold(it.size, it.shape);
      rank_with_plan(state, wide_, it);
    });
  }

  static std::string name_of(Case const& it) {
    return std::string("rank/") + name_of_space<Space>() + "/" + it.name + "/" +
           format_size(it.size) + (it.one_shot ? "/one_shot" : "/plan");
  }

  Settings settings_;
  std::uint64_t max_nodes_, largest_of_others_;
  ListBench<Space, std::uint32_t> narrow_;
  ListBench<Space, std::uint64_t> wide_;
};

class BothSpaces final : public Resources {
 public:
  explicit BothSpaces(Settings const& settings)
      : host_(settings, settings.max_host_nodes, std::uint64_t(1) << 25) {
    if (has_device) device_.emplace(settings, settings.max_nodes, std::uint64_t(1) << 27);
  }

 private:
  std::optional<Ranking<Device>> device_;
  Ranking<Host> host_;
};

}  // namespace

std::unique_ptr<Resources> add_ranking(Settings const& settings) {
  return std::make_unique<BothSpaces>(settings);
}

}  // namespace yoke_perf
