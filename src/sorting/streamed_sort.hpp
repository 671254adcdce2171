#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/host_copy.hpp"
#include "sorting/level_cuts.hpp"
#include "sorting/solver.hpp"
#include "sorting/streamed_columns.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::sorting {

// Part `part` of sorted runs, whose cuts are LevelCuts': run after run.
template <class Word, class Value>
struct GatherPart {
  Columns<Word, Value> runs, part;
  std::uint64_t const *begin, *end;  // of each run
  int count;

  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    std::uint64_t left = i;
    for (int r = 0; r < count; ++r) {
      std::uint64_t const here = end[r] - begin[r];
      if (left < here) {
        part.store(i, runs.load(begin[r] + left));
        return;
      }
      left -= here;
    }
  }
};

// Sorts on a device what lies in host memory, in about the time that it takes through the bus, up
// and down: runs are sorted as they arrive; once all have, they are cut into parts that follow each
// other in the result, and each part is gathered, sorted and on its way down while the next is
// sorted. What is pageable goes through pinned blocks, which the host's threads fill and empty.
//
// Holds on the device a copy of the elements, a tenth of that, and what the sort of a 32nd holds;
// in pinned memory a tenth of the elements, once any are pageable.
template <class Word, class Value, class Device, class Host>
class StreamedSort {
  static constexpr bool has_values = !std::is_same_v<Value, NoValue>;
  static constexpr int in_flight = 3;
  static constexpr std::uint64_t most_runs = 32;
  using Data = Columns<Word, Value>;
  using InBytes = ColumnBlocks<Word, Value>;
  using Stream = StreamedColumns<Word, Value>;
  using Lanes = Pipeline<std::byte, Device, Host>;
  using Block = typename Lanes::HostBlock;
  using Blocks = typename Lanes::DeviceBlock;

 public:
  // Runs of fewer elements would wait for their launches.
  static constexpr std::uint64_t least_run = std::uint64_t(1) << 20;

  StreamedSort(Hybrid<Device, Host> const& hybrid, std::size_t capacity, SortOptions const& options,
               std::uint64_t shortest_run = least_run)
      : hybrid_(hybrid),
        options_(options),
        shortest_run_(shortest_run),
        lanes_(hybrid, {.in_flight = in_flight}),
        keys_(make_buffer<Device, Word>(hybrid.device(), "yoke::sort::keys", capacity)),
        parts_(make_buffer<Device, std::byte>(hybrid.device(), "yoke::sort::parts",
                                              in_flight * InBytes{run_of(capacity)}.bytes())),
        cuts_(make_buffer<Device, std::uint64_t>(
            hybrid.device(), "yoke::sort::cuts",
            LevelCuts<Device, Word>::elements(static_cast<int>(most_runs)))),
        sorter_(hybrid.device(), run_of(capacity), without_report(options), SortAlgorithm::radix) {
    if (has_values) {
      values_ = make_buffer<Device, Value>(hybrid.device(), "yoke::sort::values", capacity);
    }
  }

  void run(Stream const& stream, std::size_t size, KeyKind kind) {
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    stream_ = stream;
    size_ = size;
    kind_ = kind;
    run_length_ = run_of(size);
    runs_ = (size + run_length_ - 1) / run_length_;
    auto const steps = make_steps();
    // Each run goes up, then each part comes down.
    lanes_.run(2 * runs_, steps, options_.timeline);
    timer.done("stream");
  }

 private:
  std::uint64_t run_of(std::uint64_t size) const {
    return std::max((size + most_runs - 1) / most_runs, shortest_run_);
  }

  Data in_block(std::byte* blocks, std::size_t number) const {
    return InBytes{run_length_}.block(blocks, number % in_flight);
  }
  Data pinned_block(std::size_t number) { return in_block(pinned_.data(), number); }

  std::uint64_t elements_of(std::size_t run) const {
    return std::min(run_length_, size_ - run * run_length_);
  }

  typename Lanes::Steps make_steps() {
    PageableColumns const fills(stream_.keys, stream_.values, size_);
    PageableColumns const drains(stream_.sorted_keys, stream_.sorted_values, size_);
    if ((fills.any() || drains.any()) &&
        pinned_.extent(0) < in_flight * InBytes{run_length_}.bytes()) {
      pinned_ = Buffer<PinnedSpace, std::byte>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "yoke::sort::pinned"),
          in_flight * InBytes{run_length_}.bytes());
    }
    typename Lanes::Steps steps;
    if (fills.any()) {
      steps.fill = [this, fills](std::size_t block, Block) { return fill(block, fills); };
    }
    steps.upload = [this, fills](std::size_t block, Device const& exec, Block, Blocks) {
      return upload(block, exec, fills);
    };
    steps.compute = [this](std::size_t block, Device const& exec, Blocks, Blocks) {
      return block < runs_ ? sort_run(block, exec) : sort_part(block, exec);
    };
    steps.download = [this, drains](std::size_t block, Device const& exec, Blocks, Block) {
      return download(block, exec, drains);
    };
    if (drains.any()) {
      steps.drain = [this, drains](std::size_t block, Block) { drain(block, drains); };
    }
    return steps;
  }

  std::size_t fill(std::size_t run, PageableColumns fills) {
    if (run >= runs_) return 0;
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    Data const block = pinned_block(run);
    if (fills.keys) copy_on_host<false>(block.keys, stream_.keys + begin, elements);
    if (fills.values) copy_on_host<false>(block.values, stream_.values + begin, elements);
    return 0;
  }

  std::size_t upload(std::size_t run, Device const& exec, PageableColumns filled) {
    if (run >= runs_) return 0;
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    Data const block = pinned_block(run);
    copy<Device, PinnedSpace>(exec, keys_.data() + begin,
                              filled.keys ? block.keys : stream_.keys + begin, elements);
    if (stream_.values) {
      copy<Device, PinnedSpace>(exec, values_.data() + begin,
                                filled.values ? block.values : stream_.values + begin, elements);
    }
    return 0;
  }

  std::size_t sort_run(std::size_t run, Device const& exec) {
    std::uint64_t const begin = run * run_length_, elements = elements_of(run);
    if constexpr (has_values) {
      if (stream_.values == nullptr) {
        Kokkos::parallel_for("yoke::sort::number", WideRange<Device>(exec, 0, elements),
                             NumberValues<Value>{values_.data() + begin, begin});
      }
    }
    sorter_.run(elements_on_device().from(begin), elements, kind_);
    if (run + 1 == runs_) {
      SortedRuns<Word> const sorted{keys_.data(), size_, run_length_, static_cast<int>(runs_),
                                    KeyOrder<Word>(kind_, options_.order)};
      LevelCuts<Device, Word>(sorted, array_of(cuts_, cuts_.extent(0))).run(exec);
    }
    return 0;
  }

  std::size_t sort_part(std::size_t block, Device const& exec) {
    std::uint64_t const part = block - runs_, elements = elements_of(part);
    std::uint64_t const* const cut = cuts_.data() + part * runs_;
    Data const target = in_block(parts_.data(), block);
    Kokkos::parallel_for("yoke::sort::gather", WideRange<Device>(exec, 0, elements),
                         GatherPart<Word, Value>{elements_on_device(), target, cut, cut + runs_,
                                                 static_cast<int>(runs_)});
    sorter_.run(target, elements, kind_);
    return 0;
  }

  std::size_t download(std::size_t block, Device const& exec, PageableColumns drained) {
    if (block < runs_) return 0;
    std::uint64_t const part = block - runs_, begin = part * run_length_;
    Data const from = in_block(parts_.data(), block);
    Data const to = pinned_block(block);
    if (stream_.sorted_keys) {
      copy<PinnedSpace, Device>(exec, drained.keys ? to.keys : stream_.sorted_keys + begin,
                                from.keys, elements_of(part));
    }
    if (stream_.sorted_values) {
      copy<PinnedSpace, Device>(exec, drained.values ? to.values : stream_.sorted_values + begin,
                                from.values, elements_of(part));
    }
    return 0;
  }

  void drain(std::size_t block, PageableColumns drains) {
    if (block < runs_) return;
    std::uint64_t const part = block - runs_, begin = part * run_length_;
    Data const from = pinned_block(block);
    if (drains.keys) {
      copy_on_host<true>(stream_.sorted_keys + begin, from.keys, elements_of(part));
    }
    if (drains.values) {
      copy_on_host<true>(stream_.sorted_values + begin, from.values, elements_of(part));
    }
  }

  Data elements_on_device() const { return {keys_.data(), values_.data()}; }

  // What is drained is not read soon.
  template <bool is_result, class T>
  void copy_on_host(T* target, T const* source, std::uint64_t elements) const {
    auto const copy_all = is_result ? stream_by_all : copy_by_all;
    copy_all(hybrid_.host(), reinterpret_cast<std::byte*>(target),
             reinterpret_cast<std::byte const*>(source), elements * sizeof(T));
  }

  template <class To, class From, class T>
  static void copy(Device const& exec, T* target, T const* source, std::uint64_t elements) {
    Kokkos::deep_copy(exec, Array<To, T>(target, elements), Array<From, T const>(source, elements));
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  std::uint64_t shortest_run_;
  Lanes lanes_;
  Buffer<Device, Word> keys_;
  Buffer<Device, Value> values_;
  Buffer<Device, std::byte> parts_;
  Buffer<Device, std::uint64_t> cuts_;
  Buffer<PinnedSpace, std::byte> pinned_;
  ColumnSorter<Word, Value, Device> sorter_;

  // Of the call.
  Stream stream_{};
  std::size_t size_ = 0;
  KeyKind kind_ = KeyKind::is_unsigned;
  std::uint64_t run_length_ = 0, runs_ = 0;
};

}  // namespace yoke::detail::sorting
