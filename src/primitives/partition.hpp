#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"

namespace yoke::detail {

// How a space partitions. A tile is what one team counts and moves, a chunk what each of its
// threads goes through in order.
template <class Space, bool OnHost = runs_on_host<Space>>
struct PartitionTraits;

template <class Space>
struct PartitionTraits<Space, true> {
  // 256 open destinations: as many as a core's second-level TLB follows without effort.
  static constexpr int label_bits = 8;
  static constexpr int team_size = 1;
  // Four tiles a thread even out threads that are disturbed.
  static std::uint64_t chunk(Space const& exec, std::uint64_t size) {
    std::uint64_t const tiles = 4 * static_cast<std::uint64_t>(exec.concurrency());
    return std::max<std::uint64_t>((size + tiles - 1) / tiles, 4096);
  }
  // Of `size` elements or fewer.
  static std::uint64_t most_tiles(Space const& exec, std::uint64_t size) {
    return std::min<std::uint64_t>(4 * static_cast<std::uint64_t>(exec.concurrency()),
                                   (size + 4095) / 4096);
  }
};

template <class Space>
struct PartitionTraits<Space, false> {
  // 16 counters a thread: 16 KiB of shared memory a team, so that full teams stay resident.
  static constexpr int label_bits = 4;
  static constexpr int team_size = 256;
  // A line of pairs of words: what a thread fetches it uses whole.
  static std::uint64_t chunk(Space const&, std::uint64_t) { return 16; }
  static std::uint64_t most_tiles(Space const&, std::uint64_t size) {
    return (size + 16 * team_size - 1) / (16 * team_size);
  }
};

template <class Space, class Word>
struct ExclusiveScan {
  Array<Space, Word> counts;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, Word& sum, bool last) const {
    Word const count = counts(i);
    if (last) counts(i) = sum;
    sum += count;
  }
};

// One stable pass by label, `size` elements source(0), source(1), ...: sink(place, element) is
// called once for each, with places ascending by label and, within a label, by index. Count, scan,
// scatter; a counter belongs to one thread, so nothing is contended and the result is the same on
// every run, also where all elements share one label.
template <class Space, class Word, class Source, class Label, class Sink>
class PartitionPass {
  using Traits = PartitionTraits<Space>;
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  using Scratch = Kokkos::View<Word*, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int threads = Traits::team_size;
  static constexpr int buckets = 1 << Traits::label_bits;

 public:
  struct Count {};
  struct Scatter {};

  static std::uint64_t tiles(Space const& exec, std::uint64_t size) {
    std::uint64_t const tile = Traits::chunk(exec, size) * threads;
    return (size + tile - 1) / tile;
  }

  PartitionPass(Space const& exec, std::uint64_t size, Source const& source, Label const& label,
                Sink const& sink, Array<Space, Word> counts)
      : size_(size),
        chunk_(Traits::chunk(exec, size)),
        tiles_(tiles(exec, size)),
        source_(source),
        label_(label),
        sink_(sink),
        counts_(counts) {}

  void run(Space const& exec) const {
    if (size_ == 0) return;
    dispatch<Count>("yoke::partition::count", exec);
    scan_counts(exec);
    dispatch<Scatter>("yoke::partition::scatter", exec);
  }

  KOKKOS_FUNCTION void operator()(Count, Member const& member) const {
    Scratch const counters(member.team_scratch(0), buckets * threads);
    count_labels(member, counters);
    scan_counters(member, counters);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, buckets), [&](int b) {
      Word const end = b + 1 < buckets ? counters((b + 1) * threads) : elements_of(member);
      counts_(b * tiles_ + tile_of(member)) = end - counters(b * threads);
    });
  }

  KOKKOS_FUNCTION void operator()(Scatter, Member const& member) const {
    Scratch const counters(member.team_scratch(0), buckets * threads);
    Scratch const first(member.team_scratch(0), buckets);
    if constexpr (threads > 1) {
      count_labels(member, counters);
      scan_counters(member, counters);
    } else {
      // The only thread's counters all begin at the tile's first place.
      for (int b = 0; b < buckets; ++b) counters(b) = 0;
    }
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, buckets), [&](int b) {
      first(b) = counts_(b * tiles_ + tile_of(member)) - counters(b * threads);
    });
    member.team_barrier();
    for_chunk(member, [&](std::uint64_t i) {
      auto const element = source_(i);
      int const b = static_cast<int>(label_(element));
      sink_(static_cast<Word>(first(b) + counters(b * threads + member.team_rank())++), element);
    });
  }

 private:
  template <class Step>
  void dispatch(char const* label, Space const& exec) const {
    using StepPolicy = Kokkos::TeamPolicy<Space, Step>;
    auto policy = StepPolicy(exec, static_cast<int>(tiles_), threads);
    std::size_t const scratch =
        Scratch::shmem_size(buckets * threads) + Scratch::shmem_size(buckets);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch));
    Kokkos::parallel_for(label, policy, *this);
  }

  void scan_counts(Space const& exec) const {
    Kokkos::parallel_scan(
        "yoke::partition::scan",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>>(exec, 0, buckets * tiles_),
        ExclusiveScan<Space, Word>{counts_});
  }

  KOKKOS_FUNCTION static std::uint64_t tile_of(Member const& member) {
    return static_cast<std::uint64_t>(member.league_rank());
  }
  KOKKOS_FUNCTION Word elements_of(Member const& member) const {
    std::uint64_t const begin = tile_of(member) * threads * chunk_;
    return static_cast<Word>(size_ - begin < threads * chunk_ ? size_ - begin : threads * chunk_);
  }

  template <class Visit>
  KOKKOS_FUNCTION void for_chunk(Member const& member, Visit const& visit) const {
    std::uint64_t const begin =
        (tile_of(member) * threads + static_cast<std::uint64_t>(member.team_rank())) * chunk_;
    std::uint64_t const end = begin + chunk_ < size_ ? begin + chunk_ : size_;
    for (std::uint64_t i = begin; i < end; ++i) visit(i);
  }

  // counters(label * threads + thread) = elements of that label in that thread's chunk.
  KOKKOS_FUNCTION void count_labels(Member const& member, Scratch const& counters) const {
    int const mine = member.team_rank();
    for (int b = 0; b < buckets; ++b) counters(b * threads + mine) = 0;
    for_chunk(member, [&](std::uint64_t i) {
      ++counters(static_cast<int>(label_(source_(i))) * threads + mine);
    });
    member.team_barrier();
  }

  // Exclusive prefix sums of all counters, by label and then by thread: places within the tile.
  KOKKOS_FUNCTION void scan_counters(Member const& member, Scratch const& counters) const {
    int const begin = member.team_rank() * buckets;
    Word sum = 0;
    for (int k = begin; k < begin + buckets; ++k) sum += counters(k);
    Word place = member.team_scan(sum);
    for (int k = begin; k < begin + buckets; ++k) {
      Word const count = counters(k);
      counters(k) = place;
      place += count;
    }
    member.team_barrier();
  }

  std::uint64_t size_, chunk_, tiles_;
  Source source_;
  Label label_;
  Sink sink_;
  Array<Space, Word> counts_;
};

template <class Word>
struct KeyValue {
  Word key, value;
};

template <class Word>
struct Digit {
  int shift;
  Word mask;
  KOKKOS_FUNCTION Word operator()(KeyValue<Word> const& pair) const {
    return pair.key >> shift & mask;
  }
};

template <class Space, class T>
struct LoadElement {
  Array<Space, T const> elements;
  KOKKOS_FUNCTION T operator()(std::uint64_t i) const { return elements(i); }
};

template <class Space, class T>
struct StoreElement {
  Array<Space, T> elements;
  KOKKOS_FUNCTION void operator()(std::uint64_t place, T const& element) const {
    elements(place) = element;
  }
};

// Sorts up to `capacity` pairs by key, stably, least significant digit first; holds two pairs an
// element.
template <class Space, class Word>
class PairSorter {
 public:
  using Pair = KeyValue<Word>;

  PairSorter(Space const& exec, std::uint64_t capacity)
      : pairs_{make_buffer<Space, Pair>(exec, "yoke::sort::pairs", capacity),
               make_buffer<Space, Pair>(exec, "yoke::sort::pairs", capacity)},
        counts_(make_buffer<Space, Word>(exec, "yoke::sort::counts",
                                         PartitionTraits<Space>::most_tiles(exec, capacity)
                                             << PartitionTraits<Space>::label_bits)) {}

  // Sorts the pairs source(0), ..., source(size - 1), whose keys are at most `largest_key`. The
  // result is valid until the next call.
  template <class Source>
  Array<Space, Pair const> sort(Space const& exec, std::uint64_t size, Source const& source,
                                std::uint64_t largest_key) {
    constexpr int most_bits = PartitionTraits<Space>::label_bits;
    int const bits = std::max(1, static_cast<int>(std::bit_width(largest_key)));
    int const passes = (bits + most_bits - 1) / most_bits;
    int const digit_bits = (bits + passes - 1) / passes;
    for (int pass = 0; pass < passes; ++pass) {
      Digit<Word> const digit{pass * digit_bits, (Word(1) << digit_bits) - 1};
      Array<Space, Pair> const out(pairs_[pass % 2].data(), size);
      if (pass == 0) {
        run_pass(exec, size, source, digit, out);
      } else {
        Array<Space, Pair const> const in(pairs_[(pass + 1) % 2].data(), size);
        run_pass(exec, size, LoadElement<Space, Pair>{in}, digit, out);
      }
    }
    return Array<Space, Pair const>(pairs_[(passes + 1) % 2].data(), size);
  }

 private:
  template <class Source>
  void run_pass(Space const& exec, std::uint64_t size, Source const& source,
                Digit<Word> const& digit, Array<Space, Pair> const& out) {
    using Pass = PartitionPass<Space, Word, Source, Digit<Word>, StoreElement<Space, Pair>>;
    std::uint64_t const counters = Pass::tiles(exec, size) << PartitionTraits<Space>::label_bits;
    Pass(exec, size, source, digit, StoreElement<Space, Pair>{out}, array_of(counts_, counters))
        .run(exec);
  }

  Buffer<Space, Pair> pairs_[2];
  Buffer<Space, Word> counts_;
};

}  // namespace yoke::detail
