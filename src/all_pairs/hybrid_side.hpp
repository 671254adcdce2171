#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "all_pairs/parts.hpp"
#include "frame/copy_ring.hpp"
#include "frame/staged.hpp"
#include "yoke/detail/all_pairs/capability.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/event.hpp"

namespace yoke::detail::all_pairs {

// One side of a Hybrid, with some rows of the matrix. Whole pivot blocks are its own. It hands out
// their rows through pinned memory, and reads those of the other side there. The rows of two blocks
// have room: a side may read some while the other one hands out the next.
template <class Space, class Weight>
class HybridSide {
  using Capability = AllPairs<Weight>;
  using Arguments = typename Capability::Arguments;
  using Rows = MatrixRows<Weight>;
  static constexpr bool is_host = runs_on_host<Space>;

 public:
  // Rows that it hands out are copied to host memory on `copies`.
  HybridSide(Space const& exec, Space const& copies, std::size_t vertices, Weight* handed,
             CopyRing& ring)
      : exec_(exec),
        copies_(copies),
        staged_(exec),
        steps_(exec, vertices),
        packed_(make_buffer<Space, Weight>(exec, "yoke::all_pairs::pivot_rows",
                                           is_host ? 0 : block * vertices)),
        handed_(handed),
        read_(exec) {
    staged_.use(ring);
    exec.fence("yoke::all_pairs: side");
  }

  // Its part of the call's arguments: the rows from `first` on.
  void bring(Arguments const& part, std::size_t first, Timeline* timeline) {
    Arguments const near = staged_.bring(part, timeline);
    rows_ = {near.distances.data, first, part.rows, part.vertices, part.stride};
    next_ = {near.next.data, part.next_stride};
  }
  void send(Arguments const& part, Timeline* timeline) { staged_.send(part, timeline); }

  Rows const& rows() const { return rows_; }
  bool check(Rows const& rows, bool transposed) const {
    return steps_.check(Capability::name, rows, transposed);
  }
  template <class T>
  void transpose(T* matrix, std::size_t vertices, std::size_t stride) const {
    Next<Space, Weight>::transpose(exec_, matrix, vertices, stride);
    exec_.fence("yoke::all_pairs: transposed");
  }

  // Before the first step.
  void begin(MatrixKind const& kind) {
    steps_.begin(rows_, kind, next_);
    Stretch const own = stretch_of(0, rows_.first, rows_.count, rows_.vertices);
    if (own.size() > 0) hand_out(0, own);
    finish();
  }
  // The step of the pivot block at `first`. meet() waits until the other side has come to its
  // meet(), and has handed out the next block's rows if they are its own; false: it will not come.
  template <class Meet>
  bool step(std::size_t first, Meet const& meet) {
    if (first >= rows_.first && first < rows_.first + rows_.count) {
      steps_.close(first, rows_.data + (first - rows_.first) * rows_.stride, rows_.stride);
    } else {
      steps_.close(first, handed(first), rows_.vertices);
      read_.record(exec_);
    }
    bool has_met = true;
    std::size_t const next = first + block;
    lower_rows(steps_, rows_, next, [&](Stretch own, auto const& rest) {
      if (own.size() > 0) hand_out(next, own);
      // A host has lowered its rows when rest() returns. The device need not wait for that.
      bool const is_early = is_host && own.size() > 0;
      if (is_early) has_met = meet();
      rest();
      if (is_early) return;
      finish();
      has_met = meet();
    });
    return has_met;
  }

  std::uint64_t found(Finding what) const { return steps_.found(what); }
  LastLook look_at_result() const { return steps_.look_at_result(); }

 private:
  Weight* handed(std::size_t first) const {
    return handed_ + first / block % 2 * block * rows_.vertices;
  }

  void hand_out(std::size_t pivot, Stretch own) {
    if constexpr (is_host) {
      pack_rows(exec_, rows_, own, handed(pivot));
      exec_.fence("yoke::all_pairs: rows handed out");
    } else {
      std::size_t const size = own.size() * rows_.vertices;
      pack_rows(exec_, rows_, own, packed_.data());
      Event<Space> packed(exec_);
      packed.record(exec_);
      packed.hold(copies_);
      Kokkos::deep_copy(copies_, Array<Kokkos::SharedHostPinnedSpace, Weight>(handed(pivot), size),
                        array_of(packed_, size));
    }
  }
  // The other side may now overwrite the rows that this side has read, and read those handed out.
  void finish() const {
    read_.wait();
    copies_.fence("yoke::all_pairs: rows handed out");
  }

  Space exec_, copies_;
  Staged<Space, Arguments> staged_;
  Steps<Space, Weight> steps_;
  Buffer<Space, Weight> packed_;
  Weight* handed_;
  Event<Space> read_;
  Rows rows_{};
  NextRows next_;
};

}  // namespace yoke::detail::all_pairs
