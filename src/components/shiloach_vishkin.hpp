#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "components/shiloach_vishkin_steps.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::components {

// Shiloach and Vishkin's algorithm as Dehne and Yogaratnam run it on a GPU (2010, Algorithm 4):
// hook, shortcut, and hook the trees that nothing has happened to, until nothing does. Their
// arbitrary concurrent writes are compare-and-swap operations where they hook, so that the first
// wins, and relaxed stores of one value elsewhere. In each iteration D(s-1) lies in the array that
// was D(s) in the last one.
template <class Space, class Vertex, class Offset>
class ShiloachVishkin final : public Algorithm<Space, Vertex, Offset> {
  using Problem = components::Problem<Space, Vertex, Offset>;

 public:
  ShiloachVishkin(Space const& exec, std::size_t vertices, ComponentsOptions const& options)
      : threads_(options.shiloach_vishkin.blocks * threads_of_block),
        father_(make_buffer<Space, Vertex>(exec, "yoke::components::father", vertices)),
        mark_(make_buffer<Space, std::uint32_t>(exec, "yoke::components::mark", vertices)),
        spare_(make_buffer<Space, Vertex>(exec, "yoke::components::spare", 2)) {}

  std::size_t run(Problem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    std::uint64_t const n = problem.vertices();
    SvState<Space, Vertex> state{problem.label,
                                 array_of(father_, n),
                                 array_of(mark_, n),
                                 {problem.forest, array_of(spare_)},
                                 0};
    over_vertices("yoke::components::SV0", problem, Sv0<Space, Vertex>{state});
    timer.done("SV0");
    std::uint32_t const most = most_rounds(n);
    bool more = true;
    while (more) {
      if (++state.round > most) {
        throw std::logic_error(
            "yoke::connected_components: Shiloach and Vishkin's algorithm does "
            "not end: the graph is not symmetric");
      }
      iterate(problem, state, timer);
      std::swap(state.before, state.father);
      more = anything_happened(problem, state);
      timer.done("SV5");
    }
    if (problem.report) problem.report->rounds = static_cast<int>(state.round);
    // Nothing happened in the last iteration, so the two arrays are equal.
    std::size_t const count = label_by_smallest<Space, Vertex>(problem.exec, array_of(father_, n),
                                                               problem.label, state.forest);
    timer.done("smallest labels");
    return count;
  }

 private:
  static constexpr std::size_t threads_of_block = 256;

  void iterate(Problem const& problem, SvState<Space, Vertex> const& state,
               PhaseTimer<Space>& timer) const {
    over_vertices("yoke::components::SV1a", problem, Sv1a<Space, Vertex>{state});
    timer.done("SV1a");
    over_vertices("yoke::components::SV1b", problem, Sv1b<Space, Vertex>{state});
    timer.done("SV1b");
    over_arcs<Sv2<Space, Vertex>>("yoke::components::SV2", problem, {state});
    timer.done("SV2");
    over_arcs<Sv3<Space, Vertex>>("yoke::components::SV3", problem, {state});
    timer.done("SV3");
    over_vertices("yoke::components::SV4", problem, Sv4<Space, Vertex>{state});
    timer.done("SV4");
  }

  bool anything_happened(Problem const& problem, SvState<Space, Vertex> const& state) const {
    std::uint64_t marked = 0;
    Kokkos::parallel_reduce("yoke::components::SV5",
                            WideRange<Space>(problem.exec, 0, problem.vertices()),
                            Sv5<Space, Vertex>{state}, marked);
    return marked > 0;
  }

  template <class Step>
  void over_vertices(char const* label, Problem const& problem, Step const& step) const {
    std::uint64_t const n = problem.vertices();
    if (threads_ == 0) {
      Kokkos::parallel_for(label, WideRange<Space>(problem.exec, 0, n), step);
    } else {
      Kokkos::parallel_for(label, WideRange<Space>(problem.exec, 0, threads_),
                           Striding<Space, Step>{step, n, threads_});
    }
  }

  template <class Step>
  void over_arcs(char const* label, Problem const& problem, Step const& step) const {
    ArcChunks chunks = ArcChunks::of(problem.exec, problem.graph.arcs());
    if (threads_ > 0) chunks.chunk = chunks.arcs / threads_ + 1;
    Kokkos::parallel_for(label, WideRange<Space>(problem.exec, 0, chunks.count()),
                         OverArcs<Space, Vertex, Offset, Step>{problem.graph, chunks, step});
  }

  // Twice the bound that Shiloach and Vishkin prove: log of n to the base 3/2, and 2.
  static std::uint32_t most_rounds(std::uint64_t n) {
    return static_cast<std::uint32_t>(
        2 * (std::ceil(std::log2(static_cast<double>(n)) / std::log2(1.5)) + 2));
  }

  std::uint64_t threads_;
  Buffer<Space, Vertex> father_;
  Buffer<Space, std::uint32_t> mark_;
  Buffer<Space, Vertex> spare_;
};

}  // namespace yoke::detail::components
