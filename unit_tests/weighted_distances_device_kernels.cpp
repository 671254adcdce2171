#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "distances/weighted_closeness.hpp"
#include "distances/weighted_searches.hpp"
#include "support/team_fibers.hpp"
#include "support/weighted_distances.hpp"

// The searches of a device's teams, on a host: so that machines without one see their faults.
namespace {

namespace distances = yoke::detail::distances;
namespace shortest_paths = yoke::detail::shortest_paths;
using yoke_test::FiberDevice;
using yoke_test::FiberOrder;
using yoke_test::uneven;
using yoke_test::weighted;
using yoke_test::WeightedTestGraph;

template <class Vector>
auto array_of(Vector& vector) {
  using T = std::remove_pointer_t<decltype(vector.data())>;
  return yoke::detail::Array<FiberDevice, T>(vector.data(), vector.size());
}

// Teams that search from the last vertices. The last one comes twice.
template <class TheWeight>
class TeamsOnHost {
 public:
  using Weight = TheWeight;
  using Vertex = std::uint32_t;

  explicit TeamsOnHost(WeightedTestGraph<Weight> const& test)
      : n_(test.graph.vertices),
        searched_(std::min<std::size_t>(n_, 70)),
        oracle_(test, n_ - searched_),
        offsets_(n_ + 1, 0) {
    std::vector<std::vector<std::pair<Vertex, Weight>>> rows(n_);
    for (std::size_t e = 0; e < test.graph.edges.size(); ++e) {
      auto const [u, v] = test.graph.edges[e];
      rows[u].push_back({static_cast<Vertex>(v), test.weights[e]});
      rows[v].push_back({static_cast<Vertex>(u), test.weights[e]});
    }
    for (std::size_t u = 0; u < n_; ++u) {
      for (auto const& [v, weight] : rows[u]) {
        neighbours_.push_back(v);
        weights_.push_back(weight);
      }
      offsets_[u + 1] = static_cast<Vertex>(neighbours_.size());
    }
    for (std::size_t i = 0; i < searched_; ++i) {
      sources_.push_back(static_cast<Vertex>(n_ - 1 - i));
    }
    sources_.insert(sources_.begin(), sources_.front());
  }

  void expect_closeness(FiberOrder order) {
    std::vector<double> found(sources_.size(), -1), expected;
    run(distances::TakeCloseness<FiberDevice, Weight>{{}, array_of(found)}, order);
    for (Vertex const v : sources_) expected.push_back(oracle_.closeness[v]);
    EXPECT_EQ(found, expected);
  }

  void expect_eccentricities(FiberOrder order) {
    Weight const most = std::numeric_limits<Weight>::max() / 4;
    distances::BoundRules<Weight> const rules{most, most, 1};
    std::vector<Weight> found(sources_.size(), 9), lower(n_, 0), expected, least(n_, 0);
    run(distances::TakeEccentricity<FiberDevice, Weight>{array_of(found), array_of(lower), rules},
        order);
    for (Vertex const s : sources_) {
      Weight const e = oracle_.eccentricity[s];
      expected.push_back(e);
      for (std::size_t v = 0; v < n_ && rules.are_bounds(e); ++v) {
        Weight const d = oracle_.distances[s][v];
        if (d != yoke_test::PathsOracle<Weight>::infinity) least[v] = std::max(least[v], d);
      }
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(lower, least);
  }

 private:
  template <class Take>
  void run(Take const& take, FiberOrder order) {
    using Task = distances::TeamTakeTask<FiberDevice, Vertex, Weight, Take>;
    using Kernel = shortest_paths::SearchByTeams<FiberDevice, Vertex, Vertex, Task>;
    constexpr std::size_t teams = 2, sources = Kernel::sources;
    std::vector<typename Kernel::Word> words(teams * n_ * sources);
    std::vector<std::uint32_t> lowered(2 * teams * n_);
    std::vector<Vertex> listed(2 * teams * n_), hubs(teams * n_);
    Task const task{array_of(std::as_const(weights_)),
                    {array_of(std::as_const(sources_)), 0, sources_.size()},
                    take};
    Kernel const kernel{{array_of(std::as_const(offsets_)), array_of(std::as_const(neighbours_))},
                        task,
                        array_of(words),
                        array_of(lowered),
                        array_of(listed),
                        array_of(hubs)};
    yoke_test::run_teams(teams, Kernel::threads, order, kernel);
  }

  std::size_t n_, searched_;
  yoke_test::WeightedDistances<Weight> oracle_;
  std::vector<Vertex> offsets_, neighbours_, sources_;
  std::vector<Weight> weights_;
};

template <class Weight>
void expect_of(yoke_test::TestGraph const& shape, Weight (*weight_of)(std::size_t)) {
  SCOPED_TRACE(shape.name + " of " + std::to_string(shape.vertices));
  TeamsOnHost<Weight> teams(weighted<Weight>(shape, weight_of));
  for (FiberOrder const order : {FiberOrder::forward, FiberOrder::backward}) {
    teams.expect_closeness(order);
    teams.expect_eccentricities(order);
  }
}

TEST(WeightedDistancesDeviceKernels, FindTheOracles) {
  using namespace yoke_test;
  // Of the star, all threads of a team share out the arcs of one vertex.
  for (auto const& shape :
       {isolated_vertices(1), isolated_vertices(40), path_graph(31), uniform_graph(33, 50),
        star_graph(300, 3), uniform_graph(513, 700), loops_and_multi_edges()}) {
    expect_of<float>(shape, uneven<float>);
    expect_of<std::int32_t>(shape, uneven<std::int32_t>);
    expect_of<double>(shape, huge<double>);
    expect_of<std::int64_t>(shape, huge<std::int64_t>);
  }
  // More blocks of 512 distances than groups of threads.
  expect_of<float>(star_graph(17 * 512 + 9, 0), uneven<float>);
}

}  // namespace
