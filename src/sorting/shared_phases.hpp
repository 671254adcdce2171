#pragma once

#include "sorting/joint_elements.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::sorting::joint {

// The phases of a call of a joint sort, in their order. They are calls of Hybrid::concurrently,
// because what a side does in one needs what the other has done in the one before, and sides may
// take turns.
template <class Device, class Host>
class SharedPhases {
 public:
  SharedPhases(Hybrid<Device, Host> const& hybrid, double host_share)
      : hybrid_(hybrid), host_share_(host_share) {}

  // Without a share one side does everything.
  template <class DeviceWork, class HostWork>
  void both(DeviceWork const& device_work, HostWork const& host_work) const {
    if (host_share_ == 0) {
      device_work();
    } else if (host_share_ == 1) {
      host_work();
    } else {
      hybrid_.concurrently(device_work, host_work);
    }
  }

  // Phases I to III. Between them join() tells both sides, by the counts of both, where each
  // bucket is.
  template <class DeviceSide, class HostSide, class Splitters, class Join>
  void partition(DeviceSide& device, HostSide& host, Splitters const& splitters,
                 Join const& join) const {
    both([&] { device.count(splitters, hybrid_.upload()); },
         [&] { host.count(splitters, hybrid_.download()); });
    join();
    both([&] { device.scatter(); }, [&] { host.scatter(); });
  }

  template <class DeviceSide, class HostSide>
  void exchange(DeviceSide& device, HostSide& host) const {
    both([&] { exchange_on_device(device, host); }, [&] { exchange_on_host(device, host); });
  }

  // Phase IV, after the exchange.
  template <class DeviceSide, class HostSide>
  void exchange_and_sort(DeviceSide& device, HostSide& host, bool device_sends) const {
    both(
        [&] {
          exchange_on_device(device, host);
          sort_on_device(device, device_sends);
        },
        [&] {
          exchange_on_host(device, host);
          sort_on_host(host);
        });
  }
  template <class DeviceSide, class HostSide>
  void sort(DeviceSide& device, HostSide& host, bool device_sends) const {
    both([&] { sort_on_device(device, device_sends); }, [&] { sort_on_host(host); });
  }

 private:
  template <class DeviceSide, class HostSide>
  void exchange_on_device(DeviceSide& device, HostSide const& host) const {
    device.template exchange<Kokkos::SharedHostPinnedSpace>(host.sent(), hybrid_.upload());
  }
  template <class DeviceSide, class HostSide>
  void exchange_on_host(DeviceSide const& device, HostSide& host) const {
    host.template exchange<Device>(device.sent(), hybrid_.download());
  }
  template <class DeviceSide>
  void sort_on_device(DeviceSide& device, bool sends) const {
    device.sort();
    if (sends) device.send_result(hybrid_.download());
  }
  template <class HostSide>
  void sort_on_host(HostSide& host) const {
    host.sort();
    host.send_result(hybrid_.upload());
  }

  Hybrid<Device, Host> const& hybrid_;
  double host_share_;
};

}  // namespace yoke::detail::sorting::joint
