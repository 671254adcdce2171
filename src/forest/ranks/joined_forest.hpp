#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "forest/solver.hpp"
#include "mpi/pack.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"

namespace yoke::detail::mpi {

// The number of edges from vertices below each of `begins`, as edges ascend by that end.
template <class Vertex>
struct CutEdges {
  Vertex const* from;
  std::uint64_t edges;
  std::uint64_t* begins;  // becomes these numbers
  KOKKOS_FUNCTION void operator()(std::uint64_t r) const {
    std::uint64_t low = 0, high = edges;
    while (low < high) {
      std::uint64_t const middle = low + (high - low) / 2;
      if (from[middle] < begins[r]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    begins[r] = low;
  }
};

// The lightest forest of a graph of which each rank has rows. Each rank finds the forest of its
// arcs to larger vertices. Then ranks join forests in pairs: one sends its forest to the other,
// which finds the forest of both. That is right because an edge outside a part's forest is the
// heaviest of a cycle, and so outside the whole forest. Rank 0 has the forest of the whole at last,
// and each rank gets the edges whose smaller ends it owns.
//
// Edges of equal weight have the order of the ranks, and on one rank that of its arcs. A forest's
// edges are in that order too. So they end where they stand on one space.
template <class Space, class Vertex, class Offset, class Word>
class JoinedForest {
  using Candidates = forest::Candidates<Space, Vertex, Offset, Word>;
  using Arrays = forest::ForestArrays<Space, Vertex, Word>;

 public:
  explicit JoinedForest(MinimumForestAlgorithm algorithm) : algorithm_(algorithm) {}

  // Returns the number of edges of the whole on rank 0, and 0 on the others.
  std::uint64_t find(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                     RawArray<Word const> const& weights, forest::WeightKeys<Word> keys,
                     MinimumForestReport* report) {
    PhaseTimer<Space> timer(ranks.exec(), report);
    all_ = rows.all;
    keys_ = keys;
    report_ = report;
    found_edges_ = 0;
    agreed(ranks, [&] {
      find_of(ranks.exec(),
              {{Array<Space, Offset const>(rows.offsets.data, rows.offsets.size),
                Array<Space, Vertex const>(rows.neighbours.data, rows.neighbours.size)},
               {},
               array_on<Space>(weights),
               keys,
               rows.begin});
    });
    timer.done("own arcs");
    for (int step = 1; step < ranks.ranks(); step *= 2) join(ranks, step);
    timer.done("join forests");
    return found_edges_;
  }
  // What find() has found on this rank.
  Arrays found() const { return found_.arrays(0, found_edges_); }

  // Sends the whole forest's edges to the owners of their smaller ends. Returns how many this rank
  // has got.
  std::uint64_t deliver(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
                        Arrays const& own) {
    auto const& exec = ranks.exec();
    Counts begins;
    std::uint64_t before = 0;
    for (auto const size : ranks.gather(rows.vertices)) begins.push_back(before += size);
    agreed(ranks, [&] { cut(exec, begins); });
    Counts to = begins;
    for (std::size_t r = to.size() - 1; r > 0; --r) to[r] -= to[r - 1];
    Counts const from = ranks.transpose(to);
    std::uint64_t size = 0;
    for (auto const count : from) size += count;
    if (ranks.rank() == 0) copy(exec, found_.arrays(0, size), own);
    exec.fence("yoke::minimum_spanning_forest: own edges");
    exchange(ranks, found_.arrays(0, found_edges_), to, own, from);
    return size;
  }

 private:
  struct Edges {
    Buffer<Space, Vertex> from, to;
    Buffer<Space, Word> weight;

    void reserve(Space const& exec, std::uint64_t size) {
      reserved(exec, from, size);
      reserved(exec, to, size);
      reserved(exec, weight, size);
    }
    Arrays arrays(std::uint64_t begin, std::uint64_t size) const {
      if (size == 0) return {};
      return {Array<Space, Vertex>(from.data() + begin, size),
              Array<Space, Vertex>(to.data() + begin, size),
              Array<Space, Word>(weight.data() + begin, size)};
    }
  };

  void reserve_finder(Space const& exec, std::uint64_t candidates) {
    if (finder_ && all_ <= most_vertices_ && candidates <= most_candidates_) return;
    finder_.reset();  // before more is taken
    most_vertices_ = std::max(most_vertices_, all_);
    most_candidates_ = std::max(most_candidates_, candidates);
    // Any of the candidates may lead to a larger vertex.
    finder_.emplace(exec,
                    forest::make_algorithm<Space, Vertex, Offset, Word>(
                        algorithm_, exec, most_vertices_, most_candidates_),
                    most_candidates_);
  }

  void find_of(Space const& exec, Candidates const& candidates) {
    std::uint64_t const count = candidates.count();
    found_edges_ = 0;
    if (count == 0) return;
    reserve_finder(exec, count);
    std::uint64_t const most = std::min(count, all_ - 1);
    found_.reserve(exec, most);
    MinimumForestReport own;
    found_edges_ = finder_->run(all_, candidates, found_.arrays(0, most), &own);
    if (report_ == nullptr) return;
    report_->rounds += own.rounds;
    report_->listed_edges += own.listed_edges;
  }

  // Ranks that are multiples of 2 * step get the forests of those that are step behind them.
  void join(Network<Space>& ranks, int step) {
    auto const& exec = ranks.exec();
    int const rank = ranks.rank(), place = rank % (2 * step);
    Counts const counts = ranks.gather(found_edges_);
    Counts to(counts.size()), from(counts.size());
    std::uint64_t coming = 0;
    if (place == step) to[static_cast<std::size_t>(rank - step)] = found_edges_;
    if (place == 0 && rank + step < ranks.ranks()) {
      auto const other = static_cast<std::size_t>(rank + step);
      coming = from[other] = counts[other];
    }
    std::uint64_t const both = found_edges_ + coming;
    agreed(ranks, [&] {
      if (coming == 0) return;
      both_.reserve(exec, both);
      copy(exec, found_.arrays(0, found_edges_), both_.arrays(0, found_edges_));
      exec.fence("yoke::minimum_spanning_forest: own forest");
    });
    exchange(ranks, found(), to, both_.arrays(found_edges_, coming), from);
    agreed(ranks, [&] {
      if (coming > 0) {
        auto const edges = both_.arrays(0, both);
        find_of(exec, {{{}, edges.to}, edges.from, edges.weight, keys_});
      }
      if (place == step) found_edges_ = 0;
    });
  }

  static void exchange(Network<Space>& ranks, Arrays const& sent, Counts const& to,
                       Arrays const& received, Counts const& from) {
    auto const parts = [&](Counts counts) {
      Parts parts = Parts::in_order(counts, 1);
      parts.bytes[static_cast<std::size_t>(ranks.rank())] = 0;  // copied already
      return parts;
    };
    Parts const sends = parts(to), receives = parts(from);
    ranks.exchange_in_rounds(
        {{transfer_of(sent.from.data(), sends, received.from.data(), receives),
          transfer_of(sent.to.data(), sends, received.to.data(), receives),
          transfer_of(sent.weight.data(), sends, received.weight.data(), receives)}},
        [] {}, [](std::size_t) {});
  }

  static void copy(Space const& exec, Arrays const& from, Arrays const& to) {
    std::pair<std::uint64_t, std::uint64_t> const edges(0, from.from.extent(0));
    Kokkos::deep_copy(exec, Kokkos::subview(to.from, edges), from.from);
    Kokkos::deep_copy(exec, Kokkos::subview(to.to, edges), from.to);
    Kokkos::deep_copy(exec, Kokkos::subview(to.weight, edges), from.weight);
  }

  // The ends of the ranks' vertices become those of their edges.
  void cut(Space const& exec, Counts& ends) {
    Kokkos::View<std::uint64_t*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const here(
        ends.data(), ends.size());
    Array<Space, std::uint64_t> const there(reserved(exec, ends_, ends.size()), ends.size());
    Kokkos::deep_copy(exec, there, here);
    Kokkos::parallel_for("yoke::forest::cut", WideRange<Space>(exec, 0, ends.size()),
                         CutEdges<Vertex>{found_.from.data(), found_edges_, there.data()});
    Kokkos::deep_copy(exec, here, there);
    exec.fence("yoke::minimum_spanning_forest: cut");
  }

  MinimumForestAlgorithm algorithm_;
  std::optional<forest::ForestFinder<Space, Vertex, Offset, Word>> finder_;
  std::uint64_t most_vertices_ = 0, most_candidates_ = 0;  // the finder's
  Edges found_, both_;
  Buffer<Space, std::uint64_t> ends_;
  // Of a call.
  std::uint64_t all_ = 0, found_edges_ = 0;
  forest::WeightKeys<Word> keys_{};
  MinimumForestReport* report_ = nullptr;
};

}  // namespace yoke::detail::mpi
