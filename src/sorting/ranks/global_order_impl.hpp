#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "frame/phase_timer.hpp"
#include "sorting/element.hpp"
#include "sorting/ranks/global_order.hpp"
#include "sorting/ranks/merge_runs.hpp"
#include "sorting/ranks/rank_cuts.hpp"
#include "sorting/streamed_columns.hpp"

namespace yoke::detail::mpi {

// What of sorted elements goes to each rank in each round, and where what comes lies. NCCL copies
// faster where both ends begin at a multiple of 16 bytes (docs/results/scale.md): what is sent
// begins with the elements before it back to such a place, which lie in front of what is received
// and are read by nobody.
struct RoundParts {
  static constexpr std::uint64_t alignment = 4;  // elements, of 4 bytes or more

  std::vector<Parts> to, from;         // in elements, a round each
  std::vector<std::vector<Run>> come;  // of each round, where each rank's are; the own as sorted
  std::uint64_t received = 0;          // places that what comes takes
  Moved moved;

  // The part of rank r in round t ends at cuts[r * rounds + t]. The constructor takes one
  // more round, for the sizes.
  RoundParts(Communicator& ranks, Counts const& cuts, std::size_t rounds)
      : to(rounds),
        from(rounds),
        come(rounds),
        moved{Counts(cuts.size() / rounds), Counts(cuts.size() / rounds)} {
    auto const own = static_cast<std::size_t>(ranks.rank());
    Counts sent;
    std::vector<Run> kept;
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      bool const is_own = i / rounds == own;
      std::uint64_t const size = cuts[i] - begin, lead = is_own ? 0 : begin % alignment;
      if (is_own) kept.push_back({begin, size});
      moved.to[i / rounds] += size;
      to[i % rounds].begin.push_back(begin - lead);
      to[i % rounds].bytes.push_back(is_own || size == 0 ? 0 : size + lead);
      sent.push_back(size * alignment + lead);
      begin = cuts[i];
    }
    auto const numbers = ranks.transpose(sent);
    for (std::size_t t = 0; t < rounds; ++t) {
      for (std::size_t rank = 0; rank < moved.from.size(); ++rank) {
        std::uint64_t const number = numbers[rank * rounds + t];
        receive(t, rank == own, kept[t], number / alignment, number % alignment);
        moved.from[rank] += number / alignment;
      }
    }
  }

 private:
  void receive(std::size_t round, bool is_own, Run const& kept, std::uint64_t size,
               std::uint64_t lead) {
    from[round].begin.push_back(received);
    from[round].bytes.push_back(is_own || size == 0 ? 0 : size + lead);
    come[round].push_back(is_own ? kept : Run{received + lead, size});
    if (!is_own) received = (received + lead + size + alignment - 1) / alignment * alignment;
  }
};

template <class Space, class Key, class Value>
void GlobalOrder<Space, Key, Value>::Held::reserve(Space const& exec, std::size_t size) {
  if (keys.extent(0) >= size) return;
  keys = {};
  values = {};
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    values = make_buffer<Space, Value>(exec, "yoke::mpi::sort::values", size);
  }
  // What is looked at: it is there where the other is.
  keys = make_buffer<Space, Key>(exec, "yoke::mpi::sort::keys", size);
}

template <class Space, class Key, class Value>
Counts GlobalOrder<Space, Key, Value>::find_cuts(Network<Space>& ranks, Counts const& sizes,
                                                 std::size_t rounds, RankLess<Key> const& less) {
  std::uint64_t const size = sizes[static_cast<std::size_t>(ranks.rank())];
  return RankCuts<Space, Key>(ranks, {sorted_.keys.data(), size, size, 1, less.order}, bounds_,
                              below_)
      .find(sizes, rounds);
}

// Of each rank's elements the first has the number of those of the ranks before.
template <class Space, class Key, class Value>
void GlobalOrder<Space, Key, Value>::number_values(Space const& exec, RoundParts const& parts,
                                                   std::size_t own) {
  if constexpr (!std::is_same_v<Value, sorting::NoValue>) {
    std::uint64_t first = 0;
    for (std::size_t rank = 0; rank < parts.moved.from.size(); ++rank) {
      Value* const values = rank == own ? sorted_.values.data() : received_.values.data();
      for (auto const& runs : parts.come) {
        Run const run = runs[rank];
        Kokkos::parallel_for("yoke::mpi::sort::number", WideRange<Space>(exec, 0, run.size),
                             sorting::NumberValues<Value>{values + run.begin, first});
        first += run.size;
      }
    }
  }
}

template <class Space, class Key, class Value>
MergeWorkspace<Space, Key, Value> GlobalOrder<Space, Key, Value>::merge_workspace(
    Space const& exec, std::size_t most, std::size_t runs) {
  std::size_t const bytes = merge_bytes<Space, Key, Value>(exec, most);
  if (merge_bytes_.extent(0) < bytes) {
    merge_bytes_ = make_buffer<Space, std::byte>(exec, "yoke::mpi::sort::merge", bytes);
  }
  MergeWorkspace<Space, Key, Value> workspace{{}, array_of(merge_bytes_)};
  for (std::size_t level = 0; level < 2 && runs > 2 * (level + 1); ++level) {
    merged_[level].reserve(exec, most);
    workspace.columns[level] = {merged_[level].keys.data(), merged_[level].values.data()};
  }
  return workspace;
}

template <class Space, class Key, class Value>
void GlobalOrder<Space, Key, Value>::exchange_and_merge(
    Network<Space>& ranks, RoundParts const& parts,
    MergeWorkspace<Space, Key, Value> const& workspace, RankLess<Key> const& less, Key* keys,
    Value* values, bool values_are_numbers) {
  constexpr bool has_values = !std::is_same_v<Value, sorting::NoValue>;
  Space const& exec = ranks.exec();
  auto const own = static_cast<std::size_t>(ranks.rank());
  sorting::Columns<Key, Value> const sorted{sorted_.keys.data(), sorted_.values.data()};
  sorting::Columns<Key, Value> const received{received_.keys.data(), received_.values.data()};
  std::vector<Round> rounds;
  for (std::size_t t = 0; t < parts.to.size(); ++t) {
    rounds.push_back({transfer_of(sorted.keys, parts.to[t], received.keys, parts.from[t])});
    if constexpr (has_values) {
      if (values_are_numbers) continue;
      rounds.back().push_back(
          transfer_of(sorted.values, parts.to[t], received.values, parts.from[t]));
    }
  }
  auto const number = [&] {
    if (values_are_numbers) number_values(exec, parts, own);
  };
  std::uint64_t begin = 0;
  ranks.exchange_in_rounds(rounds, number, [&](std::size_t t) {
    std::vector<SortedRun<Key, Value>> runs;
    std::uint64_t const first = begin;
    for (std::size_t rank = 0; rank < parts.come[t].size(); ++rank) {
      Run const run = parts.come[t][rank];
      if (run.size == 0) continue;
      runs.push_back({(rank == own ? sorted : received).from(run.begin), run.size});
      begin += run.size;
    }
    sorting::Columns<Key, Value> const to{keys, values};
    merge_runs<Space>(exec, std::move(runs), to.from(first), less, workspace);
  });
}

template <class Space, class Key, class Value>
Moved GlobalOrder<Space, Key, Value>::run(Network<Space>& ranks, Key* keys, Value* values,
                                          std::size_t size, sorting::KeyKind kind, SortOrder order,
                                          SortReport* report, bool values_are_numbers) {
  Space const& exec = ranks.exec();
  PhaseTimer<Space> timer(exec, report);
  auto const p = static_cast<std::size_t>(ranks.ranks());
  auto const sizes = ranks.gather(size);
  std::uint64_t const all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t(0));
  // Each further round makes p further cuts to be found, one after the other's digits.
  std::size_t const rounds = ranks.rounds_for(all / p * sizeof(sorting::Element<Key, Value>),
                                              std::min<std::size_t>(8, 64 / p));
  RankLess<Key> const less{{kind, order}};
  auto const cuts = find_cuts(ranks, sizes, rounds, less);
  timer.done("find cuts");
  RoundParts const parts(ranks, cuts, rounds);
  MergeWorkspace<Space, Key, Value> workspace;
  agreed(ranks, [&] {
    received_.reserve(exec, parts.received);
    workspace = merge_workspace(exec, size / rounds + 1, p);
  });
  exchange_and_merge(ranks, parts, workspace, less, keys, values, values_are_numbers);
  timer.done("exchange and merge");
  return parts.moved;
}

}  // namespace yoke::detail::mpi
