#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>

#include "bfs/sources.hpp"
#include "distances/ways.hpp"
#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/raw_arrays.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail {

// No way is of both sides: bounds follow from one search after another.
template <class Vertex, class Offset, class Weight, class Device, class Host>
class HybridSolver<distances::Eccentricities<Vertex, Offset, Weight>, Device, Host> {
  using Capability = distances::Eccentricities<Vertex, Offset, Weight>;

 public:
  HybridSolver(Hybrid<Device, Host> const&, GraphCapacity const&,
               EccentricitiesOptions const& options)
      : algorithm_(options.algorithm) {}

  void prepare(Way) {}
  void release(Way) {}
  std::size_t run(typename Capability::Arguments const&, CallWay const&) {
    throw std::logic_error("yoke::eccentricities: one side alone works");
  }
  // Before a call has chosen its side.
  EccentricitiesAlgorithm algorithm() const {
    return algorithm_ == EccentricitiesAlgorithm::automatic ? EccentricitiesAlgorithm::bounded
                                                            : algorithm_;
  }

 private:
  EccentricitiesAlgorithm algorithm_;
};

// Both sides have the graph. The host searches from the first sources, the device from the others.
template <class Vertex, class Offset, class Weight, class Device, class Host>
class HybridSolver<distances::Closeness<Vertex, Offset, Weight>, Device, Host> {
  using Capability = distances::Closeness<Vertex, Offset, Weight>;
  using Arguments = typename Capability::Arguments;

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, GraphCapacity const& capacity,
               ClosenessOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options) {}

  void prepare(Way) {
    if (host_) return;
    sources_ = Buffer<Kokkos::HostSpace, Vertex>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::closeness::sources")),
        capacity_.vertices);
    ring_.emplace(hybrid_.device(), hybrid_.host());
    make(device_, hybrid_.device(), device_report_, Lane::device);
    make(host_, hybrid_.host(), host_report_, Lane::host);
  }
  void release(Way) {
    device_.reset();
    host_.reset();
  }
  OneAlgorithm algorithm() const { return OneAlgorithm::only; }

  std::size_t run(Arguments arguments, CallWay const& way) {
    std::size_t const size = arguments.size();
    auto const cut = static_cast<std::size_t>(way.host_share * static_cast<double>(size));
    check_sources(arguments);
    list_sources(arguments);
    Arguments const low = part(arguments, 0, cut), high = part(arguments, cut, size);
    Arguments const near_low = host_->bring(low), near_high = device_->bring(high);
    device_report_ = host_report_ = {};
    hybrid_.concurrently([&] { work(*device_, near_high); }, [&] { work(*host_, near_low); });
    host_->send(low);
    device_->send(high);
    if (options_.report) {
      options_.report->sweeps = device_report_.sweeps + host_report_.sweeps;
      options_.report->searches = device_report_.searches + host_report_.searches;
    }
    return size;
  }

 private:
  // Each side checks its part too, but knows no place in the whole list.
  void check_sources(Arguments const& arguments) const {
    auto const check_on = [&]<class Space>(Space const& exec) {
      bfs::check_sources(exec, bfs::BfsSources<Space, Vertex>(array_on<Space>(arguments.sources)),
                         arguments.graph.vertices(), Capability::name);
    };
    if (!runs_on_host<Device> && belongs_to_device(arguments.sources.place)) {
      check_on(hybrid_.device());
    } else {
      check_on(hybrid_.host());
    }
  }

  template <class Space>
  void make(OneSidePtr<Capability>& side, Space const& exec, ClosenessReport& report, Lane lane) {
    auto options = without_report(options_);
    options.report = &report;
    side = make_side<Capability>(exec, capacity_, options, lane);
    side->use(*ring_);
  }

  // A part of all vertices is a list.
  void list_sources(Arguments& arguments) {
    if (!arguments.of_all) return;
    std::size_t const n = arguments.size();
    std::iota(sources_.data(), sources_.data() + n, Vertex(0));
    arguments.sources = {sources_.data(), n, Place::host};
    arguments.of_all = false;
  }
  static Arguments part(Arguments arguments, std::size_t begin, std::size_t end) {
    arguments.sources = slice(arguments.sources, begin, end);
    arguments.closeness = slice(arguments.closeness, begin, end);
    return arguments;
  }
  static void work(OneSide<Capability>& side, Arguments const& near) {
    if (near.size() > 0) side.work(near);
  }

  Hybrid<Device, Host> const& hybrid_;
  GraphCapacity capacity_;
  ClosenessOptions options_;
  ClosenessReport device_report_, host_report_;
  Buffer<Kokkos::HostSpace, Vertex> sources_;
  std::optional<CopyRing> ring_;
  OneSidePtr<Capability> device_, host_;
};

}  // namespace yoke::detail
