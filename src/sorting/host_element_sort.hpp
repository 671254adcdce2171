#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "frame/phase_timer.hpp"
#include "primitives/partition.hpp"
#include "sorting/merge_levels.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/huge_pages.hpp"
#include "yoke/sort_options.hpp"

namespace yoke::detail::sorting {

// Sorts elements on a host, stably, by a comparator: `sample` as HostRadixSort, with a tree of
// splitters in place of leading digits; `merge` by sorting a chunk a thread and merging those.
//
// Holds another array of the elements, a byte an element, and room for a sample.
template <class Space>
class HostElementSort {
  using Traits = PartitionTraits<Space>;
  static constexpr int most_log_leaves = Traits::label_bits;
  static constexpr int buckets = 1 << Traits::label_bits;
  // One thread sorts fewer elements before all could share them.
  static constexpr std::uint64_t few = 8192;
  // A partition leaves 128 buckets or more of about the same size: only a comparator that is none
  // comes here.
  static constexpr int most_rounds = 8;

  struct Range {
    std::uint64_t begin, end;
    int round;
  };

 public:
  static constexpr std::uint64_t samples = 8 << most_log_leaves;

  HostElementSort(Space const& exec, std::size_t capacity, ElementSizes const& sizes)
      : exec_(exec),
        bytes_(sizes.element),
        other_(make_buffer<Space, std::byte>(
            exec, "yoke::sort::elements",
            checked_bytes(capacity, std::max(sizes.element, sizes.gathered)))),
        labels_(make_buffer<Space, std::uint8_t>(exec, "yoke::sort::labels",
                                                 std::max<std::size_t>(capacity, 2 * samples))),
        // Merging needs less than counting.
        counts_(make_buffer<Space, std::uint64_t>(
            exec, "yoke::sort::counts", buckets * Traits::most_tiles(exec, capacity) + 1)),
        begin_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort::begin", buckets + 1)),
        faults_(make_buffer<Space, std::uint32_t>(exec, "yoke::sort::faults", 1)),
        sample_(make_buffer<Space, std::byte>(exec, "yoke::sort::sample",
                                              (2 * samples + 2 * buckets) * sizes.element)) {
    advise_huge_pages(other_.data(), other_.extent(0));
    ranges_.reserve(2 * buckets + parts());
  }

  // Of the bytes that an element or a gathered payload has, for each element.
  void* workspace() const { return other_.data(); }

  // Sorts in place; returns how often elements were partitioned.
  std::uint64_t run(HostSteps<Space> const& steps, SortAlgorithm algorithm, void* elements,
                    std::uint64_t size, PhaseTimer<Space>& timer) {
    elements_ = static_cast<std::byte*>(elements);
    ranges_.clear();  // of a call whose comparator threw
    if (algorithm == SortAlgorithm::sequential) {
      steps.sort_sequentially(elements, size);
      timer.done("sort");
      return 0;
    }
    if (size > few && put_in_order(steps, size, timer)) return 0;
    ranges_.push_back({0, size, 1});
    return sort_ranges(steps, algorithm, size, timer);
  }

  // Sorts each segment in place, as `run` does. All threads sort a segment that is too long for
  // one.
  std::uint64_t run_segments(HostSteps<Space> const& steps, SegmentSteps<Space> const& segments,
                             SortAlgorithm algorithm, void* elements, PhaseTimer<Space>& timer) {
    elements_ = static_cast<std::byte*>(elements);
    ranges_.clear();  // of a call whose comparator threw
    std::uint64_t const count = segments.size();
    if (algorithm == SortAlgorithm::sequential) {
      for (std::uint64_t s = 0; s < count; ++s) {
        std::uint64_t const begin = segments.begin(s);
        steps.sort_sequentially(at(elements_, begin), segments.begin(s + 1) - begin);
      }
      timer.done("sort");
      return 0;
    }
    std::uint64_t const size = segments.begin(count) - segments.begin(0);
    // No more than parts() segments are longer, nor than there are tiles, each with its counts.
    std::uint64_t const most = std::max<std::uint64_t>(few, size / parts());
    std::uint64_t longer = 0;
    segments.sort(exec_, elements_, other_.data(), labels_.data(), most, counts_.data(), &longer);
    exec_.fence("yoke::sort: segments");
    timer.done("sort segments");
    for (std::uint64_t i = 0; i < longer; ++i) {
      ranges_.push_back({segments.begin(counts_(i)), segments.begin(counts_(i) + 1), 1});
    }
    return sort_ranges(steps, algorithm, size, timer);
  }

  // Moves the elements into two parts, stably; those of the first part, about `share` of them, are
  // not larger than the others. Returns how many those are.
  std::uint64_t cut(HostSteps<Space> const& steps, void const* from, void* to, std::uint64_t size,
                    double share) {
    take_sample(steps, from, size, 0);
    auto const place = std::min(static_cast<std::uint64_t>(share * samples), samples - 1);
    // A tree of two leaves: what is smaller, equal and larger.
    steps.build_tree(exec_, at(sample_.data(), place), 1, splitters(), 1);
    count(steps, from, size, labels_.data(), {splitters(), 1});
    steps.scatter(exec_, from, to, size, Traits::chunk(exec_, size), labels_.data(), counts_.data(),
                  counted_);
    exec_.fence("yoke::sort: cut");
    // Label 1 is smaller, 2 equal, 3 larger; nothing is labelled 0. Equal ones may go either way.
    auto const wanted = static_cast<std::uint64_t>(share * static_cast<double>(size));
    return std::clamp(wanted, begin_(2), begin_(3));
  }

  // Phases of a sort by both sides (joint_element_side.hpp), each on all of the side's elements.

  // Where `samples` elements go, from which splitters_of_sample() takes up to `most` splitters.
  std::byte* sample() const { return sample_.data(); }
  Splitters splitters_of_sample(HostSteps<Space> const& steps, std::uint64_t most) {
    sort_sample(steps);
    exec_.fence("yoke::sort: sample");
    // A tree has one splitter less than leaves: the last one more than once if need be.
    std::uint64_t const count = std::min(most, (std::uint64_t(1) << (most_log_leaves - 1)) - 1);
    int const log = static_cast<int>(std::bit_width(count));
    std::uint64_t const leaves = std::uint64_t(1) << log;
    for (std::uint64_t i = 1; i < leaves; ++i) {
      std::memcpy(at(sample_.data(), samples + i),
                  at(sample_.data(), std::min(i, count) * samples / (count + 1)), bytes_);
    }
    steps.build_tree(exec_, at(sample_.data(), samples), leaves, splitters(), log);
    exec_.fence("yoke::sort: splitters");
    return {splitters(), log};
  }
  void label(HostSteps<Space> const& steps, void const* elements, std::uint64_t size,
             Splitters const& splitters) {
    label(steps, elements, size, labels_.data(), splitters);
  }
  // Says where each of 256 buckets begins, and the last one ends.
  void sum_up(std::uint64_t size, std::uint64_t labels, std::uint64_t* begin) {
    sum_up(size, labels);
    std::fill(std::copy_n(begin_.data(), labels + 1, begin), begin + buckets + 1, size);
  }
  // To the places that follow from the begins, and from there by a shift for each bucket.
  template <class Shifts>
  void scatter(HostSteps<Space> const& steps, void const* from, void* to, std::uint64_t size,
               Shifts const& shift) {
    std::uint64_t const tiles = tiles_of(size);
    for (std::uint64_t b = 0; b < counted_; ++b) {
      if (begin_(b) == begin_(b + 1)) continue;
      for (std::uint64_t t = 0; t < tiles; ++t) counts_(b * tiles + t) += shift[b];
    }
    steps.scatter(exec_, from, to, size, Traits::chunk(exec_, size), labels_.data(), counts_.data(),
                  counted_);
  }
  // Sorts elements that are in buckets already, which begin at `begin`.
  template <class Begins>
  void sort_partitioned(HostSteps<Space> const& steps, void* from, void* to, Begins const& begin,
                        std::uint64_t size) {
    elements_ = static_cast<std::byte*>(to);
    ranges_.clear();  // of a call whose comparator threw
    std::copy(begin.begin(), begin.end(), begin_.data());
    most_for_one_ = most_for_one(size);
    sort_buckets(steps, static_cast<std::byte*>(from), {0, size, 1}, true);
    PhaseTimer<Space> timer(exec_, static_cast<SortReport*>(nullptr));
    sort_ranges(steps, SortAlgorithm::sample, size, timer);
  }

 private:
  // Elements that ascend stay. Those that descend, none equal to the next, are reversed. Returns
  // whether they are sorted now.
  bool put_in_order(HostSteps<Space> const& steps, std::uint64_t size, PhaseTimer<Space>& timer) {
    SeenOrder seen;
    steps.look(exec_, elements_, size, &seen);
    exec_.fence("yoke::sort: look");
    bool const descends = seen.not_descending == 0;
    if (descends) steps.reverse(exec_, elements_, size);
    exec_.fence("yoke::sort: reversed");
    timer.done("look");
    return descends || seen.not_ascending == 0;
  }

  std::byte* at(void* elements, std::uint64_t i) const {
    return static_cast<std::byte*>(elements) + i * bytes_;
  }
  void* splitters() const { return at(sample_.data(), 2 * samples); }
  // A thread is given several, so that all end together.
  std::uint64_t parts() const { return 4 * static_cast<std::uint64_t>(exec_.concurrency()); }
  std::uint64_t most_for_one(std::uint64_t size) const {
    return std::max<std::uint64_t>(size / std::max<std::uint64_t>(64, parts()), 4 * few);
  }
  std::uint64_t tiles_of(std::uint64_t size) const {
    std::uint64_t const tile = Traits::chunk(exec_, size);
    return (size + tile - 1) / tile;
  }

  // Those that are noted, of `size` elements or fewer together.
  std::uint64_t sort_ranges(HostSteps<Space> const& steps, SortAlgorithm algorithm,
                            std::uint64_t size, PhaseTimer<Space>& timer) {
    std::uint64_t partitions = 0;
    // What is partitioned again are disjoint ranges of more than this.
    most_for_one_ = most_for_one(size);
    while (!ranges_.empty()) {
      Range const range = ranges_.back();
      ranges_.pop_back();
      std::uint64_t const count = range.end - range.begin;
      if (algorithm == SortAlgorithm::merge) {
        merge(steps, range);
        timer.done("merge");
      } else if (count <= few) {
        steps.sort_chunks(exec_, at(elements_, range.begin), at(other_.data(), range.begin),
                          labels_.data() + range.begin, count, count, false);
        timer.done("sort alone");
      } else if (range.round > most_rounds) {
        merge(steps, range);
        timer.done("merge");
      } else {
        bool const finds_equal = partition(steps, range);
        timer.done("partition");
        ++partitions;
        sort_buckets(steps, at(other_.data(), range.begin), range, finds_equal);
        timer.done("sort buckets");
      }
    }
    exec_.fence("yoke::sort: elements");
    return partitions;
  }

  // Sorted.
  void take_sample(HostSteps<Space> const& steps, void const* elements, std::uint64_t size,
                   int round) {
    steps.sample(exec_, elements, size, sample_.data(), samples, round);
    sort_sample(steps);
  }
  void sort_sample(HostSteps<Space> const& steps) {
    // The labels of a range under way are not needed yet.
    steps.sort_chunks(exec_, sample_.data(), at(sample_.data(), samples), labels_.data(), samples,
                      samples, false);
  }

  // Labels, and sums up to places.
  void count(HostSteps<Space> const& steps, void const* elements, std::uint64_t size,
             std::uint8_t* labels, Splitters const& splitters) {
    label(steps, elements, size, labels, splitters);
    sum_up(size, splitters.buckets());
  }
  void label(HostSteps<Space> const& steps, void const* elements, std::uint64_t size,
             std::uint8_t* labels, Splitters const& splitters) {
    steps.count(exec_, elements, size, Traits::chunk(exec_, size), splitters, labels,
                counts_.data());
    exec_.fence("yoke::sort: counted");
  }
  void sum_up(std::uint64_t size, std::uint64_t labels) {
    std::uint64_t const tiles = tiles_of(size);
    std::uint64_t const counters = tiles * labels;
    counted_ = labels;
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < counters; ++k) sum += std::exchange(counts_(k), sum);
    counts_(counters) = sum;
    for (std::uint64_t b = 0; b <= labels; ++b) begin_(b) = counts_(b * tiles);
  }

  // 256 leaves, each a bucket. If a splitter occurs twice, one key fills two leaves. Then there are
  // 128 leaves, and each splitter has a bucket for keys that equal it.
  Splitters choose_splitters(HostSteps<Space> const& steps, void const* elements,
                             std::uint64_t size, int round) {
    take_sample(steps, elements, size, round);
    Splitters chosen{splitters(), most_log_leaves, false};
    steps.build_tree(exec_, sample_.data(), samples, splitters(), chosen.log_leaves);
    exec_.fence("yoke::sort: splitters");
    if (steps.are_apart(chosen)) return chosen;
    chosen = {splitters(), most_log_leaves - 1, true};
    steps.build_tree(exec_, sample_.data(), samples, splitters(), chosen.log_leaves);
    return chosen;
  }

  // Returns whether buckets of even numbers have equal keys.
  bool partition(HostSteps<Space> const& steps, Range const& range) {
    std::uint64_t const size = range.end - range.begin;
    std::byte* const from = at(elements_, range.begin);
    Splitters const chosen = choose_splitters(steps, from, size, range.round);
    count(steps, from, size, labels_.data() + range.begin, chosen);
    steps.scatter(exec_, from, at(other_.data(), range.begin), size, Traits::chunk(exec_, size),
                  labels_.data() + range.begin, counts_.data(), counted_);
    exec_.fence("yoke::sort: partition");
    return chosen.finds_equal;
  }

  void sort_buckets(HostSteps<Space> const& steps, std::byte* from, Range const& range,
                    bool finds_equal) {
    std::byte* const to = at(elements_, range.begin);
    steps.sort_buckets(exec_, from, to, labels_.data() + range.begin,
                       {begin_.data(), buckets, finds_equal}, most_for_one_);
    for (int b = 0; b < buckets; ++b) {
      std::uint64_t const begin = begin_(b), count = begin_(b + 1) - begin;
      if (count <= most_for_one_) continue;
      copy(at(from, begin), at(to, begin), count);
      if (finds_equal && b % 2 == 0) continue;
      ranges_.push_back({range.begin + begin, range.begin + begin + count, range.round + 1});
    }
    exec_.fence("yoke::sort: buckets");
  }

  void merge(HostSteps<Space> const& steps, Range const& range) {
    std::uint64_t const size = range.end - range.begin, chunk = Traits::chunk(exec_, size);
    void *const home = at(elements_, range.begin), *const away = at(other_.data(), range.begin);
    bool const into_other = merge_levels(size, chunk) % 2 == 1;
    steps.sort_chunks(exec_, home, away, labels_.data() + range.begin, size, chunk, into_other);
    merge_runs(exec_, steps, into_other ? away : home, into_other ? home : away,
               {size, chunk, 0, counts_.data(), faults_.data()});
    exec_.fence("yoke::sort: merged");
  }

  void copy(std::byte const* from, std::byte* to, std::uint64_t count) const {
    std::size_t const bytes = count * bytes_;
    Kokkos::deep_copy(exec_, Array<Space, std::byte>(to, bytes),
                      Array<Space, std::byte const>(from, bytes));
  }

  Space exec_;
  std::size_t bytes_;
  Buffer<Space, std::byte> other_;
  Buffer<Space, std::uint8_t> labels_;
  Buffer<Space, std::uint64_t> counts_, begin_;
  Buffer<Space, std::uint32_t> faults_;
  Buffer<Space, std::byte> sample_;
  std::byte* elements_ = nullptr;
  std::vector<Range> ranges_;
  std::uint64_t most_for_one_ = 0;
  std::uint64_t counted_ = 0;  // labels that sum_up has places of
};

}  // namespace yoke::detail::sorting
