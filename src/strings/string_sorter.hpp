#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "frame/phase_timer.hpp"
#include "strings/common_prefixes.hpp"
#include "strings/key_sorter.hpp"
#include "strings/keys.hpp"
#include "strings/sort_alone.hpp"
#include "yoke/sort_strings_options.hpp"

namespace yoke::detail::strings {

// How a space goes through common prefixes.
template <class Space, bool OnHost = runs_on_host<Space>>
struct StringTraits {
  // What one item compares, and how many items a round may have beside one a string.
  static constexpr std::uint64_t chunk = 4096, most_items = 1 << 16;
};
template <class Space>
struct StringTraits<Space, false> {
  static constexpr std::uint64_t chunk = 64, most_items = 1 << 22;
};

// Sorts strings by growing prefixes. The first seven characters are a key beside the string's
// index; strings whose keys tie are segments, in which the next round sorts by the segment's number
// and as many further characters as 64 bits have room for. A round leaves out what is sorted,
// leaves segments of few strings to one thread each, and skips what the strings of a segment have
// in common. How far it looks for that grows where it was not far enough, so that a common prefix
// is read about once, however long, and by many threads, and no short one is paid for as if it were
// long.
//
// Holds, in bytes a string: keys with what the sorter holds, 4 or 8 for its segment, 16 or 24 for
// those before and after a round, 4 for their common prefixes, and 8 for what is ahead.
template <class Space, class Index, class Ahead>
class StringSorter {
  using Value = Carried<Index, Ahead>;
  using Range = WideRange<Space>;
  using Traits = StringTraits<Space>;
  static constexpr bool looks_ahead = Value::ahead_bytes > 0;

 public:
  StringSorter(Space const& exec, std::size_t capacity, SortOrder order)
      : exec_(exec),
        is_descending_(order == SortOrder::descending),
        sorter_(exec, capacity),
        segment_of_(make_buffer<Space, Index>(exec, "yoke::sort_strings::segments", capacity)),
        before_(exec, capacity),
        after_(exec, capacity),
        common_(make_buffer<Space, std::uint64_t>(exec, "yoke::sort_strings::common",
                                                  SegmentBuffers<Space, Index>::most(capacity))) {
    if (looks_ahead) {
      ahead_ = make_buffer<Space, std::uint64_t>(exec, "yoke::sort_strings::ahead", capacity);
    }
  }

  void run(Text const& text, std::uint64_t size, Index* permutation, SortStringsReport* report) {
    PhaseTimer<Space> timer(exec_, report);
    if constexpr (runs_on_host<Space>) {
      if (size <= few) return sort_few(text, size, permutation, report, timer);
    }
    make_keys(text, 0, size);
    timer.done("keys");
    sort_keys(size, permutation, report, timer);
    sort_tied(text, permutation, report, timer);
  }

  // Its steps, for who makes some of them elsewhere.

  // The first keys of strings begin to end - 1.
  void make_keys(Text const& text, std::uint64_t begin, std::uint64_t end) {
    Kokkos::parallel_for(
        "yoke::sort_strings::first_keys", Range(exec_, begin, end),
        MakeFirstKeys<Index, Value>{text, first_shape(), sorter_.keys(), sorter_.values()});
  }
  // The same without what moves with them, and to anywhere.
  void write_keys(Text const& text, std::uint64_t begin, std::uint64_t end,
                  std::uint64_t* keys) const {
    Kokkos::parallel_for("yoke::sort_strings::first_keys", Range(exec_, begin, end),
                         WriteFirstKeys{text, first_shape(), keys});
  }
  std::uint64_t* keys() const { return sorter_.keys(); }
  Value* values() const { return sorter_.values(); }

  // The order by first keys, and what ties.
  void sort_keys(std::uint64_t size, Index* permutation, SortStringsReport* report,
                 PhaseTimer<Space>& timer) {
    Kokkos::parallel_for("yoke::sort_strings::start", Range(exec_, 0, 1),
                         StartSegments<Index>{before_.get()});
    reach_ = least_reach;
    sort_round(size, first_shape(), 0, looks_ahead, permutation, report, timer);
  }

  // The strings that tie: how many, the segment of each, and the segments.
  Tied const& tied() const { return tied_; }
  Index* segment_of() const { return segment_of_.data(); }
  Segments<Index> segments() const { return before_.get(); }
  // Those written to where the above point are now what ties.
  void set_tied(Tied const& tied) {
    tied_ = tied;
    has_ahead_ = false;
    reach_ = least_reach;
  }

  // Sorts those that tie, until none do.
  void sort_tied(Text const& text, Index* permutation, SortStringsReport* report,
                 PhaseTimer<Space>& timer) {
    while (tied_.strings > 0) {
      bool const from_ahead = has_ahead_;
      if (!from_ahead) {
        sort_alone(text, permutation, timer);
        if (tied_.strings == 0) return;
        skip_common(text, permutation, report, timer);
      }
      int const segment_bits = static_cast<int>(std::bit_width(tied_.segments - 1));
      int const free_bytes = std::min((64 - count_bits - segment_bits) / 8, most_bytes);
      auto const shape = KeyShape::of(
          from_ahead ? std::min(free_bytes, Value::ahead_bytes) : free_bytes, is_descending_);
      Kokkos::parallel_for("yoke::sort_strings::keys", Range(exec_, 0, tied_.strings),
                           MakeKeys<Index, Value>{text, shape, before_.get(), segment_of_.data(),
                                                  permutation, from_ahead ? ahead_.data() : nullptr,
                                                  sorter_.keys(), sorter_.values()});
      timer.done("keys");
      sort_round(tied_.strings, shape, segment_bits, looks_ahead && !from_ahead, permutation,
                 report, timer);
    }
  }

 private:
  // One thread of a host sorts up to this number of strings, in its caches and without barriers.
  static constexpr std::uint64_t few = 8192;

  KeyShape first_shape() const { return KeyShape::of(most_bytes, is_descending_); }

  void sort_few(Text const& text, std::uint64_t size, Index* permutation, SortStringsReport* report,
                PhaseTimer<Space>& timer) {
    Kokkos::parallel_for(
        "yoke::sort_strings::few", Range(exec_, 0, 1),
        SortFew<Value>{
            text, size, permutation, is_descending_, {sorter_.elements(), keys(), values()}});
    exec_.fence("yoke::sort_strings: few");
    timer.done("sort alone");
    if (report == nullptr) return;
    report->sorted.push_back(size);
    report->characters += size * most_bytes;
  }

  // Sorts keys that have been made, and finds what ties.
  void sort_round(std::uint64_t size, KeyShape const& shape, int segment_bits, bool keeps_ahead,
                  Index* permutation, SortStringsReport* report, PhaseTimer<Space>& timer) {
    sorter_.sort(size, segment_bits + key_bits(shape.bytes));
    timer.done("sort");
    Range const all(exec_, 0, size);
    Kokkos::parallel_for("yoke::sort_strings::places", all,
                         WritePlaces<Index, Value>{sorter_.keys(), sorter_.values(), shape,
                                                   before_.get(), permutation});
    has_ahead_ = keeps_ahead;
    Kokkos::parallel_scan("yoke::sort_strings::ties", all,
                          FindTies<Index, Value>{sorter_.keys(), sorter_.values(), size, shape,
                                                 before_.get(), after_.get(), segment_of_.data(),
                                                 keeps_ahead ? ahead_.data() : nullptr},
                          tied_);
    exec_.fence("yoke::sort_strings: ties");
    std::swap(before_, after_);
    timer.done("ties");
    if (report == nullptr) return;
    report->sorted.push_back(size);
    report->characters += size * static_cast<std::uint64_t>(shape.bytes);
  }

  void sort_alone(Text const& text, Index* permutation, PhaseTimer<Space>& timer) {
    std::uint64_t left = 0;
    using OneByOne = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                         Kokkos::Schedule<Kokkos::Dynamic>>;
    Kokkos::parallel_reduce("yoke::sort_strings::alone", OneByOne(exec_, 0, tied_.segments),
                            alone(text, permutation), left);
    exec_.fence("yoke::sort_strings: alone");
    if (left < tied_.segments) keep_unsorted(left);
    timer.done("sort alone");
  }

  // On a host a thread takes an eighth of what its part of the strings would be.
  auto alone(Text const& text, Index* permutation) const {
    SortAloneBase<Index> const base{text, before_.get(), tied_, permutation, is_descending_};
    if constexpr (runs_on_host<Space>) {
      auto const threads = static_cast<std::uint64_t>(exec_.concurrency());
      std::uint64_t const most =
          threads == 1 ? tied_.strings : std::max(few, tied_.strings / (8 * threads));
      return SortAlone<Space, Value, true>{
          base, most, {sorter_.elements(), sorter_.keys(), sorter_.values()}};
    } else {
      return SortAlone<Space, Value, false>{base};
    }
  }

  void keep_unsorted(std::uint64_t left) {
    Tied const all = std::exchange(tied_, {});
    if (left == 0) return;
    Kokkos::parallel_scan("yoke::sort_strings::keep", Range(exec_, 0, all.segments),
                          KeepUnsorted<Index>{before_.get(), after_.get(), all}, tied_);
    exec_.fence("yoke::sort_strings: keep");
    std::swap(before_, after_);
    Kokkos::parallel_for("yoke::sort_strings::number", Range(exec_, 0, tied_.strings),
                         NumberSegments<Index>{before_.get(), tied_.segments, segment_of_.data()});
  }

  void skip_common(Text const& text, Index* permutation, SortStringsReport* report,
                   PhaseTimer<Space>& timer) {
    std::uint64_t const chunk = std::min(Traits::chunk, reach_);
    std::uint64_t const chunks =
        std::min(reach_ / chunk, std::max<std::uint64_t>(Traits::most_items / tied_.strings, 1));
    std::uint64_t const reach = chunks * chunk;
    Range const segments(exec_, 0, tied_.segments);
    auto const before = before_.get();
    Kokkos::parallel_for("yoke::sort_strings::start_common", segments,
                         StartCommon<Index>{before, reach, common_.data()});
    Kokkos::parallel_for("yoke::sort_strings::find_common", Range(exec_, 0, tied_.strings * chunks),
                         FindCommon<Index>{text, before, segment_of_.data(), permutation, chunk,
                                           chunks, common_.data()});
    Skipped skipped;
    Kokkos::parallel_reduce("yoke::sort_strings::skip_common", segments,
                            SkipCommon<Index>{before, tied_, reach, common_.data()}, skipped);
    exec_.fence("yoke::sort_strings: skip common");
    if (skipped.at_reach > 0) reach_ = std::min(8 * reach_, most_reach);
    if (report) report->characters += skipped.characters;
    timer.done("skip common");
  }

  // How far a round looks for common prefixes: a power of 2.
  static constexpr std::uint64_t least_reach = 64, most_reach = std::uint64_t(1) << 40;

  Space exec_;
  bool is_descending_;
  KeySorter<Space, Value> sorter_;
  Buffer<Space, Index> segment_of_;
  SegmentBuffers<Space, Index> before_, after_;
  Buffer<Space, std::uint64_t> common_, ahead_;
  std::uint64_t reach_ = least_reach;
  Tied tied_;
  bool has_ahead_ = false;  // is there what was ahead of the strings that tie?
};

}  // namespace yoke::detail::strings
