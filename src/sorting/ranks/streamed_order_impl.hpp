#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <type_traits>

#include "frame/phase_timer.hpp"
#include "mpi/pack.hpp"
#include "sorting/arriving_runs.hpp"
#include "sorting/ranks/rank_cuts.hpp"
#include "sorting/ranks/streamed_order.hpp"
#include "yoke/detail/pipeline_run.hpp"

namespace yoke::detail::mpi {

// As StreamedSort, whose parts here are those of all ranks: runs are sorted as they arrive; once
// all ranks' have, they are cut into parts that follow each other in the order of all, some of each
// rank. Part after part of every rank is gathered, sent, sorted by its rank, and on its way down
// while the next ones are.
//
// All but the runs' way up is done by the thread that makes the call, since MPI is called by no
// other. It waits for no copy but that of the part before the last.
template <class Device, class Host, class Key, class Value>
struct StreamedOrder<Device, Host, Key, Value>::State {
  static constexpr bool has_values = !std::is_same_v<Value, sorting::NoValue>;
  static constexpr std::size_t in_flight = 2;
  using Runs = sorting::ArrivingRuns<Key, Value, Device, Host>;
  using Departing = sorting::DepartingParts<Key, Value, Device, Host>;
  using Columns = sorting::StreamedColumns<Key, Value>;
  using Data = sorting::Columns<Key, Value>;
  using InBytes = sorting::ColumnBlocks<Key, Value>;
  using Lanes = typename Runs::Lanes;
  using Block = typename Lanes::HostBlock;
  using Blocks = typename Lanes::DeviceBlock;

  State(Hybrid<Device, Host> const& its_hybrid, SortOptions const& its_options,
        std::uint64_t its_shortest_run)
      : hybrid(its_hybrid),
        options(its_options),
        shortest_run(its_shortest_run),
        lanes(hybrid, {.in_flight = Runs::in_flight}) {}

  void run(Network<Device>& ranks, Data const& data, std::size_t size, std::size_t capacity,
           sorting::KeyKind kind) {
    PhaseTimer<Host> timer(hybrid.host(), options.report);
    auto const sizes = ranks.gather(size);
    rounds = rounds_for(sizes);
    part_length = (size + rounds - 1) / rounds;
    std::optional<Departing> down;
    agreed(ranks, [&] {
      reserve(capacity);
      Columns const stream{data.keys, data.values, data.keys, data.values};
      runs->begin(stream, size, kind);
      down.emplace(hybrid, *runs, stream, size, part_length);
      if (runs->fills().any() || down->drains()) {
        runs->need_pinned(std::max(runs->run_length(), part_length));
      }
      bring_up();
    });
    timer.done("bring up");
    cut(ranks, sizes);
    timer.done("find cuts");
    exchange_and_bring_down(ranks, *down, size);
    timer.done("exchange and bring down");
  }

  // As many parts of each rank: what is exchanged and sorted before the first comes down, and what
  // comes down after the last was, is one of them. The cuts of all parts are found at once.
  std::size_t rounds_for(Counts const& sizes) const {
    std::uint64_t const all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0));
    std::size_t const p = sizes.size(), most = std::clamp<std::size_t>(256 / p, 1, 32);
    return std::clamp<std::size_t>(all / p / shortest_run, 1, most);
  }

  void reserve(std::size_t capacity) {
    if (!runs || part_length > longest_part || capacity > most) {
      runs.reset();  // before more is taken
      runs.emplace(hybrid, std::max(capacity, most), part_length, options, shortest_run);
      longest_part = part_length;
      most = std::max(capacity, most);
    }
    reserved(hybrid.device(), parts, std::min(in_flight, rounds) * InBytes{part_length}.bytes());
  }

  void bring_up() {
    auto const fills = runs->fills();
    typename Lanes::Steps steps;
    if (fills.any()) {
      steps.fill = [this, fills](std::size_t run, Block) { return runs->fill(run, fills); };
    }
    steps.upload = [this, fills](std::size_t run, Device const& exec, Block, Blocks) {
      return runs->upload(run, exec, fills);
    };
    steps.compute = [this](std::size_t run, Device const& exec, Blocks, Blocks) {
      return runs->sort_run(run, exec);
    };
    lanes.run(runs->runs(), steps, options.timeline);
  }

  // Where the parts of all ranks lie in each run of this one, and how many elements each has here.
  void cut(Network<Device>& ranks, Counts const& sizes) {
    Device const& exec = hybrid.device();
    auto const sorted = runs->sorted();
    ends = RankCuts<Device, Key>(ranks, sorted, bounds, below).find(sizes, rounds);
    Counts preceding{0};
    preceding.insert(preceding.end(), ends.begin(), ends.end());
    agreed(ranks, [&] {
      std::size_t const count = preceding.size();
      reserved(exec, sent, longest_sent(static_cast<std::size_t>(ranks.rank())));
      if constexpr (has_values) reserved(exec, sent_values, sent.extent(0));
      reserved(exec, precede, count);
      reserved(exec, cuts, count * std::max<std::uint64_t>(runs->runs(), 1));
      Kokkos::deep_copy(
          exec, array_of(precede, count),
          Kokkos::View<std::uint64_t const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
              preceding.data(), count));
      if (runs->runs() > 0) {
        sorting::LevelCuts<Device, Key>(sorted, array_of(cuts),
                                        Array<Device, std::uint64_t const>(precede.data(), count))
            .run(exec);
      }
      exec.fence("yoke::sort: parts cut");
    });
    received_counts = ranks.transpose(part_sizes());
  }

  // Of part t of rank r at r * rounds + t.
  std::uint64_t elements_of(std::size_t part) const {
    return ends[part] - (part == 0 ? 0 : ends[part - 1]);
  }
  Counts part_sizes() const {
    Counts sizes;
    for (std::size_t part = 0; part < ends.size(); ++part) sizes.push_back(elements_of(part));
    return sizes;
  }
  // To all other ranks in one round.
  std::uint64_t longest_sent(std::size_t own) const {
    std::uint64_t longest = 0;
    for (std::size_t t = 0; t < rounds; ++t) {
      std::uint64_t sum = 0;
      for (std::size_t part = t; part < ends.size(); part += rounds) {
        if (part / rounds != own) sum += elements_of(part);
      }
      longest = std::max(longest, sum);
    }
    return longest;
  }

  void exchange_and_bring_down(Network<Device>& ranks, Departing const& down, std::size_t size) {
    Device const& exec = hybrid.device();
    // Two streams that are free by now, for parts in turn.
    Device const* const ways[] = {&hybrid.download(), &hybrid.upload()};
    auto const begin_of = [&](std::size_t t) { return size * t / rounds; };
    auto const drain = [&](std::size_t t) {
      ways[t % 2]->fence("yoke::sort: part downloaded");
      if (down.drains()) down.drain(t, begin_of(t), begin_of(t + 1) - begin_of(t));
    };
    // After an exception too: what comes down goes to the caller's memory.
    AtScopeEnd const end{[&] {
      for (auto const* way : ways) way->fence("yoke::sort: parts downloaded");
    }};
    for (std::size_t t = 0; t < rounds; ++t) {
      std::uint64_t const elements = begin_of(t + 1) - begin_of(t);
      Data const part = InBytes{part_length}.block(parts.data(), t % in_flight);
      exchange(ranks, t, part);
      runs->sort(part, elements);
      exec.fence("yoke::sort: part sorted");
      down.download(t, *ways[t % 2], part, begin_of(t), elements);
      if (t > 0) drain(t - 1);
    }
    drain(rounds - 1);
  }

  // Every rank's part t of this one, in the order of the ranks and of their runs, as a stable sort
  // wants them.
  void exchange(Network<Device>& ranks, std::size_t t, Data const& to) {
    Device const& exec = hybrid.device();
    auto const p = static_cast<std::size_t>(ranks.ranks());
    auto const own = static_cast<std::size_t>(ranks.rank());
    Counts sends(p), receives(p);
    for (std::size_t rank = 0; rank < p; ++rank) {
      sends[rank] = rank == own ? 0 : elements_of(rank * rounds + t);
      receives[rank] = received_counts[rank * rounds + t];
    }
    Parts const sent_parts = Parts::in_order(sends, 1);
    Parts received_parts = Parts::in_order(receives, 1);
    received_parts.bytes[own] = 0;  // gathered where they are to be
    Data const out{sent.data(), sent_values.data()};
    for (std::size_t rank = 0; rank < p; ++rank) {
      gather(exec, rank * rounds + t,
             rank == own ? to.from(received_parts.begin[own]) : out.from(sent_parts.begin[rank]));
    }
    exec.fence("yoke::sort: part gathered");
    Round round{transfer_of(out.keys, sent_parts, to.keys, received_parts)};
    if constexpr (has_values) {
      round.push_back(transfer_of(out.values, sent_parts, to.values, received_parts));
    }
    ranks.exchange_in_rounds(
        {round}, [] {}, [](std::size_t) {});
  }

  void gather(Device const& exec, std::size_t part, Data const& to) const {
    std::uint64_t const elements = elements_of(part);
    if (elements == 0) return;
    std::uint64_t const* const cut = cuts.data() + part * runs->runs();
    Kokkos::parallel_for(
        "yoke::sort::gather", WideRange<Device>(exec, 0, elements),
        sorting::GatherPart<Key, Value>{runs->elements(), to, cut, cut + runs->runs(),
                                        static_cast<int>(runs->runs())});
  }

  Hybrid<Device, Host> const& hybrid;
  SortOptions options;
  std::uint64_t shortest_run;
  Lanes lanes;
  std::optional<Runs> runs;
  std::uint64_t longest_part = 0;
  std::size_t most = 0;  // elements of a call
  Buffer<Device, std::byte> parts;
  Buffer<Device, Key> sent, bounds;
  Buffer<Device, Value> sent_values;
  Buffer<Device, std::uint64_t> below, precede, cuts;

  // Of the call.
  std::size_t rounds = 1;
  std::uint64_t part_length = 0;
  Counts ends;             // of the ranks' parts, among this rank's elements
  Counts received_counts;  // of this rank's parts, from each rank
};

template <class Device, class Host, class Key, class Value>
StreamedOrder<Device, Host, Key, Value>::StreamedOrder(Hybrid<Device, Host> const& hybrid,
                                                       SortOptions const& options,
                                                       std::uint64_t shortest_run)
    : state_(std::make_unique<State>(hybrid, options, shortest_run)) {}
template <class Device, class Host, class Key, class Value>
StreamedOrder<Device, Host, Key, Value>::~StreamedOrder() = default;
template <class Device, class Host, class Key, class Value>
StreamedOrder<Device, Host, Key, Value>::StreamedOrder(StreamedOrder&&) noexcept = default;

template <class Device, class Host, class Key, class Value>
void StreamedOrder<Device, Host, Key, Value>::run(Network<Device>& ranks, Key* keys, Value* values,
                                                  std::size_t size, std::size_t capacity,
                                                  sorting::KeyKind kind) {
  state_->run(ranks, {keys, values}, size, capacity, kind);
}

}  // namespace yoke::detail::mpi
