#pragma once

#include <stdexcept>

namespace yoke::detail::prune {

[[noreturn]] inline void refuse_unsymmetric() {
  throw std::invalid_argument(
      "yoke::prune: the graph is not symmetric: an arc lacks its reverse; make it by "
      "yoke::build_graph, or let options.validate name the arc");
}

}  // namespace yoke::detail::prune
