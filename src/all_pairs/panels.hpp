#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "all_pairs/numbers.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail::all_pairs {

// What a space takes of both factors of a product at once. On a host: the rows and the columns
// (64 bytes) whose sums are in registers. On a device: those of a team.
template <class Space, class Weight>
struct TileShape {
  static constexpr int rows = runs_on_host<Space> ? 6 : 128;
  static constexpr int columns = runs_on_host<Space> ? 64 / static_cast<int>(sizeof(Weight))
                                                     : 512 / static_cast<int>(sizeof(Weight));
  // A device adds two 16-bit numbers at once, so a left factor has each of them twice.
  using Left =
      std::conditional_t<!runs_on_host<Space> && sizeof(Weight) == 2, std::uint32_t, Weight>;
};

template <class Left, class Weight>
KOKKOS_FORCEINLINE_FUNCTION Left left_number(Weight x) {
  if constexpr (std::is_same_v<Left, Weight>) {
    return x;
  } else {
    return static_cast<Left>(static_cast<std::uint16_t>(x)) * 0x10001u;
  }
}

// A factor of a product: for each of `block` inner indices k the numbers of x, in strips of a
// tile's rows or columns, so that a product reads it in order.
template <class Element, int width>
struct Panel {
  using Number = Element;
  static constexpr int strip_width = width;
  Number* data = nullptr;

  static std::size_t strips(std::size_t extent) { return (extent + width - 1) / width; }
  static std::size_t size(std::size_t extent) { return strips(extent) * width * block; }

  KOKKOS_FORCEINLINE_FUNCTION Number* strip(std::size_t s) const {
    return data + s * (static_cast<std::size_t>(width) * block);
  }
  KOKKOS_FORCEINLINE_FUNCTION Number& operator()(int k, std::size_t x) const {
    return strip(x / width)[k * width + static_cast<int>(x % width)];
  }
};

template <class Space, class Weight>
using LeftPanel = Panel<typename TileShape<Space, Weight>::Left, TileShape<Space, Weight>::rows>;
template <class Space, class Weight>
using RightPanel = Panel<Weight, TileShape<Space, Weight>::columns>;

// Rows of the matrix: all, or those that one of several has.
template <class Weight>
struct MatrixRows {
  Weight* data;
  std::size_t first, count;      // its first one's vertex, and how many
  std::size_t vertices, stride;  // of the whole matrix: the columns
};

// The rows to lower, and the pivot block of a step.
template <class Weight>
struct Step {
  MatrixRows<Weight> rows;
  Weight const* pivot_rows;  // those of the pivot block
  std::size_t pivot_stride;
  std::size_t first;  // the pivot block's first vertex
  int size;           // its vertices
  Shifted<Weight> shifted;
  Status status;
  bool has_negative;  // are there negative weights?
  bool finds_large;   // must large summands be noted?

  // The end of the inner indices. Those that a last block does not have are unreachable.
  KOKKOS_FUNCTION int depth() const { return (size + 15) / 16 * 16; }
  KOKKOS_FUNCTION std::size_t pivot() const { return first / block; }
  KOKKOS_FORCEINLINE_FUNCTION void look_at(Weight distance) const {
    status.look_at(distance, pivot());
    if (finds_large && distance >= large_summand && distance < unreachable_distance<Weight>) {
      status.note_large();
    }
  }
};

// Copies the pivot block's rows (or columns) into a panel of summands: the number of inner index k
// and of x is from[k * k_stride + x * x_stride].
template <class Space, class Weight, class To>
struct Gather {
  static constexpr int group = 8;  // inner indices of a thread: of a column, adjacent ones
  Step<Weight> step;
  Weight const* from;
  std::size_t k_stride, x_stride;
  To to;
  std::size_t count, extent = 0;  // of x, without and with what fills the last strip

  // Returns the number of items, each of a thread.
  std::uint64_t begin() {
    extent = To::strips(count) * To::strip_width;
    return extent * (static_cast<std::size_t>(step.depth()) / group);
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    std::size_t const x = item % extent;
    int const begin = static_cast<int>(item / extent) * group;
    for (int k = begin; k < begin + group; ++k) {
      Weight distance = unreachable_distance<Weight>;
      if (x < count && k < step.size) {
        distance = from[static_cast<std::size_t>(k) * k_stride + x * x_stride];
        step.look_at(distance);
      }
      to(k, x) = left_number<typename To::Number>(step.shifted.summand(distance));
    }
  }
};

// Where a product goes: into the matrix, or into a panel from the same numbers before the step.
template <class Weight>
struct MatrixTarget {
  static constexpr bool is_rest = true, has_next = false;
  Step<Weight> step;
  bool aligned = false;  // rows begin at multiples of 16 bytes

  KOKKOS_FUNCTION std::size_t rows() const { return step.rows.count; }
  KOKKOS_FUNCTION std::size_t columns() const { return step.rows.vertices; }
  KOKKOS_FORCEINLINE_FUNCTION Weight* at(std::size_t i, std::size_t j) const {
    return step.rows.data + i * step.rows.stride + j;
  }
  KOKKOS_FORCEINLINE_FUNCTION Weight distance(std::size_t i, std::size_t j) const {
    return *at(i, j);
  }
  KOKKOS_FORCEINLINE_FUNCTION void set(std::size_t i, std::size_t j, Weight distance) const {
    *at(i, j) = distance;
  }
};

// The inner index is the row of what a right panel holds, and the column of a left one.
template <class Weight, class ItsPanel, bool is_right>
struct PanelTarget {
  using Number = typename ItsPanel::Number;
  static constexpr bool is_rest = false, has_next = false, aligned = false;
  Step<Weight> step;
  ItsPanel from, to;

  KOKKOS_FUNCTION std::size_t rows() const {
    return is_right ? static_cast<std::size_t>(step.depth()) : step.rows.count;
  }
  KOKKOS_FUNCTION std::size_t columns() const {
    return is_right ? step.rows.vertices : static_cast<std::size_t>(step.depth());
  }
  KOKKOS_FUNCTION Weight* at(std::size_t, std::size_t) const { return nullptr; }
  KOKKOS_FUNCTION Number& number(ItsPanel const& panel, std::size_t i, std::size_t j) const {
    return is_right ? panel(static_cast<int>(i), j) : panel(static_cast<int>(j), i);
  }
  KOKKOS_FUNCTION Weight distance(std::size_t i, std::size_t j) const {
    return step.shifted.distance_of_summand(static_cast<Weight>(number(from, i, j)));
  }
  KOKKOS_FUNCTION void set(std::size_t i, std::size_t j, Weight distance) const {
    step.look_at(distance);
    number(to, i, j) = left_number<Number>(step.shifted.summand(distance));
  }
};

}  // namespace yoke::detail::all_pairs
