#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"

namespace yoke::detail::prune {

[[noreturn]] inline void refuse_unsymmetric() {
  throw std::invalid_argument(
      "yoke::prune: the graph is not symmetric: an arc lacks its reverse; make it by "
      "yoke::build_graph, or let options.validate name the arc on one execution space");
}

[[noreturn]] inline void refuse_vertices(std::uint64_t vertices) {
  throw std::invalid_argument("yoke::prune: the graph has " +
                              show_count(vertices, "vertex", "vertices") +
                              "; options.property is a contraction, which takes fewer "
                              "than 4294967296");
}

}  // namespace yoke::detail::prune
