#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "components/afforest_steps.hpp"
#include "components/algorithm.hpp"
#include "components/smallest_labels.hpp"
#include "components/streamed_components_steps.hpp"
#include "frame/copy_ring.hpp"
#include "frame/host_copy.hpp"
#include "frame/phase_timer.hpp"
#include "frame/staging.hpp"
#include "yoke/pipeline.hpp"

namespace yoke::detail::components {

// Components of a graph in host memory that is larger than the device's. The labels are on the
// device; the graph goes through the bus once, in blocks of rows and arcs, whose arcs are linked
// while the next block goes up. The order in which edges are linked changes nothing, so that
// one stream will do: the labels are those of any algorithm. What is pageable goes through pinned
// blocks, which the host's threads fill.
//
// Holds the labels on the device, and the forest's edges, where one is wanted; three blocks there,
// and as many in pinned memory once anything was pageable.
template <class Device, class Host, class Vertex, class Offset>
class StreamedComponents {
  static constexpr std::size_t in_flight = 3;
  using Graph = RawGraph<Vertex, Offset>;
  using Parts = StreamedParts<Vertex, Offset>;
  using Lanes = Pipeline<std::byte, Device, Host>;
  using Steps = typename Lanes::Steps;
  using HostBlock = typename Lanes::HostBlock;
  using DeviceBlock = typename Lanes::DeviceBlock;

 public:
  StreamedComponents(Hybrid<Device, Host> const& hybrid, std::uint64_t longest_block)
      : hybrid_(hybrid), length_(longest_block), ring_(hybrid.device(), hybrid.host()) {}
  // The steps refer to this.
  StreamedComponents(StreamedComponents const&) = delete;
  StreamedComponents& operator=(StreamedComponents const&) = delete;

  // Can a device not copy the rows by itself?
  static bool is_pageable(Graph const& graph) {
    return detail::is_pageable(graph.offsets.data, graph.offsets.size * sizeof(Offset)) ||
           detail::is_pageable(graph.neighbours.data, graph.neighbours.size * sizeof(Vertex));
  }

  // One call; the forest's edges stay at their places (ForestEdges). Returns the number of
  // components. Where memory is too little, DeviceMemoryExceeded is thrown and nothing is written
  // but labels and edges that lie on the device.
  std::size_t run(Graph const& graph, RawArray<Vertex> label, RawArray<Vertex> from,
                  RawArray<Vertex> to, bool through_pinned, ComponentsReport* report,
                  Timeline* timeline) {
    Device const& exec = hybrid_.device();
    PhaseTimer<Device> timer(exec, report);
    Labels<Device, Vertex> const labels{
        labels_.output(exec, label, "label"),
        {froms_.output(exec, from, "from"), tos_.output(exec, to, "to")}};
    Steps const steps = steps_for(graph, labels, through_pinned);
    reserve(steps);
    Kokkos::parallel_for("yoke::components::own_labels",
                         WideRange<Device>(exec, 0, graph.vertices()),
                         OwnLabels<Device, Vertex>{labels.label});
    exec.fence("yoke::components: each its own");
    bytes_ = 0;
    lanes_->run(Parts(graph, length_).count(), steps, timeline);
    timer.done("stream");
    std::uint64_t const count = settle(labels, timeline);
    labels_.send(exec, label, "label", timeline, &ring_);
    froms_.send(exec, from, "from", timeline, &ring_);
    tos_.send(exec, to, "to", timeline, &ring_);
    timer.done("settle and deliver");
    if (report) report->rounds = 1, report->streamed_bytes = bytes_;
    return count;
  }

 private:
  // After the labels, without which blocks are of no use.
  void reserve(Steps const& steps) {
    if (lanes_) {
      lanes_->reserve(steps);
      return;
    }
    length_ = StreamedBlocks::fit(length_, [&](std::uint64_t length) {
      lanes_.reset();  // before the next are made: the memory of both would count
      lanes_.emplace(hybrid_,
                     PipelineBlocks{.up = Parts::bytes_of(length), .in_flight = in_flight});
      lanes_->reserve(steps);
    });
  }

  // The length of blocks is known when they run.
  Steps steps_for(Graph const& graph, Labels<Device, Vertex> const& labels, bool through_pinned) {
    Steps steps;
    if (through_pinned) {
      steps.fill = [this, graph](std::size_t block, HostBlock filled) {
        StreamedPart const part = begin(graph, block);
        copy_by_host(filled.data(), graph.offsets.data + part.first_row, part.offsets());
        copy_by_host(filled.data() + Parts::arcs_at(part), graph.neighbours.data + part.first_arc,
                     part.arcs());
        return Parts::arcs_at(part) + part.arcs() * sizeof(Vertex);
      };
    } else {
      steps.upload = [this, graph](std::size_t block, Device const& exec, HostBlock,
                                   DeviceBlock in) {
        StreamedPart const part = begin(graph, block);
        copy_up(exec, in.data(), graph.offsets.data + part.first_row, part.offsets());
        copy_up(exec, in.data() + Parts::arcs_at(part), graph.neighbours.data + part.first_arc,
                part.arcs());
        return Parts::arcs_at(part) + part.arcs() * sizeof(Vertex);
      };
    }
    steps.compute = [this, labels](std::size_t block, Device const& exec, DeviceBlock in,
                                   DeviceBlock) {
      link(parts_[block % in_flight], exec, in.data(), labels);
      return std::size_t(0);
    };
    return steps;
  }

  // The block that goes up now, which is linked before its place is another's.
  StreamedPart begin(Graph const& graph, std::size_t block) {
    StreamedPart const part = Parts(graph, length_)[block];
    parts_[block % in_flight] = part;
    bytes_ += part.offsets() * sizeof(Offset) + part.arcs() * sizeof(Vertex);
    return part;
  }

  void link(StreamedPart const& part, Device const& exec, std::byte const* copy,
            Labels<Device, Vertex> const& labels) const {
    auto const chunks = ArcChunks::of(exec, part.arcs());
    CsrView<Device, Vertex, Offset> const rows{
        Array<Device, Offset const>(reinterpret_cast<Offset const*>(copy), part.offsets()),
        Array<Device, Vertex const>(reinterpret_cast<Vertex const*>(copy + Parts::arcs_at(part)),
                                    part.arcs())};
    Kokkos::parallel_for(
        "yoke::components::link_part", WideRange<Device>(exec, 0, chunks.count()),
        LinkPart<Device, Vertex, Offset>{rows, labels, part.first_row, part.first_arc, chunks});
  }

  std::uint64_t settle(Labels<Device, Vertex> const& labels, Timeline* timeline) const {
    Span const span(timeline, Lane::device, "settle");
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::components::settle",
                            WideRange<Device>(hybrid_.device(), 0, labels.label.extent(0)),
                            SettleAndCount<Device, Vertex>{labels}, count);
    return count;
  }

  template <class T>
  void copy_by_host(std::byte* target, T const* source, std::uint64_t elements) const {
    copy_by_all(hybrid_.host(), target, reinterpret_cast<std::byte const*>(source),
                elements * sizeof(T));
  }
  template <class T>
  static void copy_up(Device const& exec, std::byte* target, T const* source,
                      std::uint64_t elements) {
    if (elements == 0) return;
    Kokkos::deep_copy(exec, Array<Device, T>(reinterpret_cast<T*>(target), elements),
                      Array<Kokkos::SharedHostPinnedSpace, T const>(source, elements));
  }

  Hybrid<Device, Host> const& hybrid_;
  std::uint64_t length_;
  CopyRing ring_;
  std::optional<Lanes> lanes_;
  Staging<Device, Vertex> labels_, froms_, tos_;
  std::array<StreamedPart, in_flight> parts_{};  // of the blocks that are under way
  std::uint64_t bytes_ = 0;                      // that have gone up in this call
};

}  // namespace yoke::detail::components
