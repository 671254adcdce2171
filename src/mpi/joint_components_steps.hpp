#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "components/afforest_steps.hpp"
#include "components/labels.hpp"
#include "components/traits.hpp"
#include "mpi/pack.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/primitives/relaxed.hpp"
#include "yoke/mpi/detail/joint_components.hpp"

// The steps of JointComponents (joint_components.cpp).
namespace yoke::detail::mpi {

using components::Labels;

// What stands for the label of a vertex that a rank knows nothing of.
template <class Vertex>
inline constexpr Vertex unheard = ~Vertex(0);

template <class Space, class Vertex>
struct StartAlone {
  Labels<Space, Vertex> labels;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    labels.label(v) = static_cast<Vertex>(v);
  }
};

// Points every vertex at its root, and writes down what other ranks are to know: their vertices'
// labels, but of those that no arc of this rank leads to.
template <class Space, class Vertex>
struct TellLabels {
  Labels<Space, Vertex> labels;
  std::uint64_t begin, end;  // the own vertices
  Array<Space, Vertex> told;

  KOKKOS_FUNCTION bool is_own(std::uint64_t v) const { return v >= begin && v < end; }
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    Vertex const root = labels.settle(static_cast<Vertex>(v));
    if (root == v) return;
    if (!is_own(v)) told(v) = root;
    // A root with others below it: all of them say so, and most see that it was said.
    if (!is_own(root) && told(root) != root) relaxed_store(&told(root), root);
  }
};

// Joins the own vertices' components by what one other rank has said of them, and notes pairs that
// say as much as all of it. A pair is of the other's label and an own root, where the label is new
// to this rank, and otherwise of the two roots that it joins: whatever two roots have in common
// with a label, the first pair of that label and the joined roots say.
template <class Space, class Vertex>
struct JoinHeard {
  Labels<Space, Vertex> labels;
  Vertex const* heard;  // of the own vertices
  std::uint64_t begin;
  Array<Space, Vertex> own_of;  // of each label of the other, an own one
  JoinedPair<Vertex>* pairs;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const other = heard[i];
    if (other == unheard<Vertex>) return;
    Vertex const own = labels.find(static_cast<Vertex>(begin + i));
    Vertex before = relaxed_load(&own_of(other));
    if (before == unheard<Vertex>) {
      before = Kokkos::atomic_compare_exchange(&own_of(other), unheard<Vertex>, own);
      if (before == unheard<Vertex>) {
        note(other, own);
        return;
      }
    }
    if (before != own) join(own, labels.find(before));
  }

 private:
  KOKKOS_FUNCTION void note(Vertex one, Vertex other) const {
    pairs[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {one, other};
  }
  // As Labels::link.
  KOKKOS_FUNCTION void join(Vertex one, Vertex other) const {
    while (one != other) {
      Vertex const high = one > other ? one : other, low = one > other ? other : one;
      Vertex const seen = Kokkos::atomic_compare_exchange(&labels.label(high), high, low);
      if (seen == high) {
        note(high, low);
        return;
      }
      one = labels.find(seen);
      other = low;
    }
  }
};

template <class Vertex>
struct CountHeard {
  Vertex const* heard;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    sum += heard[i] != unheard<Vertex>;
  }
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
  Array<Space, Vertex> const drawn(room_for(exec, buffer, voters), voters);
  Kokkos::parallel_for("yoke::components::vote", WideRange<Space>(exec, 0, voters),
                       DrawRoots<Space, Vertex>{labels, begin, size, drawn.data()});
  Kokkos::deep_copy(
      exec, Kokkos::View<Vertex*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(votes.data(), voters),
      drawn);
  exec.fence("yoke::components: votes");
  return most_frequent(votes);
}

}  // namespace yoke::detail::mpi
