#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>

#include "forest/boruvka_steps.hpp"
#include "forest/list_edges.hpp"
#include "frame/fill_array.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::forest {

// Boruvka 1926, on the hooking of connected components. In each round every tree offers its edges,
// and the lightest edge of each tree joins it to another one. As in ECL-MST (Fallin, Gonzalez, Seo,
// Burtscher 2023) the rounds work on a list of edges. In dense graphs only light edges are listed
// at first; of the others nearly all are inside a tree by then.
template <class Space, class Vertex, class Offset, class Word>
class Boruvka final : public Algorithm<Space, Vertex, Offset, Word> {
  using Problem = forest::Problem<Space, Vertex, Offset, Word>;
  using Edge = forest::Edge<Vertex, Offset, Word>;
  using Tiles = EdgeTiles<Space, Edge>;
  using Lightest = LightestEdges<Space, Vertex, Offset, Word>;
  using Labels = components::Labels<Space, Vertex>;

 public:
  Boruvka(Space const& exec, std::size_t vertices, std::size_t edges)
      : label_(make_buffer<Space, Vertex>(exec, "yoke::forest::labels", vertices)),
        lightest_(
            make_buffer<Space, typename Lightest::Cell>(exec, "yoke::forest::lightest", vertices)),
        edge_(make_buffer<Space, Edge>(exec, "yoke::forest::edges", edges)),
        count_(make_buffer<Space, std::uint32_t>(exec, "yoke::forest::edge_tiles",
                                                 Tiles::number(edges))),
        listed_(make_buffer<Space, std::uint64_t>(exec, "yoke::forest::listed", 1)),
        sample_(make_buffer<Space, Word>(exec, "yoke::forest::sample", sample_size)) {}

  void run(Problem const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    Labels const labels{array_of(label_, problem.vertices), {}};
    WideRange<Space> const vertices(problem.exec, 0, problem.vertices);
    Kokkos::parallel_for("yoke::forest::own_labels", vertices,
                         OwnLabels<Space, Vertex>{labels.label});
    Word const threshold = threshold_of(problem);
    timer.done("sample");
    run_rounds(problem, {threshold, false}, labels, timer);
    if (threshold == all_keys) return;
    Kokkos::parallel_for("yoke::forest::settle", vertices, SettleLabels<Space, Vertex>{labels});
    run_rounds(problem, {threshold, true}, labels, timer);
  }

 private:
  static constexpr std::size_t sample_size = 1024;
  static constexpr Word all_keys = static_cast<Word>(~Word(0));
  // Light edges are listed first where there are more edges a vertex than `filtered`; so many a
  // vertex then.
  static constexpr std::uint64_t filtered = 4, light = 3;

  // The weight up to which edges are light.
  Word threshold_of(Problem const& problem) const {
    std::uint64_t const edges = problem.candidates.count() / 2, n = problem.vertices;
    if (edges < sample_size || edges / n < filtered) return all_keys;
    Kokkos::parallel_for(
        "yoke::forest::sample", WideRange<Space>(problem.exec, 0, sample_size),
        SampleKeys<Space, Vertex, Offset, Word>{problem.candidates, array_of(sample_)});
    std::array<Word, sample_size> keys;
    Kokkos::deep_copy(problem.exec,
                      Array<Kokkos::DefaultHostExecutionSpace, Word>(keys.data(), sample_size),
                      array_of(sample_));
    problem.exec.fence("yoke::forest: sample");
    double const share = static_cast<double>(light * n) / static_cast<double>(edges);
    auto const rank = static_cast<std::ptrdiff_t>(share * static_cast<double>(sample_size));
    std::nth_element(keys.begin(), keys.begin() + rank, keys.end());
    return keys[static_cast<std::size_t>(rank)];
  }

  void run_rounds(Problem const& problem, Band<Word> band, Labels const& labels,
                  PhaseTimer<Space>& timer) const {
    auto const list = array_of(edge_);
    Tiles const tiles{list, array_of(count_),
                      list_edges(problem, band, labels, list, array_of(listed_))};
    Kokkos::parallel_for("yoke::forest::fill_tiles",
                         WideRange<Space>(problem.exec, 0, Tiles::number(tiles.edges)),
                         FillTiles<Space, Edge>{tiles});
    timer.done(band.is_heavy ? "list heavy edges" : "list edges");
    Lightest const lightest{array_of(lightest_, problem.vertices), problem.candidates};
    for (std::uint64_t left = tiles.edges; left > 0;) {
      fill(problem.exec, lightest.cell, Lightest::none);
      Kokkos::parallel_reduce("yoke::forest::offer", tiles.policy(problem.exec),
                              OfferEdges<Space, Vertex, Offset, Word>{tiles, labels, lightest},
                              left);
      problem.exec.fence("yoke::forest: offered");
      if (left == 0) break;
      Kokkos::parallel_for(
          "yoke::forest::join", tiles.policy(problem.exec),
          JoinTrees<Space, Vertex, Offset, Word>{tiles, labels, lightest, problem.chosen});
      if (problem.report) ++problem.report->rounds;
    }
    timer.done(band.is_heavy ? "rounds of heavy edges" : "rounds");
  }

  Buffer<Space, Vertex> label_;
  Buffer<Space, typename Lightest::Cell> lightest_;
  Buffer<Space, Edge> edge_;
  Buffer<Space, std::uint32_t> count_;
  Buffer<Space, std::uint64_t> listed_;
  Buffer<Space, Word> sample_;
};

}  // namespace yoke::detail::forest
