#pragma once

#include <algorithm>
#include <cstdint>

#include "components/afforest.hpp"
#include "components/fed_afforest_steps.hpp"
#include "frame/staging.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::components {

// How the device gets at the rows of a graph in host memory: it reads them where they are, which
// pinned memory allows, or it has a copy of those that are not the host's.
enum class DeviceRows { in_place, copied };

// Sampling on the device, for graphs that lie in host memory and should stay there: for most
// vertices it needs the first two neighbours alone. The host's cores hook the vertices from 0 to
// share * n - 1 under a neighbour, in blocks that are copied to the device while the next is being
// made; meanwhile the device does so for the others. The device then links and votes. What remains,
// the other neighbours of the few vertices outside the largest component, is read by the device
// where it can, and else by the host, which then has the last word on the labels.
//
// Memory: on the device 2 words a vertex and the offsets, and in pinned memory 2 words a vertex;
// with copied rows the device's share of the arcs as well.
template <class Device, class Host, class Vertex, class Offset>
class FedAfforest {
  static constexpr bool shares_memory = runs_on_host<Device>;
  // Some ten blocks at the sizes that matter: the last block's copy is all that is not hidden.
  static constexpr std::uint64_t block = std::uint64_t(1) << 18;

 public:
  FedAfforest(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t arcs)
      : hybrid_(hybrid),
        device_(hybrid.device(), vertices, arcs),
        host_(hybrid.host(), 0, arcs),
        rebased_(make_buffer<Device, Offset>(hybrid.device(), "yoke::components::rebased", 0)),
        pinned_label_(pinned("yoke::components::pinned_label"), shares_memory ? 0 : vertices),
        pinned_second_(pinned("yoke::components::pinned_second"), shares_memory ? 0 : vertices) {
    hybrid.device().fence("yoke::components: fed sampling");
  }

  // One call; the forest's edges stay at their places (ForestEdges). `share` is less than 1.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> label,
                  RawArray<Vertex> from, RawArray<Vertex> to, double share, DeviceRows device_rows,
                  ComponentsReport* report, Timeline* timeline) {
    Device const& exec = hybrid_.device();
    PhaseTimer<Device> timer(exec, report);
    if (report) report->rounds = 2;
    Part const part = part_of(graph, share);
    CsrView<Host, Vertex, Offset> const host_rows = rows_of_host(graph, part, timeline);
    components::Problem<Device, Vertex, Offset> problem{
        exec,
        {},
        labels_.output(exec, label, "label"),
        {froms_.output(exec, from, "from"), tos_.output(exec, to, "to")},
        nullptr};
    reserve(graph, part, device_rows);
    auto const device_side = [&] {
      problem.graph = rows_of_device(graph, part, device_rows, timeline);
      Span const span(timeline, Lane::device, "hook");
      device_.hook_under_neighbour(problem, labels_of(problem), part.host, part.all);
      exec.fence("yoke::components: hooked");
    };
    if (part.host == 0) {
      device_side();
    } else {
      hybrid_.concurrently(device_side, [&] { feed(host_rows, part, problem, timeline); });
    }
    timer.done("first neighbour");

    link_on_device(graph, problem, part, timer, timeline);
    bool const host_ends = device_rows == DeviceRows::copied && part.host > 0;
    std::size_t const count = host_ends ? end_on_host(host_rows, problem, label, from, to, timeline)
                                        : end_on_device(problem, label, from, to, timeline);
    timer.done("settle and deliver");
    return count;
  }

 private:
  using Problem = components::Problem<Device, Vertex, Offset>;

  // The host's vertices are 0 to host - 1, their arcs 0 to arcs - 1.
  struct Part {
    std::uint64_t host, all, arcs;
  };

  static auto pinned(char const* label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string(label));
  }

  static Labels<Device, Vertex> labels_of(Problem const& problem) {
    return {problem.label, problem.forest};
  }

  Part part_of(RawGraph<Vertex, Offset> const& graph, double share) const {
    Part part{std::min(host_vertices(graph.vertices(), share), graph.vertices()), graph.vertices(),
              0};
    part.arcs = element_of<Device>(hybrid_.device(), graph.offsets, part.host);
    return part;
  }

  CsrView<Host, Vertex, Offset> rows_of_host(RawGraph<Vertex, Offset> const& graph,
                                             Part const& part, Timeline* timeline) {
    return {host_offsets_.bring(hybrid_.host(), slice(graph.offsets, 0, part.host + 1), "offsets",
                                timeline),
            host_neighbours_.bring(hybrid_.host(), slice(graph.neighbours, 0, part.arcs),
                                   "neighbours", timeline)};
  }

  // Takes the memory that the device's side needs, which must not be done while both sides work.
  void reserve(RawGraph<Vertex, Offset> const& graph, Part const& part, DeviceRows device_rows) {
    Device const& exec = hybrid_.device();
    if (device_rows == DeviceRows::in_place) {
      device_offsets_.reserve(exec, graph.offsets, "offsets");
      return;
    }
    device_offsets_.reserve(exec, slice(graph.offsets, part.host, part.all + 1), "offsets");
    device_neighbours_.reserve(exec, slice(graph.neighbours, part.arcs, graph.arcs()),
                               "neighbours");
    if (rebased_.extent(0) < part.all + 1) {
      rebased_ = make_buffer<Device, Offset>(exec, "yoke::components::rebased", part.all + 1);
    }
  }

  CsrView<Device, Vertex, Offset> rows_of_device(RawGraph<Vertex, Offset> const& graph,
                                                 Part const& part, DeviceRows device_rows,
                                                 Timeline* timeline) {
    Device const& exec = hybrid_.device();
    if (device_rows == DeviceRows::in_place) {
      return {device_offsets_.bring(exec, graph.offsets, "offsets", timeline),
              Array<Device, Vertex const>(graph.neighbours.data, graph.arcs())};
    }
    auto const own = device_offsets_.bring(exec, slice(graph.offsets, part.host, part.all + 1),
                                           "offsets", timeline);
    auto const offsets = array_of(rebased_, part.all + 1);
    Kokkos::parallel_for(
        "yoke::components::rebase", WideRange<Device>(exec, 0, part.all + 1),
        RebaseOffsets<Device, Offset>{own, offsets, part.host, static_cast<Offset>(part.arcs)});
    return {offsets,
            device_neighbours_.bring(exec, slice(graph.neighbours, part.arcs, graph.arcs()),
                                     "neighbours", timeline)};
  }

  // The host's side: hooks its vertices, and sends them to the device block by block.
  void feed(CsrView<Host, Vertex, Offset> const& rows, Part const& part, Problem const& problem,
            Timeline* timeline) const {
    auto* const label = shares_memory ? problem.label.data() : pinned_label_.data();
    auto* const second = shares_memory ? device_.second().data() : pinned_second_.data();
    Labels<Host, Vertex> const labels{Array<Host, Vertex>(label, part.host), {}};
    HookWithPrefetch<Host, Vertex, Offset> const hook{
        {rows, labels, Array<Host, Vertex>(second, part.host)}};
    for (std::uint64_t begin = 0; begin < part.host; begin += block) {
      std::uint64_t const end = std::min(begin + block, part.host);
      Span const span(timeline, Lane::host, "hook");
      Kokkos::parallel_for("yoke::components::first_neighbour",
                           WideRange<Host>(hybrid_.host(), begin, end), hook);
      hybrid_.host().fence("yoke::components: block hooked");
      if constexpr (!shares_memory) {
        upload(problem.label, pinned_label_, begin, end);
        upload(device_.second(), pinned_second_, begin, end);
      }
    }
  }

  void upload(Array<Device, Vertex> const& target,
              Kokkos::View<Vertex*, Kokkos::SharedHostPinnedSpace> const& source,
              std::uint64_t begin, std::uint64_t end) const {
    Kokkos::deep_copy(hybrid_.upload(), Array<Device, Vertex>(target.data() + begin, end - begin),
                      Kokkos::View<Vertex const*, Kokkos::SharedHostPinnedSpace, Unmanaged>(
                          source.data() + begin, end - begin));
  }

  // Of the rest of the arcs, those that the device has at hand.
  void link_on_device(RawGraph<Vertex, Offset> const& graph, Problem& problem, Part const& part,
                      PhaseTimer<Device>& timer, Timeline* timeline) {
    Span const span(timeline, Lane::device, "link");
    auto const labels = labels_of(problem);
    if (problem.forest.wanted()) {
      Kokkos::parallel_for("yoke::components::hooked_edges",
                           WideRange<Device>(problem.exec, 0, part.host),
                           EdgesOfHooks<Device, Vertex>{labels});
    }
    device_.shorten_paths(problem, labels, 0, problem.vertices());
    device_.link_second_neighbour(problem, labels, 0, problem.vertices());
    timer.done("second neighbour");
    device_.vote(problem, labels);
    timer.done("vote");
    bool const in_place = problem.graph.neighbours.data() == graph.neighbours.data;
    if (in_place && graph.neighbours.place == Place::pinned && has_much_left(problem)) {
      problem.graph.neighbours =
          device_neighbours_.bring(problem.exec, graph.neighbours, "neighbours", timeline);
    }
    device_.link_rest(problem, labels);
    problem.exec.fence("yoke::components: linked");
    timer.done("rest");
  }

  // Where no component stands out, all arcs are left. A transfer in one piece moves them at several
  // times the speed of reads that fetch 32 bytes for each 4.
  bool has_much_left(Problem const& problem) const {
    std::uint64_t arcs = 0;
    Kokkos::parallel_reduce(
        "yoke::components::arcs_left", WideRange<Device>(problem.exec, 0, problem.vertices()),
        CountArcsLeft<Device, Vertex, Offset>{problem.graph, labels_of(problem), device_.largest()},
        arcs);
    return arcs > problem.graph.arcs() / 16;
  }

  std::size_t end_on_device(Problem const& problem, RawArray<Vertex> label, RawArray<Vertex> from,
                            RawArray<Vertex> to, Timeline* timeline) {
    Span span(timeline, Lane::device, "settle");
    std::size_t const count = device_.settle(problem, labels_of(problem));
    span.finish();
    if (label.place == Place::host && !shares_memory) {
      download(problem.label, timeline);
      copy_on_host(label);
    } else {
      labels_.send(problem.exec, label, "label", timeline);
    }
    froms_.send(problem.exec, from, "from", timeline);
    tos_.send(problem.exec, to, "to", timeline);
    return count;
  }

  // The host looks at its vertices outside the largest component, and settles all labels.
  std::size_t end_on_host(CsrView<Host, Vertex, Offset> const& rows, Problem const& on_device,
                          RawArray<Vertex> label, RawArray<Vertex> from, RawArray<Vertex> to,
                          Timeline* timeline) {
    Host const& exec = hybrid_.host();
    auto* labels = on_device.label.data();
    if constexpr (!shares_memory) {
      download(on_device.label, timeline);
      labels = pinned_label_.data();
    }
    components::Problem<Host, Vertex, Offset> const problem{
        exec,
        rows,
        Array<Host, Vertex>(labels, on_device.label.extent(0)),
        {host_froms_.output(exec, from, "from"), host_tos_.output(exec, to, "to")},
        nullptr};
    if constexpr (!shares_memory) {
      if (problem.forest.wanted()) {
        Kokkos::deep_copy(on_device.exec, problem.forest.from, on_device.forest.from);
        Kokkos::deep_copy(on_device.exec, problem.forest.to, on_device.forest.to);
        on_device.exec.fence("yoke::components: forest fetched");
      }
    }
    Span span(timeline, Lane::host, "rest");
    Labels<Host, Vertex> const host_labels{problem.label, problem.forest};
    // The component that the device skipped, or the arcs between two that were would be missed.
    host_.skip_component_of(exec, element_of<Device>(on_device.exec, raw_largest(), 0));
    host_.link_rest(problem, host_labels);
    std::size_t const count = host_.settle(problem, host_labels);
    exec.fence("yoke::components: settled");
    if (label.data != labels && label.place != Place::device) copy_on_host(label);
    span.finish();
    if constexpr (!shares_memory) {
      if (label.place == Place::device) upload(array<Device>(label), pinned_label_, 0, label.size);
      hybrid_.upload().fence("yoke::components: labels sent");
    }
    host_froms_.send(exec, from, "from", timeline);
    host_tos_.send(exec, to, "to", timeline);
    return count;
  }

  RawArray<Vertex const> raw_largest() const {
    return {device_.largest().data(), 1, shares_memory ? Place::host : Place::device};
  }

  // To the pinned labels: to pageable memory a copy is six times as slow.
  void download(Array<Device, Vertex> const& label, Timeline* timeline) const {
    if constexpr (!shares_memory) {
      Span const span(timeline, Lane::download, "label");
      Kokkos::deep_copy(hybrid_.device(),
                        Kokkos::View<Vertex*, Kokkos::SharedHostPinnedSpace, Unmanaged>(
                            pinned_label_.data(), label.extent(0)),
                        label);
      hybrid_.device().fence("yoke::components: labels fetched");
    }
  }

  void copy_on_host(RawArray<Vertex> label) const {
    Kokkos::deep_copy(hybrid_.host(), array<Host>(label),
                      Array<Host, Vertex const>(pinned_label_.data(), label.size));
    hybrid_.host().fence("yoke::components: labels copied");
  }

  template <class Space>
  static Array<Space, Vertex> array(RawArray<Vertex> raw) {
    return Array<Space, Vertex>(raw.data, raw.size);
  }

  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;

  Hybrid<Device, Host> const& hybrid_;
  Afforest<Device, Vertex, Offset> device_;
  Afforest<Host, Vertex, Offset> host_;
  Buffer<Device, Offset> rebased_;
  Buffer<Kokkos::SharedHostPinnedSpace, Vertex> pinned_label_, pinned_second_;
  Staging<Device, Offset> device_offsets_;
  Staging<Host, Offset> host_offsets_;
  Staging<Device, Vertex> device_neighbours_, labels_, froms_, tos_;
  Staging<Host, Vertex> host_neighbours_, host_froms_, host_tos_;
};

}  // namespace yoke::detail::components
