#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "yoke/detail/affinity.hpp"
#include "yoke/detail/driver.hpp"
#include "yoke/detail/hybrid_threads.hpp"
#include "yoke/split.hpp"

namespace yoke {

/// How the threads are shared out.
struct HybridOptions {
  /// Threads of the host side; 0: chosen. Beside a GPU that is every thread but one, which is left
  /// to the thread that drives the GPU, or every thread where there are no more than two. Where
  /// both sides are OpenMP it is half of the threads, and the device side has the others.
  int host_threads = 0;
};

/// Two execution spaces that work at the same time: the device, usually a GPU, and the host's
/// threads. Without a GPU both sides are OpenMP instances that share out its threads, so that
/// hybrid calls run everywhere, by the same path. With one thread, or with no OpenMP, the sides
/// take turns.
///
/// Work on its instances starts after all that was put before the call on the instances that the
/// Hybrid was made with, those of the caller: each call waits for them first. What is on other
/// instances the caller must fence. A call has completed when it returns.
///
/// Must be constructed and destroyed while Kokkos is initialized, and must outlive the work on its
/// instances. Owns one helper thread, which sleeps outside of calls. Movable, not copyable. A
/// handle, as execution space instances are: const calls work. One Hybrid serves one call at a
/// time.
template <class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class Hybrid {
 public:
  static_assert(Kokkos::is_execution_space_v<Device> && Kokkos::is_execution_space_v<Host>,
                "yoke::Hybrid: Device and Host must be Kokkos execution spaces");
  static_assert(detail::runs_on_host<Host>, "yoke::Hybrid: Host must be a host execution space");

  using DeviceSpace = Device;  ///< the device side
  using HostSpace = Host;      ///< the host side

  /// Throws std::invalid_argument where options.host_threads is negative, more than there are, or
  /// leaves no thread for a device side that is OpenMP too. Costs one thread and, on a GPU, three
  /// streams. The caller's instances are the default ones of the two spaces.
  explicit Hybrid(HybridOptions const& options = {}) : Hybrid(Device(), Host(), options) {}

  /// The caller's instances are these. The streams are made on the GPU of `device`, and the threads
  /// that the sides use, or share out, are those of `host`.
  Hybrid(Device const& device, Host const& host, HybridOptions const& options = {});

  /// Returns when all that was put on the caller's instances before is done. For work of your own
  /// on device() and host(); concurrently() and the capabilities begin with it.
  void wait_for_caller() const;

  /// The instances that the two sides work on.
  Device const& device() const { return instances_.device; }
  /// As device(), of the host side.
  Host const& host() const { return instances_.host; }

  /// The instances for calls that one side does alone (a split of 0 or 1), in place of device() and
  /// host(): the GPU's, or one with every thread, since there is no other side to leave some to;
  /// with as many as options.host_threads asks for beside a GPU.
  Device const& device_alone() const { return instances_.device_alone; }
  /// As device_alone(), of the host side.
  Host const& host_alone() const { return instances_.host_alone; }

  /// Instances of the device space for copies to the device and back: streams of their own on a
  /// GPU.
  Device const& upload() const { return instances_.upload; }
  /// As upload(), for the way back.
  Device const& download() const { return instances_.download; }

  /// Threads of host(); host_alone() may have more.
  int host_threads() const { return threads_.host; }

  /// Whether the two sides run at the same time; otherwise they take turns.
  bool is_concurrent() const { return threads_.concurrent; }

  /// Waits for what was put on the caller's instances, calls device_work() on the helper thread and
  /// host_work() on the caller's, at the same time, and returns when both, and all that they put on
  /// the four instances, are done. Where the sides take turns, both run on the caller's thread, the
  /// device's first.
  ///
  /// During the call each side's threads are bound to cores of their own; the caller, which is
  /// moved to its side's and then let go, and its OpenMP team get their affinity back. Costs some
  /// tens of microseconds, and more where OpenMP teams of other sizes run in between:
  /// docs/hybrid.md. device_work must use no host instance and host_work no device() instance, and
  /// neither should allocate or free a View: that fences every instance of both sides. Allocate
  /// before the call, free after it.
  ///
  /// An exception of either side is rethrown here once both have ended; if both throw, the
  /// device's. Throws std::logic_error if this Hybrid is in such a call already.
  template <class DeviceWork, class HostWork>
  void concurrently(DeviceWork&& device_work, HostWork&& host_work) const;

 private:
  struct Instances {
    Device device;
    Device upload;
    Device download;
    Host host;
    Device device_alone;
    Host host_alone;
  };
  static Instances make_instances(Device const& device, detail::ThreadShares const& threads);

  Device callers_device_;
  Host callers_host_;
  detail::ThreadShares threads_;
  Instances instances_;
  mutable detail::SideAffinity host_affinity_;  // a call changes it and changes it back
  std::unique_ptr<std::atomic_flag> in_call_ = std::make_unique<std::atomic_flag>();
  std::unique_ptr<detail::Driver> driver_;  // null where the sides take turns
};

namespace detail {

// What work threw, or null.
template <class Work>
std::exception_ptr exception_of(Work&& work) noexcept {
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

// Holds a Hybrid for one call.
class InCall {
 public:
  explicit InCall(std::atomic_flag& flag) : flag_(flag) {
    if (flag_.test_and_set()) {
      throw std::logic_error("yoke::Hybrid: already in a call; use one Hybrid a call");
    }
  }
  ~InCall() { flag_.clear(); }
  InCall(InCall const&) = delete;
  InCall& operator=(InCall const&) = delete;

 private:
  std::atomic_flag& flag_;
};

// Keeps the calling thread's team on its side's CPUs for a scope, and the calling thread, which
// comes from there, as free as it was.
class Occupation {
 public:
  explicit Occupation(SideAffinity& side) : side_(side) {
    side_.occupy();
    side_.free_caller();
  }
  ~Occupation() { side_.leave(); }
  Occupation(Occupation const&) = delete;
  Occupation& operator=(Occupation const&) = delete;

 private:
  SideAffinity& side_;
};

}  // namespace detail

template <class Device, class Host>
typename Hybrid<Device, Host>::Instances Hybrid<Device, Host>::make_instances(
    [[maybe_unused]] Device const& device, detail::ThreadShares const& threads) {
  Host const host = detail::instance_with_threads<Host>(threads.host);
  Host const host_alone = detail::instance_with_threads<Host>(threads.alone);
  if constexpr (detail::runs_on_host<Device>) {
    // OpenMP(k), not partition_space: Kokkos 5.2's partitions ran every thread each.
    return {detail::instance_with_threads<Device>(threads.device),
            detail::instance_with_threads<Device>(1),
            detail::instance_with_threads<Device>(1),
            host,
            detail::instance_with_threads<Device>(threads.alone),
            host_alone};
  } else {
    auto const streams = Kokkos::Experimental::partition_space(device, std::vector<int>{1, 1, 1});
    return {streams[0], streams[1], streams[2], host, streams[0], host_alone};
  }
}

template <class Device, class Host>
Hybrid<Device, Host>::Hybrid(Device const& device, Host const& host, HybridOptions const& options)
    : callers_device_(device),
      callers_host_(host),
      threads_(detail::share_out_threads(detail::pairing<Device, Host>, options.host_threads,
                                         host.concurrency(), detail::usable_cpus())),
      instances_(make_instances(device, threads_)) {
  if (!threads_.concurrent) return;
  driver_ = std::make_unique<detail::Driver>();
  if constexpr (!detail::is_openmp<Host>) return;

  auto sides = detail::share_out_cpus(threads_.device, threads_.host,
                                      detail::pairing<Device, Host> == detail::Pairing::separate);
  host_affinity_ = std::move(sides.host);
  // The helper thread and its team are ours alone, so they stay where they are put.
  driver_->start([&] { sides.device.occupy(); });
  driver_->wait();
}

template <class Device, class Host>
void Hybrid<Device, Host>::wait_for_caller() const {
  callers_device_.fence("yoke::Hybrid: the caller's device instance");
  callers_host_.fence("yoke::Hybrid: the caller's host instance");
}

template <class Device, class Host>
template <class DeviceWork, class HostWork>
void Hybrid<Device, Host>::concurrently(DeviceWork&& device_work, HostWork&& host_work) const {
  detail::InCall const in_call(*in_call_);
  wait_for_caller();
  std::exception_ptr device_error, fence_error, host_error;
  auto const device_side = [&]() noexcept {
    device_error = detail::exception_of(device_work);
    // Also after an exception: what was launched may still use the caller's objects.
    fence_error = detail::exception_of([this] { device().fence("yoke::Hybrid: device side"); });
  };
  auto const host_side = [&]() noexcept {
    host_error = detail::exception_of(host_work);
    host().fence("yoke::Hybrid: host side");
  };

  if (driver_) {
    driver_->start(std::cref(device_side));
    {
      detail::Occupation const cores(host_affinity_);
      host_side();
    }
    driver_->wait();
  } else {
    device_side();
    host_side();
  }
  // Only now: either side may have started copies.
  upload().fence("yoke::Hybrid: upload");
  download().fence("yoke::Hybrid: download");
  for (auto const& error : {device_error, fence_error, host_error}) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace yoke
