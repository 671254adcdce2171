#pragma once

#include "list_ranking/bits_by_walks.hpp"
#include "list_ranking/fractional_independent_set.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::list_ranking {

// The k-th span of a lane is that of iteration k.
inline void add_fed_iterations(Timeline const& timeline, std::size_t recorded,
                               ListRankReport& report) {
  auto const entries = timeline.entries();
  auto const add_lane = [&](Lane lane, char const* step) {
    std::size_t iteration = 0;
    for (std::size_t i = recorded; i < entries.size(); ++i) {
      if (entries[i].lane != lane) continue;
      std::chrono::duration<double> const length = entries[i].end - entries[i].begin;
      report.phases.push_back({iteration_phase(iteration++, step), length.count()});
    }
  };
  add_lane(Lane::host, "generate");
  add_lane(Lane::upload, "transfer");
  add_lane(Lane::device, "remove");
}

// The host makes the bits of the next iterations while the device removes nodes (Algorithm 10,
// lines 2 to 12). How many an iteration will need is not known when its bits are made: the size of
// the list at that moment is an upper bound.
//
// Memory: 3/8 byte a node in pinned host memory, and as much on a separate device.
template <class Device, class Host, class Generator = PhiloxBits>
class BitsFedByHost final : public BitSource<Device> {
 public:
  BitsFedByHost(Hybrid<Device, Host> const& hybrid, std::size_t capacity, Generator generator)
      : hybrid_(hybrid),
        pipeline_(hybrid, words_of_bits(capacity)),
        generator_(std::move(generator)) {}

  void feed(Device const&, std::size_t iterations, std::atomic<std::uint64_t> const& remaining,
            typename BitSource<Device>::Remove const& remove, ListRankReport* report,
            Timeline* timeline) override {
    using Pipeline = FeedPipeline<std::uint32_t, Device, Host>;
    Timeline own;
    if (report && !timeline) timeline = &own;
    std::size_t const recorded = timeline ? timeline->entries().size() : 0;
    pipeline_.run(
        iterations,
        [&](std::size_t iteration, typename Pipeline::HostBlock buffer) -> std::size_t {
          std::uint64_t const words = words_of_bits(remaining);
          generator_.fill(hybrid_.host(), iteration, words, buffer);
          return words;
        },
        [&](std::size_t iteration, typename Pipeline::DeviceBlock bits, Device const&) -> bool {
          return remove(iteration, Array<Device, std::uint32_t const>(bits.data(), bits.extent(0)));
        },
        timeline);
    if (report) add_fed_iterations(*timeline, recorded, *report);
  }

 private:
  Hybrid<Device, Host> const& hybrid_;
  FeedPipeline<std::uint32_t, Device, Host> pipeline_;
  Generator generator_;
};

// Makes the bits of walks for those who are brought them.
template <class Space>
struct MakeFeeds {
  MadeFeeds feeds;
  BroughtFeeds brought;
  std::uint32_t* words;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    auto feed = feeds(i);
    for (std::uint64_t w = 0; w < brought.count; ++w) words[w * brought.walkers + i] = feed.next();
  }
};

// The host makes the bits of walks while the device walks and removes nodes (Algorithm 11). How
// many will walk is not known when their bits are made: those that there are then are an upper
// bound.
//
// Memory: a walk's words a node three times in pinned host memory, and as much on a separate
// device.
template <class Device, class Host>
class WalksFedByHost final : public BitSource<Device> {
  using Pipeline = FeedPipeline<std::uint32_t, Device, Host>;

 public:
  WalksFedByHost(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
                 ListRankOptions const& options)
      : hybrid_(hybrid),
        walks_(hybrid.device(), capacity, options.fractional_independent_set, options.seed),
        pipeline_(hybrid, capacity * walks_.feed_words()) {}

  void feed(Device const& exec, std::size_t iterations, std::atomic<std::uint64_t> const& remaining,
            typename BitSource<Device>::Remove const& remove, ListRankReport* report,
            Timeline* timeline) override {
    Timeline own;
    if (report && !timeline) timeline = &own;
    std::size_t const recorded = timeline ? timeline->entries().size() : 0;
    std::uint64_t const words = walks_.feed_words();
    walks_.start(exec, remaining);
    pipeline_.run(
        iterations,
        [&](std::size_t iteration, typename Pipeline::HostBlock buffer) -> std::size_t {
          if (!walks_.draws_in(iteration)) return 0;
          std::uint64_t const walkers = remaining;
          MakeFeeds<Host> const make{
              walks_.made(iteration), {nullptr, words, walkers}, buffer.data()};
          Kokkos::parallel_for("yoke::list_rank::make_feeds",
                               WideRange<Host>(hybrid_.host(), 0, walkers), make);
          return walkers * words;
        },
        [&](std::size_t iteration, typename Pipeline::DeviceBlock fed, Device const& device) {
          std::uint64_t const size = remaining;
          BroughtFeeds const feeds{fed.data(), words, fed.extent(0) / words};
          auto const bits = walks_.draw(device, iteration, size, feeds);
          if (report && walks_.draws_in(iteration)) report->draws += size;
          return remove(iteration, bits);
        },
        timeline);
    if (report) add_fed_iterations(*timeline, recorded, *report);
  }

 private:
  Hybrid<Device, Host> const& hybrid_;
  NodeWalks<Device> walks_;
  Pipeline pipeline_;
};

// Ranks lists that lie in the device's memory: the problem's instance must be hybrid.device(). The
// Hybrid must outlive the algorithm. Bits come from where the options say.
template <class Device, class Host, class Word>
AlgorithmPtr<Device, Word> make_fractional_independent_set_hybrid(
    Hybrid<Device, Host> const& hybrid, std::size_t capacity, ListRankOptions const& options);

}  // namespace yoke::detail::list_ranking
