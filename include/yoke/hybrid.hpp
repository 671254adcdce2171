#pragma once

#include <Kokkos_Core.hpp>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "yoke/detail/kokkos_ext/hybrid_threads.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/split.hpp"

namespace yoke {

/// How the threads are shared.
struct HybridOptions {
  /// Threads of the host side. 0: chosen automatically. Beside a GPU these are all threads except
  /// one, which drives the GPU, or all if there are at most two. If both sides are OpenMP, each
  /// side has half of the threads.
  int host_threads = 0;
};

/// Two execution spaces that work at the same time: the device, usually a GPU, and the host's
/// threads. Without a GPU both sides are OpenMP instances that share the threads. Hybrid calls
/// therefore run everywhere, by the same code. With one thread, or without OpenMP, the sides work
/// one after the other.
///
/// Work on its instances starts after all earlier work on the caller's instances, those that the
/// Hybrid was made with: each call waits for them first. The caller must fence work on other
/// instances. A call has completed when it returns.
///
/// Must be constructed and destroyed while Kokkos is initialized, and must outlive the work on its
/// instances. Owns one helper thread, which sleeps outside calls. Movable, not copyable. A handle,
/// as execution space instances are: const calls work. One Hybrid serves one call at a time.
template <class Device = Kokkos::DefaultExecutionSpace,
          class Host = Kokkos::DefaultHostExecutionSpace>
class Hybrid {
 public:
  static_assert(Kokkos::is_execution_space_v<Device> && Kokkos::is_execution_space_v<Host>,
                "yoke::Hybrid: Device and Host must be Kokkos execution spaces");
  static_assert(detail::runs_on_host<Host>, "yoke::Hybrid: Host must be a host execution space");

  using DeviceSpace = Device;  ///< the device side
  using HostSpace = Host;      ///< the host side

  /// Throws std::invalid_argument if options.host_threads is negative, exceeds the number of
  /// threads, or leaves no thread for an OpenMP device side. Makes one thread and, on a GPU, three
  /// streams. The caller's instances are the default ones of the two spaces.
  explicit Hybrid(HybridOptions const& options = {}) : Hybrid(Device(), Host(), options) {}

  /// The same with the caller's own instances. The streams are made on the GPU of `device`. The
  /// sides use, or share, the threads of `host`.
  Hybrid(Device const& device, Host const& host, HybridOptions const& options = {});

  /// Returns when all earlier work on the caller's instances is done. concurrently() and the
  /// capabilities call it first. Call it before your own work on device() and host().
  void wait_for_caller() const;

  /// The instance that the device side works on.
  Device const& device() const { return instances_.device; }
  /// The instance that the host side works on.
  Host const& host() const { return instances_.host; }

  /// The instance for calls that the device does alone (a split of 0), in place of device(). The
  /// GPU's, or one with every thread, because the other side needs none.
  Device const& device_alone() const { return instances_.device_alone; }
  /// The same for the host (a split of 1): every thread, or options.host_threads beside a GPU.
  Host const& host_alone() const { return instances_.host_alone; }

  /// An instance of the device space for copies to the device: on a GPU a stream of its own.
  Device const& upload() const { return instances_.upload; }
  /// The same for copies from the device.
  Device const& download() const { return instances_.download; }

  /// Threads of host(); host_alone() may have more.
  int host_threads() const { return threads_.host; }

  /// Whether the two sides run at the same time. Otherwise they work one after the other.
  bool is_concurrent() const { return threads_.concurrent; }

  /// Waits for earlier work on the caller's instances. Then calls device_work() on the helper
  /// thread and host_work() on the caller's, at the same time. Returns when both are done, with all
  /// work that they put on the four instances. If the sides do not run at the same time, both run
  /// on the caller's thread, the device's first.
  ///
  /// During the call each side's threads are bound to cores of their own. The caller is moved to
  /// its side's cores and then released. Afterwards it and its OpenMP team have their affinity
  /// back. Costs some tens of microseconds, and more if OpenMP teams of other sizes run in between:
  /// docs/hybrid.md. device_work must use no host instance and host_work no device() instance.
  /// Neither should allocate or free a View, because that fences every instance of both sides.
  /// Allocate before the call and free after it.
  ///
  /// If a side throws, its exception is rethrown after both have ended. If both throw, the device's
  /// is rethrown. Throws std::logic_error if this Hybrid is in such a call already.
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
  mutable detail::SideAffinity host_affinity_;  // a call changes it and restores it
  std::unique_ptr<std::atomic_flag> in_call_ = std::make_unique<std::atomic_flag>();
  std::unique_ptr<detail::Driver> driver_;  // null if the sides work one after the other
};

namespace detail {

// The exception that work threw, or null.
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

// Keeps the calling thread's team on its side's CPUs for a scope, but does not bind the calling
// thread, which comes from there.
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
  // The helper thread and its team are the Hybrid's own, so they remain bound.
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
    // Also after an exception: the launched work may still use the caller's objects.
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

namespace yoke::detail {

template <class Executor>
class PlanExecutor;
template <class Device, class Host>
class PlanExecutor<Hybrid<Device, Host>> {
 public:
  explicit PlanExecutor(Hybrid<Device, Host> const& hybrid) : hybrid_(&hybrid) {}

  void begin_call() const { hybrid_->wait_for_caller(); }

  template <class MemorySpace>
  auto const& instance_for() const {
    if constexpr (belongs_to_device(place_of<MemorySpace>())) {
      return hybrid_->device_alone();
    } else {
      return hybrid_->host_alone();
    }
  }

 private:
  Hybrid<Device, Host> const* hybrid_;
};

}  // namespace yoke::detail
