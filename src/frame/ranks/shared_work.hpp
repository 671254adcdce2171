#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "frame/fill_array.hpp"
#include "frame/ranks/rank_solver.hpp"
#include "frame/ranks/same_arrays.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail {

struct AddSums {
  std::uint64_t const* sums;
  std::uint64_t* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { to[i] += sums[i]; }
};

// The arrays of a call that are `summed` on ranks, of 64-bit counts, and one more count. They go
// through host memory, all in one collective.
template <class Space, class Arguments>
class SummedArrays {
 public:
  // By each rank alone: the arguments with arrays of this rank's own in place of those that it adds
  // to, all zeros. Makes room, which is kept.
  Arguments own(Space const& exec, Arguments const& given) {
    std::size_t all = 0, added = 0;
    each(given, [&](auto const& array, bool is_added) {
      all += array.size;
      if (is_added) added += array.size;
    });
    if (host_.extent(0) < all + 1) {
      host_ = Buffer<Kokkos::HostSpace, std::uint64_t>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::mpi::sums"), all + 1);
    }
    if (own_.extent(0) < added) {
      own_ = make_buffer<Space, std::uint64_t>(exec, "yoke::mpi::own", added);
    }
    fill(exec, Array<Space, std::uint64_t>(own_.data(), added), 0);
    exec.fence("yoke::mpi::own");
    Arguments mine = given;
    auto* next = own_.data();
    each(mine, [&](auto& array, bool is_added) {
      if (!is_added) return;
      array.data = next;
      next += array.size;
    });
    return mine;
  }

  // By all: `mine` is what own() has returned. Returns the sum of the ranks' counts.
  std::uint64_t sum(mpi::Network<Space>& ranks, Arguments const& mine, Arguments const& given,
                    std::uint64_t count) {
    Space const& exec = ranks.exec();
    std::size_t all = 0;
    each(mine, [&](auto const& array, bool) {
      Kokkos::deep_copy(exec, Host(host_.data() + all, array.size), near(array));
      all += array.size;
    });
    exec.fence("yoke::mpi::sums: down");
    host_(all) = count;
    ranks.sum(host_.data(), all + 1);
    all = 0;
    each(mine, [&](auto const& array, bool) {
      Kokkos::deep_copy(exec, near(array), Host(host_.data() + all, array.size));
      all += array.size;
    });
    auto const* next = own_.data();
    each(given, [&](auto const& array, bool is_added) {
      if (!is_added) return;
      Kokkos::parallel_for("yoke::mpi::add", WideRange<Space>(exec, 0, array.size),
                           AddSums{next, array.data});
      next += array.size;
    });
    exec.fence("yoke::mpi::sums: up");
    return host_(all);
  }

 private:
  using Host = Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

  template <class Some, class Visit>
  static void each(Some& arguments, Visit const& visit) {
    each_on_ranks<OnRanks::summed>(arguments, [&](auto& array, char const*) {
      static_assert(sizeof(*array.data) == sizeof(std::uint64_t));
      visit(array, is_updated<std::remove_cvref_t<decltype(array)>>);
    });
  }
  template <class T>
  static Array<Space, std::uint64_t> near(RawArray<T> const& array) {
    return Array<Space, std::uint64_t>(array.data, array.size);
  }

  Buffer<Kokkos::HostSpace, std::uint64_t> host_;
  Buffer<Space, std::uint64_t> own_;
};

// A capability whose ranks need nothing of each other but sums: each works on its part alone, and
// what is `summed`, and what calls return, is added up. What a rank finds wrong, it says in the
// first message.
template <class Capability, class Space>
class SharedWork {
  using Arguments = typename Capability::Arguments;

 public:
  explicit SharedWork(RankPlan<Capability, Space> const& plan)
      : ranks_(plan.ranks), own_(plan.own()) {}

  void begin(Arguments const& arguments) {
    mine_ = sums_.own(ranks_.exec(), arguments);
    own_result_ = own_.run(mine_);
  }
  std::size_t run(Arguments const& arguments) {
    return sums_.sum(ranks_, mine_, arguments, own_result_);
  }
  typename Capability::Algorithm algorithm() const { return own_.algorithm(); }

 protected:
  mpi::Network<Space>& ranks() const { return ranks_; }

 private:
  mpi::Network<Space>& ranks_;
  PlanCore<Capability, Space> own_;
  SummedArrays<Space, Arguments> sums_;
  Arguments mine_;
  std::size_t own_result_ = 0;
};

}  // namespace yoke::detail
