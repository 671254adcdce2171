#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "yoke/detail/even_part.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/graphs/edge_sources.hpp"
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

template <class Space, class Vertex, class Source>
struct WriteEdges {
  Source source;
  std::uint64_t first;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Edge const edge = source(first + i);
    from(i) = static_cast<Vertex>(edge.from);
    to(i) = static_cast<Vertex>(edge.to);
  }
};

// starts(b): the edges of the blocks before b, from the blocks' counts; the sum is all edges.
// Blocks are counted from `first`, here and below.
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
  std::uint64_t first;
  Array<Space, std::uint64_t> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const { counts(b) = source.count(first + b); }
};

template <class Space, class Vertex, class Source>
struct WriteBlocks {
  Source source;
  std::uint64_t first;
  Array<Space, std::uint64_t const> starts;
  Array<Space, Vertex> from, to;
  KOKKOS_FUNCTION void operator()(std::uint64_t b) const {
    std::uint64_t place = starts(b);
    source.for_each(first + b, [&](Edge const& edge) {
      from(place) = static_cast<Vertex>(edge.from);
      to(place) = static_cast<Vertex>(edge.to);
      ++place;
    });
  }
};

// Bounds on a random word below which a binomial variable is 0, at most 1, ...: the cumulative
// distribution times 2^64. For a mean of up to some thousands and a probability of up to a half.
std::vector<std::uint64_t> binomial_bounds(std::uint64_t trials, double probability);

// G(n, p) exactly, as independent blocks of pairs. The number of edges of a block is a binomial
// variable. The edges are the first pairs of the block in a random order. The cost of a block is
// proportional to its edges, not to its pairs.
template <class Space, class Generator>
class ProbableEdges {
 public:
  // Of up to 2^32 vertices.
  ProbableEdges(Space const& exec, ProbabilityShape const& shape, Generator const& random)
      : pairs_(shape.vertices),
        count_(shape.probability > 0 ? Pairs::count(shape.vertices) : 0),
        block_(block_of(shape.probability)),
        // What is less likely is counted: the edges or the gaps.
        counts_gaps_(shape.probability > 0.5),
        random_(random) {
    double const rare = counts_gaps_ ? 1 - shape.probability : shape.probability;
    whole_ = upload(exec, binomial_bounds(block_, rare));
    last_ = upload(exec, binomial_bounds(count_ % block_, rare));
  }

  std::uint64_t blocks() const { return (count_ + block_ - 1) / block_; }

  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b) const {
    BlockDraws<Generator> draws(random_, b);
    return count(b, draws.next());
  }

  template <class Write>
  KOKKOS_FUNCTION void for_each(std::uint64_t b, Write const& write) const {
    BlockDraws<Generator> draws(random_, b);
    std::uint64_t const edges = count(b, draws.next());
    RandomPermutation const order(size_of(b), draws.next());
    for (std::uint64_t i = 0; i < edges; ++i) write(pairs_(b * block_ + order(i)));
  }

 private:
  static std::uint64_t block_of(double probability) {
    constexpr double edges = 256;
    return probability <= edges * 0x1p-62
               ? std::uint64_t(1) << 62
               : static_cast<std::uint64_t>(std::ceil(edges / probability));
  }

  static Buffer<Space, std::uint64_t> upload(Space const& exec,
                                             std::vector<std::uint64_t> const& bounds) {
    auto const table =
        make_buffer<Space, std::uint64_t>(exec, "yoke::generate::bounds", bounds.size());
    Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const host(
        bounds.data(), bounds.size());
    Kokkos::deep_copy(exec, table, host);
    exec.fence("yoke::generate: bounds");
    return table;
  }

  // How many edges a block has, by the first words of its stream.
  KOKKOS_FUNCTION std::uint64_t count(std::uint64_t b, RandomBlock const& first) const {
    std::uint64_t const pairs = size_of(b), word = join_words(first.word[0], first.word[1]);
    std::uint64_t const rare = count_bounds_below(pairs == block_ ? whole_ : last_, word);
    return counts_gaps_ ? pairs - rare : rare;
  }

  KOKKOS_FUNCTION std::uint64_t size_of(std::uint64_t b) const {
    return (b + 1) * block_ <= count_ ? block_ : count_ - b * block_;
  }

  KOKKOS_FUNCTION static std::uint64_t count_bounds_below(
      Buffer<Space, std::uint64_t> const& bounds, std::uint64_t word) {
    std::uint64_t low = 0, high = bounds.extent(0);
    while (low < high) {
      std::uint64_t const middle = (low + high) / 2;
      if (bounds(middle) <= word) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Pairs pairs_;
  std::uint64_t count_, block_;
  bool counts_gaps_;
  Generator random_;
  Buffer<Space, std::uint64_t> whole_, last_;
};

// A shape whose edges need not be counted first.
template <class Source>
concept Numbered = requires(Source const& source) {
  source.edges();
};

struct NoEdges {
  std::uint64_t edges() const { return 0; }
  KOKKOS_FUNCTION Edge operator()(std::uint64_t) const { return {0, 0}; }
};

// Makes the edges of a shape, or those of a part of its edges' or blocks' numbers, by any
// generator, in two steps, so that the caller allocates them in between. EdgeGenerator is that of
// Philox, compiled in the library.
template <class Space, class Vertex, class Generator>
class EdgeWriter {
  static_assert(
      std::is_trivially_copyable_v<Generator> || runs_on_host<Space>,
      "yoke::generate_edges: kernels take a copy of the generator: on a device it must be "
      "trivially copyable");

 public:
  EdgeWriter(Space const& exec, GraphShape const& shape, Generator const& random, EvenPart part)
      : exec_(exec), part_(part) {
    check_edges_held<Space>("yoke::generate_edges: edges", part.size(expected_edges(shape)),
                            2 * sizeof(Vertex));
    std::visit([&](auto const& it) { make_source(it, random); }, shape);
    std::visit(
        [this](auto const& source) {
          using Source = std::decay_t<decltype(source)>;
          if constexpr (Numbered<Source>) {
            edges_ = part_.size(source.edges());
          } else {
            count(source);
          }
        },
        source_);
  }

  std::uint64_t edges() const { return edges_; }

  // Fills both arrays, edges() elements each. Fences.
  void write(RawArray<Vertex> from, RawArray<Vertex> to) const {
    Array<Space, Vertex> const from_ends(from.data, from.size), to_ends(to.data, to.size);
    std::visit(
        [&](auto const& source) {
          using Source = std::decay_t<decltype(source)>;
          if constexpr (Numbered<Source>) {
            Kokkos::parallel_for("yoke::generate::edges", WideRange<Space>(exec_, 0, edges_),
                                 WriteEdges<Space, Vertex, Source>{
                                     source, part_.begin(source.edges()), from_ends, to_ends});
          } else {
            Kokkos::parallel_for(
                "yoke::generate::blocks", WideRange<Space>(exec_, 0, part_.size(source.blocks())),
                WriteBlocks<Space, Vertex, Source>{source, part_.begin(source.blocks()),
                                                   array_of(starts_), from_ends, to_ends});
          }
        },
        source_);
    exec_.fence("yoke::generate: edges written");
  }

 private:
  // The shapes have been checked by count_vertices.
  void make_source(RmatShape const& shape, Generator const& random) {
    source_.template emplace<RmatEdges<Generator>>(shape, random);
  }
  void make_source(UniformShape const& shape, Generator const& random) {
    if (shape.edges == 0) return;
    if (shape.distinct) {
      source_.template emplace<DistinctEdges>(shape, random);
    } else {
      source_.template emplace<LooseEdges<Generator>>(shape, random);
    }
  }
  void make_source(ProbabilityShape const& shape, Generator const& random) {
    source_.template emplace<ProbableEdges<Space, Generator>>(exec_, shape, random);
  }
  void make_source(ForestShape const& shape, Generator const& random) {
    std::uint64_t const trees = std::min(shape.trees, shape.vertices);
    if (trees < shape.vertices)
      source_.template emplace<TreeEdges<Generator>>(shape, trees, random);
  }
  void make_source(GridShape const& shape, Generator const& random) {
    if (shape.width == 0 || shape.height == 0) return;
    source_.template emplace<GridEdges<Generator>>(shape, random);
  }

  // For shapes whose edges have to be counted.
  template <class Source>
  void count(Source const& blocks) {
    std::uint64_t const first = part_.begin(blocks.blocks()), own = part_.size(blocks.blocks());
    check_edges_held<Space>("yoke::generate_edges: blocks of edges", own, sizeof(std::uint64_t));
    starts_ = make_buffer<Space, std::uint64_t>(exec_, "yoke::generate::starts", own);
    WideRange<Space> const range(exec_, 0, own);
    Kokkos::parallel_for("yoke::generate::count", range,
                         CountBlocks<Space, Source>{blocks, first, array_of(starts_)});
    Kokkos::parallel_scan("yoke::generate::start_blocks", range,
                          StartBlocks<Space, Source>{blocks, array_of(starts_)}, edges_);
    exec_.fence("yoke::generate: edges counted");
  }

  Space exec_;
  EvenPart part_;
  std::variant<NoEdges, RmatEdges<Generator>, LooseEdges<Generator>, DistinctEdges,
               TreeEdges<Generator>, GridEdges<Generator>, ProbableEdges<Space, Generator>>
      source_;
  std::uint64_t edges_ = 0;
  Buffer<Space, std::uint64_t> starts_ = {};
};

}  // namespace yoke::detail::graphs
