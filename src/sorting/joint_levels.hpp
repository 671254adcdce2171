#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "sorting/joint_elements.hpp"
#include "sorting/joint_level_kernels.hpp"
#include "yoke/sort_options.hpp"

// The levels behind the first one of a sample sort by both sides (the thesis's Algorithm 5). Each
// bucket is on one side by then, so a side partitions its own without the other.
namespace yoke::detail::sorting::joint {

// A range of elements of the ranks from `first` to `last`.
template <class Word>
struct Bucket {
  Range range;
  Word first, last;
  bool is_single() const { return first == last; }
};

// One side's buckets, and how they are partitioned again. A bucket that stays whole is moved with
// the others, so that all elements are in one place.
template <class Space, class Word, class Own, bool by_teams>
class Levels {
  using Tiling = std::conditional_t<by_teams, TeamTiles<Space>, ThreadTiles<Space>>;
  using Plant = std::conditional_t<by_teams, PlantByTeams<Space, Word, Own>,
                                   PlantByThreads<Space, Word, Own>>;

 public:
  explicit Levels(JointSampleOptions const& options) : options_(options) {}

  // Of the first level, in order.
  void clear() { buckets_.clear(); }
  void add(Bucket<Word> const& bucket) {
    if (bucket.range.size() > 0) buckets_.push_back(bucket);
  }
  std::vector<Bucket<Word>> const& buckets() const { return buckets_; }

  // On the caller's thread. Whether there is something to partition.
  bool plan(Space const& exec) {
    std::uint64_t const size = buckets_.empty() ? 0 : buckets_.back().range.end;
    std::uint64_t const width = Tiling::of(exec, std::max<std::uint64_t>(size, 1)).width;
    parents_.clear();
    tiles_.clear();
    counters_.clear();
    ranks_size_ = nodes_size_ = counts_size_ = 0;
    for (auto const& bucket : buckets_) add_parent(bucket, width);
    if (ranks_size_ == 0) return false;
    ranks_.resize(ranks_size_);
    begins_.resize(counters_.size());
    reserve(exec, parents_there_, parents_.size());
    reserve(exec, tiles_there_, tiles_.size());
    reserve(exec, counters_there_, counters_.size());
    reserve(exec, begins_there_, counters_.size());
    reserve(exec, ranks_there_, ranks_size_);
    reserve(exec, nodes_there_, nodes_size_);
    reserve(exec, counts_, counts_size_);
    return true;
  }

  // phase(name, work). Elements move from `from` to `to`.
  template <class Phase>
  void partition(Space const& exec, Own const& from, Own const& to, KeyOrder<Word> const& order,
                 Label* labels, Phase const& phase) {
    LevelTiles const table{tiles_there_.data(), parents_there_.data(), tiles_.size()};
    phase("bin", [&] {
      send(exec, parents_there_, parents_);
      send(exec, tiles_there_, tiles_);
      send(exec, counters_there_, counters_);
      Plant{{from, order, parents_there_.data(), ranks_there_.data(), nodes_there_.data()}}.run(
          exec, parents_.size());
      using Work = LabelTile<Word, Own>;
      typename Tiling::template Each<Work>{{from, order, table, nodes_there_.data(), labels}}.run(
          exec, table.count());
    });
    phase("histogram", [&] {
      typename Tiling::template Count<LevelTiles>{labels, table, counts_.data()}.run(exec);
      Kokkos::parallel_scan("yoke::sort::offsets", WideRange<Space>(exec, 0, counts_size_),
                            ExclusiveScan<Space, std::uint64_t>{array_of(counts_, counts_size_)});
      Kokkos::parallel_for(
          "yoke::sort::begins", WideRange<Space>(exec, 0, counters_.size()),
          GatherBegins{counts_.data(), counters_there_.data(), begins_there_.data()});
    });
    phase("scatter", [&] {
      typename Tiling::template Scatter<LoadOwn<Own>, StoreOwn<Own>, LevelTiles>{
          labels, table, counts_.data(), {from}, {to}}
          .run(exec);
      fetch(exec, begins_, begins_there_);
      fetch(exec, ranks_, ranks_there_);
    });
    find_buckets();
  }

 private:
  void add_parent(Bucket<Word> const& bucket, std::uint64_t width) {
    std::uint64_t const size = bucket.range.size();
    Parent parent{bucket.range.begin, size, ranks_size_, nodes_size_, 0};
    if (size > options_.base_size && !bucket.is_single()) {
      // Buckets of half the base size, so that most need no further level.
      parent.splitters = static_cast<std::uint32_t>(std::min<std::uint64_t>(
          static_cast<std::uint64_t>(options_.splitters), 2 * size / options_.base_size));
    }
    std::uint64_t const count = parent.splitters + 1, stride = (size + width - 1) / width;
    for (std::uint64_t t = 0; t < stride; ++t) {
      std::uint64_t const begin = bucket.range.begin + t * width;
      tiles_.push_back({begin, std::min(begin + width, bucket.range.end), counts_size_ + t, stride,
                        parents_.size()});
    }
    for (std::uint64_t b = 0; b < count; ++b) counters_.push_back(counts_size_ + b * stride);
    parents_.push_back(parent);
    ranks_size_ += parent.splitters;
    nodes_size_ += std::uint64_t(1) << parent.tree_levels();
    counts_size_ += count * stride;
  }

  void find_buckets() {
    before_.swap(buckets_);
    buckets_.clear();
    std::size_t child = 0;
    for (std::size_t p = 0; p < parents_.size(); ++p) {
      Parent const& parent = parents_[p];
      Word const* const ranks = ranks_.data() + parent.ranks;
      for (std::uint32_t b = 0; b <= parent.splitters; ++b, ++child) {
        bool const is_last = b == parent.splitters;
        std::uint64_t const end = is_last ? parent.begin + parent.size : begins_[child + 1];
        add({{begins_[child], end},
             b == 0 ? before_[p].first : ranks[b - 1],
             is_last ? before_[p].last : static_cast<Word>(ranks[b] - 1)});
      }
    }
  }

  template <class T>
  static void reserve(Space const& exec, Buffer<Space, T>& buffer, std::size_t size) {
    if (buffer.extent(0) >= size) return;
    buffer = make_buffer<Space, T>(exec, "yoke::sort::levels", size + size / 2);
  }
  template <class T>
  static void send(Space const& exec, Buffer<Space, T> const& to, std::vector<T> const& from) {
    copy<Space, Kokkos::HostSpace>(exec, to.data(), from.data(), from.size());
  }
  template <class T>
  static void fetch(Space const& exec, std::vector<T>& to, Buffer<Space, T> const& from) {
    copy<Kokkos::HostSpace, Space>(exec, to.data(), from.data(), to.size());
  }

  JointSampleOptions options_;
  std::vector<Bucket<Word>> buckets_, before_;
  std::vector<Parent> parents_;
  std::vector<LevelTile> tiles_;
  std::vector<std::uint64_t> counters_, begins_;  // of each bucket to be
  std::vector<Word> ranks_;
  std::size_t ranks_size_ = 0, nodes_size_ = 0, counts_size_ = 0;
  Buffer<Space, Parent> parents_there_;
  Buffer<Space, LevelTile> tiles_there_;
  Buffer<Space, std::uint64_t> counters_there_, begins_there_, counts_;
  Buffer<Space, Word> ranks_there_, nodes_there_;
};

template <class Word>
struct RankLess {
  KeyOrder<Word> order;
  template <class Moved>
  KOKKOS_FUNCTION bool operator()(Moved const& one, Moved const& other) const {
    return order.rank(one.key) < order.rank(other.key);
  }
};

// Teams sort neighbouring buckets that fit together into scratch memory.
template <class Space, class Word, class Value>
class SortByTeams {
  using Less = RankLess<Word>;
  using Sort = TeamSort<Space, Element<Word, Value>, Less>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;

 public:
  // One team sorts one group.
  struct SortGroup {
    Columns<Word, Value> own;
    Less less;
    Range const* groups;

    KOKKOS_FUNCTION void operator()(Member const& member) const {
      Range const& group = groups[member.league_rank()];
      std::uint64_t const begin = group.begin;
      Columns<Word, Value> const data = own;
      Sort(member, less)
          .sort_tile(
              static_cast<std::uint32_t>(group.size()),
              [=](std::uint32_t i) { return data.load(begin + i); },
              [=](std::uint32_t i, Element<Word, Value> const& element) {
                data.store(begin + i, element);
              });
    }
  };

  // On the caller's thread.
  void plan(Space const& exec, std::vector<Bucket<Word>> const& buckets) {
    groups_.clear();
    is_possible_ = true;
    for (auto const& [range, first, last] : buckets) {
      if (first == last && range.size() > Sort::most) continue;
      is_possible_ = is_possible_ && range.size() <= Sort::most;
      bool const fits = !groups_.empty() && groups_.back().end == range.begin &&
                        range.end - groups_.back().begin <= Sort::most;
      if (fits) {
        groups_.back().end = range.end;
      } else {
        groups_.push_back(range);
      }
    }
    if (groups_there_.extent(0) < groups_.size()) {
      groups_there_ = make_buffer<Space, Range>(exec, "yoke::sort::groups", 2 * groups_.size());
    }
  }

  // In place. False if a bucket is too large; then nothing has happened.
  bool run(Space const& exec, Columns<Word, Value> const& own, KeyOrder<Word> const& order) const {
    if (!is_possible_) return false;
    if (groups_.empty()) return true;
    copy<Space, Kokkos::HostSpace>(exec, groups_there_.data(), groups_.data(), groups_.size());
    Kokkos::parallel_for("yoke::sort::groups", Sort::policy(exec, groups_.size()),
                         SortGroup{own, {order}, groups_there_.data()});
    return true;
  }

 private:
  bool is_possible_ = false;
  std::vector<Range> groups_;
  Buffer<Space, Range> groups_there_;
};

}  // namespace yoke::detail::sorting::joint
