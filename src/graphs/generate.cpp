#include <cmath>
#include <cstdint>
#include <vector>

#include "yoke/detail/graphs/edge_writer.hpp"

namespace yoke::detail::graphs {

// Computed on the host, by the recurrence of neighbouring terms, so that kernels compare integers
// and every space draws the same.
std::vector<std::uint64_t> binomial_bounds(std::uint64_t trials, double probability) {
  long double const odds = probability / (1.0L - probability);
  long double term = std::exp(static_cast<long double>(trials) *
                              std::log1p(-static_cast<long double>(probability)));
  long double sum = 0;
  std::vector<std::uint64_t> bounds;
  for (std::uint64_t k = 0; k < trials; ++k) {
    sum += term;
    // Beyond the mean a term too small to count is followed by smaller ones.
    if (sum >= 1 ||
        (static_cast<double>(k) > static_cast<double>(trials) * probability && term < 0x1p-65L)) {
      break;
    }
    bounds.push_back(static_cast<std::uint64_t>(sum * 0x1p64L));
    term *= static_cast<long double>(trials - k) / static_cast<long double>(k + 1) * odds;
  }
  return bounds;
}

template <class Space, class Vertex>
struct EdgeGenerator<Space, Vertex>::State {
  EdgeWriter<Space, Vertex, Philox> writer;
};

template <class Space, class Vertex>
EdgeGenerator<Space, Vertex>::EdgeGenerator(Space const& exec, GraphShape const& shape,
                                            Philox const& random, EvenPart part)
    : state_(new State{EdgeWriter<Space, Vertex, Philox>(exec, shape, random, part)}) {}

template <class Space, class Vertex>
EdgeGenerator<Space, Vertex>::~EdgeGenerator() = default;

template <class Space, class Vertex>
std::uint64_t EdgeGenerator<Space, Vertex>::edges() const {
  return state_->writer.edges();
}

template <class Space, class Vertex>
void EdgeGenerator<Space, Vertex>::write(RawArray<Vertex> from, RawArray<Vertex> to) const {
  state_->writer.write(from, to);
}

#define YOKE_INSTANTIATE(Space)                       \
  template class EdgeGenerator<Space, std::uint32_t>; \
  template class EdgeGenerator<Space, std::uint64_t>;
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::graphs
