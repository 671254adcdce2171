#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "primitives/findings.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail::all_pairs {

// A weight as a distance; `fits` if it is one.
template <class Weight>
struct ArcNumber {
  Weight weight;
  bool fits;

  template <class T>
  KOKKOS_FUNCTION static ArcNumber of(T x) {
    constexpr Weight least = least_distance<Weight>, far = unreachable_distance<Weight>;
    if constexpr (std::is_integral_v<T> && std::is_floating_point_v<Weight>) {
      return {static_cast<Weight>(x), true};
    } else if constexpr (std::is_integral_v<T>) {
      return {static_cast<Weight>(x), x >= least && x <= far};
    } else if constexpr (std::is_floating_point_v<Weight>) {
      using Wide = std::common_type_t<T, Weight>;
      Wide const most = Kokkos::Experimental::finite_max_v<Weight>;
      return {static_cast<Weight>(x), x >= Wide(least) && (x <= most || x == Wide(far))};
    } else {
      return {far, false};  // the compiler has refused it (yoke/all_pairs_distances.hpp)
    }
  }
};

template <class Weight>
struct ArcReader {
  GraphArcs arcs;

  KOKKOS_FUNCTION std::size_t offset(std::size_t i) const {
    return static_cast<std::size_t>(word(arcs.offsets, i, arcs.has_wide_offsets));
  }
  KOKKOS_FUNCTION std::size_t neighbour(std::size_t k) const {
    return static_cast<std::size_t>(word(arcs.neighbours, k, arcs.has_wide_vertices));
  }
  KOKKOS_FUNCTION ArcNumber<Weight> weight(std::size_t k) const {
    switch (arcs.kind) {
      case GraphArcs::Kind::one:
        return {1, true};
      case GraphArcs::Kind::int32:
        return ArcNumber<Weight>::of(static_cast<std::int32_t const*>(arcs.weights)[k]);
      case GraphArcs::Kind::int64:
        return ArcNumber<Weight>::of(static_cast<std::int64_t const*>(arcs.weights)[k]);
      case GraphArcs::Kind::float32:
        return ArcNumber<Weight>::of(static_cast<float const*>(arcs.weights)[k]);
      default:
        return ArcNumber<Weight>::of(static_cast<double const*>(arcs.weights)[k]);
    }
  }

 private:
  KOKKOS_FUNCTION static std::uint64_t word(void const* words, std::size_t i, bool is_wide) {
    return is_wide ? static_cast<std::uint64_t const*>(words)[i]
                   : static_cast<std::uint32_t const*>(words)[i];
  }
};

template <class Weight>
struct FirstWrongArc {
  ArcReader<Weight> reader;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& first) const {
    if (k < first && !reader.weight(k).fits) first = k;
  }
};

template <class Weight>
struct FirstNegativeArc {
  ArcReader<Weight> reader;
  KOKKOS_FUNCTION void operator()(std::uint64_t k, std::uint64_t& first) const {
    if (k < first && reader.weight(k).weight < 0) first = k;
  }
};

template <class Weight>
struct CountActive {
  ArcReader<Weight> reader;
  KOKKOS_FUNCTION void operator()(std::uint64_t v, std::uint64_t& active) const {
    active += reader.offset(v) < reader.offset(v + 1);
  }
};

// A thread has a row, so parallel arcs meet in order.
template <class Weight>
struct PutRow {
  ArcReader<Weight> reader;
  Weight* matrix;
  std::size_t row_stride, column_stride;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Weight* const row = matrix + i * row_stride;
    std::size_t const end = reader.offset(i + 1);
    for (std::size_t k = reader.offset(i); k < end; ++k) {
      Weight& element = row[reader.neighbour(k) * column_stride];
      Weight const weight = reader.weight(k).weight;
      if (weight < element) element = weight;
    }
  }
};

template <class Weight>
struct PutNoArcs {
  Weight* matrix;
  std::size_t narrow, wide_stride, narrow_stride;
  KOKKOS_FUNCTION void operator()(std::uint64_t e) const {
    matrix[e / narrow * wide_stride + e % narrow * narrow_stride] = unreachable_distance<Weight>;
  }
};

template <class Space, class Weight>
std::uint64_t check_arcs(Space const& exec, GraphArcs const& arcs) {
  if (!arcs.has_weights()) return nothing_found;
  std::uint64_t const wrong =
      smallest("yoke::all_pairs::first_wrong_arc", exec, arcs.arcs, FirstWrongArc<Weight>{{arcs}});
  if (wrong != nothing_found) {
    throw InvalidInput(std::string(AllPairs<Weight>::name) + ": weights(" + std::to_string(wrong) +
                           ") of the graph is not a number from " +
                           show_number(least_distance<Weight>) + " to " +
                           show_number(unreachable_distance<Weight>),
                       wrong);
  }
  return smallest("yoke::all_pairs::first_negative_arc", exec, arcs.arcs,
                  FirstNegativeArc<Weight>{{arcs}});
}

template <class Space, class Weight>
std::uint64_t count_active(Space const& exec, GraphArcs const& arcs) {
  std::uint64_t active = 0;
  Kokkos::parallel_reduce("yoke::all_pairs::count_active", WideRange<Space>(exec, 0, arcs.vertices),
                          CountActive<Weight>{{arcs}}, active);
  exec.fence("yoke::all_pairs: active vertices counted");
  return active;
}

template <class Space, class Weight>
void put_graph(Space const& exec, GraphArcs const& arcs, std::size_t columns, Weight* matrix,
               std::size_t row_stride, std::size_t column_stride) {
  std::size_t const rows = arcs.vertices;
  Kokkos::parallel_for(
      "yoke::all_pairs::put_no_arcs", WideRange<Space>(exec, 0, rows * columns),
      PutNoArcs<Weight>{matrix, column_stride <= row_stride ? columns : rows,
                        std::max(row_stride, column_stride), std::min(row_stride, column_stride)});
  Kokkos::parallel_for("yoke::all_pairs::put_arcs", WideRange<Space>(exec, 0, rows),
                       PutRow<Weight>{{arcs}, matrix, row_stride, column_stride});
  exec.fence("yoke::all_pairs: graph put");
}

}  // namespace yoke::detail::all_pairs
