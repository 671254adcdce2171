#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Timer.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "yoke/detail/end_rule.hpp"
#include "yoke/detail/frame/strided_copy.hpp"
#include "yoke/errors.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/mpi/detail/line_scan.hpp"
#include "yoke/mpi/detail/list_placer.hpp"
#include "yoke/mpi/detail/plan.hpp"

namespace yoke {

/// Scans along lists of which each rank has a part of the nodes: yoke::list_scan(cluster,
/// successor, value, result, op, identity) makes one of these. successor(i) is the number of a node
/// among those of all ranks; value(i) and result(i) belong to the rank's own node i. One rank alone
/// runs yoke::list_scan.
///
/// The lists are ranked, by messages where there are several and as yoke::list_rank chooses where
/// there is one. That gives each node its place in a line of list after list, of which each rank
/// has a stretch of n / p. Values go to their places; each rank scans its stretch, in tiles, after
/// what the stretches before it leave; results come back.
///
/// Beside what ranking sends, of n nodes and p ranks each sends a word, a value and a result for
/// each node whose place is another rank's, in random order n / p (1 - 1/p), and a value and a
/// number to every other rank, in 13 rounds more, 14 of several lists. Memory beyond the arguments
/// and yoke::list_rank's: 3 words and a value for each of its nodes, and 2 words and a value for
/// each of n / p places. Two applications of op a node, and some a tile.
///
/// The result is the same for every number of ranks where op is associative; where it is not quite
/// (floating point), it depends on their number, and of several lists on the order of their tails,
/// but of one not on which rank has which node. Throws on all ranks what yoke::list_scan throws;
/// several ranks find every malformed list without options.validate. A report gets the number of
/// lists and the phases.
template <class Space, class Index, class Value>
class ListScanPlan<Distributed<Space>, Index, Value> {
  static_assert(detail::is_index<Index>,
                "yoke::list_scan: successor must hold 32- or 64-bit integers");
  using Word = detail::WordOf<Index>;
  static constexpr char const* name = "yoke::list_scan";

 public:
  /// For up to `capacity` nodes on this rank.
  ListScanPlan(Distributed<Space> const& cluster, std::size_t capacity,
               ListScanOptions const& options = {})
      : cluster_(&cluster),
        capacity_(capacity),
        options_(options),
        ledger_(std::make_shared<detail::Ledger>(options.device_memory)) {
    auto const call = detail::mpi::Call::plan(name, types())
                          .same("options.kind", options.kind, {"inclusive", "exclusive"})
                          .same("options.from", options.from, detail::mpi::scan_end_names)
                          .same("options.tail.is_self_loop()", options.tail.is_self_loop())
                          .same("options.tail.end_value()", options.tail.end_value())
                          .same("options.validate", options.validate)
                          .same("options.seed", options.seed);
    cluster.network().begin_call(call, [&] {
      detail::check_options<detail::list_scan::ListScan<Word>>(options);
      detail::end_rule<Word>(options.tail, std::string(name) + ": options.tail");
      if (cluster.ranks() == 1) alone_.emplace(cluster.exec(), capacity, options);
    });
  }

  /// Scans as yoke::list_scan does.
  template <class Successor, class Values, class Results, class Operator>
  void operator()(Successor const& successor, Values const& value, Results const& result,
                  Operator const& op, Value const& identity) {
    auto& ranks = cluster_->network();
    auto const call =
        detail::mpi::Call::run(name, types() + " by " + detail::mpi::types_text<Operator>());
    detail::Ledger::Opened const opened(ledger_);
    detail::RawArray<Word const> links;
    ranks.begin_call(call, [&] {
      ListScanPlan<Space, Index, Value>::check(successor, value, result);
      detail::check_capacity(name, "successor", successor.extent(0), capacity_);
      detail::check_index_holds<Index>(name, "successor", successor.extent(0));
      auto const written = detail::bytes_of("result", result);
      auto const read = detail::bytes_of("value", value);
      detail::check_apart(name, {written}, {detail::bytes_of("successor", successor)});
      if (!written.same_as(read)) detail::check_apart(name, {written}, {read});
      if (alone_) {
        (*alone_)(successor, value, result, op, identity);
        return;
      }
      links = links_.template array<Word const>(ranks.exec(), successor);
    });
    std::uint64_t const nodes = ranks.sum(successor.extent(0));
    detail::check_index_holds<Index>(name, "successor", nodes);  // the same on all ranks
    if (alone_) return;
    scan(ranks, nodes, links, value, result,
         detail::list_scan::OperatorScan<Value, Operator>{
             op, identity, options_.kind == ScanKind::exclusive, options_.from == ScanFrom::tail});
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const {
    return ledger_->bytes() + (alone_ ? alone_->workspace_bytes() : 0);
  }

  /// What a call finds wrong, it lets all ranks throw: nothing is thrown here.
  template <class Successor, class... Views>
  static void check(Successor const&, Views const&...) {}

 private:
  static std::string types() { return detail::mpi::types_text<Index, Value>(); }

  template <class Values, class Results, class Scan>
  void scan(detail::mpi::Network<Space>& ranks, std::uint64_t nodes,
            detail::RawArray<Word const> const& links, Values const& value, Results const& result,
            Scan const& scan) {
    if (options_.report) *options_.report = {};
    timer_.reset();
    line_.reserve(ranks, links.size, nodes);
    auto const line = place(ranks, links);
    if (options_.report) options_.report->lists = line.lists;
    done("place nodes");
    line_.send(ranks, line, value);
    done("send values");
    line_.scan(ranks, line, scan);
    done("scan");
    line_.send_back(ranks, line, result);
    done("send results");
  }

  // Faults are found on behalf of yoke::list_rank, and told on behalf of this call.
  detail::mpi::Line<Word> place(detail::mpi::Network<Space>& ranks,
                                detail::RawArray<Word const> const& links) {
    try {
      return placer_.run(ranks, links,
                         {.tail = options_.tail,
                          .validate = options_.validate,
                          .seed = options_.seed,
                          .device_memory = options_.device_memory});
    } catch (InvalidInput const& error) {
      std::string const ranking = "yoke::list_rank", what = error.what();
      throw InvalidInput(what.starts_with(ranking) ? name + what.substr(ranking.size()) : what,
                         error.index());
    }
  }

  // Every phase ends with a fence anyway.
  void done(char const* phase) {
    if (options_.report) options_.report->phases.push_back({phase, timer_.seconds()});
    timer_.reset();
  }

  Distributed<Space> const* cluster_;
  std::size_t capacity_;
  ListScanOptions options_;
  std::shared_ptr<detail::Ledger> ledger_;
  std::optional<ListScanPlan<Space, Index, Value>> alone_;
  detail::StridedCopy links_;
  detail::mpi::ListPlacer<Space, Word> placer_;
  detail::mpi::LineScan<Space, Word, Value> line_;
  Kokkos::Timer timer_;
};

}  // namespace yoke
