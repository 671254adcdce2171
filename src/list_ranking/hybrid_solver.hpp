#pragma once

#include <algorithm>
#include <optional>

#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "list_ranking/fractional_independent_set_hybrid.hpp"
#include "list_ranking/hybrid_sublist_walk.hpp"
#include "list_ranking/solver.hpp"

namespace yoke::detail::list_ranking {

template <class Word, class Device, class Host>
class HybridRankSolver {
  using Arguments = typename ListRanking<Word>::Arguments;

 public:
  HybridRankSolver(Hybrid<Device, Host> const& hybrid,
                   typename ListRanking<Word>::Capacity const& capacity,
                   ListRankOptions const& options)
      : hybrid_(hybrid), capacity_(capacity.nodes), options_(options) {
    check_fed_split();
    if (expected()->by == Course::By::both) prepare();
  }

  Course course(Arguments const& arguments) const {
    double const share = share_for(arguments.successor.size, arguments.successor.place);
    return course_of(share);
  }
  // Where the lists will lie is not known yet.
  std::optional<Course> expected() const {
    return course_of(share_for(capacity_, runs_on_host<Device> ? Place::host : Place::pinned));
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    prepare();
    if (fed_) return fed_->run(arguments);
    return both_ ? run_both(*both_, arguments, course) : run_both(*both_wide_, arguments, course);
  }

  ListRankAlgorithm algorithm() const {
    return options_.algorithm == ListRankAlgorithm::automatic ? ListRankAlgorithm::sublist_walk
                                                              : options_.algorithm;
  }

 private:
  template <class Record>
  using Both = std::optional<HybridSublistWalk<Device, Host, Word, Record>>;

  Course course_of(double share) const {
    if (share == 0 && is_fed()) return {Course::By::both, 0};
    return Course::of_share(share);
  }

  void prepare() {
    if (is_fed()) {
      if (!fed_) make_fed();
    } else if (capacity_ <= RecordFormat<std::uint32_t>::most_nodes / 2) {
      if (!both_) both_.emplace(hybrid_, capacity_, options_);
    } else if (!both_wide_) {
      both_wide_.emplace(hybrid_, capacity_, options_);
    }
  }

  // The fractional independent set on the device, with random bits from where the options say.
  void make_fed() {
    fed_ = make_side_of<ListRanking<Word>>(
        hybrid_.device(), typename ListRanking<Word>::Capacity{capacity_}, options_, Lane::device,
        options_.algorithm,
        make_fractional_independent_set_hybrid<Device, Host, Word>(hybrid_, capacity_, options_));
  }

  void check_fed_split() const {
    if (!is_fed() || options_.split.is_automatic()) return;
    double const share = options_.split.host_share();
    if (share == 0 || share == 1) return;
    throw std::invalid_argument(
        "yoke::list_rank: options.split is " + std::to_string(share) + ", but " +
        std::string(to_string(options_.algorithm)) +
        " is the device's, with random bits from the host: use 0, or 1 for the host alone, or "
        "sublist_walk");
  }

  bool is_fed() const {
    return options_.algorithm == ListRankAlgorithm::fractional_independent_set;
  }

  // A GPU ranks so much faster than the host's cores that, untuned, it does so alone (2^27 nodes in
  // pinned memory: docs/results/list_ranking.md). Cores gain nothing by being two sides.
  double share_for(std::size_t n, Place place) const {
    constexpr double alone = runs_on_host<Device> ? 1 : 0;
    bool const can_split =
        entry_of<ListRanking<Word>>(options_.algorithm).strategy == Strategy::cut;
    if (options_.split.is_automatic() && !can_split) return alone;
    return host_share(options_.split, tuned_call<Word>("list_rank", place, hybrid_),
                      std::max<std::size_t>(n, 1), alone);
  }

  template <class Walk>
  std::size_t run_both(Walk& walk, Arguments const& arguments, Course const& course) {
    return walk.run(arguments.successor, arguments.heads, arguments.rank, course.host_share,
                    options_.timeline);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  ListRankOptions options_;
  OneSidePtr<ListRanking<Word>> fed_;
  Both<std::uint32_t> both_;
  Both<std::uint64_t> both_wide_;
};

}  // namespace yoke::detail::list_ranking

namespace yoke::detail {

template <class Word, class Device, class Host>
class HybridSolver<list_ranking::ListRanking<Word>, Device, Host>
    : public list_ranking::HybridRankSolver<Word, Device, Host> {
  using list_ranking::HybridRankSolver<Word, Device, Host>::HybridRankSolver;
};

}  // namespace yoke::detail
