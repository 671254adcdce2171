#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "primitives/partition.hpp"
#include "primitives/splitter_tree.hpp"
#include "sorting/element.hpp"
#include "sorting/host_radix_sort.hpp"
#include "sorting/joint_layout.hpp"
#include "sorting/team_segments.hpp"
#include "yoke/detail/sorting/team_sort.hpp"
#include "yoke/detail/spaces.hpp"

// The phases of a sample sort on one side (the thesis's Algorithms 2 to 4), of elements that have
// their labels beside them.
namespace yoke::detail::sorting::joint {

using Label = std::uint8_t;

// Phase I: the number of splitters up to each key.
template <class Space, class Word>
struct LabelKeys {
  // Searches that wait for nothing of each other's.
  static constexpr int per_thread = 8;

  Word const* keys;
  std::uint64_t size;
  detail::SplitterTree<Word> splitters;
  KeyOrder<Word> order;
  Label* labels;

  std::uint64_t threads() const { return (size + per_thread - 1) / per_thread; }

  KOKKOS_FUNCTION void operator()(std::uint64_t thread) const {
    std::uint64_t const stride = (size + per_thread - 1) / per_thread;
    Word ranks[per_thread];
    std::uint32_t counts[per_thread];
    for (int k = 0; k < per_thread; ++k) {
      std::uint64_t const i = place(thread, k, stride);
      ranks[k] = i < size ? order.rank(order.canonical(keys[i])) : Word(0);
    }
    splitters.template count_up_to<per_thread>(ranks, counts);
    for (int k = 0; k < per_thread; ++k) {
      std::uint64_t const i = place(thread, k, stride);
      if (i < size) labels[i] = static_cast<Label>(counts[k]);
    }
  }

 private:
  // Neighbouring threads of a device look at neighbouring keys.
  KOKKOS_FUNCTION static std::uint64_t place(std::uint64_t thread, int k, std::uint64_t stride) {
    auto const round = static_cast<std::uint64_t>(k);
    return runs_on_host<Space> ? thread * per_thread + round : thread + round * stride;
  }
};

// What a thread of a host, or a team of a device, counts and moves by itself.
struct Tiles {
  std::uint64_t size;   // of all
  std::uint64_t width;  // elements a tile

  KOKKOS_FUNCTION std::uint64_t count() const { return (size + width - 1) / width; }
  KOKKOS_FUNCTION std::uint64_t begin(std::uint64_t tile) const { return tile * width; }
  KOKKOS_FUNCTION std::uint64_t end(std::uint64_t tile) const {
    std::uint64_t const end = (tile + 1) * width;
    return end < size ? end : size;
  }
  // Counters lie label by label.
  KOKKOS_FUNCTION std::uint64_t counter(std::uint64_t tile, std::uint64_t bucket) const {
    return bucket * count() + tile;
  }
  KOKKOS_FUNCTION static constexpr std::uint64_t buckets_of(std::uint64_t) { return buckets; }
};

// Elements at their places in the result's part that the side makes, or among what it sends.
template <class Own, class Word, class Value>
struct PlaceElement {
  Own own;
  Records<Word, Value> sent;
  std::uint64_t const* shift;
  Range kept;
  std::uint64_t sent_begin, result_begin;

  KOKKOS_FUNCTION void operator()(std::uint64_t place, std::uint32_t bucket,
                                  Element<Word, Value> const& element) const {
    if (place >= kept.begin && place < kept.end) {
      own.store(place + shift[bucket] - result_begin, element);
    } else {
      sent.store(place - sent_begin, element);
    }
  }
};

// Each tile by one thread. `Table` is Tiles, or LevelTiles of several buckets.
template <class Space>
struct ThreadTiles {
  static Tiles of(Space const& exec, std::uint64_t size) {
    return {size, PartitionTraits<Space, true>::chunk(exec, size)};
  }
  static std::uint64_t most(Space const& exec, std::uint64_t capacity) {
    return PartitionTraits<Space, true>::most_tiles(exec, capacity);
  }

  // work(tile, thread, threads).
  template <class Work>
  struct Each {
    Work work;

    void operator()(std::uint64_t tile) const { work(tile, 0, 1); }
    void run(Space const& exec, std::uint64_t tiles) const {
      Kokkos::parallel_for("yoke::sort::tiles", WideRange<Space>(exec, 0, tiles), *this);
    }
  };

  // Phase II.
  template <class Table>
  struct Count {
    Label const* labels;
    Table tiles;
    std::uint64_t* counts;

    void operator()(std::uint64_t tile) const {
      std::uint64_t counters[buckets] = {};
      for (std::uint64_t i = tiles.begin(tile); i < tiles.end(tile); ++i) ++counters[labels[i]];
      for (std::uint64_t b = 0; b < tiles.buckets_of(tile); ++b) {
        counts[tiles.counter(tile, b)] = counters[b];
      }
    }
    void run(Space const& exec) const {
      Kokkos::parallel_for("yoke::sort::histogram", WideRange<Space>(exec, 0, tiles.count()),
                           *this);
    }
  };

  // Phase III; counts are places by now.
  template <class Source, class Sink, class Table>
  struct Scatter {
    Label const* labels;
    Table tiles;
    std::uint64_t const* counts;
    Source source;
    Sink sink;

    void operator()(std::uint64_t tile) const {
      std::uint64_t next[buckets];
      for (std::uint64_t b = 0; b < tiles.buckets_of(tile); ++b) {
        next[b] = counts[tiles.counter(tile, b)];
      }
      for (std::uint64_t i = tiles.begin(tile); i < tiles.end(tile); ++i) {
        sink(next[labels[i]]++, labels[i], source(i));
      }
    }
    void run(Space const& exec) const {
      Kokkos::parallel_for("yoke::sort::scatter", WideRange<Space>(exec, 0, tiles.count()), *this);
    }
  };
};

// Each tile by a team.
template <class Space>
struct TeamTiles {
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  using Sort = TeamSort<Space, std::uint32_t, NaturalLess>;
  static constexpr int threads = runs_on_host<Space> ? 1 : 256;
  static constexpr int place_bits = 13;
  static_assert(Sort::most <= std::uint32_t(1) << place_bits);
  // So that counters are few beside the elements.
  static constexpr std::uint64_t teams = 4096;

  static Tiles of(Space const&, std::uint64_t size) {
    std::uint64_t const sorts = (size + Sort::most - 1) / Sort::most;
    return {size, Sort::most * (sorts < teams ? 1 : (sorts + teams - 1) / teams)};
  }
  static std::uint64_t most(Space const&, std::uint64_t capacity) {
    std::uint64_t const sorts = (capacity + Sort::most - 1) / Sort::most;
    return sorts < teams ? sorts : teams;
  }

  template <class Visit>
  KOKKOS_FUNCTION static void for_each(Member const& member, std::uint64_t size,
                                       Visit const& visit) {
    for (auto i = static_cast<std::uint64_t>(member.team_rank()); i < size; i += threads) visit(i);
    member.team_barrier();
  }

  template <class Work>
  struct Each {
    Work work;

    KOKKOS_FUNCTION void operator()(Member const& member) const {
      work(static_cast<std::uint64_t>(member.league_rank()),
           static_cast<std::uint64_t>(member.team_rank()), threads);
    }
    void run(Space const& exec, std::uint64_t tiles) const {
      Kokkos::parallel_for("yoke::sort::tiles",
                           Kokkos::TeamPolicy<Space>(exec, static_cast<int>(tiles), threads),
                           *this);
    }
  };

  // Adds up how many of the elements have each label.
  KOKKOS_FUNCTION static void count_labels(Member const& member, Label const* labels,
                                           std::uint64_t size, std::uint32_t* counters) {
    for_each(member, buckets, [=](std::uint64_t b) { counters[b] = 0; });
    for_each(member, size, [=](std::uint64_t i) { Kokkos::atomic_inc(&counters[labels[i]]); });
  }

  // Phase II: atomics in scratch memory, which are native there.
  template <class Table>
  struct Count {
    Label const* labels;
    Table tiles;
    std::uint64_t* counts;

    KOKKOS_FUNCTION void operator()(Member const& member) const {
      auto* const counters = static_cast<std::uint32_t*>(
          member.team_scratch(0).get_shmem(buckets * sizeof(std::uint32_t)));
      auto const tile = static_cast<std::uint64_t>(member.league_rank());
      std::uint64_t const begin = tiles.begin(tile);
      count_labels(member, labels + begin, tiles.end(tile) - begin, counters);
      for_each(member, tiles.buckets_of(tile),
               [&](std::uint64_t b) { counts[tiles.counter(tile, b)] = counters[b]; });
    }
    void run(Space const& exec) const {
      Kokkos::TeamPolicy<Space> policy(exec, static_cast<int>(tiles.count()), threads);
      policy.set_scratch_size(0, Kokkos::PerTeam(buckets * sizeof(std::uint32_t) + 64));
      Kokkos::parallel_for("yoke::sort::histogram", policy, *this);
    }
  };

  // Phase III: a team sorts labels with the elements' numbers within its tile, so that neighbours
  // write to neighbouring places, and the order within a bucket is kept.
  template <class Source, class Sink, class Table>
  struct Scatter {
    Label const* labels;
    Table tiles;
    std::uint64_t const* counts;
    Source source;
    Sink sink;

    KOKKOS_FUNCTION void operator()(Member const& member) const {
      NaturalLess const less;
      Sort sort(member, less);
      auto* const next = sort.template workspace<std::uint64_t>(buckets);
      auto* const first = sort.template workspace<std::uint32_t>(buckets);
      auto* const count = sort.template workspace<std::uint32_t>(buckets);
      auto const tile = static_cast<std::uint64_t>(member.league_rank());
      std::uint64_t const end = tiles.end(tile);
      for_each(member, tiles.buckets_of(tile),
               [&](std::uint64_t b) { next[b] = counts[tiles.counter(tile, b)]; });
      for (std::uint64_t begin = tiles.begin(tile); begin < end; begin += Sort::most) {
        auto const size =
            static_cast<std::uint32_t>(end - begin < Sort::most ? end - begin : Sort::most);
        Label const* const here = labels + begin;
        count_labels(member, here, size, count);
        sum_up(member, count, first);
        sort.sort_tile(
            size,
            [=](std::uint32_t i) { return static_cast<std::uint32_t>(here[i]) << place_bits | i; },
            [&](std::uint32_t i, std::uint32_t item) {
              std::uint32_t const bucket = item >> place_bits;
              sink(next[bucket] + (i - first[bucket]), bucket,
                   source(begin + (item & ((1u << place_bits) - 1))));
            });
        for_each(member, tiles.buckets_of(tile), [=](std::uint64_t b) { next[b] += count[b]; });
      }
    }
    void run(Space const& exec) const {
      constexpr std::size_t workspace =
          buckets * (sizeof(std::uint64_t) + 2 * sizeof(std::uint32_t));
      Kokkos::parallel_for("yoke::sort::scatter", Sort::policy(exec, tiles.count(), workspace + 64),
                           *this);
    }

   private:
    // first[b]: how many have a smaller label.
    KOKKOS_FUNCTION static void sum_up(Member const& member, std::uint32_t const* count,
                                       std::uint32_t* first) {
      constexpr int each = buckets / threads;
      int const begin = member.team_rank() * each;
      std::uint32_t sum = 0;
      for (int b = begin; b < begin + each; ++b) sum += count[b];
      std::uint32_t place = member.team_scan(sum);
      for (int b = begin; b < begin + each; ++b) {
        first[b] = place;
        place += count[b];
      }
      member.team_barrier();
    }
  };
};

// Where each bucket begins among the side's elements, of counts that are places.
struct FindBegins {
  std::uint64_t const* counts;
  std::uint64_t tiles, size;
  std::uint64_t* begins;
  KOKKOS_FUNCTION void operator()(std::uint64_t bucket) const {
    begins[bucket] = bucket < buckets ? counts[bucket * tiles] : size;
  }
};

// What came from the other side, to where it belongs.
template <class Own, class Word, class Value>
struct PlaceReceived {
  Records<Word, Value> received;
  std::uint64_t first;  // the first one's place on its side
  std::uint64_t const *begin, *shift;
  std::uint64_t result_begin;
  Own own;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t const place = first + i;
    own.store(place + shift[bucket_at(begin, place)] - result_begin, received.load(i));
  }
};

// Ranks of a random sample.
template <class Word>
struct SampleRanks {
  Word const* keys;
  std::uint64_t size;
  KeyOrder<Word> order;
  Word* sample;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    sample[i] = order.rank(order.canonical(keys[hash(i) % size]));
  }
};

template <class Word>
struct RankOfSplitter {
  Word const* ranks;
  KOKKOS_FUNCTION Word operator()(std::uint64_t i) const { return ranks[i]; }
};

}  // namespace yoke::detail::sorting::joint
