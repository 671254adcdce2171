#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <utility>

#include "forest/algorithm.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::forest {

// A forest's edges in the order of their numbers.
template <class Space, class Vertex, class Word>
struct ForestArrays {
  Array<Space, Vertex> from, to;
  Array<Space, Word> weight;
};

// Writes the chosen candidates in their order.
template <class Space, class Vertex, class Offset, class Word>
struct GatherChosen {
  Candidates<Space, Vertex, Offset, Word> candidates;
  Chosen<Space> chosen;
  ArcChunks chunks;  // of words
  ForestArrays<Space, Vertex, Word> forest;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk, std::uint64_t& place, bool last) const {
    std::uint64_t row = candidates.unknown_row;
    for (std::uint64_t w = chunks.begin(chunk); w < chunks.end(chunk); ++w) {
      std::uint32_t word = chosen.words(w);
      if (!last) {
        place += static_cast<std::uint64_t>(Kokkos::popcount(word));
        continue;
      }
      for (; word != 0; word &= word - 1) {
        std::uint64_t const i =
            w * chosen.bits + static_cast<std::uint64_t>(Kokkos::countr_zero(word));
        forest.from(place) = candidates.from(i, row);
        forest.to(place) = candidates.to(i);
        forest.weight(place) = candidates.weights(i);
        ++place;
      }
    }
  }
};

// Finds the lightest forest of candidates by an algorithm.
template <class Space, class Vertex, class Offset, class Word>
class ForestFinder {
 public:
  // For up to so many vertices, candidates, and edges among these.
  ForestFinder(Space const& exec, AlgorithmPtr<Space, Vertex, Offset, Word> algorithm,
               std::size_t candidates)
      : exec_(exec),
        algorithm_(std::move(algorithm)),
        chosen_(make_buffer<Space, std::uint32_t>(exec, "yoke::forest::chosen",
                                                  Chosen<Space>::size(candidates))) {}

  // Returns the number of the forest's edges. Fences.
  std::uint64_t run(std::uint64_t vertices,
                    Candidates<Space, Vertex, Offset, Word> const& candidates,
                    ForestArrays<Space, Vertex, Word> const& forest, MinimumForestReport* report) {
    Chosen<Space> const chosen{array_of(chosen_, Chosen<Space>::size(candidates.count()))};
    Kokkos::deep_copy(exec_, chosen.words, std::uint32_t(0));
    algorithm_->run({exec_, vertices, candidates, chosen, report});
    PhaseTimer<Space> timer(exec_, report);
    std::uint64_t const words = chosen.words.extent(0);
    ArcChunks const chunks{words, runs_on_host<Space> ? 64u : 1u};
    std::uint64_t edges = 0;
    Kokkos::parallel_scan(
        "yoke::forest::gather", WideRange<Space>(exec_, 0, chunks.count()),
        GatherChosen<Space, Vertex, Offset, Word>{candidates, chosen, chunks, forest}, edges);
    exec_.fence("yoke::forest: gathered");
    timer.done("gather");
    return edges;
  }

 private:
  Space exec_;
  AlgorithmPtr<Space, Vertex, Offset, Word> algorithm_;
  Buffer<Space, std::uint32_t> chosen_;
};

}  // namespace yoke::detail::forest
