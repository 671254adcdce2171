#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/expander.hpp"
#include "yoke/pipeline.hpp"
#include "yoke/timeline.hpp"

namespace yoke {

/// A walk whose start, 64 steps and numbers are all made from bits that come in pieces. When the
/// bits run out, the walk waits. It continues with the next piece as if there had been no gap. 40
/// bytes.
class FedWalk {
 public:
  /// A walk without a start.
  KOKKOS_FUNCTION constexpr explicit FedWalk(ExpanderOptions const& options = {})
      : walk_({0, 0}, options) {}

  /// The next number; the first one also takes the start's bits. False if the bits ran out:
  /// `number` is then unchanged.
  template <BitFeed Feed>
  KOKKOS_FUNCTION constexpr bool next(Feed& feed, std::uint64_t& number) {
    if (stage_ < Stage::stands && !start(feed)) return false;
    if (stage_ == Stage::stands) {
      walk_.set_out(walk_.options().length);
      stage_ = Stage::walks;
    }
    if (!walk_.go_on(feed)) return false;
    stage_ = Stage::stands;
    number = walk_.at().word64();
    return true;
  }

  /// Ends the walk: it draws no more.
  KOKKOS_FUNCTION constexpr void end() { stage_ = Stage::has_ended; }
  /// Whether end() was called.
  KOKKOS_FUNCTION constexpr bool has_ended() const { return stage_ == Stage::has_ended; }

 private:
  enum class Stage : std::uint32_t { needs_x, needs_y, starts, stands, walks, has_ended };

  template <BitFeed Feed>
  KOKKOS_FUNCTION constexpr bool start(Feed& feed) {
    if (stage_ == Stage::needs_x) {
      if (!feed.has(1)) return false;
      walk_ = ExpanderWalk({feed.next(), 0}, walk_.options());
      stage_ = Stage::needs_y;
    }
    if (stage_ == Stage::needs_y) {
      if (!feed.has(1)) return false;
      walk_ = ExpanderWalk({walk_.at().x, feed.next()}, walk_.options());
      walk_.set_out(ExpanderWalk::initial_length);
      stage_ = Stage::starts;
    }
    if (!walk_.go_on(feed)) return false;
    stage_ = Stage::stands;
    return true;
  }

  ExpanderWalk walk_;
  Stage stage_ = Stage::needs_x;
};

/// A walker's source of numbers, given by FedExpander.
class FedDraw {
 public:
  /// Continues a walk with a block's bits.
  KOKKOS_FUNCTION FedDraw(FedWalk& walk, StoredFeed const& feed) : walk_(walk), feed_(feed) {}
  /// The next number. False if the block's bits ran out. Then keep all that you need to continue,
  /// and return false. The next call has the next block, and draws the same number.
  KOKKOS_FUNCTION bool next(std::uint64_t& number) { return walk_.next(feed_, number); }

 private:
  FedWalk& walk_;
  StoredFeed feed_;
};

/// The options of a FedExpander.
struct FedExpanderOptions {
  ExpanderOptions walk = {};  ///< lengths, and the meaning of bits 7
  /// Words of bits that each walker has in a block. More words mean fewer launches. They also mean
  /// more unused words when few walkers are left.
  std::size_t words = 64;
  Timeline* timeline = nullptr;  ///< feed, transfer and generation by lane; null: nothing
};

/// Random numbers on demand as in the thesis. The host makes bits, blocks of them come up to the
/// device, and walkers there draw any number of random numbers from them. A walker whose bits have
/// run out keeps its state, and is called again with the next block. No thread spins, and no bit is
/// used twice. A walker's numbers depend only on the bits. Source: Banerjee's thesis, algorithms 6
/// and 7 and section 5.3.
///
/// Memory: 40 bytes per walker on the device, and three blocks of walkers * words * 4 bytes, both
/// there and in pinned memory. Holds a reference to the Hybrid. Serves one run at a time.
template <class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class FedExpander {
  using Feed = FeedPipeline<std::uint32_t, Device, Host>;

 public:
  /// Words that are drawn from one stream of the source, in order.
  static constexpr std::uint64_t stretch = 4096;

  /// Throws std::invalid_argument if a block would be empty, or walks have no steps.
  FedExpander(Hybrid<Device, Host> const& hybrid, std::size_t walkers,
              FedExpanderOptions const& options = {})
      : hybrid_(hybrid),
        options_(checked(walkers, options)),
        walks_(detail::make_buffer<Device, FedWalk>(hybrid.device(), "yoke::FedExpander::walks",
                                                    walkers)),
        feed_(hybrid, walkers * options.words) {}
  FedExpander(Hybrid<Device, Host> const&& gone_too_soon, std::size_t,
              FedExpanderOptions const& = {}) = delete;

  /// The number of walkers.
  std::size_t walkers() const { return walks_.extent(0); }

  /// Calls work(walker, draw) on the device for every walker, from a new start, until it returns
  /// true for each. Returns the number of blocks.
  ///
  /// work(std::uint64_t walker, FedDraw& draw) -> bool says whether the walker is done. It is
  /// copied to the device. If it returns false, it is called again with the next block's bits.
  ///
  /// `source` is a RandomGenerator on the host. Word k of walker i is word w = k n + i of the
  /// source, for n walkers. That is word w % stretch of its stream w / stretch. A walker's numbers
  /// therefore do not depend on the size of blocks.
  template <class Work, RandomGenerator Source>
  std::size_t run(Work const& work, Source const& source) {
    return run(work, source, walkers());
  }
  /// The same for the first n walkers alone. Throws std::invalid_argument if there are fewer.
  template <class Work, RandomGenerator Source>
  std::size_t run(Work const& work, Source const& source, std::size_t n);

 private:
  static FedExpanderOptions const& checked(std::size_t walkers, FedExpanderOptions const& options) {
    if (options.walk.length == 0) {
      throw std::invalid_argument(
          "yoke::FedExpander: options.walk.length is 0; a walk has at least 1 step");
    }
    detail::check_choice("yoke::FedExpander", "options.walk.eighth", options.walk.eighth,
                         EighthValue::diagonal);
    detail::checked_product("yoke::FedExpander", "walkers * options.words", walkers, options.words);
    if (walkers > 0 && options.words > 0) return options;
    throw std::invalid_argument("yoke::FedExpander: " + show_count(walkers, "walker") + " with " +
                                show_count(options.words, "word") +
                                " each: there must be at least 1 of both");
  }

  Hybrid<Device, Host> const& hybrid_;
  FedExpanderOptions options_;
  detail::Buffer<Device, FedWalk> walks_;
  Feed feed_;
};

namespace detail {

template <class Device>
struct StartWalks {
  Array<Device, FedWalk> walks;
  ExpanderOptions options;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { walks(i) = FedWalk(options); }
};

// Each walker continues to the end of a block's bits. Counts the walkers that are not done.
template <class Device, class Work>
struct GoOnByBlock {
  Work work;
  Array<Device, FedWalk> walks;
  std::uint32_t const* fed;
  std::uint64_t words;

  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& left) const {
    FedWalk walk = walks(i);
    if (walk.has_ended()) return;
    FedDraw draw(walk, StoredFeed(fed + i, words, walks.extent(0)));
    if (work(i, draw)) {
      walk.end();
    } else {
      ++left;
    }
    walks(i) = walk;
  }
};

// Words `first` to `first + size - 1` of a source, stretch by stretch. The first may begin inside a
// stretch.
template <class Source>
struct MakeBits {
  Source source;
  std::uint32_t* words;
  std::uint64_t first, size, stretch;

  std::uint64_t stretches() const {
    return (first + size + stretch - 1) / stretch - first / stretch;
  }
  void operator()(std::uint64_t s) const {
    std::uint64_t const stream = first / stretch + s, begin = stream * stretch;
    auto draw = source.stream(stream).engine();
    for (std::uint64_t w = begin; w < first; ++w) draw();
    std::uint64_t const from = std::max(begin, first);
    std::uint64_t const count = std::min(begin + stretch, first + size) - from;
    std::uint32_t* const to = words + (from - first);
    if constexpr (requires { draw.fill(to, count); }) {
      draw.fill(to, count);
    } else {
      for (std::uint64_t w = 0; w < count; ++w) to[w] = draw();
    }
  }
};

}  // namespace detail

template <class Device, class Host>
template <class Work, RandomGenerator Source>
std::size_t FedExpander<Device, Host>::run(Work const& work, Source const& source, std::size_t n) {
  if (n > walkers()) {
    throw std::invalid_argument("yoke::FedExpander: " + show_count(n, "walker") + " of " +
                                std::to_string(walkers()));
  }
  Kokkos::Profiling::ScopedRegion const region("yoke::FedExpander::run");
  auto const walks = detail::array_of(walks_, n);
  std::uint64_t const words = n * options_.words;
  hybrid_.wait_for_caller();
  Kokkos::parallel_for("yoke::FedExpander::start",
                       detail::WideRange<Device>(hybrid_.device(), 0, n),
                       detail::StartWalks<Device>{walks, options_.walk});
  return feed_.run(
      std::numeric_limits<std::size_t>::max(),
      [&](std::size_t block, typename Feed::HostBlock buffer) -> std::size_t {
        detail::MakeBits<Source> const make{source, buffer.data(), block * words, words, stretch};
        Kokkos::parallel_for("yoke::FedExpander::feed",
                             detail::WideRange<Host>(hybrid_.host(), 0, make.stretches()), make);
        return words;
      },
      [&](std::size_t, typename Feed::DeviceBlock fed, Device const& exec) -> bool {
        std::uint64_t left = 0;
        Kokkos::parallel_reduce(
            "yoke::FedExpander::walk", detail::WideRange<Device>(exec, 0, n),
            detail::GoOnByBlock<Device, Work>{work, walks, fed.data(), options_.words}, left);
        return left > 0;
      },
      options_.timeline);
}

}  // namespace yoke
