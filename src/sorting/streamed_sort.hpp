#pragma once

#include <cstddef>
#include <cstdint>

#include "sorting/arriving_runs.hpp"

namespace yoke::detail::sorting {

// Sorts on a device what lies in host memory, in about the time that it takes through the bus, up
// and down: runs are sorted as they arrive; once all have, they are cut into parts that follow each
// other in the result, and each part is gathered, sorted and on its way down while the next is
// sorted. What is pageable goes through pinned blocks, which the host's threads fill and empty.
//
// Holds on the device a copy of the elements, a tenth of that, and what the sort of a 32nd holds;
// in pinned memory a tenth of the elements, once any are pageable.
template <class Word, class Value, class Device, class Host>
class StreamedSort {
  using Runs = ArrivingRuns<Word, Value, Device, Host>;
  using Parts = DepartingParts<Word, Value, Device, Host>;
  using Data = Columns<Word, Value>;
  using InBytes = ColumnBlocks<Word, Value>;
  using Stream = StreamedColumns<Word, Value>;
  using Lanes = typename Runs::Lanes;
  using Block = typename Lanes::HostBlock;
  using Blocks = typename Lanes::DeviceBlock;
  static constexpr int in_flight = Runs::in_flight;

 public:
  static constexpr std::uint64_t least_run = Runs::least_run;

  StreamedSort(Hybrid<Device, Host> const& hybrid, std::size_t capacity, SortOptions const& options,
               std::uint64_t shortest_run = least_run)
      : hybrid_(hybrid),
        options_(options),
        lanes_(hybrid, {.in_flight = in_flight}),
        runs_(hybrid, capacity, 0, options, shortest_run),
        parts_(make_buffer<Device, std::byte>(
            hybrid.device(), "yoke::sort::parts",
            in_flight * InBytes{runs_.longest_run(capacity)}.bytes())),
        cuts_(make_buffer<Device, std::uint64_t>(
            hybrid.device(), "yoke::sort::cuts",
            LevelCuts<Device, Word>::elements(static_cast<int>(Runs::most_runs)))) {}

  void run(Stream const& stream, std::size_t size, KeyKind kind) {
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    runs_.begin(stream, size, kind);
    Parts const down(hybrid_, runs_, stream, size, runs_.run_length());
    auto const steps = make_steps(down);
    // Each run goes up, then each part comes down.
    lanes_.run(2 * runs_.runs(), steps, options_.timeline);
    timer.done("stream");
  }

 private:
  typename Lanes::Steps make_steps(Parts const& down) {
    auto const fills = runs_.fills();
    if (fills.any() || down.drains()) runs_.need_pinned(runs_.run_length());
    typename Lanes::Steps steps;
    if (fills.any()) {
      steps.fill = [this, fills](std::size_t block, Block) { return runs_.fill(block, fills); };
    }
    steps.upload = [this, fills](std::size_t block, Device const& exec, Block, Blocks) {
      return runs_.upload(block, exec, fills);
    };
    steps.compute = [this](std::size_t block, Device const& exec, Blocks, Blocks) {
      return block < runs_.runs() ? sort_run(block, exec) : sort_part(block, exec);
    };
    steps.download = [this, down](std::size_t block, Device const& exec, Blocks, Block) {
      if (block < runs_.runs()) return std::size_t(0);
      std::uint64_t const part = block - runs_.runs();
      down.download(block, exec, part_in(block), part * runs_.run_length(),
                    runs_.elements_of(part));
      return std::size_t(0);
    };
    if (down.drains()) {
      steps.drain = [this, down](std::size_t block, Block) {
        if (block < runs_.runs()) return;
        std::uint64_t const part = block - runs_.runs();
        down.drain(block, part * runs_.run_length(), runs_.elements_of(part));
      };
    }
    return steps;
  }

  Data part_in(std::size_t block) const {
    return InBytes{runs_.run_length()}.block(parts_.data(), block % in_flight);
  }

  std::size_t sort_run(std::size_t run, Device const& exec) {
    runs_.sort_run(run, exec);
    if (run + 1 == runs_.runs()) {
      LevelCuts<Device, Word>(runs_.sorted(), array_of(cuts_)).run(exec);
    }
    return 0;
  }

  std::size_t sort_part(std::size_t block, Device const& exec) {
    std::uint64_t const part = block - runs_.runs(), elements = runs_.elements_of(part);
    std::uint64_t const* const cut = cuts_.data() + part * runs_.runs();
    Data const target = part_in(block);
    Kokkos::parallel_for("yoke::sort::gather", WideRange<Device>(exec, 0, elements),
                         GatherPart<Word, Value>{runs_.elements(), target, cut, cut + runs_.runs(),
                                                 static_cast<int>(runs_.runs())});
    runs_.sort(target, elements);
    return 0;
  }

  Hybrid<Device, Host> const& hybrid_;
  SortOptions options_;
  Lanes lanes_;
  Runs runs_;
  Buffer<Device, std::byte> parts_;
  Buffer<Device, std::uint64_t> cuts_;
};

}  // namespace yoke::detail::sorting
