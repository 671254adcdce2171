#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "shortest_paths/negative_cycle.hpp"
#include "shortest_paths/ranks/to_owners.hpp"
#include "yoke/mpi/detail/network.hpp"

namespace yoke::detail::mpi {

// NegativeCycles on ranks. Each rank finds the least offers along its own arcs and proposes them,
// with who makes them, to the owners. Then all ranks get the pointers of all vertices, and each
// walks along them alone.
template <class Space, class Vertex, class Offset, class Weight>
class GlobalCycles {
 public:
  using ToTheOwners = ToOwners<Space, Vertex, Weight>;
  using Offers = shortest_paths::Offers<Space, Vertex, Offset, Weight>;

  // `all` vertices of all ranks. By each rank alone.
  void prepare(Space const& exec, std::uint64_t all) {
    reserved(exec, best_, all);
    pointers_.reserve(exec, all);
  }

  // Throws yoke::InvalidInput on all ranks, which names a vertex on a cycle, or, if there is a
  // cycle for sure, perhaps one that the cycle leads to. `offers` are of the rank's own arcs, and
  // `sizes` the ranks' numbers of vertices. Nothing is listed for the owners, before and after.
  void check(Network<Space>& ranks, ToTheOwners& to_owners, Offers const& offers,
             shortest_paths::OwnRange const& own, Counts const& sizes, std::uint64_t all,
             bool is_sure) const {
    using namespace shortest_paths;
    find_offers(ranks.exec(), to_owners, offers, own, all);
    auto const from = pointers_.from(all);
    ranks.gather_all(from.data() + own.begin, sizes, from.data());
    auto const marked = pointers_.mark_cycles(ranks.exec(), all);
    FirstLowered<Space, Vertex, Weight> lowered{offers.distances, own_of(best_.data(), own),
                                                own_of(marked.data(), own)};
    auto const first = [&] {
      std::uint64_t const v = first_lowered(ranks.exec(), lowered);
      return ranks.least(v == nothing_found ? v : own.begin + v);
    };
    refuse_cycle(first(), "lies on");
    if (!is_sure) return;
    lowered.marked = {};
    refuse_cycle(first(), "is reached from");
  }

 private:
  template <class T>
  static Array<Space, T> own_of(T* all, shortest_paths::OwnRange const& own) {
    return Array<Space, T>(all + own.begin, own.size);
  }

  // The least offers to this rank's own vertices, and their pointers to whom these come from.
  void find_offers(Space const& exec, ToTheOwners& to_owners, Offers const& offers,
                   shortest_paths::OwnRange const& own, std::uint64_t all) const {
    using namespace shortest_paths;
    auto const best = array_of(best_, all);
    auto const from = pointers_.from(all);
    Kokkos::deep_copy(exec, best, infinity<Weight>);
    Kokkos::deep_copy(exec, from, no_vertex<Vertex>);
    WideRange<Space> const range(exec, 0, offers.chunks.count());
    Kokkos::parallel_for("yoke::shortest_paths::best_offers", range,
                         LeastOffers<Space, Vertex, Offset, Weight>{offers, best});
    auto const others = to_owners.others(best, {}, from);
    Kokkos::parallel_for("yoke::shortest_paths::offers_to_others", range,
                         ProposeLeast<Space, Vertex, Offset, Weight>{offers, own, others});
    auto const received = to_owners.send_proposals(others);
    WideRange<Space> const of_received(exec, 0, received.size);
    Kokkos::parallel_for("yoke::shortest_paths::take_best_offers", of_received,
                         TakeLeast<Space, Vertex, Weight>{received.messages, own, best});
    // The rank's own offers that another rank's have not beaten, and then those of others.
    Kokkos::parallel_for(
        "yoke::shortest_paths::smallest_offers", range,
        SmallestOffers<Space, Vertex, Offset, Weight>{offers, best, from, own.begin});
    Kokkos::parallel_for("yoke::shortest_paths::take_smallest_offers", of_received,
                         TakeSmallest<Space, Vertex, Weight>{received.messages, own, best, from});
    Kokkos::parallel_for(
        "yoke::shortest_paths::cut_at_roots", WideRange<Space>(exec, 0, own.size),
        CutAtRoots<Space, Vertex, Weight>{offers.distances, own_of(best_.data(), own),
                                          own_of(from.data(), own)});
  }

  // Of all ranks' vertices.
  Buffer<Space, Weight> best_;
  shortest_paths::Pointers<Space, Vertex> pointers_;
};

}  // namespace yoke::detail::mpi
