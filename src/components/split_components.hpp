#pragma once

#include <algorithm>
#include <cstdint>

#include "components/cross_edges.hpp"
#include "components/fed_afforest_steps.hpp"
#include "components/solver.hpp"
#include "frame/fill_array.hpp"
#include "yoke/detail/frame/memory.hpp"
#include "yoke/hybrid.hpp"

namespace yoke::detail::components {

// Banerjee's thesis, Algorithms 12 and 13: the vertices from 0 to share * n - 1 are the host's,
// whose cores search one part each, the others the device's, which runs the chosen algorithm. Both
// ignore the arcs that leave their part; then one cross edge for each pair of components joins
// them, on the device.
//
// Memory: on the host 5 words a vertex; on the device 5 words a vertex and its part of the arcs,
// beside what the device's algorithm needs.
template <class Device, class Host, class Vertex, class Offset>
class SplitComponents {
 public:
  SplitComponents(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t arcs,
                  ComponentsAlgorithm algorithm, ComponentsOptions const& options)
      : hybrid_(hybrid),
        algorithm_(make_algorithm<Device, Vertex, Offset>(algorithm, hybrid.device(), vertices,
                                                          arcs, options)),
        part_offsets_(make_buffer<Device, Offset>(hybrid.device(), "yoke::components::part_offsets",
                                                  vertices + 1)),
        part_neighbours_(make_buffer<Device, Vertex>(hybrid.device(),
                                                     "yoke::components::part_neighbours", arcs)),
        cross_from_(make_device_buffer("yoke::components::cross_from", vertices)),
        cross_to_(make_device_buffer("yoke::components::cross_to", vertices)),
        table_(make_device_buffer("yoke::components::cross_table", vertices + vertices / 2 + 1)),
        host_label_(make_host_buffer("yoke::components::host_label", vertices)),
        stack_(make_host_buffer("yoke::components::stacks", vertices)),
        crossing_(make_host_buffer("yoke::components::crossing", vertices)),
        host_cross_from_(make_host_buffer("yoke::components::cross_from", vertices)),
        host_cross_to_(make_host_buffer("yoke::components::cross_to", vertices)) {
    hybrid.device().fence("yoke::components: split");
    hybrid.host().fence("yoke::components: split");
  }

  // One call. There are two vertices at least: each side gets one.
  std::size_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Vertex> label, double share,
                  ComponentsReport* report, Timeline* timeline) {
    Device const& exec = hybrid_.device();
    PhaseTimer<Device> timer(exec, report);
    std::uint64_t const n = graph.vertices();
    std::uint64_t const host = std::clamp<std::uint64_t>(host_vertices(n, share), 1, n - 1);
    std::uint64_t const host_arcs = element_of<Device>(exec, graph.offsets, host);
    CsrView<Host, Vertex, Offset> const host_rows{
        host_offsets_.bring(hybrid_.host(), slice(graph.offsets, 0, host + 1), "offsets", timeline),
        host_neighbours_.bring(hybrid_.host(), slice(graph.neighbours, 0, host_arcs), "neighbours",
                               timeline)};
    Array<Device, Vertex> const labels = labels_.output(exec, label, "label");
    device_offsets_.reserve(exec, slice(graph.offsets, host, n + 1), "offsets");

    std::uint64_t crossing = 0;
    hybrid_.concurrently([&] { run_device(graph, host, host_arcs, labels, report, timeline); },
                         [&] { crossing = run_host(host_rows, n - host, timeline); });
    timer.done("both sides");
    Span span(timeline, Lane::device, "join");
    std::uint64_t const kept = join(labels, host, crossing);
    std::uint64_t count = 0;
    Kokkos::parallel_reduce("yoke::components::settle", WideRange<Device>(exec, 0, n),
                            SettleAndCount<Device, Vertex>{{labels, {}}}, count);
    span.finish();
    timer.done("cross edges");
    labels_.send(exec, label, "label", timeline);
    timer.done("deliver");
    if (report) report->cross_edges = kept;
    return count;
  }

 private:
  Buffer<Device, Vertex> make_device_buffer(char const* label, std::size_t size) const {
    return make_buffer<Device, Vertex>(hybrid_.device(), label, size);
  }
  Buffer<Host, Vertex> make_host_buffer(char const* label, std::size_t size) const {
    return make_buffer<Host, Vertex>(hybrid_.host(), label, size);
  }

  void run_device(RawGraph<Vertex, Offset> const& graph, std::uint64_t host,
                  std::uint64_t host_arcs, Array<Device, Vertex> const& labels,
                  ComponentsReport* report, Timeline* timeline) {
    Device const& exec = hybrid_.device();
    std::uint64_t const own = graph.vertices() - host;
    Array<Device, Vertex> const own_labels(labels.data() + host, own);
    auto const rows = part_of_device(graph, host, host_arcs, timeline);
    Span const span(timeline, Lane::device, "components");
    // Its phases are a part of one of ours.
    ComponentsReport own_report;
    algorithm_->run({exec, rows, own_labels, {}, report ? &own_report : nullptr});
    if (report) report->rounds = own_report.rounds;
    Kokkos::parallel_for("yoke::components::shift", WideRange<Device>(exec, 0, own),
                         ShiftLabels<Device, Vertex>{own_labels, static_cast<Vertex>(host)});
    exec.fence("yoke::components: device's part");
  }

  CsrView<Device, Vertex, Offset> part_of_device(RawGraph<Vertex, Offset> const& graph,
                                                 std::uint64_t host, std::uint64_t host_arcs,
                                                 Timeline* timeline) {
    Device const& exec = hybrid_.device();
    std::uint64_t const own = graph.vertices() - host, arcs = graph.arcs() - host_arcs;
    auto const offsets = array_of(part_offsets_, own + 1);
    Kokkos::parallel_for(
        "yoke::components::rebase", WideRange<Device>(exec, 0, own + 1),
        RebaseOffsets<Device, Offset>{
            device_offsets_.bring(exec, slice(graph.offsets, host, graph.vertices() + 1), "offsets",
                                  timeline),
            offsets, 0, static_cast<Offset>(host_arcs)});
    auto const neighbours = array_of(part_neighbours_, arcs);
    RawArray<Vertex const> const there = slice(graph.neighbours, host_arcs, graph.arcs());
    Array<Device, Vertex const> before(there.data, there.size);
    if (!Staging<Device, Vertex>::is_near(there)) {
      Span const span(timeline, Lane::upload, "neighbours");
      Kokkos::deep_copy(exec, neighbours, Array<Host, Vertex const>(there.data, there.size));
      exec.fence("yoke::components: neighbours copied");
      before = neighbours;
    }
    auto const chunks = ArcChunks::of(exec, arcs);
    Kokkos::parallel_for("yoke::components::renumber", WideRange<Device>(exec, 0, chunks.count()),
                         RenumberPart<Device, Vertex, Offset>{
                             {offsets, before}, static_cast<Vertex>(host), neighbours, chunks});
    return {offsets, neighbours};
  }

  // Returns the number of cross edges that it lists.
  std::uint64_t run_host(CsrView<Host, Vertex, Offset> const& rows, std::uint64_t device_vertices,
                         Timeline* timeline) const {
    Host const& exec = hybrid_.host();
    std::uint64_t const own = rows.vertices();
    auto const label = array_of(host_label_, own);
    auto const crossing = array_of(crossing_, device_vertices);
    auto const parts = HostParts::of(own, static_cast<std::uint64_t>(hybrid_.host_threads()));
    using OnePartEach = Kokkos::RangePolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>,
                                            Kokkos::IndexType<std::uint64_t>>;
    Span const span(timeline, Lane::host, "components");
    Kokkos::parallel_for("yoke::components::search_part",
                         OnePartEach(exec, 0, parts.count(), Kokkos::ChunkSize(1)),
                         SearchPart<Host, Vertex, Offset>{rows, label, array_of(stack_), parts});
    fill(exec, crossing, no_vertex<Vertex>);
    auto const chunks = ArcChunks::of(exec, rows.arcs());
    Labels<Host, Vertex> const labels{label, {}};
    Kokkos::parallel_for(
        "yoke::components::cross", OnePartEach(exec, 0, chunks.count()),
        JoinPartsAndCross<Host, Vertex, Offset>{rows, labels, parts, crossing, chunks});
    std::uint64_t roots = 0, listed = 0;
    Kokkos::parallel_reduce("yoke::components::settle", WideRange<Host>(exec, 0, own),
                            SettleAndCount<Host, Vertex>{labels}, roots);
    Kokkos::parallel_scan(
        "yoke::components::list_cross", WideRange<Host>(exec, 0, device_vertices),
        ListCrossEdges<Host, Vertex>{crossing,
                                     static_cast<Vertex>(own),
                                     {array_of(host_cross_from_), array_of(host_cross_to_)}},
        listed);
    exec.fence("yoke::components: host's part");
    return listed;
  }

  // Returns the number of cross edges that it kept.
  std::uint64_t join(Array<Device, Vertex> const& labels, std::uint64_t host,
                     std::uint64_t crossing) const {
    Device const& exec = hybrid_.device();
    CrossEdges<Device, Vertex> const edges{array_of(cross_from_, crossing),
                                           array_of(cross_to_, crossing)};
    auto const table = array_of(table_, crossing + crossing / 2 + 1);
    Kokkos::deep_copy(exec, Array<Device, Vertex>(labels.data(), host),
                      array_of(host_label_, host));
    Kokkos::deep_copy(exec, edges.from, array_of(host_cross_from_, crossing));
    Kokkos::deep_copy(exec, edges.to, array_of(host_cross_to_, crossing));
    fill(exec, table, no_vertex<Vertex>);
    std::uint64_t kept = 0;
    Kokkos::parallel_reduce("yoke::components::one_per_pair", WideRange<Device>(exec, 0, crossing),
                            KeepOnePerPair<Device, Vertex>{labels, edges, table}, kept);
    Kokkos::parallel_for("yoke::components::link_cross", WideRange<Device>(exec, 0, crossing),
                         LinkCrossEdges<Device, Vertex>{{labels, {}}, edges});
    return kept;
  }

  Hybrid<Device, Host> const& hybrid_;
  AlgorithmPtr<Device, Vertex, Offset> algorithm_;
  Buffer<Device, Offset> part_offsets_;
  Buffer<Device, Vertex> part_neighbours_, cross_from_, cross_to_, table_;
  Buffer<Host, Vertex> host_label_, stack_, crossing_, host_cross_from_, host_cross_to_;
  Staging<Device, Offset> device_offsets_;
  Staging<Host, Offset> host_offsets_;
  Staging<Host, Vertex> host_neighbours_;
  Staging<Device, Vertex> labels_;
};

}  // namespace yoke::detail::components
