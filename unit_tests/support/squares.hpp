#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include "support/graphs.hpp"
#include "yoke/all_pairs_distances_options.hpp"

namespace yoke_test {

template <class Weight>
inline constexpr Weight far = yoke::unreachable_distance<Weight>;

// A matrix by rows, on the host; of weights, without arcs.
template <class Weight>
struct Square {
  std::size_t n;
  std::vector<Weight> elements;

  explicit Square(std::size_t size) : n(size), elements(size * size) {
    if constexpr (yoke::DistanceWeight<Weight>) {
      std::fill(elements.begin(), elements.end(), far<Weight>);
    }
  }
  Weight& operator()(std::size_t i, std::size_t j) { return elements[i * n + j]; }
  Weight operator()(std::size_t i, std::size_t j) const { return elements[i * n + j]; }
};

template <class Weight>
Square<Weight> square_of(std::size_t n,
                         std::function<Weight(std::size_t, std::size_t)> const& weight) {
  Square<Weight> square(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) square(i, j) = weight(i, j);
  }
  return square;
}

// An arc with this probability in 100, of a weight between two bounds.
template <class Weight>
Square<Weight> random_square(std::size_t n, int percent, int least, int most) {
  return square_of<Weight>(n, [=](std::size_t i, std::size_t j) {
    GraphDice dice(i * n + j + 77);
    if (dice.below(100) >= static_cast<unsigned>(percent)) return far<Weight>;
    auto const range = static_cast<std::uint64_t>(most - least + 1);
    return static_cast<Weight>(least + static_cast<int>(dice.below(range)));
  });
}

// Potentials make negative weights without a negative cycle.
template <class Weight>
Square<Weight> negative_square(std::size_t n, int percent) {
  return square_of<Weight>(n, [=](std::size_t i, std::size_t j) {
    GraphDice dice(i * n + j);
    if (dice.below(100) >= static_cast<unsigned>(percent)) return far<Weight>;
    auto const potential = [](std::size_t v) {
      return static_cast<int>(GraphDice(v + 5).below(1000));
    };
    return static_cast<Weight>(potential(j) - potential(i) + 1 + static_cast<int>(dice.below(9)));
  });
}

// Floyd and Warshall in the plainest way, in wide numbers.
template <class Weight>
Square<Weight> plain(Square<Weight> const& square) {
  using Wide = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
  Wide const none = std::is_integral_v<Weight> ? std::numeric_limits<Wide>::max() : Wide(INFINITY);
  std::size_t const n = square.n;
  std::vector<Wide> d(n * n);
  for (std::size_t e = 0; e < n * n; ++e) {
    d[e] = square.elements[e] == far<Weight> ? none : static_cast<Wide>(square.elements[e]);
  }
  for (std::size_t i = 0; i < n; ++i) d[i * n + i] = std::min<Wide>(d[i * n + i], 0);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      Wide const a = d[i * n + k];
      if (a == none) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (d[k * n + j] < none) d[i * n + j] = std::min(d[i * n + j], a + d[k * n + j]);
      }
    }
  }
  Square<Weight> result(n);
  for (std::size_t e = 0; e < n * n; ++e) {
    if (d[e] < static_cast<Wide>(far<Weight>)) result.elements[e] = static_cast<Weight>(d[e]);
  }
  return result;
}

template <class Weight>
std::size_t pairs_of(Square<Weight> const& square) {
  return static_cast<std::size_t>(std::count_if(square.elements.begin(), square.elements.end(),
                                                [](Weight x) { return x < far<Weight>; }));
}

// Copies between a square and any View, by way of a contiguous one.
template <class View, class Weight>
void put(View const& view, Square<Weight> const& square) {
  Kokkos::View<Weight**, Kokkos::LayoutRight, typename View::memory_space> const near(
      "near", square.n, square.n);
  auto const mirror = Kokkos::create_mirror_view(near);
  for (std::size_t i = 0; i < square.n; ++i) {
    for (std::size_t j = 0; j < square.n; ++j) mirror(i, j) = square(i, j);
  }
  Kokkos::deep_copy(near, mirror);
  Kokkos::deep_copy(view, near);
}

template <class View>
auto get(View const& view) {
  using Weight = typename View::non_const_value_type;
  Kokkos::View<Weight**, Kokkos::LayoutRight, typename View::memory_space> const near(
      "near", view.extent(0), view.extent(1));
  Kokkos::deep_copy(near, view);
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), near);
  Square<Weight> square(view.extent(0));
  for (std::size_t i = 0; i < square.n; ++i) {
    for (std::size_t j = 0; j < square.n; ++j) square(i, j) = mirror(i, j);
  }
  return square;
}

}  // namespace yoke_test
