#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <functional>

#include "yoke/detail/compiler_check.hpp"

namespace yoke {

/// The blocks of a pipeline: the elements of a block that goes up to the device, and of one that
/// comes down. 0 if there is none, or if the steps use only the caller's memory.
struct PipelineBlocks {
  std::size_t up = 0;    ///< elements
  std::size_t down = 0;  ///< elements
  /// The largest number of blocks under way at once: their first step has begun, and their last
  /// step has not ended. With 4, five things overlap: the host fills or drains one, one goes up,
  /// one is computed and one comes down.
  std::size_t in_flight = 4;
};

/// The steps of each block, in this order. Every step may be absent. It receives the block's
/// number, from 0. Its Views are the block's own until the block's last step has ended. If a step
/// returns a number, this is the number of elements at the front of its last argument, for the next
/// step. The Views have these sizes:
///
/// - fill: up: PipelineBlocks::up
/// - upload: filled: the result of fill; in: PipelineBlocks::up
/// - compute: in: the result of upload, or of fill; out: PipelineBlocks::down
/// - download: out: the result of compute; down: PipelineBlocks::down
/// - drain: down: the result of download, or of compute
///
/// Beside a GPU all steps run on the caller's thread if there is neither fill nor drain.
///
/// Views without memory are empty: Pipeline::run() says when.
template <class T, class Device>
struct PipelineSteps {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;  ///< of Views into the blocks
  using HostBlock = Kokkos::View<T*, Kokkos::SharedHostPinnedSpace, Unmanaged>;  ///< pinned
  /// In the device's memory.
  using DeviceBlock = Kokkos::View<T*, typename Device::memory_space, Unmanaged>;

  /// Runs on the caller's thread and may use hybrid.host(), which the pipeline fences afterwards.
  std::function<std::size_t(std::size_t block, HostBlock up)> fill;
  /// Replaces the copy of the filled block. Puts copies on `exec`, which is hybrid.upload(), from
  /// `filled` or from the caller's pinned memory, to `in` or to another place. Does not wait for
  /// them. Runs on the caller's thread.
  std::function<std::size_t(std::size_t block, Device const& exec, HostBlock filled,
                            DeviceBlock in)>
      upload;
  /// Runs on the helper thread and puts its work on `exec`, which is hybrid.device(). The work
  /// starts when the block has been uploaded. The step may wait for its kernels, but need not.
  std::function<std::size_t(std::size_t block, Device const& exec, DeviceBlock in, DeviceBlock out)>
      compute;
  /// Replaces the copy of the computed block, as upload does for the filled one. `exec` is
  /// hybrid.download(). Its work starts when the block has been computed. On the helper thread.
  std::function<std::size_t(std::size_t block, Device const& exec, DeviceBlock out, HostBlock down)>
      download;
  /// Runs on the caller's thread and may use hybrid.host(), which the pipeline fences afterwards.
  std::function<void(std::size_t block, HostBlock down)> drain;
};

}  // namespace yoke
