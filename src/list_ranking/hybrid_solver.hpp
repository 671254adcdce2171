#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "frame/engine.hpp"
#include "frame/tuned_call.hpp"
#include "list_ranking/fractional_independent_set_hybrid.hpp"
#include "list_ranking/hybrid_sublist_walk.hpp"
#include "list_ranking/ranker_in_copy.hpp"
#include "list_ranking/solver.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::list_ranking {

template <class Word, class Device, class Host>
class HybridRankSolver {
  using Arguments = typename ListRanking<Word>::Arguments;
  using InCopy = RankerInCopy<Device, Word>;

 public:
  HybridRankSolver(Hybrid<Device, Host> const& hybrid,
                   typename ListRanking<Word>::Capacity const& capacity,
                   ListRankOptions const& options)
      : hybrid_(hybrid),
        capacity_(capacity.nodes),
        options_(options),
        device_memory_(knows_memory() ? Ledger::left_on_device() : unlimited),
        ring_(hybrid.device_alone(), hybrid.host_alone()) {
    check_fed_split();
    auto const expected = this->expected();
    if (expected && expected->by == Course::By::both) prepare();
  }

  Course course(Arguments const& arguments) const {
    double const share = share_for(arguments.successor.size, arguments.successor.place);
    std::uint64_t const copied = copied_bytes(arguments.successor) + copied_bytes(arguments.rank) +
                                 copied_bytes(arguments.heads);
    return is_short_of_memory(share, copied) ? in_little_memory : course_of(share);
  }
  // Where the lists will lie is not known yet; where all may not find room, it matters.
  std::optional<Course> expected() const {
    double const share = share_for(capacity_, runs_on_host<Device> ? Place::host : Place::pinned);
    if (is_short_of_memory(share, 2 * sizeof(Word) * capacity_)) return std::nullopt;
    return course_of(share);
  }

  std::size_t run(Arguments const& arguments, Course const& course) {
    if (course.host_share == 0 && !is_fed()) return run_in_little_memory(arguments);
    prepare();
    if (fed_) return fed_->run(arguments);
    return both_ ? run_both(*both_, arguments, course) : run_both(*both_wide_, arguments, course);
  }

  ListRankAlgorithm algorithm() const {
    if (host_) return host_->algorithm();
    return options_.algorithm == ListRankAlgorithm::automatic ? ListRankAlgorithm::sublist_walk
                                                              : options_.algorithm;
  }

 private:
  template <class Record>
  using Both = std::optional<HybridSublistWalk<Device, Host, Word, Record>>;

  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  // Both sides', because either may turn out to do it.
  static constexpr Course in_little_memory = {Course::By::both, 0};

  // A driver takes its time to say what is free; lists shorter than this find room.
  bool knows_memory() const {
    return !runs_on_host<Device> &&
           (options_.device_memory > 0 || capacity_ >= std::size_t(1) << 27);
  }

  template <class T>
  static std::uint64_t copied_bytes(RawArray<T> const& array) {
    return Staging<Device, std::remove_const_t<T>>::is_near(array) ? 0 : array.size * sizeof(T);
  }

  // Is there less than copies of so many bytes and the fastest walk may take? It holds some four
  // records a node (unit_tests/list_ranking_memory.cpp), five where sublists are short; the walk in
  // place keeps its records where the ranks will be, or if they are narrower one a node.
  bool is_short_of_memory(double share, std::uint64_t copied) const {
    using Scheme = SublistWalkOptions::Scheme;
    bool const may_walk_in_place = algorithm() == ListRankAlgorithm::sublist_walk &&
                                   options_.sublist_walk.scheme != Scheme::chunks;
    bool const may_be_device_alone = share == 0 || (share < 1 && options_.split.is_automatic());
    if (device_memory_ == unlimited || !may_walk_in_place || !may_be_device_alone) return false;
    std::uint64_t const record = capacity_ <= RecordFormat<std::uint32_t>::most_nodes ? 4 : 8;
    return device_memory_ < copied + 5 * record * capacity_ + (std::size_t(1) << 20);
  }

  // The device alone, and where that finds no room, the host alone, which does all later calls of
  // the plan too. A share of 0 that was asked for is kept.
  std::size_t run_in_little_memory(Arguments const& arguments) {
    if (!host_) {
      try {
        return run_on_device(arguments);
      } catch (DeviceMemoryExceeded const&) {
        in_place_.reset();
        in_copy_.reset();
        if (!options_.split.is_automatic()) throw;
      }
      host_ = make_host();
    }
    if (options_.report) options_.report->host_share = 1;
    return host_->run(arguments);
  }

  // By the walk in place where the ranks find room beside the successors, else in the room of one
  // of the two.
  std::size_t run_on_device(Arguments const& arguments) {
    if (!in_copy_ && in_place_bytes(arguments) <= device_memory_) {
      try {
        return in_place().run(arguments);
      } catch (DeviceMemoryExceeded const&) {
        in_place_.reset();
        if (capacity_ > InCopy::most_nodes) throw;
      }
    }
    if (capacity_ > InCopy::most_nodes) refuse(arguments);
    if (!in_copy_) in_copy_.emplace(hybrid_.device_alone(), capacity_, options_);
    switch (in_copy_->run(arguments, ring_)) {
      case TwoPassEnd::ranked:
        return in_copy_->lists();
      case TwoPassEnd::too_many_lists:
        refuse(arguments);
      case TwoPassEnd::malformed:
        break;
    }
    // The links may be lost there; the host's walk finds what is wrong with them, and throws.
    return make_host()->run(arguments);
  }

  // At least so many.
  std::uint64_t in_place_bytes(Arguments const& arguments) const {
    bool const records_are_narrow =
        sizeof(Word) > 4 && capacity_ <= RecordFormat<std::uint32_t>::most_nodes;
    bool const records_are_wide =
        sizeof(Word) == 4 && capacity_ > RecordFormat<std::uint32_t>::most_nodes;
    std::uint64_t const record = records_are_narrow ? 4 : records_are_wide ? 8 : 0;
    return copied_bytes(arguments.successor) + copied_bytes(arguments.rank) +
           copied_bytes(arguments.heads) + record * capacity_;
  }

  [[noreturn]] void refuse(Arguments const& arguments) const {
    // Where so many are allowed, the walk in place has found that it takes more.
    std::uint64_t const needed =
        std::max<std::uint64_t>(in_place_bytes(arguments), device_memory_ + 1);
    throw DeviceMemoryExceeded("yoke::list_rank: these lists need " + std::to_string(needed) +
                                   " bytes or more of the device's memory, and the call may take " +
                                   std::to_string(device_memory_),
                               needed, device_memory_);
  }

  OneSidePtr<ListRanking<Word>> make_host() {
    auto host =
        make_side<ListRanking<Word>>(hybrid_.host_alone(), {capacity_}, options_, Lane::host);
    host->use(ring_);
    return host;
  }

  OneSide<ListRanking<Word>>& in_place() {
    if (!in_place_) {
      ListRankOptions options = options_;
      options.algorithm = ListRankAlgorithm::sublist_walk;
      options.sublist_walk.scheme = SublistWalkOptions::Scheme::in_place;
      in_place_ =
          make_side<ListRanking<Word>>(hybrid_.device_alone(), {capacity_}, options, Lane::device);
      in_place_->use(ring_);
    }
    return *in_place_;
  }

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
        "yoke::list_rank: options.split is " + show_number(share) + ", but " +
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
  std::size_t device_memory_;
  CopyRing ring_;
  OneSidePtr<ListRanking<Word>> fed_, in_place_, host_;
  std::optional<InCopy> in_copy_;
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
