#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "components/ranks/global_components.hpp"
#include "components/traits.hpp"
#include "mpi/pack.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/hash.hpp"

// The steps of GlobalComponents (global_components.cpp).
namespace yoke::detail::mpi {

using components::Labels;

template <class Space, class Vertex>
Labels<Space, Vertex> labels_of(Buffer<Space, Vertex> const& buffer, std::uint64_t size) {
  return {Array<Space, Vertex>(buffer.data(), size), {}};
}

// A stretch of vertices, of which each thread sets some that lie far apart (as FillArray).
template <class Space, class Vertex>
struct StartAlone {
  Labels<Space, Vertex> labels;
  std::uint64_t begin, end, threads;

  static void run(Space const& exec, Labels<Space, Vertex> const& labels, std::uint64_t begin,
                  std::uint64_t end) {
    std::uint64_t const threads = (end - begin + 3) / 4;
    Kokkos::parallel_for("yoke::components::start", WideRange<Space>(exec, 0, threads),
                         StartAlone{labels, begin, end, threads});
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t t) const {
    for (std::uint64_t v = begin + t; v < end; v += threads) {
      labels.label(v) = static_cast<Vertex>(v);
    }
  }
};

template <class Space, class Vertex>
struct SettleLabel {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const { labels.settle(static_cast<Vertex>(v)); }
};

template <class Space, class Vertex>
struct LinkPairs {
  Labels<Space, Vertex> labels;
  JoinedPair<Vertex> const* pairs;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    labels.link(labels.find(pairs[i].one), pairs[i].one, pairs[i].other);
  }
};

// What a vertex that is drawn from `size` of them, from `begin` on, says that its root is: itself,
// which few do, where the root is farther than a voter goes.
template <class Space, class Vertex>
struct DrawRoots {
  Labels<Space, Vertex> labels;
  std::uint64_t begin, size;
  Vertex* votes;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto const drawn = static_cast<Vertex>(begin + hash(i) % size);
    Vertex const seen = labels.ancestor(drawn, components::ComponentsTraits<Space>::voting_steps);
    votes[i] = labels.parent(seen) == seen ? seen : drawn;
  }
};

// The most frequent, and of several the smallest; components::no_component where it has fewer than
// a sixteenth of the votes.
template <class Vertex>
Vertex most_frequent(std::vector<Vertex>& votes) {
  std::sort(votes.begin(), votes.end());
  Vertex best = votes[0];
  std::ptrdiff_t most = 0;
  for (auto first = votes.begin(); first != votes.end();) {
    auto const end = std::upper_bound(first, votes.end(), *first);
    if (end - first > most) {
      most = end - first;
      best = *first;
    }
    first = end;
  }
  bool const stands_out = 16 * static_cast<std::size_t>(most) >= votes.size();
  return stands_out ? best : components::no_component<Vertex>;
}

// A vertex of what is probably the largest component of the vertices from `begin` on, where one
// stands out. Whichever it is, labels are right. Fences.
template <class Space, class Vertex>
Vertex find_largest(Space const& exec, Labels<Space, Vertex> const& labels, std::uint64_t begin,
                    std::uint64_t size, Buffer<Space, Vertex>& buffer) {
  constexpr std::size_t voters = 1024;
  if (size == 0) return components::no_component<Vertex>;
  std::vector<Vertex> votes(voters);
  Array<Space, Vertex> const drawn(reserved(exec, buffer, voters), voters);
  Kokkos::parallel_for("yoke::components::vote", WideRange<Space>(exec, 0, voters),
                       DrawRoots<Space, Vertex>{labels, begin, size, drawn.data()});
  Kokkos::deep_copy(
      exec, Kokkos::View<Vertex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(votes.data(), voters),
      drawn);
  exec.fence("yoke::components: votes");
  return most_frequent(votes);
}

}  // namespace yoke::detail::mpi
