#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>

#include "graphs/array_size.hpp"
#include "graphs/generate_edges.hpp"
#include "graphs/probable_edges.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/generate.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/machine_memory.hpp"

namespace yoke::detail::graphs {

template <class Space, class Vertex, class Source>
struct WriteEdges {
  Source source;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Edge const edge = source(i);
    from(i) = static_cast<Vertex>(edge.from);
    to(i) = static_cast<Vertex>(edge.to);
  }
};

// starts(b): the edges of the blocks before b, from the blocks' counts; the sum is all edges.
template <class Space, class Source>
struct StartBlocks {
  Source source;
  Array<Space, std::uint64_t> starts;
  KOKKOS_FUNCTION void operator()(std::uint64_t b, std::uint64_t& sum, bool last) const {
    std::uint64_t const edges = starts(b);
    if (last) starts(b) = sum;
    sum += edges;
  }
};

template <class Space, class Source>
struct CountBlocks {
  Source source;
  Array<Space, std::uint64_t> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const { counts(b) = source.count(b); }
};

template <class Space, class Vertex, class Source>
struct WriteBlocks {
  Source source;
  Array<Space, std::uint64_t const> starts;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    std::uint64_t place = starts(b);
    source.for_each(b, [&](Edge const& edge) {
      from(place) = static_cast<Vertex>(edge.from);
      to(place) = static_cast<Vertex>(edge.to);
      ++place;
    });
  }
};

struct NoEdges {
  std::uint64_t edges() const { return 0; }
  KOKKOS_FUNCTION Edge operator()(std::uint64_t) const { return {0, 0}; }
};

template <class Space>
using EdgeSource = std::variant<NoEdges, RmatEdges, LooseEdges, DistinctEdges, TreeEdges, GridEdges,
                                ProbableEdges<Space>>;

// The shapes have been checked by count_vertices.
template <class Space>
EdgeSource<Space> make_source(Space const&, RmatShape const& shape) {
  return RmatEdges(shape);
}
template <class Space>
EdgeSource<Space> make_source(Space const&, UniformShape const& shape) {
  if (shape.edges == 0) return NoEdges();
  if (shape.distinct) return DistinctEdges(shape);
  return LooseEdges(shape);
}
template <class Space>
EdgeSource<Space> make_source(Space const& exec, ProbabilityShape const& shape) {
  return ProbableEdges<Space>(exec, shape);
}
template <class Space>
EdgeSource<Space> make_source(Space const&, ForestShape const& shape) {
  std::uint64_t const trees = std::min(shape.trees, shape.vertices);
  if (trees == shape.vertices) return NoEdges();
  return TreeEdges(shape, trees);
}
template <class Space>
EdgeSource<Space> make_source(Space const&, GridShape const& shape) {
  if (shape.width == 0 || shape.height == 0) return NoEdges();
  return GridEdges(shape);
}

// A shape whose edges need not be counted first.
template <class Source>
concept Numbered = requires(Source const& source) {
  source.edges();
};

// Throws where so many elements can be neither addressed nor held. What a device has is seen when
// its memory is asked for.
template <class Space>
void check_memory_holds(std::string const& array, std::uint64_t count, std::size_t element_bytes) {
  check_array_size(array, count, element_bytes);
  if (!runs_on_host<Space> || count * element_bytes <= machine_memory()) return;
  throw std::invalid_argument(array + ": " + std::to_string(count) + " of " +
                              std::to_string(element_bytes) + " bytes are more than the " +
                              std::to_string(machine_memory()) + " bytes of memory");
}

// The shape, whose edges can be held (all but those that chance adds to the mean).
template <class Space, class Vertex>
GraphShape const& checked(GraphShape const& shape) {
  check_memory_holds<Space>("yoke::generate_edges: edges", expected_edges(shape),
                            2 * sizeof(Vertex));
  return shape;
}

template <class Space, class Vertex>
struct EdgeGenerator<Space, Vertex>::State {
  Space exec;
  EdgeSource<Space> source;
  std::uint64_t edges = 0;
  Buffer<Space, std::uint64_t> starts = {};

  // For shapes whose edges have to be counted.
  template <class Source>
  void count(Source const& blocks) {
    check_memory_holds<Space>("yoke::generate_edges: blocks of edges", blocks.blocks(),
                              sizeof(std::uint64_t));
    starts = make_buffer<Space, std::uint64_t>(exec, "yoke::generate::starts", blocks.blocks());
    WideRange<Space> const range(exec, 0, blocks.blocks());
    Kokkos::parallel_for("yoke::generate::count", range,
                         CountBlocks<Space, Source>{blocks, array_of(starts)});
    Kokkos::parallel_scan("yoke::generate::start_blocks", range,
                          StartBlocks<Space, Source>{blocks, array_of(starts)}, edges);
    exec.fence("yoke::generate: edges counted");
  }
};

template <class Space, class Vertex>
EdgeGenerator<Space, Vertex>::EdgeGenerator(Space const& exec, GraphShape const& shape)
    : state_(new State{exec, std::visit([&](auto const& it) { return make_source(exec, it); },
                                        checked<Space, Vertex>(shape))}) {
  std::visit(
      [this](auto const& source) {
        using Source = std::decay_t<decltype(source)>;
        if constexpr (Numbered<Source>) {
          state_->edges = source.edges();
        } else {
          state_->count(source);
        }
      },
      state_->source);
}

template <class Space, class Vertex>
EdgeGenerator<Space, Vertex>::~EdgeGenerator() = default;

template <class Space, class Vertex>
std::uint64_t EdgeGenerator<Space, Vertex>::edges() const {
  return state_->edges;
}

template <class Space, class Vertex>
void EdgeGenerator<Space, Vertex>::write(RawArray<Vertex> from, RawArray<Vertex> to) const {
  Array<Space, Vertex> const from_ends(from.data, from.size), to_ends(to.data, to.size);
  Space const& exec = state_->exec;
  std::visit(
      [&](auto const& source) {
        using Source = std::decay_t<decltype(source)>;
        if constexpr (Numbered<Source>) {
          Kokkos::parallel_for("yoke::generate::edges", WideRange<Space>(exec, 0, source.edges()),
                               WriteEdges<Space, Vertex, Source>{source, from_ends, to_ends});
        } else {
          Kokkos::parallel_for("yoke::generate::blocks", WideRange<Space>(exec, 0, source.blocks()),
                               WriteBlocks<Space, Vertex, Source>{source, array_of(state_->starts),
                                                                  from_ends, to_ends});
        }
      },
      state_->source);
  exec.fence("yoke::generate: edges written");
}

}  // namespace yoke::detail::graphs
