#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "yoke/detail/even_part.hpp"
#include "yoke/detail/graphs/raw_graph.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/graph_shape.hpp"
#include "yoke/random.hpp"

namespace yoke::detail::graphs {

// Throws where so many elements can be neither addressed nor, on a host, held.
void check_edges_held(bool on_host, std::string const& array, std::uint64_t count,
                      std::size_t element_bytes);
// What a device has is seen when its memory is asked for.
template <class Space>
void check_edges_held(std::string const& array, std::uint64_t count, std::size_t element_bytes) {
  check_edges_held(runs_on_host<Space>, array, count, element_bytes);
}

// Makes a part of the edges by Philox in two steps, so that the caller allocates them in between;
// instantiated in the library.
template <class Space, class Vertex>
class EdgeGenerator {
 public:
  EdgeGenerator(Space const& exec, GraphShape const& shape, Philox const& random, EvenPart part);
  ~EdgeGenerator();

  std::uint64_t edges() const;  // of the part
  // Fills both arrays, edges() elements each. Fences.
  void write(RawArray<Vertex> from, RawArray<Vertex> to) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace yoke::detail::graphs
