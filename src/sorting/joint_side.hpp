#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sorting/joint_base_sort.hpp"
#include "sorting/joint_elements.hpp"
#include "sorting/joint_kernels.hpp"
#include "sorting/joint_levels.hpp"
#include "sorting/joint_phases.hpp"
#include "yoke/detail/sorting/capability.hpp"

namespace yoke::detail::sorting::joint {

// What one side is given.
template <class Word, class Value>
struct Given {
  Columns<Word, Value> input;   // the side's elements
  Columns<Word, Value> result;  // the whole result
  bool is_near;                 // where the side works, both
  std::uint64_t size;
  KeyOrder<Word> order;
  KeyKind kind;
};

// One side's work: `by_teams` as a device does it, else as a host's threads do. What lies on the
// other side is copied on instances of type Copies.
//
// Holds two copies of the elements, a byte for each, and a third copy where they lie on the other
// side; by teams, what its own sort holds besides. With several levels, one copy more.
template <class Space, class Word, class Value, class Copies, bool by_teams>
class Side {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  static constexpr bool is_host = runs_on_host<Space>;
  using Moved = Element<Word, Value>;
  using Data = Columns<Word, Value>;
  using Tiling = std::conditional_t<by_teams, TeamTiles<Space>, ThreadTiles<Space>>;
  // A team's sort wants columns, a thread's reads records.
  using Own = std::conditional_t<by_teams, Data, Records<Word, Value>>;
  using BaseSort = std::conditional_t<by_teams, SortByTeams<Space, Word, Value>,
                                      SortByThreads<Space, Word, Value>>;
  // What the other side copies from and to, and where all else lies that is not its own.
  using Open = std::conditional_t<is_host, Kokkos::SharedHostPinnedSpace, Space>;
  using Far =
      std::conditional_t<is_host, Kokkos::DefaultExecutionSpace, Kokkos::SharedHostPinnedSpace>;

 public:
  // A host may play the device.
  Side(Space const& exec, Space const& alone, std::size_t capacity, SortOptions const& options,
       bool is_device)
      : exec_(exec),
        capacity_(capacity),
        timeline_(options.timeline),
        is_device_(is_device),
        phases_(options.timeline, options.report != nullptr),
        labels_(make_buffer<Space, Label>(exec, "yoke::sort::labels", capacity)),
        counts_(make_buffer<Space, std::uint64_t>(
            exec, "yoke::sort::counts",
            buckets * std::max(Tiling::most(exec, capacity), Tiling::most(alone, capacity)))),
        tables_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::tables", 4 * row)),
        near_tables_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::sort::tables"),
                     4 * row),
        splitters_(make_buffer<Space, Word>(exec, "yoke::sort::splitters", buckets)),
        tree_(exec, buckets - 1),
        open_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::sort::sent"), capacity),
        own_(exec, capacity),
        whole_(capacity, options, lane()) {
    if (by_teams) whole_.prepare(exec);
    if (options.joint.levels > 1) {
      levels_.emplace(options.joint);
      spare_ = decltype(spare_)(exec, capacity);
    }
  }

  // On the caller's thread: allocates what a call needs the first time.
  void begin(Space const& exec, Given<Word, Value> const& given) {
    exec_ = exec;
    given_ = given;
    phases_.clear();
    is_brought_ = false;  // a call before this one may have thrown
    tiles_ = Tiling::of(exec, given.size);
    if (given.is_near) return;
    if (workspace_keys_.extent(0) < capacity_) {
      auto const how = [](char const* label) {
        return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
      };
      workspace_keys_ = Buffer<Open, Word>(how("yoke::sort::workspace"), capacity_);
      if (has_values) {
        workspace_values_ = Buffer<Open, Value>(how("yoke::sort::workspace"), capacity_);
      }
    }
  }

  // The side's elements have been brought to workspace() by somebody else.
  void set_brought() { is_brought_ = true; }
  Data workspace() const { return {workspace_keys_.data(), workspace_values_.data()}; }

  // Phases I and II. What lies elsewhere is labelled piece by piece, while the next piece is on
  // its way.
  void count(std::vector<Word> const& splitters, Copies const& copies) {
    detail::SplitterTree<Word> tree{};
    phase("bin", [&] {
      Word* const pinned = reinterpret_cast<Word*>(near_tables_.data());
      std::copy(splitters.begin(), splitters.end(), pinned);
      copy_near<Space, Kokkos::SharedHostPinnedSpace>(splitters_.data(), pinned, splitters.size());
      tree = tree_.plant(exec_, splitters.size(), RankOfSplitter<Word>{splitters_.data()});
    });
    bin(tree, copies);
    is_brought_ = false;
    phase("histogram", [&] { find_begins(); });
  }

  // Where each bucket begins; after count().
  void read_begins(Begins& begins) const {
    if (given_.size == 0) {
      begins.fill(0);
    } else {
      std::copy_n(near_tables_.data(), buckets + 1, begins.begin());
    }
  }

  // On the caller's thread: what the layout says, and what it needs.
  void set_layout(Part const& part, Part const& other, Range const& received, Begins const& begin,
                  std::array<bool, buckets> const& is_single) {
    part_ = part;
    received_ = received;
    for (std::size_t b = 0; b < buckets; ++b) {
      mine_[b] = {std::clamp(begin[b], part.result.begin, part.result.end) - part.result.begin,
                  std::clamp(begin[b + 1], part.result.begin, part.result.end) - part.result.begin};
    }
    std::copy(part.shift.begin(), part.shift.end(), near_tables_.data());
    std::copy(other.begin.begin(), other.begin.end(), near_tables_.data() + row);
    std::copy(other.shift.begin(), other.shift.end(), near_tables_.data() + 2 * row);
    if constexpr (!by_teams) {
      if (!levels_) plan_buckets(other, is_single);
    }
  }

  // On the caller's thread, behind set_layout(), with several levels: which buckets the next level
  // partitions. Whether there is one.
  void begin_levels(SampledSplitters<Word> const& splitters) {
    levels_->clear();
    for (int b = 0; b <= static_cast<int>(splitters.ranks().size()); ++b) {
      levels_->add(
          {mine_[static_cast<std::size_t>(b)], splitters.first_rank(b), splitters.last_rank(b)});
    }
  }
  bool plan_level() { return levels_->plan(exec_); }

  // Phases I to III again.
  void partition_level() {
    levels_->partition(exec_, own(), spare_.get(), given_.order, labels_.data(),
                       [this](char const* name, auto const& work) { phase(name, work); });
    std::swap(own_, spare_);
  }

  // On the caller's thread, after the last level.
  void plan_base() {
    if constexpr (by_teams) {
      base_.plan(exec_, levels_->buckets());
    } else {
      base_.clear(exec_, part_.result.size());
      for (auto const& bucket : levels_->buckets()) {
        base_.add({bucket.range, bucket.is_single(), {}, 0});
      }
      if (base_.needs_all()) whole_.prepare(exec_);
    }
  }

  // Phase III.
  void scatter() {
    phase("scatter", [&] {
      copy_near<Space, Kokkos::SharedHostPinnedSpace>(tables_.data(), near_tables_.data(), 3 * row);
      if (given_.size == 0) return;
      using Source = LoadCanonical<Word, Value>;
      using Sink = PlaceElement<Own, Word, Value>;
      Sink const sink{own(),      sent(),           tables_.data(),
                      part_.kept, part_.sent.begin, part_.result.begin};
      typename Tiling::template Scatter<Source, Sink, Tiles>{
          labels_.data(), tiles_, counts_.data(), {input(), given_.order}, sink}
          .run(exec_);
    });
  }

  Records<Word, Value> sent() const { return {open_.data()}; }

  // What the other side has sent, to its places.
  template <class OtherMemory>
  void exchange(Records<Word, Value> const& from, Copies const& copies) {
    if (received_.size() == 0) return;
    phases_.run(toward(), "exchange", [&] {
      copy<Open, OtherMemory>(copies, received().elements, from.elements, received_.size());
      copies.fence("yoke::sort: exchange");
    });
    // Else a bucket's elements are placed when it is sorted.
    if (by_teams || levels_) phase("exchange", [&] { place_received(); });
  }

  // Phase IV: the side's part of the result, written where the caller wants it, or, where that is
  // elsewhere, to sorted().
  void sort() {
    phase("base sort", [&] {
      if (part_.result.size() == 0) return;
      if constexpr (by_teams) {
        if (!levels_ || !base_.run(exec_, own(), given_.order)) {
          whole_.sort(own(), part_.result.size(), given_.kind);
        }
        if (given_.is_near) copy<Space, Space>(exec_, result(), own(), part_.result.size());
      } else {
        base_.run(exec_, own(), given_.is_near ? result() : workspace(),
                  {received(), received_.begin}, given_.order, given_.kind, whole_);
      }
    });
  }

  // What is to be copied to the result's part at result(); empty where it is there.
  Data sorted() const {
    if constexpr (by_teams) {
      return own();
    } else {
      return workspace();
    }
  }
  Data result() const { return given_.result.from(part_.result.begin); }
  std::uint64_t result_size() const { return given_.is_near ? 0 : part_.result.size(); }

  void send_result(Copies const& copies) {
    if (result_size() == 0) return;
    phases_.run(is_device_ ? Lane::download : Lane::upload, "result", [&] {
      copy<Far, Open>(copies, result(), sorted(), result_size());
      copies.fence("yoke::sort: result");
    });
  }

  // The times of the call's phases, after what stands there.
  void write_phases(std::string const& side, std::vector<Phase>& phases) const {
    phases_.write(side, phases);
  }

 private:
  // Of the tables: two of 256 and one of 257 words.
  static constexpr std::size_t row = buckets + 1;

  Own own() const { return own_.get(); }
  Data input() const { return given_.is_near ? given_.input : workspace(); }
  // Behind what is sent: together they are at most as many as all elements.
  Records<Word, Value> received() const { return sent().from(part_.sent.size()); }
  Lane lane() const { return is_device_ ? Lane::device : Lane::host; }
  Lane toward() const { return is_device_ ? Lane::upload : Lane::download; }

  // A few words between the side's memory and what the caller's thread writes and reads.
  template <class To, class From, class T>
  void copy_near(T* target, T const* source, std::size_t size) const {
    if constexpr (is_host) {
      exec_.fence("yoke::sort: tables");
      std::copy_n(source, size, target);
    } else {
      copy<To, From>(exec_, target, source, size);
    }
  }

  template <class Work>
  void phase(char const* name, Work const& work) {
    phases_.run(lane(), name, [&] {
      work();
      exec_.fence("yoke::sort: phase");
    });
  }

  void label(detail::SplitterTree<Word> const& tree, Range const& piece) {
    phase("bin", [&] {
      LabelKeys<Space, Word> const labels{input().keys + piece.begin, piece.size(), tree,
                                          given_.order, labels_.data() + piece.begin};
      Kokkos::parallel_for("yoke::sort::bin", WideRange<Space>(exec_, 0, labels.threads()), labels);
    });
  }

  void bin(detail::SplitterTree<Word> const& tree, Copies const& copies) {
    std::uint64_t const size = given_.size;
    if (given_.is_near || is_brought_) {
      label(tree, {0, size});
      return;
    }
    std::uint64_t const width = std::max<std::uint64_t>(size / 16 + 1, std::uint64_t(1) << 20);
    auto const bring = [&](std::uint64_t begin) {
      if (begin >= size) return;
      copy<Open, Far>(copies, workspace().from(begin), given_.input.from(begin),
                      std::min(width, size - begin));
    };
    auto arrival = Timeline::Clock::now();
    bring(0);
    for (std::uint64_t begin = 0; begin < size; begin += width) {
      copies.fence("yoke::sort: piece");
      if (timeline_) timeline_->record(toward(), "keys", arrival, Timeline::Clock::now());
      arrival = Timeline::Clock::now();
      bring(begin + width);
      label(tree, {begin, std::min(begin + width, size)});
    }
  }

  void find_begins() {
    if (given_.size == 0) return;
    std::uint64_t const tiles = tiles_.count();
    typename Tiling::template Count<Tiles>{labels_.data(), tiles_, counts_.data()}.run(exec_);
    Kokkos::parallel_scan("yoke::sort::offsets", WideRange<Space>(exec_, 0, buckets * tiles),
                          ExclusiveScan<Space, std::uint64_t>{array_of(counts_, buckets * tiles)});
    Kokkos::parallel_for("yoke::sort::begins", WideRange<Space>(exec_, 0, row),
                         FindBegins{counts_.data(), tiles, given_.size, tables_.data()});
    copy_near<Kokkos::SharedHostPinnedSpace, Space>(near_tables_.data(), tables_.data(), row);
  }

  void place_received() {
    PlaceReceived<Own, Word, Value> const place{received(),           received_.begin,
                                                tables_.data() + row, tables_.data() + 2 * row,
                                                part_.result.begin,   own()};
    Kokkos::parallel_for("yoke::sort::received", WideRange<Space>(exec_, 0, received_.size()),
                         place);
  }

  // Of one level: what has come is placed when its bucket is sorted.
  void plan_buckets(Part const& other, std::array<bool, buckets> const& is_single) {
    base_.clear(exec_, part_.result.size());
    for (std::size_t b = 0; b < buckets; ++b) {
      Range const came{std::clamp(other.begin[b], received_.begin, received_.end),
                       std::clamp(other.begin[b + 1], received_.begin, received_.end)};
      base_.add({mine_[b], is_single[b], came, other.shift[b] - part_.result.begin});
    }
    if (base_.needs_all()) whole_.prepare(exec_);
  }

  Space exec_;
  std::size_t capacity_;
  Timeline* timeline_;
  bool is_device_;
  SidePhases phases_;
  Buffer<Space, Label> labels_;
  Buffer<Space, std::uint64_t> counts_, tables_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t> near_tables_;
  Buffer<Space, Word> splitters_;
  SplitterTreeWorkspace<Space, Word> tree_;
  Buffer<Open, Moved> open_;
  OwnElements<Space, Word, Value, by_teams> own_, spare_;
  std::optional<Levels<Space, Word, Own, by_teams>> levels_;
  BaseSort base_;
  WholeSide<Space, Word, Value> whole_;
  Buffer<Open, Word> workspace_keys_;
  Buffer<Open, Value> workspace_values_;

  // Of the call.
  Given<Word, Value> given_{{}, {}, true, 0, {KeyKind::is_unsigned, SortOrder::ascending}, {}};
  bool is_brought_ = false;
  Tiles tiles_{0, 1};
  Part part_;
  Range received_;
  std::array<Range, buckets> mine_;  // of each bucket: places in the part of the result
};

}  // namespace yoke::detail::sorting::joint
