#pragma once

#include <optional>

#include "frame/engine.hpp"
#include "list_ranking/fractional_independent_set_hybrid.hpp"
#include "list_ranking/hybrid_sublist_walk.hpp"
#include "list_ranking/ranker_in_copy.hpp"
#include "list_ranking/solver.hpp"
#include "list_ranking/submitted_calls.hpp"
#include "list_ranking/ways.hpp"
#include "yoke/messages.hpp"

namespace yoke::detail {

template <class Word, class Device, class Host>
class HybridSolver<list_ranking::ListRanking<Word>, Device, Host> {
  using Arguments = typename list_ranking::ListRanking<Word>::Arguments;
  using InCopy = list_ranking::RankerInCopy<Device, Word>;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid,
               typename list_ranking::ListRanking<Word>::Capacity const& capacity,
               ListRankOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity.nodes),
        options_(options),
        ring_(hybrid.device_alone(), hybrid.host_alone()) {
    check_fed_split();
  }

  void prepare(Way way) {
    if (way == Way::fed) {
      if (!fed_) make_fed();
    } else if (way == Way::in_place) {
      if (!in_place_) make_in_place();
    } else if (way == Way::two_pass) {
      if (!in_copy_) in_copy_.emplace(hybrid_.device_alone(), capacity_, options_);
    } else if (capacity_ <= list_ranking::RecordFormat<std::uint32_t>::most_nodes / 2) {
      if (!both_) both_.emplace(hybrid_, capacity_, options_);
    } else if (!both_wide_) {
      both_wide_.emplace(hybrid_, capacity_, options_);
    }
  }
  void release(Way way) {
    if (way == Way::in_place) {
      in_place_.reset();
    } else if (way == Way::two_pass) {
      in_copy_.reset();
    } else {
      fed_.reset();
      both_.reset();
      both_wide_.reset();
    }
  }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    if (way.name == Way::fed) return fed_->run(arguments);
    if (way.name == Way::in_place) return in_place_->run(arguments);
    if (way.name == Way::two_pass) return run_in_copy(arguments);
    return both_ ? run_both(*both_, arguments, way) : run_both(*both_wide_, arguments, way);
  }

  ListRankAlgorithm algorithm() const {
    return options_.algorithm == ListRankAlgorithm::automatic ? ListRankAlgorithm::sublist_walk
                                                              : options_.algorithm;
  }

 private:
  template <class Record>
  using Both = std::optional<list_ranking::HybridSublistWalk<Device, Host, Word, Record>>;

  static_assert(InCopy::most_nodes ==
                WaysOf<list_ranking::ListRanking<Word>>::most_nodes_in_two_passes);

  std::size_t run_in_copy(Arguments const& arguments) {
    switch (in_copy_->run(arguments, ring_)) {
      case list_ranking::TwoPassEnd::ranked:
        return in_copy_->lists();
      case list_ranking::TwoPassEnd::too_many_lists:
        throw NotForThisInput();
      case list_ranking::TwoPassEnd::malformed:
        break;
    }
    // The links may be lost there; the host's walk finds what is wrong with them, and throws.
    auto const host = make_side<list_ranking::ListRanking<Word>>(hybrid_.host_alone(), {capacity_},
                                                                 options_, Lane::host);
    host->use(ring_);
    return host->run(arguments);
  }

  void make_in_place() {
    ListRankOptions options = options_;
    options.algorithm = ListRankAlgorithm::sublist_walk;
    options.sublist_walk.scheme = SublistWalkOptions::Scheme::in_place;
    in_place_ = make_side<list_ranking::ListRanking<Word>>(hybrid_.device_alone(), {capacity_},
                                                           options, Lane::device);
    in_place_->use(ring_);
  }

  // The fractional independent set on the device, with random bits from where the options say.
  void make_fed() {
    fed_ = make_side_of<list_ranking::ListRanking<Word>>(
        hybrid_.device(), typename list_ranking::ListRanking<Word>::Capacity{capacity_}, options_,
        Lane::device, options_.algorithm,
        list_ranking::make_fractional_independent_set_hybrid<Device, Host, Word>(hybrid_, capacity_,
                                                                                 options_));
  }

  void check_fed_split() const {
    bool const is_fed = options_.algorithm == ListRankAlgorithm::fractional_independent_set;
    if (!is_fed || options_.split.is_automatic()) return;
    double const share = options_.split.host_share();
    if (share == 0 || share == 1) return;
    throw std::invalid_argument(
        "yoke::list_rank: options.split is " + show_number(share) + ", but " +
        std::string(to_string(options_.algorithm)) +
        " is the device's, with random bits from the host: use 0, or 1 for the host alone, or "
        "sublist_walk");
  }

  template <class Walk>
  std::size_t run_both(Walk& walk, Arguments const& arguments, CallWay const& way) {
    return walk.run(arguments.successor, arguments.heads, arguments.rank, way.host_share,
                    options_.timeline);
  }

  Hybrid<Device, Host> const& hybrid_;
  std::size_t capacity_;
  ListRankOptions options_;
  CopyRing ring_;
  OneSidePtr<list_ranking::ListRanking<Word>> fed_, in_place_;
  std::optional<InCopy> in_copy_;
  Both<std::uint32_t> both_;
  Both<std::uint64_t> both_wide_;
};

}  // namespace yoke::detail
