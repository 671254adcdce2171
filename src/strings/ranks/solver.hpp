#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "frame/ranks/plan_core.hpp"
#include "strings/ranks/string_order.hpp"
#include "yoke/detail/strings/capability.hpp"

namespace yoke::detail {

namespace strings {

// The numbers of a rank's elements as those among all ranks'.
template <class Number>
struct ShiftedNumbers {
  Number const* own;
  std::uint64_t begin;
  Number* numbers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    numbers[i] = static_cast<Number>(begin + own[i]);
  }
};

}  // namespace strings

// Each rank sorts its strings and gathers them in that order; what belongs where is then found,
// sent and merged.
template <class Offset, class Index, class Space>
class RankSolver<strings::SortStrings<Offset, Index>, Space> {
  using Capability = strings::SortStrings<Offset, Index>;
  using Gather = strings::GatherStrings<Offset, Index>;
  using Arguments = typename Capability::Arguments;
  using Memory = typename Space::memory_space;
  static constexpr Place here = place_of<Memory>();

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        is_descending_(plan.options.order == SortOrder::descending),
        own_(plan.own()),
        gather_(plan.exec, {}, {}, plan.ledger) {}

  static void compare(mpi::Call& call, strings::StringsCapacity const&,
                      SortStringsOptions const& options) {
    call.same("options.order", options.order, mpi::order_names)
        .same("options.look_ahead", options.look_ahead);
  }

  void begin(Arguments const& arguments) { own_.run(arguments); }

  std::size_t run(Arguments const& arguments, RankSizes const& sizes) {
    agreed(ranks_, [&] { gather(arguments, sizes.before); });
    std::size_t const size = arguments.permutation.size;
    order_.run(ranks_, characters_.data(), offsets_.data(), numbers_.data(), sizes.each,
               is_descending_, Array<Space, Index>(arguments.permutation.data, size));
    return 0;
  }
  SortStringsAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  // This rank's strings in their order, and their numbers.
  void gather(Arguments const& arguments, std::uint64_t begin) {
    Space const& exec = ranks_.exec();
    std::size_t const size = arguments.permutation.size;
    std::uint64_t const total =
        size == 0 ? 0 : at(arguments.offsets, size) - at(arguments.offsets, 0);
    reserve(characters_, "yoke::mpi::strings", total);
    reserve(offsets_, "yoke::mpi::offsets", size + 1);
    reserve(numbers_, "yoke::mpi::numbers", size);
    typename Gather::Arguments gathered;
    gathered.characters = arguments.characters;
    gathered.offsets = arguments.offsets;
    gathered.permutation = {arguments.permutation.data, size, here};
    gathered.out_characters = {characters_.data(), total, here};
    gathered.out_offsets = {offsets_.data(), size + 1, here};
    gathered.largest_offset = arguments.largest_offset;
    gather_.run(gathered);
    Kokkos::parallel_for(
        "yoke::mpi::sort_strings::shift", WideRange<Space>(exec, 0, size),
        strings::ShiftedNumbers<Index>{arguments.permutation.data, begin, numbers_.data()});
    exec.fence("yoke::mpi::sort_strings: gathered");
  }

  template <class T>
  void reserve(Buffer<Space, T>& buffer, char const* label, std::size_t size) {
    if (buffer.extent(0) < size) buffer = make_buffer<Space, T>(ranks_.exec(), label, size);
  }

  std::uint64_t at(RawArray<Offset const> const& offsets, std::size_t i) const {
    Offset value = 0;
    Kokkos::deep_copy(
        ranks_.exec(), Kokkos::View<Offset, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value),
        Kokkos::View<Offset const, Memory, Kokkos::MemoryUnmanaged>(offsets.data + i));
    ranks_.exec().fence("yoke::mpi::sort_strings: offset");
    return value;
  }

  mpi::Network<Space>& ranks_;
  bool is_descending_;
  PlanCore<Capability, Space> own_;
  PlanCore<Gather, Space> gather_;
  mpi::StringOrder<Space, Offset, Index> order_;
  Buffer<Space, strings::Byte> characters_;
  Buffer<Space, Offset> offsets_;
  Buffer<Space, Index> numbers_;
};

}  // namespace yoke::detail
