#include <algorithm>
#include <optional>
#include <tuple>
#include <yoke/hybrid.hpp>
#include <yoke/pipeline.hpp>

#include "copies/bytes.hpp"
#include "copies/settings.hpp"
#include "frame/copy_ring.hpp"
#include "frame/host_copy.hpp"
#include "support/arguments.hpp"
#include "support/benchmarks.hpp"

namespace yoke_perf {
namespace {

using yoke::detail::CopyRing;
using DeviceWords = Numbers<std::uint64_t, Device::memory_space>;
template <class MemorySpace>
using Words = Numbers<std::uint64_t, MemorySpace>;

template <class T>
std::byte* bytes_of(T const& words) {
  return reinterpret_cast<std::byte*>(words.data());
}

enum class Way { up, down, both };
constexpr std::pair<Way, char const*> ways[] = {
    {Way::up, "up"}, {Way::down, "down"}, {Way::both, "both"}};

// Two arrays in host memory and two on the device: what goes up has one seed, what comes down
// another.
template <class MemorySpace>
struct Arrays {
  static constexpr std::uint64_t up_seed = 1, down_seed = 2;

  explicit Arrays(std::uint64_t bytes)
      : up("yoke_perf::up", bytes / 8),
        down("yoke_perf::down", bytes / 8),
        device_up("yoke_perf::device_up", bytes / 8),
        device_down("yoke_perf::device_down", bytes / 8) {
    write_words(Host(), up, up_seed);
    write_words(Device(), device_down, down_seed);
  }

  std::size_t bytes() const { return up.extent(0) * sizeof(std::uint64_t); }
  void spoil() const {
    Kokkos::deep_copy(down, 0);
    Kokkos::deep_copy(device_up, 0);
  }
  std::string find_fault(Way way) const {
    if (way != Way::down) {
      auto const fault = find_wrong_words(Device(), device_up, up_seed);
      if (!fault.empty()) return "up: " + fault;
    }
    if (way != Way::up) {
      auto const fault = find_wrong_words(Host(), down, down_seed);
      if (!fault.empty()) return "down: " + fault;
    }
    return {};
  }

  Words<MemorySpace> up, down;
  DeviceWords device_up, device_down;
};

class Bus final : public Resources {
 public:
  explicit Bus(Settings const& settings) : settings_(settings) {
    for (auto const size : settings.sizes) {
      for (auto const& [way, name] : ways) {
        add<Kokkos::SharedHostPinnedSpace>("pinned", name, size, way,
                                           &Bus::copy_by_driver<Kokkos::SharedHostPinnedSpace>);
        if (way == Way::both) continue;  // the driver returns only when it has copied
        add<Kokkos::HostSpace>("pageable", name, size, way,
                               &Bus::copy_by_driver<Kokkos::HostSpace>);
      }
      for (auto const piece : settings.pieces) {
        add_piece(size, piece);
      }
    }
    for (auto const size : settings.small) {
      for (auto const& [way, name] : {ways[0], ways[1]}) {
        add<Kokkos::HostSpace>("pageable", name, size, way,
                               &Bus::copy_by_driver<Kokkos::HostSpace>);
        add<Kokkos::HostSpace>("ring", name, size, way, &Bus::copy_by_ring<Kokkos::HostSpace>);
      }
    }
  }

 private:
  // Arrays are kept for the benchmarks to come of the same size.
  template <class MemorySpace>
  using Held = std::optional<Arrays<MemorySpace>>;
  using HeldOfAll =
      std::conditional_t<has_device,
                         std::tuple<Held<Kokkos::HostSpace>, Held<Kokkos::SharedHostPinnedSpace>>,
                         std::tuple<Held<Kokkos::HostSpace>>>;
  template <class MemorySpace>
  static Arrays<MemorySpace> const& hold(Held<MemorySpace>& held, std::uint64_t bytes) {
    if (!held || held->bytes() != bytes / 8 * 8) {
      held.reset();
      held.emplace(bytes);
    }
    return *held;
  }

  template <class MemorySpace>
  using Copy = void (Bus::*)(Arrays<MemorySpace> const&, Way);

  void add_piece(std::uint64_t size, std::uint64_t piece) {
    std::string const pieces = "_" + format_size(piece) + "_x" + std::to_string(settings_.ring);
    for (auto const& [way, name] : ways) {
      if (way == Way::both) continue;  // a ring's threads do one thing at a time
      add<Kokkos::HostSpace>("ring" + pieces, name, size, way,
                             &Bus::copy_by_ring<Kokkos::HostSpace>, piece);
    }
    for (auto const& [way, name] : ways) {
      add<Kokkos::HostSpace>("lanes_pageable" + pieces, name, size, way,
                             &Bus::copy_in_lanes<Kokkos::HostSpace>, piece);
    }
    add<Kokkos::SharedHostPinnedSpace>("lanes_pinned" + pieces, "both", size, Way::both,
                                       &Bus::copy_in_lanes<Kokkos::SharedHostPinnedSpace>, piece);
  }

  template <class MemorySpace>
  void add(std::string const& what, std::string const& way_name, std::uint64_t size, Way way,
           Copy<MemorySpace> copy, std::uint64_t piece = 0) {
    std::string const name = "bus/" + what + "/" + way_name + "/" + format_size(size);
    add_benchmark(name, settings_.runs, [=, this](benchmark::State& state) {
      Arrays<MemorySpace> const& arrays = hold(std::get<Held<MemorySpace>>(held_), size);
      CopyRing::Shape shape;
      shape.pieces = settings_.ring;
      if (piece > 0) shape.piece_bytes = piece;
      ring_.emplace(hybrid_.device(), hybrid_.host_alone(), shape);
      std::size_t const block = shape.piece_bytes / sizeof(std::uint64_t);
      lanes_.emplace(hybrid_, yoke::PipelineBlocks{block, block, settings_.ring});
      Measured work;
      work.prepare = [&] { arrays.spoil(); };
      work.run = [&] { (this->*copy)(arrays, way); };
      work.find_fault = [&] { return arrays.find_fault(way); };
      measure(state, work, {0, arrays.bytes() * (way == Way::both ? 2 : 1)});
    });
  }

  template <class MemorySpace>
  void copy_by_driver(Arrays<MemorySpace> const& arrays, Way way) {
    if (way != Way::down) Kokkos::deep_copy(hybrid_.upload(), arrays.device_up, arrays.up);
    if (way != Way::up) Kokkos::deep_copy(hybrid_.download(), arrays.down, arrays.device_down);
    hybrid_.upload().fence("yoke_perf: up");
    hybrid_.download().fence("yoke_perf: down");
  }

  template <class MemorySpace>
  void copy_by_ring(Arrays<MemorySpace> const& arrays, Way way) {
    if (way == Way::up) {
      ring_->ring_up(bytes_of(arrays.device_up), bytes_of(arrays.up), arrays.bytes());
    } else {
      ring_->ring_down(bytes_of(arrays.down), bytes_of(arrays.device_down), arrays.bytes());
    }
  }

  // What comes down is what lies on the device, and what goes up stays there: the lanes copy it.
  // Pageable memory passes through the pipeline's blocks, pinned memory is copied from where it is.
  template <class MemorySpace>
  void copy_in_lanes(Arrays<MemorySpace> const& arrays, Way way) {
    using Lanes = yoke::Pipeline<std::uint64_t>;
    using HostBlock = Lanes::HostBlock;
    using DeviceBlock = Lanes::DeviceBlock;
    constexpr bool fills =
        !std::is_same_v<MemorySpace, Kokkos::SharedHostPinnedSpace> || !has_device;
    std::size_t const words = arrays.up.extent(0), block_words = lanes_->blocks().up;
    auto const size = [=](std::size_t block) {
      return std::min(block_words, words - block * block_words);
    };
    Lanes::Steps steps;
    if (way != Way::down) {
      if (fills) {
        steps.fill = [&](std::size_t block, HostBlock up) {
          auto const from = bytes_of(arrays.up) + block * block_words * sizeof(std::uint64_t);
          yoke::detail::copy_by_all(hybrid_.host(), bytes_of(up), from,
                                    size(block) * sizeof(std::uint64_t));
          return size(block);
        };
      }
      steps.upload = [&](std::size_t block, Device const& exec, HostBlock filled, DeviceBlock) {
        auto const from =
            fills ? filled : HostBlock(arrays.up.data() + block * block_words, size(block));
        Kokkos::deep_copy(
            exec, DeviceBlock(arrays.device_up.data() + block * block_words, size(block)), from);
        return std::size_t(0);
      };
    }
    if (way != Way::up) {
      steps.download = [&](std::size_t block, Device const& exec, DeviceBlock, HostBlock down) {
        auto const to = fills ? HostBlock(down.data(), size(block))
                              : HostBlock(arrays.down.data() + block * block_words, size(block));
        Kokkos::deep_copy(
            exec, to, DeviceBlock(arrays.device_down.data() + block * block_words, size(block)));
        return fills ? size(block) : 0;
      };
      if (fills) {
        steps.drain = [&](std::size_t block, HostBlock down) {
          auto const to = bytes_of(arrays.down) + block * block_words * sizeof(std::uint64_t);
          yoke::detail::stream_by_all(hybrid_.host(), to, bytes_of(down),
                                      down.extent(0) * sizeof(std::uint64_t));
        };
      }
    }
    lanes_->run((words + block_words - 1) / block_words, steps);
  }

  Settings settings_;
  yoke::Hybrid<> hybrid_;
  HeldOfAll held_;
  std::optional<CopyRing> ring_;
  std::optional<yoke::Pipeline<std::uint64_t>> lanes_;
};

}  // namespace

std::unique_ptr<Resources> add_bus(Settings const& settings) {
  return std::make_unique<Bus>(settings);
}

}  // namespace yoke_perf
