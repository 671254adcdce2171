#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>

#include "filling/kernels.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/filling/capability.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::filling {

// The device walks by bits that the host makes: those of some streams, from their starts to their
// last numbers, while the ones before come up and those before them are walked by. Source:
// Banerjee's thesis, section 5.3: feed, transfer, generate.
//
// Memory: 3 blocks in pinned memory, and as many on a device that has its own.
template <class Word, class Device, class Host>
class FedStreams {
  using Arguments = typename Fill<Word>::Arguments;
  using Feed = FeedPipeline<std::uint32_t, Device, Host>;
  // Of a block's bits: 32 MiB.
  static constexpr std::uint64_t most_words = std::uint64_t(1) << 23;
  // Longer walks would need more than that, and more, for the fewest streams that are fed.
  static constexpr std::uint32_t most_steps = std::uint32_t(1) << 16;

 public:
  FedStreams(Hybrid<Device, Host> const& hybrid, Timeline* timeline)
      : hybrid_(hybrid), timeline_(timeline) {}

  // The numbers lie where the device works on them.
  void run(Arguments const& near) {
    auto const& streams = walks_of(near);
    Numbers<Device, Word> const numbers(near.numbers.data, near.numbers.size, near.first);
    if (near.is_real) {
      run<true>(streams, numbers);
    } else {
      run<false>(streams, numbers);
    }
  }

  // Throws std::invalid_argument where there is nothing to feed, or where nobody knows how much.
  static ExpanderStreams const& walks_of(Arguments const& arguments) {
    auto const* streams = std::get_if<ExpanderStreams>(&arguments.generator);
    if (streams == nullptr) {
      throw std::invalid_argument(
          "yoke::fill: options.algorithm is fed, but the generator does not walk: use in_place, or "
          "ExpanderStreams");
    }
    if (streams->options().eighth == EighthValue::retry) {
      throw std::invalid_argument(
          "yoke::fill: options.algorithm is fed, but a walk that retries takes an unknown number "
          "of bits: use another EighthValue, or in_place");
    }
    std::uint32_t const length = streams->options().length;
    if (length > most_steps) {
      throw std::invalid_argument(
          "yoke::fill: options.algorithm is fed and the generator's length is " +
          std::to_string(length) + "; bits are fed to walks of up to " +
          show_count(most_steps, "step") + ": use in_place");
    }
    return *streams;
  }

 private:
  template <bool is_real>
  void run(ExpanderStreams const& streams, Numbers<Device, Word> const& numbers) {
    FillFromStreams<Device, Word, is_real> const all(streams, numbers);
    std::uint64_t const words = feed_words(streams.options()), width = StreamPlaces::width;
    std::uint64_t const most = std::max(most_words / words / width, std::uint64_t(1)) * width;
    std::uint64_t const per_block = std::min(most, all.items());
    if (!feed_ || feed_->block_capacity() < per_block * words) {
      feed_ = std::make_unique<Feed>(hybrid_, per_block * words);
    }
    // A block's first stream, and how many there are.
    auto const first = [&](std::uint64_t block) { return all.first_stream + block * per_block; };
    auto const count = [&](std::uint64_t block) {
      return std::min(per_block, all.items() - block * per_block);
    };
    feed_->run(
        (all.items() + per_block - 1) / per_block,
        [&](std::size_t block, typename Feed::HostBlock buffer) -> std::size_t {
          FeedStreams<Host> const kernel{streams, buffer.data(), first(block), count(block), words};
          Kokkos::parallel_for("yoke::fill::feed",
                               WideRange<Host>(hybrid_.host(), 0, count(block) / width), kernel);
          return count(block) * words;
        },
        [&](std::size_t block, typename Feed::DeviceBlock fed, Device const& exec) {
          FillFromFeed<Device, Word, is_real> const kernel{
              streams.options(), all.put, fed.data(), first(block), count(block), words};
          Kokkos::parallel_for("yoke::fill::walk", WideRange<Device>(exec, 0, count(block)),
                               kernel);
        },
        timeline_);
    hybrid_.device().fence("yoke::fill: fed");
  }

  Hybrid<Device, Host> const& hybrid_;
  Timeline* timeline_;
  std::unique_ptr<Feed> feed_;
};

}  // namespace yoke::detail::filling
