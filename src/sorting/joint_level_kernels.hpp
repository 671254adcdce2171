#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstdint>

#include "sorting/joint_kernels.hpp"

// The steps of a level behind the first one, of several buckets at once. Elements are canonical by
// then.
namespace yoke::detail::sorting::joint {

// What a level partitions: a bucket of the level before.
struct Parent {
  std::uint64_t begin, size;
  std::uint64_t ranks, nodes;  // where its splitters and its tree begin
  std::uint32_t splitters;     // 0: it stays whole

  KOKKOS_FUNCTION int tree_levels() const {
    int levels = 0;
    while ((splitters >> levels) != 0) ++levels;
    return levels;
  }
};

// A part of a parent that a thread or a team counts and moves by itself.
struct LevelTile {
  std::uint64_t begin, end;
  std::uint64_t counters, stride;  // its first counter, and from one bucket's to the next one's
  std::uint64_t parent;
};

struct LevelTiles {
  LevelTile const* tiles;
  Parent const* parents;
  std::uint64_t size;

  KOKKOS_FUNCTION std::uint64_t count() const { return size; }
  KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t tile) const { return tiles[tile].begin; }
  KOKKOS_FUNCTION std::uint64_t end(std::uint64_t tile) const { return tiles[tile].end; }
  KOKKOS_FUNCTION std::uint64_t counter(std::uint64_t tile, std::uint64_t bucket) const {
    return tiles[tile].counters + bucket * tiles[tile].stride;
  }
  KOKKOS_FUNCTION std::uint64_t buckets_of(std::uint64_t tile) const {
    return parents[tiles[tile].parent].splitters + 1;
  }
};

// The splitters of each parent, and their tree.
template <class Word, class Own>
struct PlantTrees {
  // Of a bucket to be.
  static constexpr std::uint32_t samples = 8;

  Own own;
  KeyOrder<Word> order;
  Parent const* parents;
  Word *ranks, *nodes;

  KOKKOS_FUNCTION Word sample(Parent const& parent, std::uint32_t i) const {
    return order.rank(own.load(parent.begin + hash(std::uint64_t(i)) % parent.size).key);
  }
  // Those that are missing are the largest rank, whose keys are the last bucket.
  KOKKOS_FUNCTION void finish_splitters(Parent const& parent) const {
    Word* const mine = ranks + parent.ranks;
    std::uint32_t const kept = make_splitters(mine, parent.splitters);
    for (std::uint32_t i = kept; i < parent.splitters; ++i) mine[i] = static_cast<Word>(~Word(0));
  }
  KOKKOS_FUNCTION void place_nodes(Parent const& parent, std::uint64_t thread,
                                   std::uint64_t threads) const {
    int const levels = parent.tree_levels();
    PlaceSplitters<Word, RankOfSplitter<Word>> const place{
        nodes + parent.nodes, levels, parent.splitters, {ranks + parent.ranks}};
    for (std::uint64_t k = 1 + thread; k < std::uint64_t(1) << levels; k += threads) place(k);
  }
};

template <class Space, class Word, class Own>
struct PlantByThreads : PlantTrees<Word, Own> {
  using Base = PlantTrees<Word, Own>;

  void operator()(std::uint64_t p) const {
    Parent const& parent = this->parents[p];
    if (parent.splitters == 0) return;
    std::array<Word, Base::samples * buckets> sample;
    std::uint32_t const size = Base::samples * (parent.splitters + 1);
    for (std::uint32_t i = 0; i < size; ++i) sample[i] = Base::sample(parent, i);
    std::sort(sample.data(), sample.data() + size);
    for (std::uint32_t i = 0; i < parent.splitters; ++i) {
      this->ranks[parent.ranks + i] = sample[(i + 1) * Base::samples];
    }
    Base::finish_splitters(parent);
    Base::place_nodes(parent, 0, 1);
  }
  void run(Space const& exec, std::uint64_t parents) const {
    Kokkos::parallel_for("yoke::sort::splitters", WideRange<Space>(exec, 0, parents), *this);
  }
};

template <class Space, class Word, class Own>
struct PlantByTeams : PlantTrees<Word, Own> {
  using Base = PlantTrees<Word, Own>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Sort = TeamSort<Space, Word, NaturalLess>;
  static_assert(Base::samples * buckets <= Sort::most);

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Parent const& parent = this->parents[member.league_rank()];
    if (parent.splitters == 0) return;
    Word* const splitters = this->ranks + parent.ranks;
    NaturalLess const less;
    Sort(member, less)
        .sort_tile(
            Base::samples * (parent.splitters + 1),
            [&](std::uint32_t i) { return Base::sample(parent, i); },
            [&](std::uint32_t i, Word rank) {
              if (i > 0 && i % Base::samples == 0) splitters[i / Base::samples - 1] = rank;
            });
    member.team_barrier();
    if (member.team_rank() == 0) Base::finish_splitters(parent);
    member.team_barrier();
    Base::place_nodes(parent, static_cast<std::uint64_t>(member.team_rank()),
                      TeamTiles<Space>::threads);
  }
  void run(Space const& exec, std::uint64_t parents) const {
    Kokkos::parallel_for("yoke::sort::splitters", Sort::policy(exec, parents), *this);
  }
};

// Phase I, of a tile.
template <class Word, class Own>
struct LabelTile {
  // Searches that wait for nothing of each other's.
  static constexpr int at_once = 8;

  Own own;
  KeyOrder<Word> order;
  LevelTiles table;
  Word const* nodes;
  Label* labels;

  KOKKOS_FUNCTION void operator()(std::uint64_t tile, std::uint64_t thread,
                                  std::uint64_t threads) const {
    Parent const& parent = table.parents[table.tiles[tile].parent];
    detail::SplitterTree<Word> const tree{nodes + parent.nodes, parent.tree_levels(),
                                          parent.splitters};
    std::uint64_t const end = table.end(tile);
    Word ranks[at_once];
    std::uint32_t counts[at_once];
    for (std::uint64_t i = table.begin(tile) + thread; i < end; i += at_once * threads) {
      for (int k = 0; k < at_once; ++k) {
        std::uint64_t const at = i + static_cast<std::uint64_t>(k) * threads;
        ranks[k] = at < end ? order.rank(own.load(at).key) : Word(0);
      }
      tree.template count_up_to<at_once>(ranks, counts);
      for (int k = 0; k < at_once; ++k) {
        std::uint64_t const at = i + static_cast<std::uint64_t>(k) * threads;
        if (at < end) labels[at] = static_cast<Label>(counts[k]);
      }
    }
  }
};

template <class Own>
struct LoadOwn {
  Own own;
  KOKKOS_FUNCTION auto operator()(std::uint64_t i) const { return own.load(i); }
};
template <class Own>
struct StoreOwn {
  Own own;
  template <class Moved>
  KOKKOS_FUNCTION void operator()(std::uint64_t place, std::uint32_t, Moved const& element) const {
    own.store(place, element);
  }
};

struct GatherBegins {
  std::uint64_t const *counts, *counters;
  std::uint64_t* begins;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { begins[i] = counts[counters[i]]; }
};

}  // namespace yoke::detail::sorting::joint
