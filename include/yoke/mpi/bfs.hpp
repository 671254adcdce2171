#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/bfs.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/mpi/detail/joint_search.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/graph.hpp"

namespace yoke {

/// Breadth-first search of a graph of which each rank has rows: yoke::bfs(cluster, graph, source,
/// level) makes one of these. level(i), and parent(i) where there is one, are for the i-th of the
/// rank's own vertices what yoke::bfs gives it: levels are the same bytes for any number of ranks,
/// and so are parents with options.deterministic_parents; without it they may be any neighbours one
/// level up. Each rank may leave either out for itself. Returns the number of vertices reached, on
/// all ranks. One rank alone runs yoke::bfs.
///
/// `source` is a vertex, the same one on all ranks, or this rank's part of a View of vertices,
/// which may be those of any rank, repeat, and be none.
///
/// Level by level. Top-down, each rank follows the arcs of its own vertices in the frontier, and
/// sends what they reach to its owner, or where that is little to all: a vertex of another rank
/// once in a search. Bottom-up, where the graph is symmetric and the frontier has many of the arcs,
/// all ranks get the frontier as a bit for each vertex, and each asks its own vertices that are not
/// reached yet for a neighbour in it.
///
/// With n vertices on all ranks, p ranks and t distinct vertices of other ranks that this rank has
/// arcs to, sends its sources and t vertices at most in a search, a word each and two with parents;
/// of levels at which ranks send up to 4096 together, these to each further rank; and n' / 8 + 8
/// bytes to each further rank for each level found bottom-up, n' vertices being the rank's own.
/// Rounds: 3 for such a level, 6 for others found top-down, 2 for each bottom-up, 11 others. Memory
/// beyond the arguments: 3 n / 8 + n' / 4 bytes, and with options.deterministic_parents a word for
/// each vertex of all ranks; for each own vertex a word, an Offset and, where there is no `level`,
/// another word; a word (two with parents) for each vertex of another rank or, where they are
/// fewer, each arc of its own, or each of its sources where those are more; and what is sent and
/// received at a level.
///
/// Of the options, `validate`, `deterministic_parents`, `device_memory` and `algorithm` have a say;
/// `level_synchronous` is top-down alone. On several ranks `algorithm` must not be sequential, and
/// `prune` must be off; of the report `algorithm`, `levels` and `bottom_up_levels` are filled, for
/// all ranks, and the phases, of this one. Throws on all ranks what yoke::bfs throws; a source that
/// is no vertex is named, with its place in the rank's part, and the rank.
///
/// Source: Beamer, Buluc, Asanovic and Patterson 2013, for bottom-up levels between ranks.
template <class Space, class Vertex, class Offset>
class BfsPlan<Distributed<Space>, Vertex, Offset> {
  using Word = detail::WordOf<Vertex>;
  using OffsetWord = detail::WordOf<Offset>;
  using None = Kokkos::View<Word*, typename Space::memory_space>;
  static constexpr char const* caller = "yoke::bfs";

 public:
  /// For up to so many vertices and arcs on this rank.
  BfsPlan(Distributed<Space> const& cluster, std::size_t vertices, std::size_t arcs,
          BfsOptions const& options = {})
      : cluster_(&cluster),
        capacity_{vertices, arcs},
        options_(options),
        ledger_(std::make_shared<detail::Ledger>(options.device_memory)) {
    auto const call = detail::mpi::Call::plan(caller, types())
                          .same("options.algorithm", options.algorithm)
                          .same("options.deterministic_parents", options.deterministic_parents)
                          .same("options.validate", options.validate);
    cluster.network().begin_call(call, [&] {
      detail::check_options<detail::bfs::BreadthFirst<Word, OffsetWord>>(options);
      if (cluster.ranks() == 1) {
        alone_.emplace(cluster.exec(), vertices, arcs, options);
      } else if (options.algorithm == BfsAlgorithm::sequential || options.prune) {
        throw std::invalid_argument(
            std::string(caller) +
            ": options.algorithm must not be sequential, and options.prune off, on several ranks");
      }
    });
  }

  /// Searches as yoke::bfs does.
  template <class MemorySpace, class Source, class Level>
  std::size_t operator()(DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         Source const& source, Level const& level) {
    return (*this)(graph, source, level, None());
  }

  /// The same, with parents.
  template <class MemorySpace, class Source, class Level, class Parent>
  std::size_t operator()(DistributedGraph<Vertex, Offset, MemorySpace> const& graph,
                         Source const& source, Level const& level, Parent const& parent) {
    static_assert(Kokkos::SpaceAccessibility<Space, MemorySpace>::accessible,
                  "yoke::bfs: the execution space cannot access the graph");
    check_view<Level>();
    check_view<Parent>();
    auto& ranks = cluster_->network();
    constexpr bool is_one = std::is_integral_v<Source>;
    auto call_of_all =
        detail::mpi::Call::run(caller, types() + (is_one ? " from one source" : " from sources"));
    if constexpr (is_one) call_of_all.same("source", source);
    detail::Ledger::Opened const opened(ledger_);
    std::size_t reached = 0;
    detail::mpi::JointSearchCall<Word> call{};
    ranks.begin_call(call_of_all, [&] {
      check(graph, source, level, parent);
      if (alone_) {
        reached = (*alone_)(Graph<Vertex, Offset, MemorySpace>(unchecked, graph.kind(),
                                                               graph.offsets(), graph.neighbours()),
                            source, level, parent);
        return;
      }
      if (options_.report != nullptr) *options_.report = {};
      call = {sources(source),
              level_copy_.template array<Word>(ranks.exec(), level),
              parent_copy_.template array<Word>(ranks.exec(), parent),
              !graph.is_symmetric() || options_.algorithm == BfsAlgorithm::level_synchronous,
              options_.deterministic_parents,
              options_.report};
    });
    if (alone_) return reached;
    if (options_.validate) detail::mpi::check_rows(ranks, graph.raw(), graph.is_symmetric());
    auto const result = search_.run(ranks, graph.raw(), call);
    level_copy_.write_back(ranks.exec(), level);
    parent_copy_.write_back(ranks.exec(), parent);
    report(result, call.only_top_down);
    return result.reached;
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return ledger_->bytes() + (alone_ ? alone_->workspace_bytes() : 0);
  }

 private:
  static std::string types() { return detail::mpi::types_text<Vertex, Offset>(); }

  template <class V>
  static void check_view() {
    static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                  "yoke::bfs: the execution space cannot access source, level or parent");
    static_assert(std::is_integral_v<typename V::value_type> &&
                      sizeof(typename V::value_type) == sizeof(Vertex),
                  "yoke::bfs: source, level and parent must be as wide as the graph's vertices");
  }

  template <class MemorySpace, class Source, class Level, class Parent>
  void check(DistributedGraph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
             Level const& level, Parent const& parent) const {
    detail::check_capacity(caller, "offsets", graph.own_vertices(), capacity_.vertices);
    detail::check_capacity(caller, "neighbours", graph.own_arcs(), capacity_.arcs);
    detail::ArgumentBytes source_bytes{"source"};
    if constexpr (std::is_integral_v<Source>) {
      detail::bfs::check_source(source, graph.vertices());
    } else {
      source_bytes = detail::bytes_of("source", source);
    }
    auto const check_size = [&](char const* name, std::size_t size) {
      if (size == 0) return;
      detail::check_same_size(caller, name, size, "the rank's part of the vertices",
                              graph.own_vertices());
    };
    check_size("level", level.extent(0));
    check_size("parent", parent.extent(0));
    if (level.extent(0) > 0) {
      detail::check_index_holds<typename Level::value_type>(caller, "level", graph.vertices());
    }
    if (parent.extent(0) > 0) {
      detail::check_index_holds<typename Parent::value_type>(caller, "parent", graph.vertices());
    }
    detail::check_apart(caller,
                        {detail::bytes_of("level", level), detail::bytes_of("parent", parent)},
                        {source_bytes, detail::bytes_of("the graph's offsets", graph.offsets()),
                         detail::bytes_of("the graph's neighbours", graph.neighbours())});
  }

  // The rank's part of the sources: one that all ranks know is rank 0's.
  template <class Source>
  detail::RawArray<Word const> sources(Source const& source) {
    Space const& exec = cluster_->exec();
    if constexpr (std::is_integral_v<Source>) {
      if (cluster_->rank() > 0) return {};
      if (one_source_.extent(0) == 0) {
        one_source_ = detail::make_buffer<Space, Word>(exec, "yoke::bfs::source", 1);
      }
      detail::fill(exec, detail::Array<Space, Word>(one_source_.data(), 1),
                   detail::source_word<Word>(source));
      return {one_source_.data(), 1, detail::place_of<typename Space::memory_space>()};
    } else {
      check_view<Source>();
      return source_copy_.template array<Word const>(exec, source);
    }
  }

  void report(detail::mpi::JointSearchResult const& result, bool only_top_down) const {
    if (options_.report == nullptr) return;
    options_.report->algorithm =
        only_top_down ? BfsAlgorithm::level_synchronous : BfsAlgorithm::direction_optimising;
    options_.report->levels = result.levels;
    options_.report->bottom_up_levels = result.bottom_up_levels;
  }

  Distributed<Space> const* cluster_;
  detail::GraphCapacity capacity_;
  BfsOptions options_;
  std::shared_ptr<detail::Ledger> ledger_;
  std::optional<BfsPlan<Space, Vertex, Offset>> alone_;
  detail::StridedCopy source_copy_, level_copy_, parent_copy_;
  detail::Buffer<Space, Word> one_source_;
  detail::mpi::JointSearch<Space, Word, OffsetWord> search_;
};

/// Breadth-first search on several ranks: as BfsPlan<Distributed<Space>, Vertex, Offset> does.
template <class Space, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level, detail::AnyView Parent>
std::size_t bfs(Distributed<Space> const& cluster,
                DistributedGraph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                Level const& level, Parent const& parent, BfsOptions const& options = {}) {
  BfsPlan<Distributed<Space>, Vertex, Offset> plan(cluster, graph.own_vertices(), graph.own_arcs(),
                                                   options);
  return plan(graph, source, level, parent);
}

/// The same without parents.
template <class Space, class Vertex, class Offset, class MemorySpace, class Source,
          detail::AnyView Level>
std::size_t bfs(Distributed<Space> const& cluster,
                DistributedGraph<Vertex, Offset, MemorySpace> const& graph, Source const& source,
                Level const& level, BfsOptions const& options = {}) {
  BfsPlan<Distributed<Space>, Vertex, Offset> plan(cluster, graph.own_vertices(), graph.own_arcs(),
                                                   options);
  return plan(graph, source, level);
}

}  // namespace yoke
