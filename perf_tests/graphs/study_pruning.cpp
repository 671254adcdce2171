// Banerjee's thesis, chapter 8: a graph is pruned once by yoke::prune, and then searched and
// labelled 1, 16 and 256 times. Each row has the time of these calls on the whole graph, on the
// pruned graph, and on the pruned graph with the time of pruning. The graphs are the user's own
// (the thesis's Figures 8.4 and 8.9 are of the University of Florida's), R-MAT graphs (Table 8.1,
// Figures 8.5 and 8.9, and larger ones), random graphs whose degree sets the share of pendant
// vertices (Figures 8.6 and 8.10), and some of these by the number of rounds (8.7 and 8.11).

#include <array>
#include <numeric>
#include <type_traits>
#include <yoke/hybrid.hpp>
#include <yoke/pruned_bfs.hpp>
#include <yoke/pruned_components.hpp>
#include <yoke/validate_bfs.hpp>

#include "graphs/studies.hpp"

namespace yoke_perf {
namespace {

constexpr std::array<std::size_t, 3> call_counts = {1, 16, 256};

// The times of single calls, in their order.
class CallTimes {
 public:
  void add(double ms) { ms_.push_back(ms); }
  std::size_t timed() const { return ms_.size(); }
  // The first `calls`; if fewer were timed, as many times their mean.
  double total(std::size_t calls) const {
    std::size_t const count = std::min(calls, ms_.size());
    double const sum = std::accumulate(ms_.begin(), ms_.begin() + static_cast<int>(count), 0.0);
    return sum * static_cast<double>(calls) / static_cast<double>(count);
  }

 private:
  std::vector<double> ms_;
};

struct BothTimes {
  CallTimes plain, pruned;
};

// By turns, so that both meet the same machine, for --seconds and at least --runs calls.
template <class Plain, class OnPruned>
BothTimes take_turns(StudySettings const& settings, Plain const& plain, OnPruned const& pruned) {
  plain(0);
  pruned(0);
  BothTimes times;
  Kokkos::Timer const timer;
  for (std::size_t call = 0; call < call_counts.back(); ++call) {
    bool const is_enough = call >= static_cast<std::size_t>(settings.runs);
    if (is_enough && timer.seconds() > settings.seconds) break;
    times.plain.add(plain(call));
    times.pruned.add(pruned(call));
  }
  return times;
}

// One graph on an execution space or a Hybrid. Results are checked on Check.
template <class Executor, class Check, class Memory>
class PruningCase {
  using Words = Kokkos::View<Vertex*, Memory>;
  using Pruned = yoke::PrunedGraph<Vertex, Vertex, Memory>;

 public:
  PruningCase(KnownGraph const& known, PerfGraph<Memory> const& graph, std::string place,
              StudySettings const& settings)
      : known_(known), graph_(graph), place_(std::move(place)), settings_(settings) {}

  // Returns the number of rounds that removed a vertex.
  std::size_t add_rows(Table& table, std::string const& figure, std::string const& name,
                       std::uint64_t rounds = 0) {
    yoke::PruneOptions options;
    options.rounds = rounds;
    auto const pruned = yoke::prune(executor_, graph_, options);
    double const prune_ms = time_pruning(options);
    auto const add = [&](char const* call, std::string_view algorithm, BothTimes const& times) {
      for (std::size_t const calls : call_counts) {
        double const pruned_ms = times.pruned.total(calls);
        table.row(figure, name, graph_.vertices(), graph_.arcs() / 2, place_,
                  pruned.report().removed_vertices, pruned.report().rounds.size(), call,
                  std::string(algorithm), calls, std::min(calls, times.plain.timed()), prune_ms,
                  times.plain.total(calls), pruned_ms, prune_ms + pruned_ms);
      }
    };
    for (auto const algorithm :
         {yoke::BfsAlgorithm::level_synchronous, yoke::BfsAlgorithm::automatic}) {
      add("bfs", to_string(algorithm), time_searches(pruned, algorithm));
    }
    for (auto const algorithm :
         {yoke::ComponentsAlgorithm::soman, yoke::ComponentsAlgorithm::automatic}) {
      add("components", to_string(algorithm), time_labels(pruned, algorithm));
    }
    return pruned.report().rounds.size();
  }

 private:
  double time_pruning(yoke::PruneOptions const& options) {
    Samples samples;
    for (int run = 0; run < settings_.runs; ++run) {
      samples.add(1e3 * time_checked([] {}, [&] { yoke::prune(executor_, graph_, options); },
                                     [] { return std::string(); }));
    }
    return samples.median();
  }

  BothTimes time_searches(Pruned const& pruned, yoke::BfsAlgorithm algorithm) {
    Words const level("yoke_perf::level", graph_.vertices()),
        parent("yoke_perf::parent", graph_.vertices());
    yoke::BfsOptions options;
    options.algorithm = algorithm;
    yoke::BfsPlan<Executor, Vertex, Vertex> plain(executor_, graph_.vertices(), graph_.arcs(),
                                                  options);
    yoke::PrunedBfsPlan<Executor, Vertex, Vertex, Memory> on_pruned(executor_, pruned, options);
    auto const sources = known_.sources(static_cast<int>(call_counts.back()), settings_.seed);
    auto const time = [&](Vertex source, auto const& search) {
      return 1e3 *
             time_checked([] {}, search,
                          [&] {
                            yoke::validate_bfs(Check(), known_.on<Check>(), source, level, parent);
                            return std::string();
                          });
    };
    return take_turns(
        settings_,
        [&](std::size_t call) {
          return time(sources[call], [&] { plain(graph_, sources[call], level, parent); });
        },
        [&](std::size_t call) {
          return time(sources[call], [&] { on_pruned(sources[call], level, parent); });
        });
  }

  BothTimes time_labels(Pruned const& pruned, yoke::ComponentsAlgorithm algorithm) {
    Words const label("yoke_perf::label", graph_.vertices());
    auto const options = with(algorithm);
    yoke::ConnectedComponentsPlan<Executor, Vertex, Vertex> plain(executor_, graph_.vertices(),
                                                                  graph_.arcs(), options);
    yoke::PrunedComponentsPlan<Executor, Vertex, Vertex, Memory> on_pruned(executor_, pruned,
                                                                           options);
    std::size_t count = 0;
    auto const spoil = [&] { Kokkos::deep_copy(Check(), label, ~Vertex(0)); };
    auto const find_fault = [&] { return known_.find_fault(Check(), label, count); };
    return take_turns(
        settings_,
        [&](std::size_t) {
          return 1e3 * time_checked(
                           spoil, [&] { count = plain(graph_, label); }, find_fault);
        },
        [&](std::size_t) {
          return 1e3 * time_checked(
                           spoil, [&] { count = on_pruned(label); }, find_fault);
        });
  }

  KnownGraph const& known_;
  PerfGraph<Memory> const& graph_;
  std::string place_;
  StudySettings const& settings_;
  Executor executor_;
};

using OnHost = PruningCase<Host, Host, Kokkos::HostSpace>;
using OnDevice = PruningCase<Device, Device, typename Device::memory_space>;
using OnBoth = PruningCase<yoke::Hybrid<>, Host, Kokkos::SharedHostPinnedSpace>;

void add_places(Table& table, KnownGraph& known, std::string const& figure, std::string const& name,
                StudySettings const& settings) {
  OnHost(known, known.on<Host>(), "host", settings).add_rows(table, figure, name);
  if constexpr (has_device) {
    OnDevice(known, known.on<Device>(), "device", settings).add_rows(table, figure, name);
  }
  OnBoth(known, known.pinned(), "hybrid", settings).add_rows(table, figure, name);
}

void run_files(Table& table, KnownGraph& known, StudySettings const& settings) {
  for (auto const& file : settings.files) {
    known.hold_file(file);
    add_places(table, known, "8.4", std::filesystem::path(file).filename().string(), settings);
  }
}

void run_rmat(Table& table, KnownGraph& known, StudySettings const& settings) {
  struct Row {
    char const* name;
    int scale;
    double edges;
  };
  for (auto const& [name, scale, edges] : {Row{"rmat_1", 17, 256784},
                                           {"rmat_2", 18, 554678},
                                           {"rmat_3", 19, 1048515},
                                           {"rmat_4", 20, 2097345},
                                           {"rmat_5", 21, 4190223},
                                           {"rmat_6", 22, 8456240},
                                           {"rmat_7", 22, 12673552},
                                           {"rmat_8", 22, 16673993},
                                           {"rmat_2^23", 23, 33554432},
                                           {"rmat_2^24", 24, 67108864}}) {
    std::uint64_t const vertices = std::uint64_t(1) << scale;
    if (!settings.includes(vertices) || !settings.includes_graph(name)) continue;
    yoke::RmatShape shape;
    shape.scale = scale;
    shape.edge_factor = edges / static_cast<double>(vertices);
    shape.quadrants = yoke::thesis_quadrants;
    shape.seed = settings.seed;
    known.hold(name, shape);
    add_places(table, known, "8.5", name, settings);
  }
}

// Each by its degree, and where few arcs leave many rounds, by these.
void run_degrees(Table& table, KnownGraph& known, StudySettings const& settings) {
  std::uint64_t const vertices = std::min<std::uint64_t>(1 << 21, settings.max_nodes);
  for (double const degree : {1.2, 1.6, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0}) {
    std::string const name = "degree_" + std::to_string(degree).substr(0, 3);
    if (!settings.includes_graph(name)) continue;
    auto const edges = static_cast<std::uint64_t>(degree * static_cast<double>(vertices) / 2);
    known.hold(name, yoke::UniformShape{vertices, edges, true, settings.seed});
    add_places(table, known, "8.6", name, settings);
    if (degree != 1.2 && degree != 2.0 && degree != 3.0) continue;
    StudySettings shorter = settings;
    shorter.seconds /= 4;
    OnDevice each_round(known, known.on<Device>(), name_of_space<Device>(), shorter);
    for (std::uint64_t const rounds : {1, 2, 3, 4, 6, 8, 12, 16}) {
      if (each_round.add_rows(table, "8.7", name, rounds) < rounds) break;
    }
  }
}

void run_all(StudySettings const& settings) {
  Table table(settings, "thesis_chapter_8",
              "figure,graph,vertices,edges,place,pruned_vertices,rounds,call,algorithm,calls,"
              "timed_calls,prune_ms,plain_ms,pruned_ms,pruned_with_prune_ms");
  KnownGraph known;
  run_files(table, known, settings);
  run_rmat(table, known, settings);
  run_degrees(table, known, settings);
}

}  // namespace

std::vector<Study> pruning_studies() {
  return {{"thesis_chapter_8",
           "graphs pruned once and used often: R-MAT (rmat_1 to rmat_8, rmat_2^23, rmat_2^24), "
           "random (degree_1.2 to degree_8.0) and --files",
           run_all}};
}

}  // namespace yoke_perf
