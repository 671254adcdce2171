#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/arcs.hpp"
#include "shortest_paths/negative_cycle.hpp"
#include "shortest_paths/parents.hpp"

// The steps of GlobalPaths (global_paths.hpp) and GlobalCycles. Own vertices have their places
// among the rank's own, from 0, and neighbours their numbers among all ranks' vertices.
namespace yoke::detail::shortest_paths {

// What a rank tells a vertex's owner: a distance, or the vertex before it at this distance.
template <class Vertex, class Weight>
struct Offer {
  Vertex vertex;
  Weight distance;
};
template <class Vertex, class Weight>
struct Proposal {
  Vertex vertex, from;
  Weight distance;
};

struct OwnRange {
  std::uint64_t begin, size;
  KOKKOS_FUNCTION bool has(std::uint64_t v) const { return v >= begin && v - begin < size; }
};

// Other ranks' vertices, with the least distances that this rank has found for them, and then the
// smallest vertices before them. Those to be told to their owners are listed once an exchange.
template <class Space, class Vertex, class Weight>
struct OtherVertices {
  Array<Space, Weight> distances;
  Array<Space, std::uint32_t> listed_for;  // the exchange; empty: nothing is offered
  Array<Space, Vertex> parents;            // empty: nothing is proposed
  Vertex* list;
  std::uint64_t* count;
  std::uint32_t exchange;

  template <bool shared>
  KOKKOS_FUNCTION void offer(Vertex v, Weight distance) const {
    if (!lower<shared, Space>(&distances(v), distance)) return;
    std::uint32_t* const mark = &listed_for(v);
    if (relaxed_load(mark) == exchange) return;
    if (Kokkos::atomic_exchange(mark, exchange) != exchange) append(v);
  }
  // Told once: after that exchange v has a parent, or is nearer than this rank knows.
  KOKKOS_FUNCTION void propose(Vertex v, Vertex u) const {
    if (relaxed_load(&parents(v)) <= u) return;
    if (Kokkos::atomic_fetch_min(&parents(v), u) == no_vertex<Vertex>) append(v);
  }

 private:
  KOKKOS_FUNCTION void append(Vertex v) const {
    list[Kokkos::atomic_fetch_add(count, std::uint64_t(1))] = v;
  }
};

template <class Space, class Vertex, class Weight>
struct MakeOffers {
  Vertex const* list;
  Array<Space, Weight const> distances;  // of all ranks' vertices
  Offer<Vertex, Weight>* offers;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    offers[i] = {list[i], distances(list[i])};
  }
};

template <class Space, class Vertex, class Weight>
struct MakeProposals {
  Vertex const* list;
  OtherVertices<Space, Vertex, Weight> others;
  Proposal<Vertex, Weight>* proposals;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex const v = list[i];
    proposals[i] = {v, others.parents(v), others.distances(v)};
  }
};

// Proposes to the owners the least distance that the rank's arcs offer each other vertex, which is
// others.distances there, from the smallest vertex.
template <class Space, class Vertex, class Offset, class Weight>
struct ProposeLeast {
  Offers<Space, Vertex, Offset, Weight> offers;
  OwnRange own;
  OtherVertices<Space, Vertex, Weight> others;
  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    offers.for_each(chunk, [&](std::uint64_t u, Vertex v, Weight offer) {
      if (own.has(v) || !(offer < far_away<Weight>() && offer == others.distances(v))) return;
      others.propose(v, static_cast<Vertex>(own.begin + u));
    });
  }
};

// What others have proposed so: the least distance that is offered, and then the smallest vertex
// that offers it.
template <class Space, class Vertex, class Weight>
struct TakeLeast {
  Proposal<Vertex, Weight> const* proposals;
  OwnRange own;
  Array<Space, Weight> best;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Proposal<Vertex, Weight> const proposal = proposals[i];
    if (own.has(proposal.vertex)) lower<true, Space>(&best(proposal.vertex), proposal.distance);
  }
};
template <class Space, class Vertex, class Weight>
struct TakeSmallest {
  Proposal<Vertex, Weight> const* proposals;
  OwnRange own;
  Array<Space, Weight const> best;
  Array<Space, Vertex> from;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Proposal<Vertex, Weight> const proposal = proposals[i];
    if (!own.has(proposal.vertex) || proposal.distance != best(proposal.vertex)) return;
    Kokkos::atomic_min(&from(proposal.vertex), proposal.from);
  }
};

// A source that another one reaches by a negative distance is not its own parent.
template <class Space, class Vertex, class Weight>
struct DropLoweredSources {
  Array<Space, Weight const> distances;
  Array<Space, Vertex> parents;
  KOKKOS_FUNCTION void operator()(std::uint64_t v) const {
    if (distances(v) != 0) parents(v) = no_vertex<Vertex>;
  }
};

// As TakeSources: own ones are near, and others are told to their owners.
template <class Space, class Vertex, class Weight>
struct TakeRankSources {
  bfs::BfsSources<Space, Vertex> sources;
  OwnRange own;
  Array<Space, Weight> distances;
  Array<Space, Vertex> parents;  // empty: not wanted
  OtherVertices<Space, Vertex, Weight> others;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      Vertex const v = sources(i);
      if (!own.has(v)) {
        others.template offer<shared>(v, Weight(0));
      } else if (lower<shared, Space>(&distances(v - own.begin), Weight(0))) {
        if (parents.extent(0) > 0) parents(v - own.begin) = v;
        put(Pile::near, static_cast<Vertex>(v - own.begin));
      }
    }
  }
};

// What others have sent. Where all have sent to all, it is of others' vertices too.
template <class Space, class Vertex, class Weight>
struct TakeOffers {
  Offer<Vertex, Weight> const* offers;
  OwnRange own;
  Array<Space, Weight> distances;
  Array<Space, Vertex> parents;  // of sources, their own; empty: not wanted, or no sources
  Weight limit;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      Offer<Vertex, Weight> const offer = offers[i];
      if (!own.has(offer.vertex)) continue;
      auto const v = static_cast<Vertex>(offer.vertex - own.begin);
      if (!lower<shared, Space>(&distances(v), offer.distance)) continue;
      if (parents.extent(0) > 0) parents(v) = offer.vertex;
      put(offer.distance <= limit ? Pile::near : Pile::far, v);
    }
  }
};

// As Relax.
template <class Space, class Vertex, class Offset, class Weight>
struct RelaxRows {
  OwnRange own;
  Array<Space, Weight const> weights;
  Array<Space, Weight> distances;
  OtherVertices<Space, Vertex, Weight> others;
  Weight limit;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void follow(Vertex u, Vertex const* row, Offset row_begin, Offset first,
                              Offset last, Put const& put) const {
    Weight const near = relaxed_weight(&distances(u));
    Weight const* const weight = weights.data() + row_begin;
    for (Offset arc = first; arc < last; ++arc) {
      Vertex const v = row[arc];
      Weight const distance = add(near, weight[arc]);
      if (!own.has(v)) {
        others.template offer<shared>(v, distance);
      } else if (lower<shared, Space>(&distances(v - own.begin), distance)) {
        put(distance <= limit ? Pile::near : Pile::far, static_cast<Vertex>(v - own.begin));
      }
    }
  }
};

// As SmallestNearer. The distance that this rank knows of another's vertex is the least along its
// own arcs: if the owner knows a smaller one, none of these is tight.
template <class Space, class Vertex, class Offset, class Weight>
struct SmallestNearerRows {
  CsrView<Space, Vertex, Offset> rows;
  ArcChunks chunks;
  OwnRange own;
  Array<Space, Weight const> weights, distances;
  Array<Space, Vertex> parents;
  OtherVertices<Space, Vertex, Weight> others;

  KOKKOS_FUNCTION void operator()(std::uint64_t chunk) const {
    for_each_arc(rows, chunks.begin(chunk), chunks.end(chunk),
                 [&](std::uint64_t u, std::uint64_t arc) { propose(u, arc); });
  }

 private:
  KOKKOS_FUNCTION void propose(std::uint64_t u, std::uint64_t arc) const {
    Vertex const v = rows.neighbours(arc);
    bool const is_own = own.has(v);
    Weight const from = distances(u), to = is_own ? distances(v - own.begin) : others.distances(v);
    if (!(from < to) || !is_tight(from, weights(arc), to)) return;
    auto const vertex = static_cast<Vertex>(own.begin + u);
    if (!is_own) {
      others.propose(v, vertex);
    } else if (vertex < relaxed_load(&parents(v - own.begin))) {
      Kokkos::atomic_min(&parents(v - own.begin), vertex);
    }
  }
};

// As ProposeParents.
template <class Space, class Vertex, class Offset, class Weight>
struct ProposeParentRows {
  OwnRange own;
  Array<Space, Weight const> weights, distances;
  Array<Space, std::uint32_t const> mark;
  Array<Space, Vertex> parents;
  OtherVertices<Space, Vertex, Weight> others;
  std::uint32_t round;

  template <bool shared, class Put>
  KOKKOS_FUNCTION void follow(Vertex u, Vertex const* row, Offset row_begin, Offset first,
                              Offset last, Put const& put) const {
    Weight const from = distances(u);
    auto const vertex = static_cast<Vertex>(own.begin + u);
    for (Offset arc = first; arc < last; ++arc) {
      Vertex const v = row[arc];
      Weight const weight = weights(row_begin + arc);
      if (!own.has(v)) {
        if (is_tight(from, weight, others.distances(v))) others.propose(v, vertex);
        continue;
      }
      auto const place = static_cast<Vertex>(v - own.begin);
      std::uint32_t const seen = relaxed_load(&mark(place));
      if (seen != 0 && seen != round) continue;
      if (!is_tight(from, weight, distances(place))) continue;
      Kokkos::atomic_min(&parents(place), vertex);
      put(Pile::near, place);
    }
  }
};

// What others propose: in rounds to those that have no parent from a round before, and else, with
// round 0, to all.
template <class Space, class Vertex, class Weight>
struct TakeProposals {
  Proposal<Vertex, Weight> const* proposals;
  OwnRange own;
  Array<Space, Weight const> distances;
  Array<Space, std::uint32_t const> mark;
  Array<Space, Vertex> parents;
  std::uint32_t round;

  template <bool, class Put>
  KOKKOS_FUNCTION void for_each(std::uint64_t begin, std::uint64_t end, Put const& put) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      Vertex v = 0;
      if (take(i, v)) put(Pile::near, v);
    }
  }
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    Vertex v = 0;
    take(i, v);
  }

 private:
  KOKKOS_FUNCTION bool take(std::uint64_t i, Vertex& v) const {
    Proposal<Vertex, Weight> const proposal = proposals[i];
    if (!own.has(proposal.vertex)) return false;
    v = static_cast<Vertex>(proposal.vertex - own.begin);
    if (distances(v) != proposal.distance) return false;
    std::uint32_t const seen = round == 0 ? 0 : relaxed_load(&mark(v));
    if (seen != 0 && seen != round) return false;
    Kokkos::atomic_min(&parents(v), proposal.from);
    return true;
  }
};

}  // namespace yoke::detail::shortest_paths
