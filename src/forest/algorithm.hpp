#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "forest/candidates.hpp"
#include "frame/phase_timer.hpp"
#include "yoke/minimum_spanning_forest_options.hpp"

namespace yoke::detail::forest {

// One call, at the algorithms' side of the door: candidates among so many vertices, at least one,
// and a bit for each of them, all 0.
template <class Space, class Vertex, class Offset, class Word>
struct Problem {
  Space exec;
  std::uint64_t vertices;
  Candidates<Space, Vertex, Offset, Word> candidates;
  Chosen<Space> chosen;
  MinimumForestReport* report;  // may be null
};

// An algorithm with its workspace. run() allocates nothing, and dispatches on problem.exec alone.
// It sets the bits of the lightest forest's edges.
template <class Space, class Vertex, class Offset, class Word>
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual void run(Problem<Space, Vertex, Offset, Word> const& problem) = 0;
};

template <class Space, class Vertex, class Offset, class Word>
using AlgorithmPtr = std::unique_ptr<Algorithm<Space, Vertex, Offset, Word>>;

// One factory an algorithm, for up to so many vertices, candidates, and edges among these. Each is
// instantiated in its own source file (YOKE_DEFINE_FOREST).
#define YOKE_DECLARE_FOREST(make)                                                         \
  template <class Space, class Vertex, class Offset, class Word>                          \
  AlgorithmPtr<Space, Vertex, Offset, Word> make(Space const& exec, std::size_t vertices, \
                                                 std::size_t edges);
YOKE_DECLARE_FOREST(make_sequential)
YOKE_DECLARE_FOREST(make_boruvka)
#undef YOKE_DECLARE_FOREST

}  // namespace yoke::detail::forest

#define YOKE_DEFINE_FOREST(make, Class)                                                       \
  template <class Space, class Vertex, class Offset, class Word>                              \
  yoke::detail::forest::AlgorithmPtr<Space, Vertex, Offset, Word> yoke::detail::forest::make( \
      Space const& exec, std::size_t vertices, std::size_t edges) {                           \
    return std::make_unique<Class<Space, Vertex, Offset, Word>>(exec, vertices, edges);       \
  }                                                                                           \
  YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE_FOREST_ON, make)
#define YOKE_INSTANTIATE_FOREST_ON(Space, make) \
  YOKE_FOR_EACH_GRAPH_TYPE(YOKE_INSTANTIATE_FOREST, Space, make)
#define YOKE_INSTANTIATE_FOREST(Space, Vertex, Offset, make)             \
  YOKE_INSTANTIATE_FOREST_OF(Space, Vertex, Offset, std::uint32_t, make) \
  YOKE_INSTANTIATE_FOREST_OF(Space, Vertex, Offset, std::uint64_t, make)
#define YOKE_INSTANTIATE_FOREST_OF(Space, Vertex, Offset, Word, make)      \
  template yoke::detail::forest::AlgorithmPtr<Space, Vertex, Offset, Word> \
  yoke::detail::forest::make(Space const&, std::size_t, std::size_t);
