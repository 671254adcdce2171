#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mpi/shared_folder.hpp"
#include "mpi/support.hpp"
#include "yoke/all_pairs_distances.hpp"
#include "yoke/bfs.hpp"
#include "yoke/closeness.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/distance_matrix.hpp"
#include "yoke/eccentricities.hpp"
#include "yoke/fill.hpp"
#include "yoke/histogram.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/minimum_spanning_forest.hpp"
#include "yoke/mpi/generate_graph.hpp"
#include "yoke/mpi/graph.hpp"
#include "yoke/mpi/graph_io.hpp"
#include "yoke/mpi/timeline.hpp"
#include "yoke/mpi/weighted_graph_io.hpp"
#include "yoke/output_files.hpp"
#include "yoke/photons.hpp"
#include "yoke/pruned_bfs.hpp"
#include "yoke/pruned_components.hpp"
#include "yoke/shortest_paths.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_strings.hpp"

// Every call over ranks, with small arguments.
namespace {

using yoke_test::Device;
using Memory = Device::memory_space;
using Cluster = yoke::Distributed<Device>;
template <class T>
using Array = Kokkos::View<T*, Memory>;

struct Less {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return one < other;
  }
};
struct More {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return other < one;
  }
};
struct Add {
  template <class Value>
  KOKKOS_FUNCTION Value operator()(Value const& one, Value const& other) const {
    return one + other;
  }
};
struct Pair {
  std::uint32_t one, other;
  KOKKOS_FUNCTION bool operator<(Pair const& than) const { return one < than.one; }
};

// A call, and what messages say of it.
struct Named {
  std::string says;
  std::function<void()> run;
};

class Calls {
 public:
  explicit Calls(Cluster const& cluster) : cluster_(cluster), size_(5) {
    add_keys();
    add_comparators();
    add_numbers();
    add_lists();
    add_graphs();
    add_matrices();
  }

  std::vector<Named> const& all() const { return all_; }

 private:
  void add(std::string const& says, std::function<void()> const& run) {
    all_.push_back({says, run});
  }
  template <class T>
  Array<T> array() const {
    return Array<T>("array", size_);
  }

  // A function, and its plan's call.
  template <class Plan, class... Arguments>
  void add_plan(std::string const& says, std::string const& says_of_run,
                Arguments const&... views) {
    auto const plan = std::make_shared<Plan>(cluster_, size_);
    add("makes the plan of " + says, [this] { Plan(cluster_, size_); });
    add("calls " + says_of_run, [plan, views...] { (*plan)(views...); });
  }

  template <class Key>
  void add_sorts(std::string const& key) {
    add_plan<yoke::SortPlan<Cluster, Key>>("yoke::sort of " + key, "yoke::sort of " + key,
                                           array<Key>());
  }
  template <class Value>
  void add_pairs(std::string const& value) {
    std::string const says = "yoke::sort_by_key of float and " + value;
    add_plan<yoke::SortByKeyPlan<Cluster, float, Value>>(says, says, array<float>(),
                                                         array<Value>());
  }
  void add_keys() {
    add_sorts<float>("float");
    add_sorts<std::int32_t>("std::int32_t");
    add_sorts<long>("std::int64_t");
    add_sorts<std::uint32_t>("std::uint32_t");
    add_pairs<std::uint32_t>("std::uint32_t");
    add_pairs<double>("double");
    auto const plan =
        std::make_shared<yoke::SortByKeyPlan<Cluster, float, std::uint32_t>>(cluster_, size_);
    add("calls yoke::sort_by_key of float with payloads of std::int32_t and double",
        [plan, keys = array<float>(), one = array<int>(), other = array<double>()] {
          (*plan)(keys, yoke::payloads(one, other));
        });
    std::string const argsort = "yoke::argsort of float and std::uint32_t";
    add_plan<yoke::ArgsortPlan<Cluster, float, std::uint32_t>>(argsort, argsort, array<float>(),
                                                               array<std::uint32_t>());
  }

  void add_comparators() {
    std::string const here = "(anonymous namespace)::", by = " by " + here;
    std::string const pair = here + "Pair (8 bytes)";
    using Sort = yoke::ComparatorSortPlan<Cluster, Pair>;
    add_plan<Sort>("yoke::sort of " + pair + " by a comparator",
                   "yoke::sort of " + pair + by + "Less", array<Pair>(), Less());
    auto const plan = std::make_shared<Sort>(cluster_, size_);
    add("calls yoke::sort of " + pair + by + "More",
        [plan, keys = array<Pair>()] { (*plan)(keys, More()); });
    using Pairs = yoke::ComparatorSortByKeyPlan<Cluster, float, double>;
    add_plan<Pairs>("yoke::sort_by_key of float with payloads of double by a comparator",
                    "yoke::sort_by_key of float with payloads of double" + by + "Less",
                    array<float>(), array<double>(), Less());
    using Order = yoke::ComparatorArgsortPlan<Cluster, double, std::uint64_t>;
    add_plan<Order>("yoke::argsort of double and std::uint64_t by a comparator",
                    "yoke::argsort of double and std::uint64_t" + by + "Less", array<double>(),
                    Less(), array<std::uint64_t>());
    using Strings = yoke::SortStringsPlan<Cluster, std::uint32_t, std::uint32_t>;
    std::string const strings = "yoke::sort_strings of std::uint32_t and std::uint32_t";
    yoke::Strings const words(Array<char>("characters", 0), Array<std::uint32_t>("offsets", 6));
    add_plan<Strings>(strings, strings, words, array<std::uint32_t>());
  }

  void add_numbers() {
    add_plan<yoke::FillPlan<Cluster, float>>("yoke::fill of float", "yoke::fill of float",
                                             array<float>(), yoke::Philox(1));
    add_plan<yoke::FillPlan<Cluster, std::uint32_t>>("yoke::fill of std::uint32_t",
                                                     "yoke::fill of std::uint32_t",
                                                     array<std::uint32_t>(), yoke::Philox(1));
    auto const counts = Array<std::uint64_t>("counts", 3);
    auto const histogram =
        std::make_shared<yoke::HistogramPlan<Cluster, float>>(cluster_, size_, 3);
    add("makes the plan of yoke::histogram of float",
        [this] { yoke::HistogramPlan<Cluster, float>(cluster_, size_, 3); });
    add("calls yoke::histogram of float, std::uint64_t and yoke::EvenBins<float> (8 bytes)",
        [histogram, counts, values = array<float>()] {
          (*histogram)(values, yoke::EvenBins{0.f, 1.f}, counts);
        });
    yoke::Tissue tissue;
    tissue.layers.push_back({1, 1, 0, 0, 1});
    yoke::PhotonGrid grid{};
    grid.nz = grid.nr = grid.na = 2;
    grid.dz = grid.dr = 0.5;
    auto const tallies = std::make_shared<yoke::PhotonTallies<Memory>>(tissue, grid);
    auto const photons = std::make_shared<yoke::PhotonPlan<Cluster>>(cluster_, tissue, grid);
    add("makes the plan of yoke::simulate_photons",
        [this, tissue, grid] { yoke::PhotonPlan<Cluster>(cluster_, tissue, grid); });
    add("calls yoke::simulate_photons", [photons, tallies] { (*photons)(0, 3, *tallies); });
  }

  // Each rank's nodes are lists of one.
  template <class Index>
  Array<Index> nodes() const {
    std::vector<Index> numbers;
    for (std::size_t i = 0; i < size_; ++i) {
      numbers.push_back(static_cast<Index>(static_cast<std::size_t>(cluster_.rank()) * size_ + i));
    }
    return yoke_test::view_of<Memory>(numbers);
  }
  template <class Index>
  void add_ranking(std::string const& index) {
    using Plan = yoke::ListRankPlan<Cluster, Index>;
    std::string const both = "yoke::list_rank of " + index + " and " + index;
    add_plan<Plan>("yoke::list_rank of " + index, both, nodes<Index>(), array<Index>());
    auto const plan = std::make_shared<Plan>(cluster_, size_);
    add("calls " + both + " with heads",
        [plan, nodes = nodes<Index>(), ranks = array<Index>()] { (*plan)(nodes, nodes, ranks); });
  }
  template <class Value>
  void add_scan(std::string const& value) {
    std::string const both = "yoke::list_scan of std::uint32_t and " + value;
    add_plan<yoke::ListScanPlan<Cluster, std::uint32_t, Value>>(
        both, both + " by (anonymous namespace)::Add", nodes<std::uint32_t>(), array<Value>(),
        array<Value>(), Add(), Value(0));
  }
  void add_lists() {
    add_ranking<std::uint32_t>("std::uint32_t");
    add_ranking<std::uint64_t>("std::uint64_t");
    add_scan<double>("double");
    add_scan<std::uint64_t>("std::uint64_t");
  }

  template <class Weight, class Vertex>
  void add_weights_of(std::string const& vertex, std::string const& weight,
                      yoke::EdgeList<Vertex, Memory> const& edges) {
    using Graph = yoke::DistributedWeightedGraph<Vertex, Vertex, Weight, Memory>;
    std::string const types = " of " + vertex + ", " + vertex + " and " + weight;
    yoke::WeightedEdgeList<Vertex, Weight, Memory> const list{edges, array<Weight>()};
    if (cluster_.ranks() > 1) {
      add("calls yoke::build_graph" + types, [this, list] { yoke::build_graph(cluster_, list); });
    }
    auto const graph = std::make_shared<Graph>(yoke::build_graph(cluster_, list));
    add("calls yoke::DistributedWeightedGraph" + types, [this, graph] {
      Graph(cluster_, graph->kind(), graph->offsets(), graph->neighbours(), graph->weights());
    });
    std::size_t const own = graph->own_vertices(), arcs = graph->own_arcs();
    Array<Vertex> const from("from", arcs), to("to", arcs);
    Array<Weight> const weights("weights", arcs);
    using Forests = yoke::MinimumSpanningForestPlan<Cluster, Vertex, Vertex, Weight>;
    auto const forests = std::make_shared<Forests>(cluster_, own, arcs);
    add("makes the plan of yoke::minimum_spanning_forest" + types,
        [this, own, arcs] { Forests(cluster_, own, arcs); });
    add("calls yoke::minimum_spanning_forest" + types,
        [forests, graph, from, to, weights] { (*forests)(*graph, from, to, weights); });
    using Paths = yoke::ShortestPathsPlan<Cluster, Vertex, Vertex, Weight>;
    auto const paths = std::make_shared<Paths>(cluster_, own, arcs);
    Array<Weight> const distances("distances", own);
    add("makes the plan of yoke::shortest_paths" + types,
        [this, own, arcs] { Paths(cluster_, own, arcs); });
    add("calls yoke::shortest_paths" + types,
        [paths, graph, distances] { (*paths)(*graph, 1, distances); });
    using Eccentricities = yoke::EccentricitiesPlan<Cluster, Vertex, Vertex, Weight>;
    auto const eccentricities = std::make_shared<Eccentricities>(cluster_, own, arcs);
    add("makes the plan of yoke::eccentricities" + types,
        [this, own, arcs] { Eccentricities(cluster_, own, arcs); });
    add("calls yoke::eccentricities" + types,
        [eccentricities, graph, distances] { (*eccentricities)(*graph, distances); });
    add("calls yoke::diameter" + types,
        [eccentricities, graph] { eccentricities->diameter(*graph); });
    using Closeness = yoke::ClosenessPlan<Cluster, Vertex, Vertex, Weight>;
    auto const closeness = std::make_shared<Closeness>(cluster_, own, arcs);
    Array<double> const nearness("closeness", own);
    add("makes the plan of yoke::closeness" + types,
        [this, own, arcs] { Closeness(cluster_, own, arcs); });
    add("calls yoke::closeness" + types,
        [closeness, graph, nearness] { (*closeness)(*graph, nearness); });
  }
  template <class Vertex>
  void add_graphs_of(std::string const& vertex) {
    using Graph = yoke::DistributedGraph<Vertex, Vertex, Memory>;
    std::string const types = " of " + vertex + " and " + vertex;
    yoke::EdgeList<Vertex, Memory> edges;
    edges.vertices = 4 * static_cast<std::size_t>(cluster_.ranks());
    edges.from = array<Vertex>();
    edges.to = array<Vertex>();
    if (cluster_.ranks() > 1) {
      add("calls yoke::build_graph" + types, [this, edges] { yoke::build_graph(cluster_, edges); });
    }
    add("calls yoke::generate_edges of " + vertex + " of a yoke::GridShape", [this] {
      yoke::generate_edges<Vertex>(cluster_, yoke::GridShape{5, 4, 1, false, 1});
    });
    add_weights_of<float>(vertex, "float", edges);
    if (sizeof(Vertex) == 4) add_weights_of<std::int32_t>(vertex, "std::int32_t", edges);
    auto const graph = std::make_shared<Graph>(yoke::build_graph(cluster_, edges));
    add("calls yoke::DistributedGraph" + types,
        [this, graph] { Graph(cluster_, graph->kind(), graph->offsets(), graph->neighbours()); });
    std::size_t const own = graph->own_vertices(), arcs = graph->own_arcs();
    Array<Vertex> const one("one", own), two("two", own), three("three", own);
    using Components = yoke::ConnectedComponentsPlan<Cluster, Vertex, Vertex>;
    auto const components = std::make_shared<Components>(cluster_, own, arcs);
    add("makes the plan of yoke::connected_components" + types,
        [this, own, arcs] { Components(cluster_, own, arcs); });
    add("calls yoke::connected_components" + types,
        [components, graph, one] { (*components)(*graph, one); });
    add("calls yoke::spanning_forest" + types,
        [components, graph, one, two, three] { (*components)(*graph, one, two, three); });
    using Search = yoke::BfsPlan<Cluster, Vertex, Vertex>;
    auto const search = std::make_shared<Search>(cluster_, own, arcs);
    add("makes the plan of yoke::bfs" + types, [this, own, arcs] { Search(cluster_, own, arcs); });
    add("calls yoke::bfs" + types + " from one source",
        [search, graph, one] { (*search)(*graph, 1, one); });
    add("calls yoke::bfs" + types + " from sources",
        [search, graph, one] { (*search)(*graph, Array<Vertex>("sources", 1), one); });
    add_pruned(types, graph);
  }
  // Their plans are made as those of graphs, which are above.
  template <class Graph>
  void add_pruned(std::string const& types, std::shared_ptr<Graph> const& graph) {
    using Vertex = typename Graph::vertex_type;
    using Pruned = yoke::DistributedPrunedGraph<Vertex, Vertex, Memory>;
    std::size_t const own = graph->own_vertices();
    Array<Vertex> const one("one", own), two("two", own), three("three", own);
    add("calls yoke::prune" + types, [this, graph] { yoke::prune(cluster_, *graph); });
    auto const pruned = std::make_shared<Pruned>(yoke::prune(cluster_, *graph));
    using Components = yoke::PrunedComponentsPlan<Cluster, Vertex, Vertex, Memory>;
    auto const components = std::make_shared<Components>(cluster_, *pruned);
    std::string const of_pruned = types + " of a pruned graph";
    add("calls yoke::connected_components" + of_pruned, [components, one] { (*components)(one); });
    add("calls yoke::spanning_forest" + of_pruned,
        [components, one, two, three] { (*components)(one, two, three); });
    using Search = yoke::PrunedBfsPlan<Cluster, Vertex, Vertex, Memory>;
    auto const search = std::make_shared<Search>(cluster_, *pruned);
    add("calls yoke::bfs" + of_pruned + " from one source", [search, one] { (*search)(1, one); });
    add("calls yoke::bfs" + of_pruned + " from sources",
        [search, one] { (*search)(Array<Vertex>("sources", 1), one); });
  }
  void add_graphs() {
    add_graphs_of<std::uint32_t>("std::uint32_t");
    add_graphs_of<std::uint64_t>("std::uint64_t");
    folder_ = std::make_unique<yoke_test::SharedFolder>();
    auto const graph = yoke::build_graph(
        Kokkos::DefaultHostExecutionSpace(),
        yoke::generate_edges<std::uint32_t, Kokkos::HostSpace>(Kokkos::DefaultHostExecutionSpace(),
                                                               yoke::GridShape{5, 4, 1, false, 1}));
    auto const path = folder_->file(".yoke", [&](auto const& to) { yoke::write_graph(to, graph); });
    Kokkos::View<int*, Kokkos::HostSpace> const weights("weights", graph.arcs());
    yoke::WeightedGraph<std::uint32_t, std::uint32_t, int, Kokkos::HostSpace> const weighted(
        yoke::unchecked, graph.kind(), graph.offsets(), graph.neighbours(), weights);
    auto const with_weights =
        folder_->file(".wsg", [&](auto const& to) { yoke::write_graph(to, weighted); });
    if (cluster_.ranks() > 1) {
      add("calls yoke::read_weighted_graph of std::uint32_t, std::uint32_t and float",
          [this, with_weights] { yoke::read_weighted_graph(cluster_, with_weights); });
    }
    if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) add_writing(graph, weighted);
    add("calls yoke::read_graph of std::uint32_t and std::uint32_t",
        [this, path] { yoke::read_graph(cluster_, path); });
    auto const timeline = std::make_shared<yoke::Timeline>();
    add("calls yoke::write_trace", [this, timeline, trace = path.string() + ".json"] {
      yoke::write_trace(cluster_, trace, *timeline);
    });
  }

  // Rank 0 has all rows.
  template <class Whole, class Weighted>
  void add_writing(Whole const& whole, Weighted const& weighted) {
    auto const own = [&](auto const& all) {
      auto const count = cluster_.rank() == 0 ? all.extent(0) : 0;
      return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, count));
    };
    using Graph = yoke::DistributedWeightedGraph<std::uint32_t, std::uint32_t, int, Memory>;
    auto const rows = std::make_shared<Graph>(
        yoke::unchecked, whole.kind(), own(whole.offsets()), own(whole.neighbours()),
        own(weighted.weights()), cluster_.rank() == 0 ? 0 : whole.vertices(), whole.vertices());
    auto const write = [this](auto const& graph) {
      yoke::OutputFiles files;
      auto const open = [&](std::uint64_t) -> yoke::OutputFile& {
        return files.open_part("/dev/null", 0);
      };
      yoke::write_graph(cluster_, open, graph, {yoke::GraphFormat::binary, {}});
    };
    add("calls yoke::write_graph of std::uint32_t, std::uint32_t and std::int32_t",
        [rows, write] { write(*rows); });
    using Base = yoke::DistributedGraph<std::uint32_t, std::uint32_t, Memory>;
    add("calls yoke::write_graph of std::uint32_t and std::uint32_t",
        [rows, write] { write(static_cast<Base const&>(*rows)); });
  }

  void add_matrices() {
    using Plan = yoke::AllPairsPlan<Cluster, float>;
    std::size_t const vertices = size_ * static_cast<std::size_t>(cluster_.ranks());
    auto const plan = std::make_shared<Plan>(cluster_, vertices);
    Kokkos::View<float**, Memory> const rows("rows", size_, vertices);
    add("makes the plan of yoke::all_pairs_distances of float",
        [this, vertices] { Plan(cluster_, vertices); });
    add("calls yoke::all_pairs_distances of float", [plan, rows] { (*plan)(rows); });
    using Summary = yoke::DistanceMatrixPlan<Cluster, float>;
    auto const summary = std::make_shared<Summary>(cluster_, vertices);
    Kokkos::View<float*, Memory> const farthest("farthest", size_);
    Kokkos::View<double*, Memory> const closeness("closeness", size_);
    add("makes the plan of yoke::DistanceMatrixPlan of float",
        [this, vertices] { Summary(cluster_, vertices); });
    add("calls yoke::eccentricities of float",
        [summary, rows, farthest] { summary->eccentricities(rows, farthest); });
    add("calls yoke::diameter of float", [summary, rows] { summary->diameter(rows); });
    add("calls yoke::closeness of float",
        [summary, rows, closeness] { summary->closeness(rows, closeness); });
  }

  Cluster const& cluster_;
  std::size_t size_;
  std::unique_ptr<yoke_test::SharedFolder> folder_;
  std::vector<Named> all_;
};

}  // namespace
