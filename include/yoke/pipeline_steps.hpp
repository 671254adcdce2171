#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>

#include "yoke/detail/compiler_check.hpp"
#include "yoke/detail/pinned_space.hpp"

namespace yoke {

/// The blocks of a pipeline: elements of one that goes up to the device, and of one that comes
/// down; 0 where nothing does, or where the steps use memory of the caller's alone.
struct PipelineBlocks {
  std::size_t up = 0;    ///< elements
  std::size_t down = 0;  ///< elements
  /// No more blocks than this are anywhere between the begin of their first step and the end of
  /// their last. With 4, the host fills one or drains one, while one goes up, one is computed and
  /// one comes down.
  std::size_t in_flight = 4;
};

/// What is done with each block, in this order. Every step may be absent, and is told the block's
/// number, from 0. What a step is given is the block's own until the block's last step has ended.
/// A step that returns a number says how many elements it has left at the front of its last
/// argument, for the next step; the following sizes hold for the Views:
///
/// - fill: up: PipelineBlocks::up
/// - upload: filled: what fill returned; in: PipelineBlocks::up
/// - compute: in: what upload returned, or what fill did; out: PipelineBlocks::down
/// - download: out: what compute returned; down: PipelineBlocks::down
/// - drain: down: what download returned, or what compute did
///
/// Beside a GPU, where there is neither fill nor drain, all steps run on the caller's thread.
///
/// Views for which there is no memory are empty: Pipeline::run() says when.
template <class T, class Device>
struct PipelineSteps {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;           ///< of Views into the blocks
  using HostBlock = Kokkos::View<T*, detail::PinnedSpace, Unmanaged>;  ///< pinned
  /// In the device's memory.
  using DeviceBlock = Kokkos::View<T*, typename Device::memory_space, Unmanaged>;

  /// On the caller's thread, with hybrid.host(), which is fenced then.
  std::function<std::size_t(std::size_t block, HostBlock up)> fill;
  /// In place of a copy of what was filled: puts copies on `exec`, which is hybrid.upload(), from
  /// `filled` or from pinned memory of the caller's, to `in` or to where the caller wants them.
  /// Does not wait for them. On the caller's thread.
  std::function<std::size_t(std::size_t block, Device const& exec, HostBlock filled,
                            DeviceBlock in)>
      upload;
  /// On the helper thread, with `exec`, which is hybrid.device(): its work starts when the block
  /// has gone up. It need not wait for what it launches, but may.
  std::function<std::size_t(std::size_t block, Device const& exec, DeviceBlock in, DeviceBlock out)>
      compute;
  /// In place of a copy of what was computed: as upload, with hybrid.download(), which starts when
  /// the block has been computed. On the helper thread.
  std::function<std::size_t(std::size_t block, Device const& exec, DeviceBlock out, HostBlock down)>
      download;
  /// On the caller's thread, with hybrid.host(), which is fenced then.
  std::function<void(std::size_t block, HostBlock down)> drain;
};

}  // namespace yoke
