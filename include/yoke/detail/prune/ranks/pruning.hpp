#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "yoke/detail/prune/pruner.hpp"
#include "yoke/mpi/detail/network.hpp"
#include "yoke/mpi/detail/rows.hpp"
#include "yoke/prune.hpp"

// What yoke/mpi/graph.hpp includes at its end: prune on ranks, and what the plans of pruned graphs
// share there.
namespace yoke::detail::mpi {

// As prune::Pruner, of a graph of which each rank has rows. What it knows of vertices, each rank
// knows of all. Compiled into yoke_mpi.
template <class Space, class Vertex, class Offset>
class GlobalPruner {
 public:
  // Called by all ranks, and throws on all. The rows must outlive it.
  GlobalPruner(Network<Space>& ranks, RawRows<Vertex, Offset> const& rows,
               PruneOptions const& options);
  ~GlobalPruner();

  PruneReport const& report() const;
  Counts const& kept() const;      // how many vertices each rank keeps
  std::uint64_t own_arcs() const;  // that remain of this rank's rows
  // By this rank alone. Throws std::invalid_argument where it sees that the graph is not symmetric.
  // Fences. Once.
  void write(prune::PruneOutput<Vertex, Offset> const& output);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Throws yoke::InvalidInput where one of this rank's sources is no vertex.
template <class Space, class Vertex>
void check_sources(Space const& exec, RawArray<Vertex const> sources, std::uint64_t vertices);

// As prune::extend_forest, of this rank's edges: the removed vertices are those from `first` to
// `end` - 1. Returns the number of the rank's edges. Fences.
template <class Space, class Vertex>
std::uint64_t extend_own_forest(Space const& exec, prune::PrunedArrays<Vertex> const& pruned,
                                std::uint64_t first, std::uint64_t end, std::uint64_t edges,
                                RawArray<Vertex> from, RawArray<Vertex> to);

}  // namespace yoke::detail::mpi

namespace yoke {

template <class Vertex, class Offset, class MemorySpace>
template <class Space>
DistributedPrunedGraph<Vertex, Offset, MemorySpace>::DistributedPrunedGraph(
    detail::mpi::Network<Space>& ranks, DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
    PruneOptions const& options)
    : graph_(unchecked, GraphKind::symmetric, {}, {}, 0, 0),
      first_(graph.first_vertex()),
      own_vertices_(graph.own_vertices()) {
  using OffsetWord = detail::WordOf<Offset>;
  detail::mpi::GlobalPruner<Space, Word, OffsetWord> pruner(
      ranks, detail::mpi::rows_of(graph.raw()), options);
  report_ = pruner.report();
  kept_counts_ = pruner.kept();
  std::size_t const all = graph.vertices(), removed = report_.removed_vertices;
  auto const own = kept_counts_.begin() + ranks.rank();
  auto const first_kept = std::accumulate(kept_counts_.begin(), own, std::uint64_t(0));
  detail::mpi::agreed(ranks, [&] {
    auto const array = [&](char const* label, std::size_t size) {
      return detail::make_array<Vertex, MemorySpace>(ranks.exec(), label, size);
    };
    order_ = array("yoke::prune::order", all);
    number_ = array("yoke::prune::number", all);
    anchor_ = array("yoke::prune::anchor", removed);
    root_ = array("yoke::prune::root", removed);
    depth_ = array("yoke::prune::depth", removed);
    auto const neighbours = array("yoke::graph::neighbours", pruner.own_arcs());
    auto const offsets =
        detail::make_array<Offset, MemorySpace>(ranks.exec(), "yoke::graph::offsets", *own + 1);
    pruner.write({detail::raw_output<OffsetWord>(offsets),
                  detail::raw_output<Word>(neighbours),
                  detail::raw_output<Word>(order_),
                  detail::raw_output<Word>(number_),
                  detail::raw_output<Word>(anchor_),
                  detail::raw_output<Word>(root_),
                  detail::raw_output<Word>(depth_),
                  {},
                  {},
                  {},
                  {}});
    graph_ = {unchecked, GraphKind::symmetric, offsets, neighbours, first_kept, all - removed};
  });
}

template <class Space>
struct detail::prune::PruneOnRanks {
  template <class G>
  static auto call(Distributed<Space> const& cluster, G const& graph, PruneOptions const& options) {
    constexpr char const* name = "yoke::prune";
    static_assert(!IsHybrid<Space>::value,
                  "yoke::prune: ranks that are Hybrids cannot prune; take a Distributed of one "
                  "execution space");
    using Vertex = VertexOf<G>;
    using Offset = OffsetOf<G>;
    using Memory = typename G::Neighbours::memory_space;
    static_assert(is_accessible<Space, Memory>(),
                  "yoke::prune: the execution space cannot access the graph");
    auto const raw = graph.raw();
    auto& ranks = cluster.network();
    auto const call = mpi::Call::run(name, mpi::types_text<Vertex, Offset>())
                          .same("options.property", options.property)
                          .same("options.rounds", options.rounds)
                          .same("options.least_pruned", options.least_pruned)
                          .same("options.validate", options.validate);
    ranks.begin_call(call, [&] {
      check_choice(name, "options.property", options.property, PruneProperty::matching);
      if (is_contraction(options.property)) {
        throw std::invalid_argument(
            std::string(name) + ": options.property is " +
            std::string(to_string(options.property)) +
            ", a contraction, which ranks cannot share out; prune by pendant, isolated or "
            "pendant_and_isolated, or prune the whole graph on one execution space");
      }
      if (!raw.symmetric) {
        throw std::invalid_argument(
            "yoke::prune: the graph is directed; prune takes symmetric graphs");
      }
    });
    if (options.validate) mpi::check_rows(ranks, mpi::rows_of(raw), true);
    return DistributedPrunedGraph<Vertex, Offset, Memory>(ranks, graph, options);
  }
};

}  // namespace yoke

namespace yoke::detail::mpi {

// Runs another call within a call, and counts what both send.
template <class Work>
auto within_call(Communicator& ranks, Work const& work) {
  Traffic const before = ranks.traffic();
  auto const result = work();
  ranks.traffic().bytes_sent += before.bytes_sent;
  ranks.traffic().rounds += before.rounds;
  ranks.traffic().seconds += before.seconds;
  return result;
}

// Words of all ranks' vertices on each rank, and what is this rank's of them.
template <class Space, class Vertex, class Offset, class MemorySpace>
class PrunedResults {
  using Word = WordOf<Vertex>;
  using Pruned = DistributedPrunedGraph<Vertex, Offset, MemorySpace>;

 public:
  using Array = Kokkos::View<Vertex*, MemorySpace>;

  PrunedResults(Network<Space>& ranks, Pruned const& pruned) : ranks_(&ranks), pruned_(pruned) {
    static_assert(!IsHybrid<Space>::value,
                  "yoke: ranks that are Hybrids take no pruned graph; take a Distributed of one "
                  "execution space");
  }

  Network<Space>& ranks() const { return *ranks_; }
  Space const& exec() const { return ranks_->exec(); }
  Pruned const& pruned() const { return pruned_; }
  std::size_t kept() const { return pruned_.graph().vertices(); }

  // Memory that the first call that needs it takes. By each rank alone.
  Array& words(Array& array, char const* label, std::size_t size) const {
    if (array.extent(0) < size) {
      array = {};  // before more is taken
      array = make_array<Vertex, MemorySpace>(exec(), label, size);
    }
    return array;
  }

  // This rank's part of the kept vertices' words.
  Array own_of_kept(Array const& of_kept) const {
    std::size_t const begin = pruned_.graph().first_vertex();
    return Kokkos::subview(of_kept, std::pair(begin, begin + pruned_.graph().own_vertices()));
  }
  // All ranks get the parts of all.
  void share_kept(Array const& of_kept) const {
    ranks_->gather_all(of_kept.data() + pruned_.graph().first_vertex(), pruned_.kept_counts(),
                       of_kept.data());
  }
  // Writes this rank's part of all vertices' words, if it is wanted.
  void take_own(Array const& of_all, RawArray<Word> const& own) const {
    if (own.size == 0) return;
    auto const* const from = reinterpret_cast<Word const*>(of_all.data()) + pruned_.first_vertex();
    Kokkos::deep_copy(exec(), detail::Array<Space, Word>(own.data, own.size),
                      detail::Array<Space, Word const>(from, own.size));
    exec().fence("yoke::prune: own part taken");
  }

  template <class V>
  void check_own(char const* caller, char const* argument, V const& view) const {
    check_same_size(caller, argument, view.extent(0), "the rank's part of the graph",
                    pruned_.own_vertices());
    check_index_holds<typename V::value_type>(caller, argument, pruned_.vertices());
  }

  // A call's first message: not that of the graph itself. Pruned graphs that differ are noticed if
  // their numbers of vertices do.
  Call call(char const* name, std::string const& from = "") const {
    return Call::run(name, types_text<Vertex, Offset>() + " of a pruned graph" + from)
        .same("the number of vertices that pruning kept", kept())
        .same("the number of vertices that pruning removed", pruned_.removed().extent(0));
  }

  template <class Report>
  void enter(Report* report) const {
    if (report == nullptr) return;
    report->prune_rounds = static_cast<int>(pruned_.report().rounds.size());
    report->pruned_vertices = pruned_.report().removed_vertices;
  }

 private:
  Network<Space>* ranks_;
  Pruned pruned_;
};

}  // namespace yoke::detail::mpi
