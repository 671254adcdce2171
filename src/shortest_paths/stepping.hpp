#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "shortest_paths/negative_cycle.hpp"
#include "shortest_paths/parents.hpp"

namespace yoke::detail::shortest_paths {

template <class Space, class Weight>
struct StartDistances {
  Array<Space, Weight> distances;
  Array<Space, std::uint32_t> mark;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    distances(v) = far_away<Weight>();
    mark(v) = 0;
  }
};

template <class Space, class Vertex, class Weight>
struct StartSources {
  bfs::BfsSources<Space, Vertex> sources;
  Array<Space, Weight> distances;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { distances(sources(i)) = 0; }
};

// A step's width, in whole numbers at least 1 (docs/results/log_shortest_paths.md), for weights of
// this mean in rows of so many arcs; or that asked for, if it is above 0. Narrow steps follow fewer
// arcs in vain, in more rounds. Short rows are a sign of many rounds, each of few arcs; a device
// waits longer for each.
template <class Space, class Weight>
Weight width_of_step(double asked, double mean, double arcs_of_row) {
  double const degree = std::max(1.0, arcs_of_row);
  double const widening =
      runs_on_host<Space> ? std::max(1.0, 32 / degree) : std::max(2.0, 128 / degree);
  double const wanted = asked > 0 ? asked : widening * mean / degree;
  if constexpr (std::is_floating_point_v<Weight>) {
    return static_cast<Weight>(std::min<double>(wanted, std::numeric_limits<Weight>::max()));
  } else {
    double const most = static_cast<double>(std::numeric_limits<Weight>::max() / 2);
    return static_cast<Weight>(std::clamp(wanted, 1.0, most));
  }
}

// Are vertices near, and how many are far?
struct Waiting {
  bool near;
  std::uint64_t far;
};

// The steps of delta stepping, in a graph with this many vertices and arcs together. Returns their
// number. A machine has
//
//   Waiting follow(limit)           follows near vertices until none is left
//   Waiting raise(old limit, limit) splits the far pile
//   Weight least_far()              of the far vertices' distances, if there are any
template <class Weight, class Machine>
std::uint64_t take_steps(Weight delta, std::uint64_t size, Machine& machine) {
  std::uint64_t steps = 0;
  // Too narrow steps look at the far pile again and again.
  std::uint64_t const most_looks = 16 * size;
  std::uint64_t looks = 0;
  for (Weight limit = delta;;) {
    ++steps;
    Waiting now = machine.follow(limit);
    // Steps without a vertex are left out.
    Weight next = add(limit, delta);
    while (!now.near) {
      if (now.far == 0) return steps;
      looks += now.far;
      if (looks > most_looks) {
        delta = add(delta, delta > 0 ? delta : std::numeric_limits<Weight>::min());
        next = add(limit, delta);
        looks = 0;
      }
      now = machine.raise(limit, next);
      limit = next;
      if (!now.near && now.far > 0) next = add(machine.least_far(), delta);
    }
  }
}

// Delta stepping: the arcs of near vertices, whose distances are up to a limit, are followed in
// rounds until none comes nearer. Then the limit rises by delta. Bellman-Ford's algorithm is the
// same without a limit.
template <class Space, class Vertex, class Offset, class Weight>
class Stepping final : public Algorithm<Space, Vertex, Offset, Weight> {
  using TheProblem = Problem<Space, Vertex, Offset, Weight>;

 public:
  Stepping(Space const& exec, GraphCapacity const& capacity, ShortestPathsOptions const& options,
           ShortestPathsAlgorithm algorithm)
      : rounds_(exec, capacity.vertices, capacity.arcs), delta_(options.delta) {
    if (algorithm == ShortestPathsAlgorithm::bellman_ford) {
      cycles_.emplace(exec, capacity.vertices);
    }
  }

  std::size_t run(TheProblem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    start(problem);
    timer.done("start");
    std::uint64_t const steps = cycles_ ? relax_all(problem) : step(problem);
    timer.done("distances");
    auto const followed = rounds_.followed();
    std::size_t const reached = set_parents(rounds_, problem);
    timer.done("parents");
    if (problem.report) {
      problem.report->steps = steps;
      problem.report->rounds = followed.rounds;
      problem.report->arcs = followed.arcs;
    }
    return reached;
  }

 private:
  void start(TheProblem const& problem) {
    auto const& exec = problem.exec;
    Kokkos::parallel_for("yoke::shortest_paths::start",
                         WideRange<Space>(exec, 0, problem.vertices()),
                         StartDistances<Space, Weight>{problem.distances, rounds_.mark()});
    std::uint64_t const sources = problem.sources.size();
    Kokkos::parallel_for("yoke::shortest_paths::start_sources", WideRange<Space>(exec, 0, sources),
                         StartSources<Space, Vertex, Weight>{problem.sources, problem.distances});
    exec.fence("yoke::shortest_paths: started");
    rounds_.start(problem.graph);
    rounds_.scan("yoke::shortest_paths::take_sources", TakeSources<Space, Vertex>{problem.sources},
                 sources);
  }

  void follow(TheProblem const& problem, Weight limit, std::uint64_t most_rounds) {
    rounds_.follow_all(
        Relax<Space, Vertex, Offset, Weight>{problem.weights, problem.distances, limit},
        most_rounds);
  }

  // The machine of take_steps.
  struct Machine {
    Stepping& paths;
    TheProblem const& problem;

    Waiting follow(Weight limit) {
      paths.follow(problem, limit, ~std::uint64_t(0));
      return waiting();
    }
    Waiting raise(Weight limit, Weight next) {
      paths.rounds_.split_far(Array<Space, Weight const>(problem.distances), limit, next);
      return waiting();
    }
    Weight least_far() const { return paths.rounds_.least_far(problem.distances); }

   private:
    Waiting waiting() const { return {paths.rounds_.has_arcs(), paths.rounds_.far_size()}; }
  };

  std::uint64_t step(TheProblem const& problem) {
    Weight const delta = width_of_step<Space, Weight>(
        delta_, problem.summary.mean,
        static_cast<double>(problem.graph.arcs()) / static_cast<double>(problem.vertices()));
    if (problem.report) problem.report->delta = static_cast<double>(delta);
    Machine machine{*this, problem};
    return take_steps(delta, problem.vertices() + problem.graph.arcs(), machine);
  }

  // A lightest path has less than n arcs, and round i settles all of i arcs.
  // Returns 0: there are no steps.
  std::uint64_t relax_all(TheProblem const& problem) {
    std::uint64_t const n = problem.vertices();
    std::uint64_t look = 64;
    while (rounds_.has_arcs()) {
      std::uint64_t const now = rounds_.followed().rounds;
      if (now == look || now == n) {
        cycles_->check(problem, now == n);
        look *= 2;
      }
      follow(problem, infinity<Weight>, (now < n ? std::min(look, n) : look) - now);
    }
    if (problem.summary.has_negative) {
      refuse_least(first_least(problem.exec, Array<Space, Weight const>(problem.distances)));
    }
    return 0;
  }

  Rounds<Space, Vertex, Offset> rounds_;
  double delta_;
  std::optional<NegativeCycles<Space, Vertex, Offset, Weight>> cycles_;
};

}  // namespace yoke::detail::shortest_paths
