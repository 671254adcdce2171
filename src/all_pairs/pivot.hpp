#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "all_pairs/host_product.hpp"
#include "all_pairs/panels.hpp"

namespace yoke::detail::all_pairs {

// Where in time the diagonal is first negative, in the status: of pivot block p, p * 2 * block + v
// before its steps, if that of its vertex v is, and p * 2 * block + block + k after its step k. All
// vertices with such a cycle and a smaller number would have been found before. So vertex v, or k,
// is on a cycle that visits each vertex once.
struct NegativePlace {
  std::uint64_t place;
  std::uint64_t vertex() const { return place / (2 * block) * block + place % block; }
};

// Floyd and Warshall's steps on the pivot block, whose distances become both factors' panels.
template <class Space, class Weight>
struct Pivot {
  static constexpr int side = 4;  // of the square that a thread of a device has in registers
  static constexpr int threads_side = block / side;
  static constexpr std::size_t scratch = 4 * block * sizeof(Weight);
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Left = LeftPanel<Space, Weight>;
  using Right = RightPanel<Space, Weight>;
  Step<Weight> step;
  Left left;
  Right right;
  Weight* square;  // on a host: a block's rows
  // Receives row k as it is before step k, for each k, unless it is null.
  Weight* closing_rows;

  static void run(Space const& exec, Pivot const& pivot) {
    char const* const label = "yoke::all_pairs::pivot";
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(exec, 0, 1), pivot);
    } else {
      using Policy =
          Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<threads_side * threads_side, 1>>;
      Kokkos::parallel_for(label,
                           Policy(exec, 1, threads_side * threads_side)
                               .set_scratch_size(0, Kokkos::PerTeam(scratch + 16)),
                           pivot);
    }
  }

  // On a host.
  KOKKOS_FUNCTION void operator()(int) const { KOKKOS_IF_ON_HOST((close();)) }

  // On a device: a thread has the rows from ty * side and the columns from tx * side. Row k and
  // column k of the next step are published while this one is worked on.
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    if (step.status.has_fault()) return;
    auto* const shared =
        static_cast<Weight*>(member.team_shmem().get_shmem_aligned(std::size_t{scratch}, 16));
    int const tx = member.team_rank() % threads_side, ty = member.team_rank() / threads_side;
    Weight x[side][side];
    for (int r = 0; r < side; ++r) {
      for (int c = 0; c < side; ++c) x[r][c] = at(ty * side + r, tx * side + c);
    }
    int found = 2 * block;
    look_at_diagonal(x, tx, ty, found, -1);
    bool has_half = false;
    publish<0>(shared, x, tx, ty, 0, has_half);
    record<0>(x, tx, ty, 0);
    member.team_barrier();
    for (int group = 0; group < (step.size + side - 1) / side; ++group) {
      relax<0>(member, shared, x, tx, ty, group, found, has_half);
      relax<1>(member, shared, x, tx, ty, group, found, has_half);
      relax<2>(member, shared, x, tx, ty, group, found, has_half);
      relax<3>(member, shared, x, tx, ty, group, found, has_half);
    }
    if (has_half) Kokkos::atomic_store(step.status.words + clamped, std::uint64_t(1));
    if (found < 2 * block) note_negative(found);
    for (int r = 0; r < side; ++r) {
      for (int c = 0; c < side; ++c) put(ty * side + r, tx * side + c, x[r][c]);
    }
  }

 private:
  KOKKOS_FUNCTION Weight at(int i, int j) const {
    if (i >= step.size || j >= step.size) return unreachable_distance<Weight>;
    return step.pivot_rows[static_cast<std::size_t>(i) * step.pivot_stride + step.first +
                           static_cast<std::size_t>(j)];
  }
  KOKKOS_FUNCTION void put(int i, int j, Weight distance) const {
    step.status.look_at(distance, step.pivot());
    Weight const summand = step.shifted.summand(distance);
    left(j, static_cast<std::size_t>(i)) = left_number<typename Left::Number>(summand);
    right(i, static_cast<std::size_t>(j)) = summand;
  }
  KOKKOS_FUNCTION void note_negative(int place) const {
    Kokkos::atomic_min(step.status.words + negative_cycle,
                       step.first * 2 + static_cast<std::uint64_t>(place));
  }

  void close() const {
    if (step.status.has_fault()) return;
    for (int i = 0; i < step.size; ++i) {
      for (int j = 0; j < step.size; ++j) square[i * block + j] = at(i, j);
    }
    bool has_half = false;
    int const found = HostCode<Weight>::close(square, step.size, has_half, closing_rows);
    if (has_half) Kokkos::atomic_store(step.status.words + clamped, std::uint64_t(1));
    if (found < 2 * block) note_negative(found);
    for (int i = 0; i < step.depth(); ++i) {
      for (int j = 0; j < step.depth(); ++j) {
        bool const is_inside = i < step.size && j < step.size;
        put(i, j, is_inside ? square[i * block + j] : unreachable_distance<Weight>);
      }
    }
  }

  KOKKOS_FUNCTION static void look_at_diagonal(Weight const (&x)[side][side], int tx, int ty,
                                               int& found, int k) {
    if (tx != ty) return;
    for (int d = 0; d < side; ++d) {
      int const place = k < 0 ? ty * side + d : block + k;
      if (x[d][d] < 0 && place < found) found = place;
    }
  }

  // Row and column k = group * side + member_k, in one of two places.
  template <int member_k>
  KOKKOS_FUNCTION static void publish(Weight* shared, Weight const (&x)[side][side], int tx, int ty,
                                      int group, bool& has_half) {
    Weight* const row = shared + member_k % 2 * 2 * block;
    Weight* const column = row + block;
    if (ty == group) {
      for (int c = 0; c < side; ++c) {
        row[tx * side + c] = x[member_k][c];
        has_half = has_half || is_half(x[member_k][c]);
      }
    }
    if (tx == group) {
      for (int r = 0; r < side; ++r) {
        column[ty * side + r] = x[r][member_k];
        has_half = has_half || is_half(x[r][member_k]);
      }
    }
  }

  template <int member_k>
  KOKKOS_FUNCTION void record(Weight const (&x)[side][side], int tx, int ty, int group) const {
    if (closing_rows == nullptr || ty != group) return;
    for (int c = 0; c < side; ++c) {
      closing_rows[(group * side + member_k) * block + tx * side + c] = x[member_k][c];
    }
  }

  template <int member_k>
  KOKKOS_FUNCTION void relax(Member const& member, Weight* shared, Weight (&x)[side][side], int tx,
                             int ty, int group, int& found, bool& has_half) const {
    Weight const* const row = shared + member_k % 2 * 2 * block + tx * side;
    Weight const* const column = shared + member_k % 2 * 2 * block + block + ty * side;
    for (int r = 0; r < side; ++r) {
      for (int c = 0; c < side; ++c) x[r][c] = relaxed(x[r][c], column[r], row[c]);
    }
    look_at_diagonal(x, tx, ty, found, group * side + member_k);
    constexpr int next = (member_k + 1) % side;
    int const its_group = group + (next == 0 ? 1 : 0);
    publish<next>(shared, x, tx, ty, its_group, has_half);
    record<next>(x, tx, ty, its_group);
    member.team_barrier();
  }
};

}  // namespace yoke::detail::all_pairs
