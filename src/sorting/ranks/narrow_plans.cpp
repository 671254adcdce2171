#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "frame/ranks/plan_core.hpp"
#include "sorting/element.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"

namespace yoke::detail {

namespace sorting {

// Of sorted keys: how many have this rank or a smaller one.
template <class Word>
struct CountUpTo {
  Word const* keys;
  std::uint64_t size;
  KeyOrder<Word> order;
  std::uint64_t* ends;
  KOKKOS_FUNCTION void operator()(std::uint64_t rank) const {
    std::uint64_t low = 0, high = size;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (order.rank(keys[middle]) <= rank) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    ends[rank] = low;
  }
};

// The keys from place `begin` on among those of all MPI ranks, a piece at a time.
template <class Word>
struct WriteSorted {
  std::uint64_t const* ends;  // of each rank in the order, among the keys of all
  std::uint64_t begin;
  Word* keys;
  std::uint64_t size, piece;
  KeyOrder<Word> order;
  KOKKOS_FUNCTION void operator()(std::uint64_t p) const {
    std::uint64_t const first = p * piece, end = size - first < piece ? size : first + piece;
    std::uint32_t rank = 0;
    for (std::uint32_t step = 1u << (8 * sizeof(Word) - 1); step > 0; step /= 2) {
      if (ends[rank + step - 1] <= begin + first) rank += step;
    }
    for (std::uint64_t i = first; i < end; ++i) {
      while (ends[rank] <= begin + i) ++rank;
      keys[i] = order.key_of(static_cast<Word>(rank));
    }
  }
};

}  // namespace sorting

// Keys of 8 and 16 bits without values: no key is sent. The ranks add up how often each key occurs,
// and each rank writes its part of the result.
template <class Word, class Space>
class RankSolver<sorting::Sort<Word, sorting::NoValue>, Space> {
  static_assert(sorting::is_narrow<Word>);
  using Capability = sorting::Sort<Word, sorting::NoValue>;
  using Arguments = typename Capability::Arguments;
  using Host = Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  static constexpr std::size_t bins = std::size_t(1) << (8 * sizeof(Word));
  // One thread of a host looks for its first key once in a piece.
  static constexpr std::uint64_t piece = runs_on_host<Space> ? 4096 : 1;

 public:
  explicit RankSolver(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks),
        order_(plan.options.order),
        own_(plan.own()),
        ends_(make_buffer<Space, std::uint64_t>(ranks_.exec(), "yoke::mpi::sort::ends", bins)),
        counts_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::mpi::sort::counts"),
                bins + static_cast<std::size_t>(ranks_.ranks())) {}

  static void compare(mpi::Call& call, sorting::SortCapacity const&, SortOptions const& options) {
    call.same("options.order", options.order, mpi::order_names);
  }

  // Leaves the number of each key, and of this rank's keys, in the counts.
  void begin(Arguments const& arguments) {
    own_.run(arguments);
    Space const& exec = ranks_.exec();
    std::uint64_t const size = arguments.keys.size;
    Kokkos::parallel_for(
        "yoke::mpi::sort::count", WideRange<Space>(exec, 0, bins),
        sorting::CountUpTo<Word>{arguments.keys.data, size, order_of(arguments), ends_.data()});
    Kokkos::deep_copy(exec, Host(counts_.data(), bins), array_of(ends_));
    exec.fence("yoke::mpi::sort: counted");
    for (std::size_t bin = bins - 1; bin > 0; --bin) counts_(bin) -= counts_(bin - 1);
    for (int rank = 0; rank < ranks_.ranks(); ++rank) {
      counts_(bins + static_cast<std::size_t>(rank)) = rank == ranks_.rank() ? size : 0;
    }
  }

  std::size_t run(Arguments const& arguments) {
    ranks_.sum(counts_.data(), counts_.extent(0));
    for (std::size_t bin = 1; bin < bins; ++bin) counts_(bin) += counts_(bin - 1);
    std::uint64_t before = 0;
    for (int rank = 0; rank < ranks_.rank(); ++rank) {
      before += counts_(bins + static_cast<std::size_t>(rank));
    }
    Space const& exec = ranks_.exec();
    std::uint64_t const size = arguments.keys.size;
    Kokkos::deep_copy(exec, array_of(ends_), Host(counts_.data(), bins));
    Kokkos::parallel_for("yoke::mpi::sort::write",
                         WideRange<Space>(exec, 0, (size + piece - 1) / piece),
                         sorting::WriteSorted<Word>{ends_.data(), before, arguments.keys.data, size,
                                                    piece, order_of(arguments)});
    exec.fence("yoke::mpi::sort: written");
    return 0;
  }
  SortAlgorithm algorithm() const { return own_.algorithm(); }

 private:
  sorting::KeyOrder<Word> order_of(Arguments const& arguments) const {
    return {arguments.kind, order_};
  }

  mpi::Network<Space>& ranks_;
  SortOrder order_;
  PlanCore<Capability, Space> own_;
  Buffer<Space, std::uint64_t> ends_;
  Buffer<Kokkos::HostSpace, std::uint64_t> counts_;
};

}  // namespace yoke::detail

YOKE_INSTANTIATE_RANK_PLANS(
    yoke::detail::sorting::Sort<std::uint8_t, yoke::detail::sorting::NoValue>)
YOKE_INSTANTIATE_RANK_PLANS(
    yoke::detail::sorting::Sort<std::uint16_t, yoke::detail::sorting::NoValue>)
