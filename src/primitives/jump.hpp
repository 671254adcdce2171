#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// An element of a list under pointer jumping: `sum` is the weight of the elements from this one up
// to, and not including, `next`.
template <class Value>
struct alignas(2 * sizeof(Value)) JumpCell {
  Value next, sum;
};

// The elements, as kernels see them. Cells of 16- and 32-bit values are packed in one word of twice
// the width, which is read and written as one: whichever version of a cell is read, its sum belongs
// to its next, so any interleaving of jumps is right and one array suffices. 64-bit values have no
// such word everywhere; they are read from one array and written to another.
template <class Space, class Value>
class JumpCells {
 public:
  using Cell = JumpCell<Value>;
  static constexpr bool is_packed = sizeof(Value) < sizeof(std::uint64_t);
  using Word = std::conditional_t<
      is_packed, std::conditional_t<sizeof(Value) == 2, std::uint32_t, std::uint64_t>, Cell>;

  // The `next` of a list's last element.
  static constexpr Value end = static_cast<Value>(~Value(0));

  JumpCells(Word* from, Word* to) : from_(from), to_(to) {}

  KOKKOS_FUNCTION Cell load(std::uint64_t i) const {
    if constexpr (is_packed) {
      Word const word = relaxed_load(from_ + i);
      return {static_cast<Value>(word >> bits), static_cast<Value>(word)};
    } else {
      return from_[i];
    }
  }
  KOKKOS_FUNCTION Value sum(std::uint64_t i) const { return load(i).sum; }

  // Before the jumps: gives element i its successor (or `end`) and its weight.
  KOKKOS_FUNCTION void set(std::uint64_t i, Value next, Value weight) const {
    write(from_ + i, {next, weight});
  }
  // In a round of jumps: what the next round loads.
  KOKKOS_FUNCTION void store(std::uint64_t i, Cell cell) const { write(to_ + i, cell); }

  void end_round() { std::swap(from_, to_); }

  // The first `size` cells as an array, to copy them.
  Array<Space, Word> words(std::uint64_t size) const { return Array<Space, Word>(from_, size); }
  // The cells from `first` on.
  JumpCells from(std::uint64_t first) const { return {from_ + first, to_ + first}; }

 private:
  static constexpr int bits = 8 * sizeof(Value);

  KOKKOS_FUNCTION static void write(Word* place, Cell cell) {
    if constexpr (is_packed) {
      relaxed_store(place, static_cast<Word>(static_cast<Word>(cell.next) << bits | cell.sum));
    } else {
      *place = cell;
    }
  }

  Word *from_, *to_;
};

// Takes the sum of an element, less a number.
template <class Space, class Value>
struct TakeSum {
  JumpCells<Space, Value> cells;
  Value less;
  Array<Space, Value> to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    to(i) = static_cast<Value>(cells.sum(i) - less);
  }
};

// How lists end: by a `next` of JumpCells::end, or by an element of weight 0 that is its own next.
// The second leaves every value of `next` to the elements: 2^16 of them fit 16 bits.
enum class ListEnd { mark, self_loop };

// Each element jumps `jumps` times over what the last round left (or, packed, over what others have
// left by then): a round multiplies the reach of every element by jumps + 1.
template <class Space, class Value, ListEnd list_end>
struct JumpRound {
  using Cells = JumpCells<Space, Value>;
  Cells cells;
  int jumps;

  // Returns whether element i is known to have reached the end of its list.
  KOKKOS_FUNCTION bool jump(std::uint64_t i) const {
    auto cell = cells.load(i);
    bool at_end = list_end == ListEnd::mark && cell.next == Cells::end;
    bool moved = false;
    for (int k = 0; k < jumps && !at_end; ++k) {
      auto const ahead = cells.load(cell.next);
      if (list_end == ListEnd::self_loop && ahead.next == cell.next) {
        at_end = true;
      } else {
        cell = {ahead.next, static_cast<Value>(cell.sum + ahead.sum)};
        moved = true;
        at_end = list_end == ListEnd::mark && cell.next == Cells::end;
      }
    }
    if (moved || !Cells::is_packed) cells.store(i, cell);
    return at_end;
  }

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { jump(i); }
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& underway) const {
    underway += !jump(i);
  }
};

// Ranks weighted lists by pointer jumping (Wyllie 1979): O(size log size) work, no walk, whatever
// the shape. Owns the cells of up to `capacity` elements: 4, 8 or 32 bytes an element for 16-, 32-
// and 64-bit values. Sums are modulo 2^bits.
//
//   PointerJump<Space, std::uint32_t> jump(exec, capacity);
//   auto cells = jump.cells();      // capture in a kernel that calls cells.set(i, next, weight)
//   bool complete = jump.run(exec, cells, size);
//   // cells.sum(i): the weights from i to the end of its list, i and the last element included
template <class Space, class Value, ListEnd list_end = ListEnd::mark>
class PointerJump {
 public:
  using Cells = JumpCells<Space, Value>;

  PointerJump() = default;
  PointerJump(Space const& exec, std::size_t capacity)
      : capacity_(capacity),
        words_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "yoke::jump::cells"),
               Cells::is_packed ? capacity : 2 * capacity) {}

  std::size_t capacity() const { return capacity_; }

  Cells cells() const {
    return {words_.data(), Cells::is_packed ? words_.data() : words_.data() + capacity_};
  }

  // Jumps until every element has reached the end of its list. Updates `cells`, which then hold the
  // sums. Returns false where some element never reaches an end. Fences once on a device.
  static bool run(Space const& exec, Cells& cells, std::uint64_t size) {
    static_assert(list_end == ListEnd::mark, "an element may learn a round late that it looped");
    if constexpr (runs_on_host<Space>) {
      if (is_for_one_thread(exec, size) && walk(cells, size)) return true;
    }
    return jump_rounds(exec, cells, size, rounds(size));
  }

  // The same without asking whether all went well: never waits for a device.
  static void run_unchecked(Space const& exec, Cells& cells, std::uint64_t size) {
    if constexpr (runs_on_host<Space>) {
      jump_rounds(exec, cells, size, rounds(size));
    } else {
      for (int round = rounds(size); round > 0; --round) start_round(exec, cells, size);
    }
  }

 private:
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>;

  // Small lists pay for the rounds, large ones for the loads, of which one jump a round needs the
  // fewest. Two cores, random list, 1 against 3 jumps: 2^16 elements of 16 bits 2.3 against 1.4 ms;
  // 2^20 of 64 bits 119 against 527 ms; 2^22 of 32 bits 447 against 464 ms.
  static int jumps_per_round(std::uint64_t size) {
    return Cells::is_packed && size <= (1u << 17) ? 3 : 1;
  }

  // A list of `size` elements is done when each has reached `size` elements far.
  static int rounds(std::uint64_t size) {
    std::uint64_t const factor = jumps_per_round(size) + 1;
    int count = 1;
    for (std::uint64_t reach = factor; reach < size; reach *= factor) ++count;
    return count;
  }

  // Two threads, 2^13 elements of 32 bits in a random order: 83 us by rounds, 74 by one walk. More
  // threads shorten the rounds alone; and where one is late, as on a busy machine, all wait in each
  // round.
  static bool is_for_one_thread(Space const& exec, std::uint64_t size) {
    return size * static_cast<std::uint64_t>(exec.concurrency()) <= std::uint64_t(1) << 15;
  }

  // Walks from each element to what is known, and once more to write what that makes known: three
  // loads an element. False, with all that is written right, where a walk is longer than the list:
  // it is on a cycle.
  static bool walk(Cells& cells, std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; ++i) {
      Value sum = 0;
      std::uint64_t steps = 0, at = i;
      auto cell = cells.load(at);
      for (; cell.next != Cells::end && steps <= size; ++steps) {
        sum = static_cast<Value>(sum + cell.sum);
        at = cell.next;
        cell = cells.load(at);
      }
      if (cell.next != Cells::end) return false;
      sum = static_cast<Value>(sum + cell.sum);
      for (at = i; steps > 0; --steps) {
        cell = cells.load(at);
        cells.set(at, Cells::end, sum);
        sum = static_cast<Value>(sum - cell.sum);
        at = cell.next;
      }
    }
    return true;
  }

  static void start_round(Space const& exec, Cells& cells, std::uint64_t size) {
    Kokkos::parallel_for("yoke::jump::round", Range(exec, 0, size),
                         JumpRound<Space, Value, list_end>{cells, jumps_per_round(size)});
    cells.end_round();
  }

  static std::uint64_t counted_round(Space const& exec, Cells& cells, std::uint64_t size) {
    std::uint64_t underway = 0;
    Kokkos::parallel_reduce("yoke::jump::round", Range(exec, 0, size),
                            JumpRound<Space, Value, list_end>{cells, jumps_per_round(size)},
                            underway);
    cells.end_round();
    return underway;
  }

  // A host learns for nothing how many elements are underway, and stops when none is. A device
  // would wait for each answer, so it is asked only once.
  static bool jump_rounds(Space const& exec, Cells& cells, std::uint64_t size, int rounds) {
    std::uint64_t underway = size;
    for (int round = 1; round <= rounds && underway > 0; ++round) {
      if (runs_on_host<Space> || round == rounds) {
        underway = counted_round(exec, cells, size);
      } else {
        start_round(exec, cells, size);
      }
    }
    return underway == 0;
  }

  std::size_t capacity_ = 0;
  Buffer<Space, typename Cells::Word> words_;
};

}  // namespace yoke::detail
