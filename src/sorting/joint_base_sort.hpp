#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "frame/engine.hpp"
#include "sorting/element.hpp"
#include "sorting/host_radix_sort.hpp"
#include "sorting/joint_layout.hpp"
#include "yoke/detail/sorting/capability.hpp"

// Phase IV of a joint sample sort on a host's threads, and the sort of a whole side. Teams of a
// device sort in joint_levels.hpp.
namespace yoke::detail::sorting::joint {

// A side's own sort, which is made when it is first needed.
template <class Space, class Word, class Value>
class WholeSide {
  using Capability = Sort<Word, Value>;
  static constexpr Place here = runs_on_host<Space> ? Place::host : Place::device;

 public:
  WholeSide(std::size_t capacity, SortOptions options, Lane lane)
      : capacity_(capacity), options_(options), lane_(lane) {
    options_.algorithm = SortAlgorithm::radix;
    options_.report = nullptr;
    options_.timeline = nullptr;
  }

  void prepare(Space const& exec) {
    if (!sort_) sort_ = make_side<Capability>(exec, {capacity_}, options_, lane_);
  }

  // Elements stay where they lie.
  void sort(Columns<Word, Value> const& data, std::uint64_t size, KeyKind kind) {
    typename Capability::Arguments arguments;
    raw(arguments.keys) = {data.keys, size, here};
    if (Capability::has_values) raw(arguments.values) = {data.values, size, here};
    arguments.kind = kind;
    sort_->work(arguments);
  }

 private:
  std::size_t capacity_;
  SortOptions options_;
  Lane lane_;
  OneSidePtr<Capability> sort_;
};

// A bucket of a side's part of the result.
struct BaseBucket {
  Range range;  // in the part
  bool is_single;
  // What has come for it and is not there yet: places on the other side, and the way from these to
  // places in the part.
  Range came;
  std::uint64_t shift;
};

// What has come from the other side. `first` is the first one's place there.
template <class Word, class Value>
struct Received {
  Records<Word, Value> elements;
  std::uint64_t first;
};

// Each thread sorts buckets, one after the other. What is too large for one thread, all sort
// together.
template <class Space, class Word, class Value>
class SortByThreads {
  using Own = Records<Word, Value>;
  using Data = Columns<Word, Value>;

 public:
  // On the caller's thread: the part's size, then its buckets in order.
  void clear(Space const& exec, std::uint64_t size) {
    auto const threads = static_cast<std::uint64_t>(exec.concurrency());
    most_for_one_ = std::max<std::uint64_t>(size / std::max<std::uint64_t>(64, 4 * threads), 32768);
    buckets_.clear();
  }
  void add(BaseBucket const& bucket) {
    if (bucket.range.size() > 0) buckets_.push_back(bucket);
  }
  // Does one need the sort of a whole side?
  bool needs_all() const {
    return std::any_of(buckets_.begin(), buckets_.end(), [this](BaseBucket const& bucket) {
      return is_for_all(bucket) && !bucket.is_single;
    });
  }

  // From `own`, which what has come completes, to `target`.
  void run(Space const& exec, Own const& own, Data const& target,
           Received<Word, Value> const& received, KeyOrder<Word> const& order, KeyKind kind,
           WholeSide<Space, Word, Value>& whole) const {
    using Dynamic = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>;
    auto const chunk = static_cast<int>(std::clamp<std::size_t>(buckets_.size() / 4096, 1, 64));
    Kokkos::parallel_for("yoke::sort::buckets",
                         Dynamic(exec, 0, buckets_.size(), Kokkos::ChunkSize(chunk)),
                         [&](std::size_t b) {
                           if (!is_for_all(buckets_[b])) {
                             sort_by_one(buckets_[b], own, target, received, order);
                           }
                         });
    exec.fence("yoke::sort: buckets");
    for (auto const& bucket : buckets_) {
      if (!is_for_all(bucket)) continue;
      gather(exec, bucket, own, target, received);
      if (!bucket.is_single) {
        whole.sort(target.from(bucket.range.begin), bucket.range.size(), kind);
      }
    }
  }

 private:
  bool is_for_all(BaseBucket const& bucket) const { return bucket.range.size() > most_for_one_; }

  static void sort_by_one(BaseBucket const& bucket, Own const& own, Data const& target,
                          Received<Word, Value> const& received, KeyOrder<Word> const& order) {
    for (std::uint64_t place = bucket.came.begin; place < bucket.came.end; ++place) {
      own.store(place + bucket.shift, received.elements.load(place - received.first));
    }
    auto const from = own.from(bucket.range.begin);
    auto const to = target.from(bucket.range.begin);
    if (bucket.is_single) {
      for (std::uint64_t i = 0; i < bucket.range.size(); ++i) to.store(i, from.load(i));
    } else {
      sort_records(from, to, bucket.range.size(), order);
    }
  }

  // What all threads sort, to `target`.
  static void gather(Space const& exec, BaseBucket const& bucket, Own const& own,
                     Data const& target, Received<Word, Value> const& received) {
    Kokkos::parallel_for("yoke::sort::received",
                         WideRange<Space>(exec, bucket.came.begin, bucket.came.end),
                         [=, shift = bucket.shift](std::uint64_t place) {
                           own.store(place + shift, received.elements.load(place - received.first));
                         });
    auto const from = own.from(bucket.range.begin);
    auto const to = target.from(bucket.range.begin);
    Kokkos::parallel_for("yoke::sort::copy", WideRange<Space>(exec, 0, bucket.range.size()),
                         [=](std::uint64_t i) { to.store(i, from.load(i)); });
    exec.fence("yoke::sort: copy");
  }

  std::uint64_t most_for_one_ = 0;
  std::vector<BaseBucket> buckets_;
};

}  // namespace yoke::detail::sorting::joint
