#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "frame/copy_ring.hpp"
#include "primitives/partition.hpp"
#include "strings/string_sorter.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail::strings {

// Keys with the numbers of their strings, for a partition into low and high ones.
template <class Index>
struct LoadNumbered {
  std::uint64_t const* keys;
  KOKKOS_FUNCTION sorting::Element<std::uint64_t, Index> operator()(std::uint64_t i) const {
    return {keys[i], static_cast<Index>(i)};
  }
};
struct IsHighKey {
  std::uint64_t pivot;
  template <class Element>
  KOKKOS_FUNCTION int operator()(Element const& element) const {
    return element.key < pivot ? 0 : 1;
  }
};

struct CopyKeys {
  std::uint64_t const* from;
  std::uint64_t* to;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const { to[i] = from[i]; }
};

// Values of numbers, or of 0, 1, 2, ... where there are none.
template <class Index, class Value>
struct SetIndices {
  Index const* numbers;
  Value* values;
  KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
    values[i].index = numbers == nullptr ? static_cast<Index>(i) : numbers[i];
  }
};

// Both sides sort strings in host memory. The characters stay: the host makes the first keys, the
// device sorts those that are not below a pivot, tells which tie, and sends the order down; the
// host sorts what is below the pivot meanwhile, and then what ties. Without a share of the host's
// nothing is cut: the keys go up while others are made, without their numbers.
//
// Holds 8 bytes a string and an index in pinned memory, an index on the device, and what each
// side's sort holds.
template <class Index, class Device, class Host>
class HybridStringSorter {
  using Value = Carried<Index, NoAhead>;
  using Columns = sorting::Columns<std::uint64_t, Index>;
  using Pass =
      PartitionPass<Host, std::uint64_t, LoadNumbered<Index>, IsHighKey, sorting::StoreTo<Columns>>;

 public:
  HybridStringSorter(Hybrid<Device, Host> const& hybrid, std::size_t capacity,
                     SortStringsOptions const& options)
      : hybrid_(hybrid),
        report_(options.report),
        timeline_(options.timeline),
        keys_(uninitialised("yoke::sort_strings::pinned_keys"), capacity),
        numbers_(uninitialised("yoke::sort_strings::pinned_numbers"), capacity),
        order_(make_buffer<Device, Index>(hybrid.device(), "yoke::sort_strings::order", capacity)),
        counts_(make_buffer<Host, std::uint64_t>(
            hybrid.host(), "yoke::sort_strings::counts",
            buckets * PartitionTraits<Host>::most_tiles(hybrid.host(), capacity))),
        device_(hybrid.device(), capacity, options.order),
        host_(hybrid.host(), capacity, options.order),
        ring_(hybrid.device(), hybrid.host()) {
    sample_.reserve(samples);
  }

  void run(Text const& text, std::uint64_t size, Index* permutation, double host_share) {
    Host const& host = hybrid_.host();
    PhaseTimer<Host> timer(host, report_);
    if (report_) {
      report_->sorted.push_back(size);
      report_->characters += size * most_bytes;
    }
    auto const place = static_cast<std::size_t>(host_share * samples);
    std::uint64_t const low = place == 0 ? 0 : cut(text, size, std::min(place, samples - 1));
    if (place == 0) upload_all(text, size);
    timer.done("keys");
    hybrid_.concurrently([&] { sort_high(low, size - low, place > 0, permutation + low); },
                         [&] { sort_low(text, low, permutation); });
    timer.done("sort");
    if (is_pageable(permutation + low, (size - low) * sizeof(Index))) {
      Span const span(timeline_, Lane::download, "permutation");
      ring_.down(permutation + low, order_.data(), (size - low) * sizeof(Index));
    }
    bring_ties();
    timer.done("download");
    Span const span(timeline_, Lane::host, "ties");
    host_.sort_tied(text, permutation + low, report_, timer);
    host.fence("yoke::sort_strings: ties");
  }

 private:
  static constexpr std::size_t samples = 4096;
  static constexpr std::size_t buckets = std::size_t(1) << PartitionTraits<Host>::label_bits;
  // Parts in which keys are made and go up.
  static constexpr std::uint64_t parts = 8;

  static auto uninitialised(char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  }

  void upload_all(Text const& text, std::uint64_t size) {
    Span const span(timeline_, Lane::host, "keys");
    for (std::uint64_t part = 0; part < parts; ++part) {
      std::uint64_t const begin = size * part / parts, end = size * (part + 1) / parts;
      host_.write_keys(text, begin, end, keys_.data());
      hybrid_.host().fence("yoke::sort_strings: keys");
      copy<Device, Kokkos::SharedHostPinnedSpace>(device_.keys() + begin, keys_.data() + begin,
                                                  end - begin);
    }
  }

  // Writes the low keys to the front of the pinned ones and the high ones behind them, with their
  // numbers; returns how many are low.
  std::uint64_t cut(Text const& text, std::uint64_t size, std::size_t place) {
    Span const span(timeline_, Lane::host, "keys");
    Host const& host = hybrid_.host();
    host_.write_keys(text, 0, size, host_.keys());
    host.fence("yoke::sort_strings: keys");
    sample_.clear();
    for (std::size_t i = 0; i < samples; ++i) {
      sample_.push_back(host_.keys()[hash(std::uint64_t(i)) % size]);
    }
    std::nth_element(sample_.begin(), sample_.begin() + place, sample_.end());
    std::uint64_t const tiles = Pass::tiles(host, size);
    Pass(host, size, {host_.keys()}, {sample_[place]}, {{keys_.data(), numbers_.data()}},
         array_of(counts_, buckets * tiles))
        .run(host);
    host.fence("yoke::sort_strings: cut");
    return counts_(tiles);
  }

  void sort_high(std::uint64_t low, std::uint64_t size, bool is_cut, Index* permutation) {
    Device const& device = hybrid_.device();
    {
      Span const span(timeline_, Lane::upload, "keys");
      if (is_cut) {
        copy<Device, Kokkos::SharedHostPinnedSpace>(device_.keys(), keys_.data() + low, size);
        copy<Device, Kokkos::SharedHostPinnedSpace>(order_.data(), numbers_.data() + low, size);
      }
      device.fence("yoke::sort_strings: keys uploaded");
    }
    {
      Span const span(timeline_, Lane::device, "sort");
      Kokkos::parallel_for(
          "yoke::sort_strings::indices", WideRange<Device>(device, 0, size),
          SetIndices<Index, Value>{is_cut ? order_.data() : nullptr, device_.values()});
      PhaseTimer<Device> timer(device, static_cast<SortStringsReport*>(nullptr));
      device_.sort_keys(size, order_.data(), nullptr, timer);
    }
    Span const span(timeline_, Lane::download, "permutation");
    if (!is_pageable(permutation, size * sizeof(Index))) {
      copy<Host, Device>(permutation, order_.data(), size);
    }
    device.fence("yoke::sort_strings: permutation downloaded");
  }

  // The low strings, in their order.
  void sort_low(Text const& text, std::uint64_t low, Index* permutation) {
    if (low == 0) return;
    Span const span(timeline_, Lane::host, "sort");
    Host const& host = hybrid_.host();
    WideRange<Host> const all(host, 0, low);
    Kokkos::parallel_for("yoke::sort_strings::low_keys", all, CopyKeys{keys_.data(), host_.keys()});
    Kokkos::parallel_for("yoke::sort_strings::indices", all,
                         SetIndices<Index, Value>{numbers_.data(), host_.values()});
    PhaseTimer<Host> timer(host, static_cast<SortStringsReport*>(nullptr));
    host_.sort_keys(low, permutation, nullptr, timer);
    host_.sort_tied(text, permutation, report_, timer);
    host.fence("yoke::sort_strings: low strings");
  }

  // What ties of the device's strings is the host's to sort.
  void bring_ties() {
    Span const span(timeline_, Lane::download, "ties");
    Tied const tied = device_.tied();
    auto const from = device_.segments(), to = host_.segments();
    ring_.down(host_.segment_of(), device_.segment_of(), tied.strings * sizeof(Index));
    ring_.down(to.begin, from.begin, tied.segments * sizeof(Index));
    ring_.down(to.place, from.place, tied.segments * sizeof(Index));
    ring_.down(to.depth, from.depth, tied.segments * sizeof(std::uint64_t));
    host_.set_tied(tied);
  }

  template <class To, class From, class T>
  void copy(T* target, T const* source, std::uint64_t size) const {
    Kokkos::deep_copy(hybrid_.device(), Array<To, T>(target, size),
                      Array<From, T const>(source, size));
  }

  Hybrid<Device, Host> const& hybrid_;
  SortStringsReport* report_;
  Timeline* timeline_;
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint64_t> keys_;
  Buffer<Kokkos::SharedHostPinnedSpace, Index> numbers_;
  Buffer<Device, Index> order_;
  Buffer<Host, std::uint64_t> counts_;
  StringSorter<Device, Index, NoAhead> device_;
  StringSorter<Host, Index, NoAhead> host_;
  CopyRing ring_;
  std::vector<std::uint64_t> sample_;
};

}  // namespace yoke::detail::strings
