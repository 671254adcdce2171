#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "all_pairs/panels.hpp"
#include "yoke/detail/all_pairs/capability.hpp"

namespace yoke::detail::all_pairs {

struct FoundBySearches {
  std::uint64_t pairs;
  bool clamped;  // may a pair be too far apart?
};

// A search from every vertex of a graph without negative weights. With weights, each thread of a
// host takes one source at a time (Dijkstra), and each team of a device 32 sources
// (team_rows.hpp). Without weights 64 searches share a sweep. Compiled once, for all executors
// (searches.cpp.in).
template <class Space, class Weight>
class Searches {
 public:
  explicit Searches(Space const& exec);
  ~Searches();

  // Takes memory for this graph, and keeps it for later graphs that are no larger.
  void reserve(GraphArcs const& graph);

  // Of a graph that memory is reserved for: writes every distance. Of a graph without weights: if
  // the first sweep has more than this number of levels, there is no result. Fences.
  std::optional<FoundBySearches> run(GraphArcs const& graph, MatrixRows<Weight> const& rows,
                                     std::uint64_t most_levels);

 private:
  struct Work;
  Space exec_;
  std::unique_ptr<Work> work_;
};

}  // namespace yoke::detail::all_pairs
