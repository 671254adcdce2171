#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "yoke/mpi/prune.hpp"

// What the plans of pruned graphs on ranks (yoke/mpi/pruned_components.hpp, pruned_bfs.hpp) share.
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
