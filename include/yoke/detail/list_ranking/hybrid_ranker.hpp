#pragma once

#include <algorithm>
#include <optional>

#include "yoke/detail/lane_times.hpp"
#include "yoke/detail/list_ranking/fractional_independent_set_hybrid.hpp"
#include "yoke/detail/list_ranking/hybrid_sublist_walk.hpp"
#include "yoke/detail/list_ranking/ranker_impl.hpp"
#include "yoke/detail/tuned_call.hpp"

namespace yoke::detail {

inline bool can_split(ListRankAlgorithm algorithm) {
  return algorithm == ListRankAlgorithm::automatic || algorithm == ListRankAlgorithm::sublist_walk;
}

// What the device does alone in a hybrid call; with random bits from the host, nearly alone.
template <class Device, class Host, class Word>
OneSpaceRanker<Device, Word> make_device_ranker(Hybrid<Device, Host> const& hybrid,
                                                std::size_t capacity,
                                                ListRankOptions const& options) {
  if (options.algorithm != ListRankAlgorithm::fractional_independent_set) {
    return {hybrid.device_alone(), capacity, options};
  }
  return {hybrid.device(), capacity, options, options.algorithm,
          make_fractional_independent_set_hybrid<Device, Host, Word>(hybrid, capacity, options)};
}

// Each way of running is made when it is first wanted: the share may depend on the size.
template <class Device, class Host, class Word>
class RankEngine<Hybrid<Device, Host>, Word> {
 public:
  RankEngine(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
             ListRankOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {
    // What the algorithms record is in the report too.
    if (options.report && !options.timeline) options_.timeline = &own_timeline_;
    // Where the lists will lie is not known yet; if it makes a difference, a call prepares again.
    double const share = share_for(capacity, runs_on_host<Device> ? Place::host : Place::pinned);
    if (share > 0 && share < 1 && !can_split(options.algorithm)) {
      bool const is_fed = options.algorithm == ListRankAlgorithm::fractional_independent_set;
      throw std::invalid_argument(
          "yoke::list_rank: options.split is " + std::to_string(share) + ", but " +
          std::string(to_string(options.algorithm)) +
          (is_fed ? " is the device's, with random bits from the host: use 0, or 1 for the host "
                    "alone, or sublist_walk"
                  : " runs on one side: use 0 or 1, or sublist_walk"));
    }
    prepare(share);
  }

  std::size_t capacity() const { return capacity_; }

  std::size_t run(RawArray<Word const> successor, RawArray<Word const> heads, RawArray<Word> rank) {
    double const share = share_for(successor.size, successor.place);
    prepare(share);
    own_timeline_.clear();
    Timeline* const timeline = options_.timeline;
    LaneTimes const times(timeline);
    std::size_t const lists =
        share == 0   ? device_->run(successor, heads, rank, timeline, Lane::device)
        : share == 1 ? host_->run(successor, heads, rank, timeline, Lane::host)
                     : run_both(successor, heads, rank, share, timeline);
    if (options_.report) report(share, times);
    return lists;
  }

  ListRankAlgorithm algorithm() const {
    return device_ ? device_->algorithm()
           : host_ ? host_->algorithm()
                   : ListRankAlgorithm::sublist_walk;
  }

  std::size_t workspace_bytes() const {
    return (device_ ? device_->workspace_bytes() : 0) + (host_ ? host_->workspace_bytes() : 0) +
           (both_ ? both_->workspace_bytes() : 0) +
           (both_wide_ ? both_wide_->workspace_bytes() : 0);
  }

 private:
  template <class Record>
  using Both = HybridSublistWalk<Device, Host, Word, Record>;

  // A GPU ranks so much faster than the host's cores that, untuned, it does so alone (2^27 nodes in
  // pinned memory: docs/results/list_ranking.md). Cores gain nothing by being two sides.
  double share_for(std::size_t n, Place place) const {
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    if (options_.split.is_automatic() && !can_split(options_.algorithm)) return alone;
    return host_share(options_.split, tuned_call<Word>("list_rank", place, hybrid_),
                      std::max<std::size_t>(n, 1), alone);
  }

  void prepare(double share) {
    if (share == 0) {
      if (!device_)
        device_.emplace(make_device_ranker<Device, Host, Word>(hybrid_, capacity_, options_));
    } else if (share == 1) {
      if (!host_) host_.emplace(hybrid_.host_alone(), capacity_, options_);
    } else if (capacity_ <= RecordFormat<std::uint32_t>::most_nodes / 2) {
      if (!both_) both_.emplace(hybrid_, capacity_, options_);
    } else if (!both_wide_) {
      both_wide_.emplace(hybrid_, capacity_, options_);
    }
  }

  std::size_t run_both(RawArray<Word const> successor, RawArray<Word const> heads,
                       RawArray<Word> rank, double share, Timeline* timeline) {
    return both_ ? both_->run(successor, heads, rank, share, timeline)
                 : both_wide_->run(successor, heads, rank, share, timeline);
  }

  void report(double share, LaneTimes const& times) {
    options_.report->algorithm = share == 0   ? device_->algorithm()
                                 : share == 1 ? host_->algorithm()
                                              : ListRankAlgorithm::sublist_walk;
    options_.report->host_share = share;
    times.write(*options_.report);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  ListRankOptions options_;
  Timeline own_timeline_;
  std::optional<OneSpaceRanker<Device, Word>> device_;
  std::optional<OneSpaceRanker<Host, Word>> host_;
  std::optional<Both<std::uint32_t>> both_;
  std::optional<Both<std::uint64_t>> both_wide_;
};

}  // namespace yoke::detail
