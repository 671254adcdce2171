#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "components/long_rows.hpp"
#include "components/traits.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::components {

// Sutton, Ben-Nun, Barak 2018 (Afforest): link every vertex to two of its neighbours, which in most
// graphs makes the largest component nearly whole; find out which it is from a sample; and let only
// the vertices outside it look at the rest of their arcs. An arc from outside to inside is seen
// from outside, because the graph is symmetric.
//
// What is different here saves passes: the first link is the initial label (as in ECL-CC, Jaiganesh
// and Burtscher 2018) and needs no atomic; the same pass puts the second neighbour aside, so that
// the rows are touched once; and labels are compressed by the pass that needs them, in ascending
// order, which finds the smaller vertices compressed already.
template <class Space, class Vertex, class Offset>
class Afforest final : public Algorithm<Space, Vertex, Offset> {
  using Problem = components::Problem<Space, Vertex, Offset>;
  using Traits = ComponentsTraits<Space>;

 public:
  // For rows of so many vertices, from `first` on, and their arcs.
  Afforest(Space const& exec, std::size_t vertices, std::size_t arcs, std::uint64_t first = 0)
      : first_(first),
        second_(make_buffer<Space, Vertex>(exec, "yoke::components::second", vertices)),
        largest_(make_buffer<Space, Vertex>(exec, "yoke::components::largest", 1)),
        long_rows_(exec, arcs) {}

  std::size_t run(Problem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    if (problem.report) problem.report->rounds = 2;
    Labels<Space, Vertex> const labels{problem.label, problem.forest};
    std::uint64_t const n = problem.vertices();
    hook_under_neighbour(problem, labels, 0, n);
    shorten_paths(problem, labels, 0, n);
    link_second_neighbour(problem, labels, 0, n);
    timer.done("two neighbours");
    vote(problem, labels);
    timer.done("vote");
    link_rest(problem, labels);
    timer.done("rest");
    std::uint64_t const count = settle(problem, labels);
    timer.done("settle");
    return count;
  }

  // The steps of run(), for those who put the first together from elsewhere (fed_afforest.hpp).

  // Of the vertices from `begin` to `end` - 1.
  void hook_under_neighbour(Problem const& problem, Labels<Space, Vertex> const& labels,
                            std::uint64_t begin, std::uint64_t end) const {
    Kokkos::parallel_for(
        "yoke::components::first_neighbour", WideRange<Space>(problem.exec, begin, end),
        HookUnderNeighbour<Space, Vertex, Offset>{problem.graph, labels, second()});
  }

  // By vertices, of which those before the first have no place.
  Array<Space, Vertex> second() const {
    return Array<Space, Vertex>(second_.data() - first_, first_ + second_.extent(0));
  }

  // Where the graph is sparse, paths are long, and every thread of the next step would follow one.
  void shorten_paths(Problem const& problem, Labels<Space, Vertex> const& labels,
                     std::uint64_t begin, std::uint64_t end) const {
    if (problem.graph.arcs() > Traits::arcs_of_long_paths * (end - begin)) return;
    Kokkos::parallel_for("yoke::components::shorten_paths",
                         WideRange<Space>(problem.exec, begin, end),
                         ShortenPaths<Space, Vertex>{labels, Traits::shortening_steps});
  }

  void link_second_neighbour(Problem const& problem, Labels<Space, Vertex> const& labels,
                             std::uint64_t begin, std::uint64_t end) const {
    using Ascending = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>,
                                          Kokkos::IndexType<std::uint64_t>>;
    Kokkos::parallel_for("yoke::components::second_neighbour",
                         Ascending(problem.exec, begin, end, Kokkos::ChunkSize(Traits::block)),
                         LinkSecondNeighbour<Space, Vertex>{labels, second()});
  }

  void vote(Problem const& problem, Labels<Space, Vertex> const& labels) const {
    VoteForLargest<Space, Vertex, Offset, Traits::chunk> const voters{labels, array_of(largest_),
                                                                      long_rows_.list()};
    Kokkos::TeamPolicy<Space> policy(problem.exec, 1, Traits::voting_team, Traits::voting_vector);
    policy.set_scratch_size(0, Kokkos::PerTeam(voters.scratch_bytes()));
    Kokkos::parallel_for("yoke::components::vote", policy, voters);
  }

  // A vertex of the component that the vote found, whose vertices link_rest() skips.
  Array<Space, Vertex> largest() const { return array_of(largest_); }

  // In place of a vote: a component that another's vote found, by one of its vertices.
  void skip_component_of(Space const& exec, Vertex vertex) const {
    Kokkos::deep_copy(exec, largest(), vertex);
    Kokkos::deep_copy(exec, long_rows_.list().count, 0u);
  }

  // Of the vertices that problem.graph has, which may be fewer than there are labels, from the
  // first on.
  void link_rest(Problem const& problem, Labels<Space, Vertex> const& labels) const {
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
    LinkRest<Space, Vertex, Offset> const rest{problem.graph, labels, array_of(largest_),
                                               long_rows_.list(), first_};
    std::uint64_t const rows = problem.graph.vertices() - first_;
    std::uint64_t const blocks = (rows + Traits::block - 1) / Traits::block;
    Policy policy(problem.exec, static_cast<int>(blocks), Traits::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(rest.scratch_bytes()));
    Kokkos::parallel_for("yoke::components::rest", policy, rest);
    if (problem.graph.arcs() <= Traits::chunk) return;  // no row is longer than that
    Kokkos::parallel_for(
        "yoke::components::long_rows",
        Policy(problem.exec, Traits::workers(problem.exec), Traits::team_size),
        LinkLongRows<Space, Vertex, Offset>{problem.graph, labels, long_rows_.list()});
  }

  std::uint64_t settle(Problem const& problem, Labels<Space, Vertex> const& labels) const {
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::components::settle",
                            WideRange<Space>(problem.exec, 0, problem.vertices()),
                            SettleAndCount<Space, Vertex>{labels}, count);
    return count;
  }

 private:
  std::uint64_t first_;
  Buffer<Space, Vertex> second_, largest_;
  LongRows<Space, Vertex, Offset, Traits::chunk> long_rows_;
};

}  // namespace yoke::detail::components
