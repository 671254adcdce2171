#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "all_pairs/checks.hpp"
#include "all_pairs/host_product.hpp"
#include "all_pairs/next.hpp"
#include "all_pairs/products.hpp"
#include "primitives/team_member.hpp"

namespace yoke::detail::all_pairs {

template <class Space, class Weight>
struct BeginNext {
  SharedRows<Space, Weight> rows;
  NextRows next;
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    Weight const* const row = rows.data(item);
    std::uint32_t* const its = next.data + (rows.vertex(item) - rows.its.first) * next.stride;
    for (std::size_t j = item % rows.threads; j < rows.vertices(); j += rows.threads) {
      its[j] = row[j] < unreachable_distance<Weight> ? static_cast<std::uint32_t>(j) : no_next;
    }
  }
};

// On a host a thread has a row. On a device a team has some of them, and a thread a column.
template <class Space, class Weight>
struct NoteColumns {
  static constexpr int rows = 8;
  using Member = TeamMember<Space>;
  // Column k of the team's rows, as it is before step k.
  struct Column {
    Weight distances[rows];
    std::uint32_t next[rows];
  };
  static constexpr std::size_t scratch = 2 * sizeof(Column);
  Step<Weight> step;
  NextRows next;
  Weight const* closing_rows;

  static void run(Space const& exec, NoteColumns const& note) {
    char const* const label = "yoke::all_pairs::note_columns";
    std::size_t const count = note.step.rows.count;
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for(label, WideRange<Space>(exec, 0, count), note);
    } else {
      using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<block, 1>>;
      Kokkos::parallel_for(label,
                           Policy(exec, static_cast<int>((count + rows - 1) / rows), block)
                               .set_scratch_size(0, Kokkos::PerTeam(scratch + 16)),
                           note);
    }
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    KOKKOS_IF_ON_HOST(
        (HostCode<Weight>::follow(closing_rows, step.size, distance(i, 0), next_at(i, 0));))
  }

  // The column of the next step is published while this one is worked on.
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const columns =
        static_cast<Column*>(member.team_shmem().get_shmem_aligned(std::size_t{scratch}, 16));
    int const j = member.team_rank();
    std::size_t const begin = static_cast<std::size_t>(member.league_rank()) * rows;
    Weight distances[rows];
    std::uint32_t its[rows];
    for (int r = 0; r < rows; ++r) {
      bool const is_inside = begin + r < step.rows.count && j < step.size;
      distances[r] = is_inside ? *distance(begin + r, j) : unreachable_distance<Weight>;
      its[r] = is_inside ? *next_at(begin + r, j) : no_next;
    }
    for (int k = 0; k < step.size; ++k) {
      Column& column = columns[k % 2];
      if (j == k) {
        for (int r = 0; r < rows; ++r) {
          column.distances[r] = distances[r];
          column.next[r] = its[r];
        }
      }
      Weight const b = closing_rows[k * block + j];
      member.team_barrier();
      for (int r = 0; r < rows; ++r) {
        Weight const lower = relaxed(distances[r], column.distances[r], b);
        if (lower < distances[r]) its[r] = column.next[r];
        distances[r] = lower;
      }
    }
    for (int r = 0; r < rows; ++r) {
      if (begin + r < step.rows.count && j < step.size) *next_at(begin + r, j) = its[r];
    }
  }

 private:
  KOKKOS_FUNCTION Weight const* distance(std::size_t i, int j) const {
    return step.rows.data + i * step.rows.stride + step.first + j;
  }
  KOKKOS_FUNCTION std::uint32_t* next_at(std::size_t i, int j) const {
    return next.data + i * next.stride + step.first + j;
  }
};

// In place, a pair of squares at a time.
template <class T>
struct Transpose {
  static constexpr std::size_t side = 8;
  T* matrix;
  std::size_t vertices, stride, squares;

  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    std::size_t const i_first = item / squares * side, j_first = item % squares * side;
    if (j_first > i_first) return;
    std::size_t const i_end = Kokkos::min(i_first + side, vertices);
    for (std::size_t i = i_first; i < i_end; ++i) {
      for (std::size_t j = j_first; j < Kokkos::min(j_first + side, i); ++j) {
        T const element = matrix[i * stride + j];
        matrix[i * stride + j] = matrix[j * stride + i];
        matrix[j * stride + i] = element;
      }
    }
  }
};
template <class Space, class T>
void transpose_matrix(Space const& exec, T* matrix, std::size_t vertices, std::size_t stride) {
  std::size_t const squares = (vertices + Transpose<T>::side - 1) / Transpose<T>::side;
  Kokkos::parallel_for("yoke::all_pairs::transpose", WideRange<Space>(exec, 0, squares * squares),
                       Transpose<T>{matrix, vertices, stride, squares});
}

template <class Space, class Weight>
void Next<Space, Weight>::begin(Space const& exec, MatrixRows<Weight> const& rows,
                                NextRows const& next) {
  SharedRows<Space, Weight> const shared{rows};
  Kokkos::parallel_for("yoke::all_pairs::begin_next", shared.range(exec),
                       BeginNext<Space, Weight>{shared, next});
}
template <class Space, class Weight>
void Next<Space, Weight>::note_columns(Space const& exec, Step<Weight> const& step,
                                       NextRows const& next, Weight const* closing_rows) {
  NoteColumns<Space, Weight>::run(exec, {step, next, closing_rows});
}
template <class Space, class Weight>
void Next<Space, Weight>::lower(Space const& exec, LeftPanel<Space, Weight> const& left,
                                RightPanel<Space, Weight> const& right, Target const& target) {
  char const* const label = "yoke::all_pairs::rest_with_next";
  Target its = target;
  if constexpr (!runs_on_host<Space> && std::is_integral_v<Weight>) {
    if (target.rows() == 0) return;
    if (!target.step.has_negative) {
      DeviceProduct<Space, Weight, Target, WordsWithPlaces<Weight>>::run(
          label, exec, {left, right, target, target.step.depth(), target.step.status, 0});
      if (!finds_large(target.step, target.next)) return;
      its.only_if_large = true;
    }
  }
  multiply(label, exec, left, right, its);
}
template <class Space, class Weight>
void Next<Space, Weight>::transpose(Space const& exec, Weight* matrix, std::size_t vertices,
                                    std::size_t stride) {
  transpose_matrix(exec, matrix, vertices, stride);
}
template <class Space, class Weight>
void Next<Space, Weight>::transpose(Space const& exec, std::uint32_t* matrix, std::size_t vertices,
                                    std::size_t stride) {
  transpose_matrix(exec, matrix, vertices, stride);
}

}  // namespace yoke::detail::all_pairs
