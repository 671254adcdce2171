#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/bfs/capability.hpp"
#include "yoke/detail/components/capability.hpp"
#include "yoke/detail/filling/capability.hpp"
#include "yoke/detail/forest/capability.hpp"
#include "yoke/detail/histograms/capability.hpp"
#include "yoke/detail/list_ranking/capability.hpp"
#include "yoke/detail/photons/capability.hpp"
#include "yoke/detail/shortest_paths/capability.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/tuner.hpp"

// Hybrid calls of every capability: sizes, places, splits, algorithms, entries of a tuning table
// and bounds of memory, beside a GPU and between two halves of the cores. For each one a letter
// that `decide` gives: d device, h host, b both, q queue, f fed, s streamed, i in place, 2 two
// passes, v via the host, w via the device.
namespace yoke_test {

// Where a call is made.
struct WaysSetting {
  bool device_is_host;
  std::uint64_t free_memory;  // of the device
};

inline constexpr int grid_host_threads = 3;
inline constexpr std::uint64_t grid_free_memory = 80'000'000'000;

// A split, and what a tuning table says; nothing: there is no table.
struct GridSplit {
  std::string name;
  yoke::Split split;
  std::string table;
};

// Files with one share for everything.
inline void write_tables(std::filesystem::path const& folder) {
  for (auto const& [name, share] : {std::pair("0", 0.0), {"0.25", 0.25}, {"1", 1.0}}) {
    yoke::TuningTables tables;
    auto& table = tables.of(yoke::describe_machine());
    for (auto const* capability :
         {"list_rank", "bfs", "connected_components", "sort", "sort_by_key", "argsort",
          "joint_sort", "joint_argsort", "sort_strings", "fill", "histogram"}) {
      for (auto const place : {yoke::TunedPlace::pageable, yoke::TunedPlace::pinned,
                               yoke::TunedPlace::managed, yoke::TunedPlace::device}) {
        for (int const bits : {32, 64}) {
          table.set({capability, place, bits, grid_host_threads}, 1, share);
        }
      }
    }
    tables.save(folder / name);
  }
}

template <class Decide>
class WaysGrid {
  using Place = yoke::detail::Place;

 public:
  WaysGrid(std::ostream& out, std::filesystem::path folder, Decide const& decide)
      : out_(out), folder_(std::move(folder)), decide_(decide) {}

  void write_all() {
    for (bool const device_is_host : {false, true}) {
      device_is_host_ = device_is_host;
      lists();
      searches();
      components();
      weighted_graphs();
      distances();
      sorts<yoke::detail::sorting::Sort<std::uint32_t, yoke::detail::sorting::NoValue>>("sort");
      sorts<yoke::detail::sorting::Sort<std::uint64_t, std::uint32_t>>("sort_by_key");
      argsorts();
      comparators();
      strings();
      fills();
      histograms();
      photons();
    }
  }

 private:
  // Beside a GPU everything, else what the host has.
  std::vector<Place> places() const {
    if (device_is_host_) return {Place::host};
    return {Place::host, Place::pinned, Place::managed, Place::device};
  }
  // What bounds the memory: the device's free memory, or the options. Between two halves nothing.
  std::vector<std::uint64_t> bounds(std::vector<std::uint64_t> of_options) const {
    if (device_is_host_) return {0};
    of_options.insert(of_options.begin(), 0);
    return of_options;
  }
  static std::vector<GridSplit> splits(bool can_split = true) {
    std::vector<GridSplit> all{
        {"automatic", yoke::Split(), ""},     {"tuned 0", yoke::Split(), "0"},
        {"tuned 1/4", yoke::Split(), "0.25"}, {"tuned 1", yoke::Split(), "1"},
        {"0", yoke::Split(0), "0.25"},        {"1", yoke::Split(1), "0.25"}};
    if (can_split) all.push_back({"1/4", yoke::Split(0.25), "1"});
    return all;
  }

  // A line for each split; calls(line) adds a letter for each call.
  template <class Calls>
  void lines(std::string const& name, bool can_split, Calls const& calls) {
    for (auto const& split : splits(can_split)) {
      std::string const file = split.table.empty() ? "none" : split.table;
      setenv("YOKE_TUNING", (folder_ / file).c_str(), 1);
      line_.clear();
      calls(split.split);
      if (line_.back() == ' ') line_.pop_back();
      out_ << name << (device_is_host_ ? ", two halves" : ", GPU") << ", split " << split.name
           << ": " << line_ << '\n';
    }
  }
  template <class Capability>
  void add(typename Capability::Capacity const& capacity,
           typename Capability::Options const& options,
           typename Capability::Arguments const& arguments) {
    line_ += decide_.template operator()<Capability>(WaysSetting{device_is_host_, grid_free_memory},
                                                     capacity, options, arguments);
  }
  // Between two sizes.
  void gap() { line_ += ' '; }

  void lists() {
    using Capability = yoke::detail::list_ranking::ListRanking<std::uint32_t>;
    using Algorithm = yoke::ListRankAlgorithm;
    using Scheme = yoke::SublistWalkOptions::Scheme;
    for (auto const& [name, algorithm, scheme] :
         {std::tuple("", Algorithm::automatic, Scheme::automatic),
          {" by chunks", Algorithm::sublist_walk, Scheme::chunks},
          {" by wyllie", Algorithm::wyllie, Scheme::automatic},
          {" fed", Algorithm::fractional_independent_set, Scheme::automatic}}) {
      bool const can_split = name == std::string() || scheme == Scheme::chunks;
      lines(std::string("list_rank") + name, can_split,
            [&, algorithm = algorithm, scheme = scheme](yoke::Split split) {
              for (std::size_t const n : {std::size_t(1000), std::size_t(1) << 22,
                                          std::size_t(1) << 28, std::size_t(3) << 30}) {
                for (auto const bound : bounds({40 * n, 14 * n, 6 * n})) {
                  for (Place const place : places()) {
                    yoke::ListRankOptions options;
                    options.algorithm = algorithm;
                    options.split = split;
                    options.device_memory = bound;
                    options.sublist_walk.scheme = scheme;
                    typename Capability::Arguments arguments;
                    arguments.successor = {nullptr, n, place};
                    arguments.rank = {nullptr, n, place};
                    add<Capability>({n}, options, arguments);
                  }
                }
                gap();
              }
            });
    }
  }

  // Rows and their place: neighbours alone are pinned, too.
  template <class Arguments>
  void set_rows(Arguments& arguments, std::size_t vertices, std::size_t arcs, Place offsets,
                Place neighbours) {
    arguments.graph = {{nullptr, vertices + 1, offsets}, {nullptr, arcs, neighbours}, {}, {}, true};
  }
  template <class Visit>
  void graphs(Visit const& visit) {
    for (int const log : {10, 20, 22, 25}) {
      std::size_t const n = std::size_t(1) << log;
      for (std::size_t const degree : {4, 16}) {
        for (auto const bound : bounds({degree * n * 4 / 8, std::uint64_t(1) << 33})) {
          for (Place const place : places()) visit(n, degree * n, bound, place, place);
          if (!device_is_host_) visit(n, degree * n, bound, Place::host, Place::pinned);
        }
      }
      gap();
    }
  }

  void searches() {
    using Capability = yoke::detail::bfs::BreadthFirst<std::uint32_t, std::uint32_t>;
    using Algorithm = yoke::BfsAlgorithm;
    struct Kind {
      std::string name;
      Algorithm algorithm = Algorithm::automatic;
      bool deterministic = false, symmetric = true;
    };
    for (Kind const& kind : std::vector<Kind>{{.name = ""},
                                              {" by levels", Algorithm::level_synchronous},
                                              {" sequentially", Algorithm::sequential},
                                              {.name = " repeatably", .deterministic = true},
                                              {.name = " directed", .symmetric = false}}) {
      bool const can_split = kind.symmetric && kind.algorithm != Algorithm::sequential;
      lines("bfs" + kind.name, can_split, [&](yoke::Split split) {
        graphs([&](std::size_t n, std::size_t arcs, std::uint64_t bound, Place offsets,
                   Place neighbours) {
          yoke::BfsOptions options;
          options.algorithm = kind.algorithm;
          options.deterministic_parents = kind.deterministic;
          options.split = split;
          options.device_memory = bound;
          typename Capability::Arguments arguments;
          set_rows(arguments, n, arcs, offsets, neighbours);
          arguments.graph.symmetric = kind.symmetric;
          arguments.level = {nullptr, n, offsets};
          add<Capability>({n, arcs}, options, arguments);
        });
      });
    }
  }

  void components() {
    using Capability = yoke::detail::components::Components<std::uint32_t, std::uint32_t>;
    using Algorithm = yoke::ComponentsAlgorithm;
    struct Kind {
      std::string name;
      Algorithm algorithm = Algorithm::automatic;
      bool forest = false;
    };
    for (Kind const& kind : std::vector<Kind>{{.name = "connected_components"},
                                              {"components by soman", Algorithm::soman},
                                              {"components sequentially", Algorithm::sequential},
                                              {.name = "spanning_forest", .forest = true},
                                              {"forest by soman", Algorithm::soman, true}}) {
      lines(kind.name, kind.algorithm != Algorithm::sequential, [&](yoke::Split split) {
        graphs([&](std::size_t n, std::size_t arcs, std::uint64_t bound, Place offsets,
                   Place neighbours) {
          yoke::ComponentsOptions options;
          options.algorithm = kind.algorithm;
          options.split = split;
          options.device_memory = bound;
          typename Capability::Arguments arguments;
          set_rows(arguments, n, arcs, offsets, neighbours);
          arguments.label = {nullptr, n, offsets};
          // No null pointer, which says that no forest is wanted.
          if (kind.forest) {
            static std::uint32_t edge;
            arguments.from = arguments.to = {&edge, n - 1, offsets};
          }
          add<Capability>({n, arcs}, options, arguments);
        });
      });
    }
  }

  void weighted_graphs() {
    using Forests = yoke::detail::forest::MinimumForests<std::uint32_t, std::uint32_t, float>;
    using ForestAlgorithm = yoke::MinimumForestAlgorithm;
    for (auto const& [name, algorithm] :
         {std::pair("minimum_spanning_forest", ForestAlgorithm::automatic),
          {"lightest forest sequentially", ForestAlgorithm::sequential}}) {
      lines(name, algorithm != ForestAlgorithm::sequential,
            [&, algorithm = algorithm](yoke::Split split) {
              graphs([&](std::size_t n, std::size_t arcs, std::uint64_t bound, Place offsets,
                         Place neighbours) {
                yoke::MinimumForestOptions options;
                options.algorithm = algorithm;
                options.split = split;
                options.device_memory = bound;
                typename Forests::Arguments arguments;
                set_rows(arguments, n, arcs, offsets, neighbours);
                arguments.arc_weights = {nullptr, arcs, neighbours};
                arguments.from = arguments.to = {nullptr, n - 1, offsets};
                arguments.weight = {nullptr, n - 1, offsets};
                add<Forests>({n, arcs}, options, arguments);
              });
            });
    }
    using Paths = yoke::detail::shortest_paths::ShortestPaths<std::uint32_t, std::uint32_t, float>;
    lines("shortest_paths", false, [&](yoke::Split split) {
      graphs([&](std::size_t n, std::size_t arcs, std::uint64_t bound, Place offsets,
                 Place neighbours) {
        yoke::ShortestPathsOptions options;
        options.split = split;
        options.device_memory = bound;
        typename Paths::Arguments arguments;
        set_rows(arguments, n, arcs, offsets, neighbours);
        arguments.weights = {nullptr, arcs, neighbours};
        arguments.distances = {nullptr, n, offsets};
        add<Paths>({n, arcs}, options, arguments);
      });
    });
  }

  // Room for both matrices, for the distances alone, and for none.
  void distances() {
    using Capability = yoke::detail::all_pairs::AllPairs<std::int32_t>;
    lines("all_pairs_distances", true, [&](yoke::Split split) {
      for (std::size_t const n : {100, 1000, 1 << 15, 1 << 18}) {
        for (auto const bound : bounds({9 * n * n + 4000 * n, 5 * n * n + 4000 * n, n * n})) {
          for (bool const has_next : {false, true}) {
            for (Place const place : places()) {
              yoke::AllPairsOptions options;
              options.split = split;
              options.device_memory = bound;
              typename Capability::Arguments arguments;
              arguments.rows = arguments.vertices = n;
              arguments.distances = {{nullptr, n * n, place}};
              if (has_next) arguments.next = {nullptr, n * n, place};
              add<Capability>({n}, options, arguments);
            }
          }
        }
        gap();
      }
    });
  }

  template <class Visit>
  void sort_calls(std::string const& name, std::size_t bytes, Visit const& visit) {
    using Algorithm = yoke::SortAlgorithm;
    for (auto const& [kind, algorithm] : {std::pair("", Algorithm::automatic),
                                          {" sequentially", Algorithm::sequential},
                                          {" jointly", Algorithm::joint_sample}}) {
      lines(name + kind, algorithm != Algorithm::sequential,
            [&, algorithm = algorithm](yoke::Split split) {
              for (int const log : {10, 20, 22, 28, 34}) {
                std::size_t const n = std::size_t(1) << log, all = n * bytes;
                for (auto const bound : bounds({3 * all, all, all / 5, all / 1000})) {
                  for (Place const place : places()) {
                    yoke::SortOptions options;
                    options.algorithm = algorithm;
                    options.split = split;
                    options.device_memory = bound;
                    visit(n, options, place);
                  }
                }
                gap();
              }
            });
    }
  }
  template <class Capability>
  void sorts(std::string const& name) {
    constexpr bool has_values = Capability::has_values;
    sort_calls(name, has_values ? 12 : 4,
               [&](std::size_t n, yoke::SortOptions const& options, Place place) {
                 typename Capability::Arguments arguments;
                 arguments.keys = {{nullptr, n, place}};
                 if (has_values) arguments.values = {{nullptr, n, place}};
                 add<Capability>({n}, options, arguments);
               });
  }
  void argsorts() {
    using Capability = yoke::detail::sorting::Argsort<std::uint32_t, std::uint32_t>;
    sort_calls("argsort", 8, [&](std::size_t n, yoke::SortOptions const& options, Place place) {
      typename Capability::Arguments arguments;
      arguments.keys = {nullptr, n, place};
      arguments.permutation = {nullptr, n, place};
      add<Capability>({n}, options, arguments);
    });
  }

  void comparators() {
    using Capability = yoke::detail::sorting::ComparatorSort;
    using Algorithm = yoke::SortAlgorithm;
    for (auto const& [name, algorithm] : {std::pair("", Algorithm::automatic),
                                          {" by merging", Algorithm::merge},
                                          {" by samples", Algorithm::sample},
                                          {" sequentially", Algorithm::sequential},
                                          {" jointly", Algorithm::joint_sample}}) {
      lines(std::string("comparator sort") + name, algorithm != Algorithm::sequential,
            [&, algorithm = algorithm](yoke::Split split) {
              for (std::size_t const n : {std::size_t(1000), std::size_t(1) << 20,
                                          std::size_t(1) << 21, std::size_t(1) << 24}) {
                for (std::size_t const element : {8, 16}) {
                  for (Place const place : places()) {
                    yoke::SortOptions options;
                    options.algorithm = algorithm;
                    options.split = split;
                    typename Capability::Capacity capacity{n, {}};
                    capacity.sizes.element = element;
                    typename Capability::Arguments arguments;
                    arguments.size = n;
                    arguments.place = place;
                    add<Capability>(capacity, options, arguments);
                  }
                }
                gap();
              }
            });
    }
  }

  // Lengths at which no sample of the strings decides: these have no characters.
  void strings() {
    using Capability = yoke::detail::strings::SortStrings<std::uint64_t, std::uint32_t>;
    using Algorithm = yoke::SortStringsAlgorithm;
    for (auto const& [name, algorithm] :
         {std::pair("", Algorithm::automatic), {" sequentially", Algorithm::sequential}}) {
      lines(std::string("sort_strings") + name, algorithm != Algorithm::sequential,
            [&, algorithm = algorithm](yoke::Split split) {
              for (std::size_t const n : {std::size_t(1000), std::size_t(1) << 24}) {
                for (std::size_t const length : {1, 100, 1000000}) {
                  for (auto const bound : bounds({50 * n, 200 * n, 2000 * n})) {
                    for (Place const place : places()) {
                      yoke::SortStringsOptions options;
                      options.algorithm = algorithm;
                      options.split = split;
                      options.device_memory = bound;
                      typename Capability::Arguments arguments;
                      arguments.characters = {nullptr, n * length, place};
                      arguments.offsets = {nullptr, n + 1, place};
                      arguments.permutation = {nullptr, n, place};
                      add<Capability>({n}, options, arguments);
                    }
                  }
                  gap();
                }
              }
            });
    }
  }

  void fills() {
    using Capability = yoke::detail::filling::Fill<std::uint32_t>;
    for (auto const& [name, algorithm] : {std::pair("fill", yoke::FillAlgorithm::in_place),
                                          {"fill fed", yoke::FillAlgorithm::fed}}) {
      lines(name, algorithm != yoke::FillAlgorithm::fed,
            [&, algorithm = algorithm](yoke::Split split) {
              for (std::size_t const n : {std::size_t(1000), std::size_t(1) << 24}) {
                for (Place const place : places()) {
                  yoke::FillOptions options;
                  options.algorithm = algorithm;
                  options.split = split;
                  typename Capability::Arguments arguments;
                  arguments.numbers = {nullptr, n, place};
                  arguments.generator = yoke::ExpanderStreams(1);
                  add<Capability>({n}, options, arguments);
                }
                gap();
              }
            });
    }
  }

  void histograms() {
    using Capability = yoke::detail::histograms::Histogram<std::uint32_t>;
    for (auto const& [name, algorithm] :
         {std::pair("histogram", yoke::HistogramAlgorithm::automatic),
          {"histogram sequentially", yoke::HistogramAlgorithm::sequential}}) {
      lines(name, algorithm != yoke::HistogramAlgorithm::sequential,
            [&, algorithm = algorithm](yoke::Split split) {
              for (std::size_t const n : {std::size_t(1000), std::size_t(1) << 24}) {
                for (Place const place : places()) {
                  yoke::HistogramOptions options;
                  options.algorithm = algorithm;
                  options.split = split;
                  typename Capability::Arguments arguments;
                  arguments.values = {nullptr, n, place};
                  arguments.counts = {nullptr, 16, place};
                  add<Capability>({n, 16}, options, arguments);
                }
                gap();
              }
            });
    }
  }

  void photons() {
    using Capability = yoke::detail::photons::Photons;
    for (auto const& [name, generator] : {std::pair("photons", yoke::PhotonOptions().generator),
                                          {"photons fed", yoke::PhotonGenerator::fed_expander}}) {
      lines(name, true, [&, generator = generator](yoke::Split split) {
        yoke::PhotonOptions options;
        options.generator = generator;
        options.split = split;
        typename Capability::Arguments arguments;
        arguments.count = 1000;
        add<Capability>({}, options, arguments);
      });
    }
  }

  std::ostream& out_;
  std::filesystem::path folder_;
  Decide const& decide_;
  bool device_is_host_ = false;
  std::string line_;
};

}  // namespace yoke_test
