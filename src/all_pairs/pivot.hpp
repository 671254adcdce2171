#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "all_pairs/host_product.hpp"
#include "all_pairs/panels.hpp"
#include "primitives/team_member.hpp"

namespace yoke::detail::all_pairs {

// Where in time the diagonal is first negative, in the status: of pivot block p, p * 2 * block + v
// before its steps, if that of its vertex v is, and p * 2 * block + block + k after its step k. All
// vertices with such a cycle and a smaller number would have been found before. So vertex v, or k,
// is on a cycle that visits each vertex once.
struct NegativePlace {
  std::uint64_t place;
  std::uint64_t vertex() const { return place / (2 * block) * block + place % block; }
};

// Floyd and Warshall's steps on the pivot block, whose distances become panels. A step uses only
// the left or only the right one.
template <class Space, class Weight>
struct Pivot {
  static constexpr int side = 4;  // of the square that a thread of a device has in registers
  static constexpr int threads_side = block / side, threads = threads_side * threads_side;
  static constexpr std::size_t scratch = 4 * block * sizeof(Weight);
  using Member = TeamMember<Space>;
  using Left = LeftPanel<Space, Weight>;
  using Right = RightPanel<Space, Weight>;
  template <class Number>
  struct alignas(sizeof(Number) < 4 ? 8 : 16) FourOf {
    Number numbers[side];
  };
  using Four = FourOf<Weight>;
  Step<Weight> step;
  Left left;
  Right right;
  Weight* square;  // on a host: a block's rows
  // Receives row k as it is before step k, for each k, unless it is null.
  Weight* closing_rows;

  // By a thread of a host.
  void close() const {
    if (step.status.has_fault_before(step.pivot())) return;
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

  // By a team of a device.
  KOKKOS_FUNCTION void close(Member const& member) const {
    if (step.status.has_fault_before(step.pivot())) return;
    auto* const shared =
        static_cast<Weight*>(member.team_shmem().get_shmem_aligned(std::size_t{scratch}, 16));
    if (step.has_negative) {
      DeviceSteps<true>(*this, member, shared).run();
    } else {
      DeviceSteps<false>(*this, member, shared).run();
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

  // A thread has the rows from ty * side and the columns from tx * side; a warp's are 4 x 8
  // squares. Row k and column k of the next step are published while this one is worked on.
  template <bool has_negative>
  struct DeviceSteps {
    Pivot const& pivot;
    Member const& member;
    Weight* shared;
    int tx, ty, found = 2 * block;
    bool has_half = false;
    Weight x[side][side];

    KOKKOS_FORCEINLINE_FUNCTION DeviceSteps(Pivot const& its_pivot, Member const& its_member,
                                            Weight* its_shared)
        : pivot(its_pivot),
          member(its_member),
          shared(its_shared),
          tx(its_member.team_rank() / 32 % 4 * 8 + its_member.team_rank() % 8),
          ty(its_member.team_rank() / 128 * 4 + its_member.team_rank() % 32 / 8) {}

    KOKKOS_FORCEINLINE_FUNCTION void run() {
      for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) x[r][c] = pivot.at(ty * side + r, tx * side + c);
      }
      look_at_diagonal(-1);
      publish<0>(0);
      member.team_barrier();
      for (int group = 0; group < (pivot.step.size + side - 1) / side; ++group) {
        relax<0>(group);
        relax<1>(group);
        relax<2>(group);
        relax<3>(group);
      }
      finish();
    }

   private:
    // A row's squares, and a column's, are side by side in the panels.
    KOKKOS_FORCEINLINE_FUNCTION void finish() {
      bool is_low = false;
      for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) {
          has_half = has_half || is_half(x[r][c]);
          is_low = is_low || x[r][c] < least_distance<Weight>;
          x[r][c] = pivot.step.shifted.summand(x[r][c]);
        }
      }
      if (has_half) Kokkos::atomic_store(pivot.step.status.words + clamped, std::uint64_t(1));
      if (is_low) Kokkos::atomic_min(pivot.step.status.words + too_low, pivot.step.pivot());
      if (found < 2 * block) pivot.note_negative(found);
      using LeftNumber = typename Left::Number;
      using LeftFour = FourOf<LeftNumber>;
      for (int q = 0; q < side; ++q) {
        Four row;
        LeftFour column;
        for (int p = 0; p < side; ++p) {
          row.numbers[p] = x[q][p];
          column.numbers[p] = left_number<LeftNumber>(x[p][q]);
        }
        *reinterpret_cast<Four*>(&pivot.right(ty * side + q, static_cast<std::size_t>(tx) * side)) =
            row;
        *reinterpret_cast<LeftFour*>(
            &pivot.left(tx * side + q, static_cast<std::size_t>(ty) * side)) = column;
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION void look_at_diagonal(int k) {
      if constexpr (has_negative) {
        if (tx != ty) return;
        for (int d = 0; d < side; ++d) {
          int const place = k < 0 ? ty * side + d : block + k;
          if (x[d][d] < 0 && place < found) found = place;
        }
      }
    }

    // Row and column k = group * side + member_k, in one of two places.
    template <int member_k>
    KOKKOS_FORCEINLINE_FUNCTION void publish(int group) {
      Weight* const row = shared + member_k % 2 * 2 * block;
      Weight* const column = row + block;
      if (ty == group) {
        Four its;
        for (int c = 0; c < side; ++c) its.numbers[c] = x[member_k][c];
        put(row + tx * side, its);
        if (pivot.closing_rows != nullptr) {
          *reinterpret_cast<Four*>(pivot.closing_rows + (group * side + member_k) * block +
                                   tx * side) = its;
        }
      }
      if (tx == group) {
        Four its;
        for (int r = 0; r < side; ++r) its.numbers[r] = x[r][member_k];
        put(column + ty * side, its);
      }
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(Weight* to, Four const& four) {
      *reinterpret_cast<Four*>(to) = four;
      for (int q = 0; q < side; ++q) has_half = has_half || is_half(four.numbers[q]);
    }

    template <int member_k>
    KOKKOS_FORCEINLINE_FUNCTION void relax(int group) {
      Weight const* const row = shared + member_k % 2 * 2 * block;
      Four const b = *reinterpret_cast<Four const*>(row + tx * side);
      Four const a = *reinterpret_cast<Four const*>(row + block + ty * side);
      for (int r = 0; r < side; ++r) {
        for (int c = 0; c < side; ++c) {
          Weight& its = x[r][c];
          its = has_negative ? relaxed(its, a.numbers[r], b.numbers[c])
                             : min_sum(a.numbers[r], b.numbers[c], its);
        }
      }
      look_at_diagonal(group * side + member_k);
      constexpr int next = (member_k + 1) % side;
      publish<next>(group + (next == 0 ? 1 : 0));
      member.team_barrier();
    }
  };
};

// The pivot block's panels, and those of its rows and columns as they are before the step.
template <class Space, class Weight>
struct PivotPanels {
  using Its = Pivot<Space, Weight>;
  Its pivot;
  Gather<Space, Weight, typename Its::Right> rows;
  Gather<Space, Weight, typename Its::Left> columns;
  std::uint64_t of_rows = 0, of_columns = 0;  // items

  static void run(Space const& exec, PivotPanels panels) {
    panels.of_rows = panels.rows.begin();
    panels.of_columns = panels.columns.begin();
    std::uint64_t const items = panels.of_rows + panels.of_columns;
    char const* const label = "yoke::all_pairs::pivot";
    if constexpr (runs_on_host<Space>) {
      Kokkos::parallel_for("yoke::all_pairs::gather", WideRange<Space>(exec, 0, items), panels);
      Kokkos::parallel_for(label, Kokkos::RangePolicy<Space, Close>(exec, 0, 1), panels);
    } else {
      // The first team closes the block while others gather.
      using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Its::threads, 1>>;
      auto const teams = static_cast<int>(1 + (items + Its::threads - 1) / Its::threads);
      Kokkos::parallel_for(
          label,
          Policy(exec, teams, Its::threads).set_scratch_size(0, Kokkos::PerTeam(Its::scratch + 16)),
          panels);
    }
  }

  struct Close {};
  KOKKOS_FUNCTION void operator()(Close, int) const { KOKKOS_IF_ON_HOST((pivot.close();)) }
  KOKKOS_FUNCTION void operator()(std::uint64_t item) const {
    if (item < of_rows) {
      rows(item);
    } else if (item < of_rows + of_columns) {
      columns(item - of_rows);
    }
  }
  KOKKOS_FUNCTION void operator()(typename Its::Member const& member) const {
    if (member.league_rank() == 0) return pivot.close(member);
    (*this)((static_cast<std::uint64_t>(member.league_rank()) - 1) * Its::threads +
            static_cast<std::uint64_t>(member.team_rank()));
  }
};

}  // namespace yoke::detail::all_pairs
