#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "frame/copy_ring.hpp"
#include "frame/engine.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/staged.hpp"
#include "sorting/element.hpp"
#include "sorting/top_k_solver.hpp"
#include "sorting/untuned_ways.hpp"

namespace yoke::detail {

// Each side selects from its part of the keys, the host from the first one. One thread merges what
// both have selected.
template <class Word, class Value, class Device, class Host>
class HybridSolver<sorting::TopK<Word, Value>, Device, Host> {
  using Capability = sorting::TopK<Word, Value>;
  using Arguments = typename Capability::Arguments;
  using Pinned = Kokkos::SharedHostPinnedSpace;
  static constexpr bool has_values = !std::is_same_v<Value, sorting::NoValue>;

  // What a side selects, in host memory.
  struct Selection {
    TopKReport report;
    Buffer<Pinned, Word> keys;
    Buffer<Pinned, Value> indices;
    OneSidePtr<Capability> side;
  };

 public:
  HybridSolver(Hybrid<Device, Host> const& hybrid, sorting::TopKCapacity const& capacity,
               TopKOptions const& options)
      : hybrid_(hybrid), capacity_(capacity), options_(options), staged_(hybrid.host()) {}

  void prepare(Way) {
    if (host_.side) return;
    ring_.emplace(hybrid_.device(), hybrid_.host());
    make(device_, hybrid_.device(), Lane::device);
    make(host_, hybrid_.host(), Lane::host);
  }
  OneAlgorithm algorithm() const { return OneAlgorithm::only; }

  std::size_t run(Arguments const& arguments, CallWay const& way) {
    std::uint64_t const size = arguments.keys.size, wanted = arguments.selected.size;
    if (wanted == 0) return 0;
    host_.report = device_.report = {};
    PhaseTimer<Host> timer(hybrid_.host(), options_.report);
    auto const cut =
        std::min(size, static_cast<std::uint64_t>(way.host_share * static_cast<double>(size)));
    Arguments const front = part(arguments, 0, cut, host_),
                    back = part(arguments, cut, size, device_);
    Arguments const front_near = host_.side->bring(front), back_near = device_.side->bring(back);
    timer.done("bring");
    hybrid_.concurrently([&] { work(device_, back_near); }, [&] { work(host_, front_near); });
    timer.done("select");
    host_.side->send(front);
    device_.side->send(back);
    Arguments const near = staged_.bring(target(arguments), options_.timeline);
    merge(front, back, cut, near);
    staged_.send(target(arguments), options_.timeline);
    timer.done("merge");
    if (options_.report) report(*options_.report);
    return wanted;
  }

 private:
  template <class Space>
  void make(Selection& selection, Space const& exec, Lane lane) {
    auto const room = [&](char const* label) {
      return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
    };
    selection.keys = Buffer<Pinned, Word>(room("yoke::top_k::selected"), capacity_.selected);
    if constexpr (has_values) {
      selection.indices = Buffer<Pinned, Value>(room("yoke::top_k::selected"), capacity_.selected);
    }
    auto options = without_report(options_);
    if (options_.report != nullptr) options.report = &selection.report;
    selection.side = make_side<Capability>(exec, capacity_, options, lane);
    selection.side->use(*ring_);
  }

  static Arguments part(Arguments arguments, std::uint64_t begin, std::uint64_t end,
                        Selection const& selection) {
    std::uint64_t const wanted = std::min<std::uint64_t>(arguments.selected.size, end - begin);
    arguments.keys = slice(arguments.keys, begin, end);
    arguments.selected = {selection.keys.data(), wanted, place_of<Pinned>()};
    if (has_values) arguments.indices = {selection.indices.data(), wanted, place_of<Pinned>()};
    return arguments;
  }
  static void work(Selection const& selection, Arguments const& near) {
    if (near.keys.size > 0) selection.side->work(near);
  }
  // The keys are not needed any more.
  static Arguments target(Arguments arguments) {
    arguments.keys.size = 0;
    return arguments;
  }

  // Of equal keys the first part's come first.
  void merge(Arguments const& front, Arguments const& back, std::uint64_t cut,
             Arguments const& merged) const {
    sorting::KeyOrder<Word> const order(merged.kind, options_.order);
    std::uint64_t const front_size = front.selected.size, back_size = back.selected.size;
    Word const *const low = front.selected.data, *const high = back.selected.data;
    for (std::uint64_t i = 0, a = 0, b = 0; i < merged.selected.size; ++i) {
      bool const takes_back =
          a == front_size || (b < back_size && order.rank(high[b]) < order.rank(low[a]));
      merged.selected.data[i] = takes_back ? high[b] : low[a];
      if constexpr (has_values) {
        merged.indices.data[i] =
            takes_back ? static_cast<Value>(back.indices.data[b] + cut) : front.indices.data[a];
      }
      ++(takes_back ? b : a);
    }
  }

  void report(TopKReport& report) const {
    report.candidates = host_.report.candidates + device_.report.candidates;
    report.rounds = host_.report.rounds + device_.report.rounds;
  }

  Hybrid<Device, Host> const& hybrid_;
  sorting::TopKCapacity capacity_;
  TopKOptions options_;
  // What lies on the device is written by way of host memory.
  Staged<Host, Arguments> staged_;
  std::optional<CopyRing> ring_;
  Selection device_, host_;
};

}  // namespace yoke::detail
