#pragma once

#include <cstdint>

#include "graph_source.hpp"

namespace yoke::tool {

// What `yoke graph info` tells. A vertex's degree is the number of its arcs: a loop is one, an edge
// that is there twice is two.
struct GraphStudy {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  std::uint64_t edges = 0;  // undirected; loops and repeated ones are included
  std::uint64_t loops = 0;
  std::uint64_t multi_edges = 0;  // that repeat another
  std::uint64_t least_degree = 0, greatest_degree = 0;
  double mean_degree = 0, median_degree = 0;
  std::uint64_t isolated = 0;  // vertices without arcs
  std::uint64_t pendant = 0;   // with one arc, to another vertex
  std::uint64_t components = 0;
  std::uint64_t largest_component = 0;
};

// Of a symmetric graph.
template <class Word>
GraphStudy study_graph(HostGraph<Word> const& graph);
extern template GraphStudy study_graph(HostGraph<std::uint32_t> const&);
extern template GraphStudy study_graph(HostGraph<std::uint64_t> const&);

}  // namespace yoke::tool
