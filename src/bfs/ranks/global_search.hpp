#pragma once

#include <cstdint>
#include <memory>

#include "yoke/bfs_options.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

// What a rank gives, and wants, of a search.
template <class Vertex>
struct GlobalSearchCall {
  RawArray<Vertex const> sources;  // the rank's part of them: vertices of any rank
  RawArray<Vertex> level, parent;  // of its own vertices; empty where they are not wanted
  bool only_top_down, smallest_parents;
  BfsReport* report;  // null: its phases are not wanted
};

// Of all ranks.
struct GlobalSearchResult {
  std::uint64_t reached = 0, levels = 0, bottom_up_levels = 0;
};

// Breadth-first search of a graph of which each rank has rows (global_search.cpp).
template <class Space, class Vertex, class Offset>
class GlobalSearch {
 public:
  GlobalSearch();
  ~GlobalSearch();
  GlobalSearch(GlobalSearch&&) noexcept;
  GlobalSearch& operator=(GlobalSearch&&) noexcept;

  // Throws yoke::InvalidInput where a source is no vertex: nothing has been written then. Fences.
  // The memory that it takes is kept.
  GlobalSearchResult run(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                         GlobalSearchCall<Vertex> const& call);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::mpi
