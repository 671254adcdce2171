#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "components/labels.hpp"
#include "components/traits.hpp"
#include "mpi/pack.hpp"
#include "primitives/arcs.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/mpi/detail/joint_components.hpp"

// The steps of JointComponents (joint_components.cpp).
namespace yoke::detail::mpi {

using components::Labels;

// The rank's own vertices, from `begin` on, and their rows.
template <class Space, class Vertex, class Offset>
struct OwnRows {
  CsrView<Space, Vertex, Offset> rows;
  std::uint64_t begin;

  KOKKOS_FUNCTION bool has(std::uint64_t v) const {
    return v >= begin && v - begin < rows.vertices();
  }
  KOKKOS_FUNCTION Vertex vertex(std::uint64_t row) const {
    return static_cast<Vertex>(begin + row);
  }
};

// As the first pass of Afforest, among own vertices: each is linked to two of its own neighbours.
// Where neighbours ascend those of other ranks may stand before them, which bisection passes over;
// in other orders it ends anywhere, and what stands there is as good.
template <class Space, class Vertex, class Offset>
struct LinkTwoOwn {
  static constexpr int linked = 2, most_looks = 4;
  OwnRows<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;

  KOKKOS_FUNCTION void operator()(std::uint64_t row) const {
    auto const& rows = own.rows;
    Vertex const v = own.vertex(row);
    Offset const end = rows.end(row);
    Offset low = rows.begin(row);
    if (own.begin > 0) {
      for (Offset high = end; low < high;) {
        Offset const middle = low + (high - low) / 2;
        if (rows.neighbours(middle) < own.begin) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
    }
    Vertex root = labels.find(v);
    int links = 0;
    for (int look = 0; look < most_looks && links < linked && low < end; ++look, ++low) {
      Vertex const u = rows.neighbours(low);
      if (!own.has(u)) continue;
      root = labels.link(root, v, u);
      ++links;
    }
  }
};

// The vertices of one component, those of which need not follow their arcs: what the component's
// root is while others hook it.
template <class Space, class Vertex>
struct Skipped {
  Labels<Space, Vertex> labels;
  Vertex of;  // one of its vertices

  KOKKOS_FUNCTION bool has(Vertex root) const { return root == of || root == labels.find(of); }
};

// Visits the arcs of a chunk that leave vertices outside the largest component.
template <class Space, class Vertex, class Offset, class Visit>
KOKKOS_FUNCTION void follow_outside(OwnRows<Space, Vertex, Offset> const& own,
                                    ArcChunks const& chunks, std::uint64_t chunk,
                                    Skipped<Space, Vertex> const& largest, Visit const& visit) {
  std::uint64_t arc = chunks.begin(chunk);
  std::uint64_t const end = chunks.end(chunk);
  for (std::uint64_t row = own.rows.row_of(arc); arc < end; ++row) {
    std::uint64_t const row_end = own.rows.end(row) < end ? own.rows.end(row) : end;
    if (row_end <= arc) continue;
    Vertex const v = own.vertex(row);
    if (!largest.has(largest.labels.compress(v))) {
      for (; arc < row_end; ++arc) visit(v, own.rows.neighbours(arc));
    }
    arc = row_end;
  }
}

// Of a rank's arcs, those within its own vertices.
template <class Space, class Vertex, class Offset>
struct LinkOwnArcs {
  OwnRows<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;
  ArcChunks chunks;
  Skipped<Space, Vertex> largest;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    follow_outside(own, chunks, chunk, largest, [&](Vertex v, Vertex u) {
      if (own.has(u)) labels.link(labels.find(v), v, u);
    });
  }
};

// The arcs that lead to other ranks' vertices. Each root that is hooked is noted.
template <class Space, class Vertex, class Offset>
struct LinkCrossArcs {
  OwnRows<Space, Vertex, Offset> own;
  Labels<Space, Vertex> labels;
  ArcChunks chunks;
  Skipped<Space, Vertex> largest;
  Hook<Vertex>* hooks;
  std::uint64_t* count;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    follow_outside(own, chunks, chunk, largest, [&](Vertex v, Vertex u) {
      if (!own.has(u)) join(v, u);
    });
  }

 private:
  // As Labels::link.
  KOKKOS_FUNCTION void join(Vertex v, Vertex u) const {
    Vertex one = labels.find(v), other = labels.find(u);
    while (one != other) {
      Vertex const high = one > other ? one : other, low = one > other ? other : one;
      Vertex const seen = Kokkos::atomic_compare_exchange(&labels.label(high), high, low);
      if (seen == high) {
        hooks[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = {high, low};
        return;
      }
      one = labels.find(seen);
      other = low;
    }
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

// The most frequent, and of several the smallest.
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
  return best;
}

// A vertex of what is probably the largest component of the vertices from `begin` on. Whichever it
// is, labels are right; ranks whose labels are the same choose the same one. Fences.
template <class Space, class Vertex>
Vertex find_largest(Space const& exec, Labels<Space, Vertex> const& labels, std::uint64_t begin,
                    std::uint64_t size, Buffer<Space, Vertex>& buffer) {
  constexpr std::size_t voters = 1024;
  if (size == 0) return static_cast<Vertex>(begin);
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
