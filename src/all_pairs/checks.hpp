#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

#include "all_pairs/panels.hpp"
#include "primitives/findings.hpp"
#include "yoke/counted.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

// What is looked at before the first step and after the last one.
namespace yoke::detail::all_pairs {

// Rows that threads share, so that those side by side read side by side.
template <class Space, class Weight>
struct SharedRows {
  static constexpr std::size_t threads = runs_on_host<Space> ? 1 : 256;
  MatrixRows<Weight> its;

  WideRange<Space> range(Space const& exec) const {
    return WideRange<Space>(exec, 0, its.count * threads);
  }
  KOKKOS_FUNCTION std::size_t vertices() const { return its.vertices; }
  KOKKOS_FUNCTION std::size_t vertex(std::uint64_t item) const {
    return its.first + item / threads;
  }
  KOKKOS_FUNCTION Weight* data(std::uint64_t item) const {
    return its.data + item / threads * its.stride;
  }
};

template <class Weight>
KOKKOS_FORCEINLINE_FUNCTION bool is_weight(Weight x) {
  return x >= least_distance<Weight> && x <= unreachable_distance<Weight>;
}

// Counts what is no weight, and the weights below 0.
template <class Space, class Weight>
struct CountUnusual {
  SharedRows<Space, Weight> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t item, std::uint64_t& wrong,
                                  std::uint64_t& negative) const {
    Weight const* const row = rows.data(item);
    unsigned its_wrong = 0, its_negative = 0;
    for (std::size_t j = item % rows.threads; j < rows.vertices(); j += rows.threads) {
      its_wrong += !is_weight(row[j]);
      its_negative += row[j] < 0;
    }
    wrong += its_wrong;
    negative += its_negative;
  }
};

// The first in the order of the caller's rows, whatever the layout.
template <class Space, class Weight>
struct FirstWrong {
  SharedRows<Space, Weight> rows;
  bool transposed;
  KOKKOS_FUNCTION void operator()(std::uint64_t item, std::uint64_t& first) const {
    Weight const* const row = rows.data(item);
    std::size_t const n = rows.vertices(), i = rows.vertex(item);
    for (std::size_t j = item % rows.threads; j < n; j += rows.threads) {
      std::uint64_t const place = transposed ? j * n + i : i * n + j;
      if (!is_weight(row[j]) && place < first) first = place;
    }
  }
};

// No path is needed from a vertex to itself. Zeros of floating point become positive, because a
// minimum of both zeros depends on their order.
template <class Space, class Weight>
struct SetDiagonal {
  SharedRows<Space, Weight> rows;
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    Weight* const row = rows.data(item);
    if constexpr (std::is_floating_point_v<Weight>) {
      for (std::size_t j = item % rows.threads; j < rows.vertices(); j += rows.threads) row[j] += 0;
    }
    std::size_t const i = rows.vertex(item);
    if (i % rows.threads == item % rows.threads && row[i] > 0) row[i] = 0;
  }
};

template <class Space, class Weight>
struct LookAtResult {
  using value_type = LastLook;
  SharedRows<Space, Weight> rows;

  KOKKOS_FUNCTION void init(LastLook& look) const { look = LastLook(); }
  KOKKOS_FUNCTION void join(LastLook& look, LastLook const& other) const { look.add(other); }
  KOKKOS_FUNCTION void operator()(std::uint64_t item, LastLook& look) const {
    Weight const* const row = rows.data(item);
    std::size_t const i = rows.vertex(item);
    unsigned its_pairs = 0, its_low = 0;
    for (std::size_t j = item % rows.threads; j < rows.vertices(); j += rows.threads) {
      its_pairs += row[j] < unreachable_distance<Weight>;
      its_low += row[j] < least_distance<Weight>;
    }
    look.pairs += its_pairs;
    if (its_low > 0 && i < look.low) look.low = i;
    if (i % rows.threads == item % rows.threads && row[i] < 0 && i < look.negative) {
      look.negative = i;
    }
  }
};

// Throws yoke::InvalidInput if an element is no weight. Are there negative ones?
template <class Space, class Weight>
bool check_weights(char const* caller, Space const& exec, SharedRows<Space, Weight> const& rows,
                   bool transposed) {
  std::uint64_t wrong = 0, negative = 0;
  Kokkos::parallel_reduce("yoke::all_pairs::count_unusual", rows.range(exec),
                          CountUnusual<Space, Weight>{rows}, wrong, negative);
  exec.fence("yoke::all_pairs: weights counted");
  if (wrong == 0) return negative > 0;
  std::uint64_t first = nothing_found;
  Kokkos::parallel_reduce("yoke::all_pairs::first_wrong", rows.range(exec),
                          FirstWrong<Space, Weight>{rows, transposed},
                          Kokkos::Min<std::uint64_t>(first));
  exec.fence("yoke::all_pairs: first wrong weight");
  std::size_t const n = rows.vertices(), from = first / n, to = first % n;
  std::size_t const i = transposed ? to : from, j = transposed ? from : to;
  Weight const weight = element(
      exec, Array<Space, Weight const>(rows.its.data + (i - rows.its.first) * rows.its.stride, n),
      j);
  throw InvalidInput(std::string(caller) + ": distances(" + std::to_string(from) + ", " +
                         std::to_string(to) + ") is " + show_number(weight) +
                         "; a weight is a number from " + show_number(least_distance<Weight>) +
                         " to " + show_number(unreachable_distance<Weight>),
                     first);
}

// The distance was seen in the rows or columns of a pivot block.
template <class Weight>
[[noreturn]] void refuse_low(char const* caller, std::uint64_t pivot) {
  std::uint64_t const first = pivot * block;
  throw InvalidInput(std::string(caller) + ": a distance from or to one of " +
                         show_count(block, "vertex", "vertices") + " from " +
                         std::to_string(first) + " on is below " +
                         show_number(least_distance<Weight>) + ", the least",
                     first);
}

[[noreturn]] inline void refuse_negative_cycle(char const* caller, std::uint64_t vertex) {
  throw InvalidInput(std::string(caller) + ": vertex " + std::to_string(vertex) +
                         " is on a cycle of negative weight, so there is no least distance",
                     vertex);
}

}  // namespace yoke::detail::all_pairs
