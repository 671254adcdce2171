#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

#include "graphs/array_size.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/graphs/edge_sources.hpp"
#include "yoke/detail/graphs/edge_writer.hpp"
#include "yoke/graph_shape.hpp"
#include "yoke/machine_memory.hpp"
#include "yoke/messages.hpp"

namespace yoke {
namespace {

void require(bool holds, std::string const& what) {
  if (!holds) throw std::invalid_argument("yoke::generate_edges: " + what);
}

void check_probability(double value, std::string const& what) {
  require(value >= 0 && value <= 1, what + " is " + show_number(value) + ", not from 0 to 1");
}

// Pairs of vertices are numbered in 64 bits.
void check_pairs(std::uint64_t vertices) {
  require(vertices <= std::uint64_t(1) << 32,
          "vertices is " + std::to_string(vertices) + "; pairs are drawn of up to 2^32");
}

std::uint64_t vertices_of(RmatShape const& shape) {
  require(shape.scale >= 0 && shape.scale < 63,
          "scale is " + std::to_string(shape.scale) + ", not from 0 to 62");
  require(shape.edge_factor >= 0,
          "edge_factor is " + show_number(shape.edge_factor) + ", not 0 or more");
  require(std::ldexp(shape.edge_factor, shape.scale) < 0x1p62,
          "a scale of " + std::to_string(shape.scale) + " and " + show_number(shape.edge_factor) +
              " edges for each vertex make 2^62 edges or more");
  auto const& [a, b, c, d] = shape.quadrants;
  for (double const share : {a, b, c, d}) check_probability(share, "a quadrant's chance");
  require(std::abs(a + b + c + d - 1) < 1e-9,
          "the quadrants' chances add up to " + show_number(a + b + c + d) + ", not 1");
  return std::uint64_t(1) << shape.scale;
}

std::uint64_t vertices_of(UniformShape const& shape) {
  if (shape.distinct) {
    check_pairs(shape.vertices);
    std::uint64_t const pairs = detail::graphs::Pairs::count(shape.vertices);
    require(shape.edges <= pairs, "edges is " + std::to_string(shape.edges) + ", and " +
                                      show_count(shape.vertices, "vertex", "vertices") +
                                      (shape.vertices == 1 ? " has " : " have ") +
                                      show_count(pairs, "pair"));
  } else {
    require(shape.edges == 0 || shape.vertices > 0,
            "edges is " + std::to_string(shape.edges) + ", and there are no vertices");
  }
  return shape.vertices;
}

std::uint64_t vertices_of(ProbabilityShape const& shape) {
  check_pairs(shape.vertices);
  check_probability(shape.probability, "probability");
  return shape.vertices;
}

std::uint64_t vertices_of(ForestShape const& shape) {
  require(shape.trees > 0, "trees is 0");
  require(shape.children > 0, "children is 0");
  std::uint64_t const most_children = (std::uint64_t(1) << 62) - 1;
  require(shape.children <= most_children, "children is " + std::to_string(shape.children) +
                                               ", and at most " + std::to_string(most_children) +
                                               " are possible");
  std::uint64_t const most = most_children / shape.children;
  std::string const places =
      shape.children == 1 ? "" : " with " + std::to_string(shape.children) + " children each";
  require(shape.vertices <= most, "vertices is " + std::to_string(shape.vertices) +
                                      ", and at most " + std::to_string(most) + " are possible" +
                                      places);
  return shape.vertices;
}

std::uint64_t vertices_of(GridShape const& shape) {
  check_probability(shape.kept, "kept");
  std::uint64_t vertices = 0;
  require(!__builtin_mul_overflow(shape.width, shape.height, &vertices) &&
              vertices < std::uint64_t(1) << 62,
          "a grid of " + std::to_string(shape.width) + " by " + std::to_string(shape.height) +
              " has too many vertices");
  return vertices;
}

std::uint64_t edges_of(RmatShape const& shape) {
  return static_cast<std::uint64_t>(std::llround(std::ldexp(shape.edge_factor, shape.scale)));
}

std::uint64_t edges_of(UniformShape const& shape) { return shape.edges; }

std::uint64_t edges_of(ProbabilityShape const& shape) {
  auto const pairs = static_cast<long double>(detail::graphs::Pairs::count(shape.vertices));
  return static_cast<std::uint64_t>(std::round(pairs * shape.probability));
}

std::uint64_t edges_of(ForestShape const& shape) {
  return shape.vertices - std::min(shape.trees, shape.vertices);
}

std::uint64_t edges_of(GridShape const& shape) {
  if (shape.width == 0 || shape.height == 0) return 0;
  std::uint64_t const all = 2 * shape.width * shape.height - shape.width - shape.height;
  return static_cast<std::uint64_t>(std::round(static_cast<long double>(all) * shape.kept));
}

}  // namespace

std::uint64_t expected_edges(GraphShape const& shape) {
  count_vertices(shape);
  return std::visit([](auto const& it) { return edges_of(it); }, shape);
}

std::uint64_t count_vertices(GraphShape const& shape) {
  return std::visit([](auto const& it) { return vertices_of(it); }, shape);
}

namespace detail::graphs {

void check_edges_held(bool on_host, std::string const& array, std::uint64_t count,
                      std::size_t element_bytes) {
  check_array_size(array, count, element_bytes);
  if (!on_host || count * element_bytes <= machine_memory()) return;
  throw std::invalid_argument(array + ": the memory has no room for " + std::to_string(count) +
                              " of " + show_count(element_bytes, "byte") + ": it has " +
                              show_count(machine_memory(), "byte"));
}

}  // namespace detail::graphs

}  // namespace yoke
