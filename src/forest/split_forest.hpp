#pragma once

#include <algorithm>
#include <cstdint>

#include "components/fed_afforest_steps.hpp"
#include "forest/solver.hpp"
#include "frame/staging.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail::forest {

// One side's part of the rows, and the forest of its edges.
template <class Space, class Vertex, class Offset, class Word>
class PartOfRows {
 public:
  // For all vertices, and unions of two forests.
  PartOfRows(Space const& exec, std::size_t vertices, std::size_t arcs)
      : exec_(exec),
        finder_(exec,
                make_boruvka<Space, Vertex, Offset, Word>(exec, vertices,
                                                          std::max(arcs / 2, 2 * vertices)),
                std::max(arcs, 2 * vertices)) {}

  void reserve(RawGraph<Vertex, Offset> const& rows, RawArray<Word const> const& weights) {
    offsets_.reserve(exec_, rows.offsets, "offsets");
    neighbours_.reserve(exec_, rows.neighbours, "neighbours");
    weights_.reserve(exec_, weights, "weights");
  }
  Candidates<Space, Vertex, Offset, Word> bring(RawGraph<Vertex, Offset> const& rows,
                                                RawArray<Word const> const& weights,
                                                WeightKeys<Word> keys, std::uint64_t first_arc,
                                                Timeline* timeline) {
    return {{offsets_.bring(exec_, rows.offsets, "offsets", timeline),
             neighbours_.bring(exec_, rows.neighbours, "neighbours", timeline)},
            {},
            weights_.bring(exec_, weights, "weights", timeline),
            keys,
            rows.first,
            first_arc};
  }

  std::uint64_t find(std::uint64_t vertices,
                     Candidates<Space, Vertex, Offset, Word> const& candidates,
                     ForestArrays<Space, Vertex, Word> const& forest, MinimumForestReport* report) {
    return finder_.run(vertices, candidates, forest, report);
  }

 private:
  Space exec_;
  ForestFinder<Space, Vertex, Offset, Word> finder_;
  Staging<Space, Offset> offsets_;
  Staging<Space, Vertex> neighbours_;
  Staging<Space, Word> weights_;
};

// The host finds the forest of the first rows, and the device that of the others. The device then
// finds the forest of both: an edge outside a part's forest is the heaviest of a cycle, and so
// outside the whole forest.
template <class Device, class Host, class Vertex, class Offset, class Word>
class SplitForest {
 public:
  SplitForest(Hybrid<Device, Host> const& hybrid, std::size_t vertices, std::size_t arcs)
      : hybrid_(hybrid),
        device_(hybrid.device(), vertices, arcs),
        host_(hybrid.host(), vertices, arcs),
        of_device_(make_arrays(hybrid.device(), 2 * vertices)),
        of_host_(make_arrays(hybrid.host(), vertices)) {}

  // Returns the number of edges. There are two vertices at least.
  std::uint64_t run(RawGraph<Vertex, Offset> const& graph, RawArray<Word const> const& weights,
                    WeightKeys<Word> keys, double share,
                    ForestArrays<Device, Vertex, Word> const& found,
                    MinimumForestOptions const& options) {
    Device const& exec = hybrid_.device();
    PhaseTimer<Device> timer(exec, options.report);
    std::uint64_t const n = graph.vertices(), arcs = graph.arcs();
    std::uint64_t const cut =
        std::clamp<std::uint64_t>(components::host_vertices(n, share), 1, n - 1);
    std::uint64_t const cut_arc = components::element_of<Device>(exec, graph.offsets, cut);
    auto const first = rows_of(graph, {0, cut}, {0, cut_arc});
    auto const last = rows_of(graph, {cut, n}, {cut_arc, arcs});
    auto const on_host = host_.bring(first, slice(weights, 0, cut_arc), keys, 0, options.timeline);
    device_.reserve(last, slice(weights, cut_arc, arcs));

    std::uint64_t of_device = 0, of_host = 0;
    hybrid_.concurrently(
        [&] {
          auto const on_device =
              device_.bring(last, slice(weights, cut_arc, arcs), keys, cut_arc, options.timeline);
          Span const span(options.timeline, Lane::device, "forest");
          of_device = device_.find(n, on_device, part(of_device_, n, 2 * n), nullptr);
        },
        [&] {
          Span const span(options.timeline, Lane::host, "forest");
          of_host = host_.find(n, on_host, part(of_host_, 0, n), nullptr);
        });
    timer.done("both sides");
    return unite(n, of_device, of_host, keys, found, options);
  }

 private:
  template <class Space>
  struct Arrays {
    Buffer<Space, Vertex> from, to;
    Buffer<Space, Word> weight;
  };
  struct Range {
    std::uint64_t begin, end;
  };

  template <class Space>
  static Arrays<Space> make_arrays(Space const& exec, std::size_t size) {
    return {make_buffer<Space, Vertex>(exec, "yoke::forest::part_from", size),
            make_buffer<Space, Vertex>(exec, "yoke::forest::part_to", size),
            make_buffer<Space, Word>(exec, "yoke::forest::part_weight", size)};
  }
  template <class Space>
  static ForestArrays<Space, Vertex, Word> part(Arrays<Space> const& arrays, std::uint64_t begin,
                                                std::uint64_t end) {
    return {Array<Space, Vertex>(arrays.from.data() + begin, end - begin),
            Array<Space, Vertex>(arrays.to.data() + begin, end - begin),
            Array<Space, Word>(arrays.weight.data() + begin, end - begin)};
  }

  static RawGraph<Vertex, Offset> rows_of(RawGraph<Vertex, Offset> const& graph, Range vertices,
                                          Range arcs) {
    RawGraph<Vertex, Offset> rows{};
    rows.offsets = slice(graph.offsets, vertices.begin, vertices.end + 1);
    rows.neighbours = slice(graph.neighbours, arcs.begin, arcs.end);
    rows.first = vertices.begin;
    return rows;
  }

  // The host's edges come before the device's, whose numbers are larger.
  std::uint64_t unite(std::uint64_t n, std::uint64_t of_device, std::uint64_t of_host,
                      WeightKeys<Word> keys, ForestArrays<Device, Vertex, Word> const& found,
                      MinimumForestOptions const& options) {
    Device const& exec = hybrid_.device();
    auto const hosts = part(of_host_, 0, of_host);
    auto const copy = part(of_device_, n - of_host, n);
    {
      Span const span(options.timeline, Lane::upload, "host's forest");
      Kokkos::deep_copy(exec, copy.from, hosts.from);
      Kokkos::deep_copy(exec, copy.to, hosts.to);
      Kokkos::deep_copy(exec, copy.weight, hosts.weight);
      exec.fence("yoke::forest: host's forest copied");
    }
    Span const span(options.timeline, Lane::device, "union");
    auto const both = part(of_device_, n - of_host, n + of_device);
    Candidates<Device, Vertex, Offset, Word> const candidates{
        {{}, both.to}, both.from, both.weight, keys};
    return device_.find(n, candidates, found, options.report);
  }

  Hybrid<Device, Host> const& hybrid_;
  PartOfRows<Device, Vertex, Offset, Word> device_;
  PartOfRows<Host, Vertex, Offset, Word> host_;
  Arrays<Device> of_device_;
  Arrays<Host> of_host_;
};

}  // namespace yoke::detail::forest
