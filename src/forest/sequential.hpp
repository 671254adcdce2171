#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "forest/list_edges.hpp"
#include "yoke/detail/frame/memory.hpp"

namespace yoke::detail::forest {

// Kruskal's algorithm on one thread, which sorts no more than it must (Osipov, Sanders, Singler
// 2009). Quicksort's light part is finished first. The heavy part then loses its edges inside a
// tree before it is sorted. No two edges are equal.
template <class Space, class Vertex, class Offset, class Word>
struct KruskalOnOneThread {
  using Edge = forest::Edge<Vertex, Offset, Word>;

  Array<Space, Edge> edge;
  std::uint64_t count, vertices;
  components::Labels<Space, Vertex> labels;
  Chosen<Space> chosen;

  KOKKOS_FUNCTION void operator()(int) const {
    constexpr int most_parts = 64;
    Part parts[most_parts];
    int height = 0;
    std::uint64_t left = vertices - 1;  // edges that a tree of all vertices lacks
    parts[height++] = {0, count, false};
    while (height > 0 && left > 0) {
      Part part = parts[--height];
      if (part.is_heavy) part.end = without_inner_edges(part);
      if (part.end - part.begin <= small) {
        insertion_sort(part);
        join(part, left);
      } else if (height + 2 > most_parts) {
        heap_sort(part);
        join(part, left);
      } else {
        std::uint64_t const middle = partition(part);
        parts[height++] = {middle, part.end, true};
        parts[height++] = {part.begin, middle, false};
      }
    }
  }

 private:
  struct Part {
    std::uint64_t begin, end;
    bool is_heavy;
  };
  static constexpr std::uint64_t small = 24;

  KOKKOS_FUNCTION void swap(std::uint64_t i, std::uint64_t j) const {
    Edge const one = edge(i);
    edge(i) = edge(j);
    edge(j) = one;
  }

  KOKKOS_FUNCTION std::uint64_t without_inner_edges(Part const& part) const {
    std::uint64_t end = part.begin;
    for (std::uint64_t i = part.begin; i < part.end; ++i) {
      if (labels.find(edge(i).from) != labels.find(edge(i).to)) edge(end++) = edge(i);
    }
    return end;
  }

  KOKKOS_FUNCTION void join(Part const& part, std::uint64_t& left) const {
    for (std::uint64_t i = part.begin; i < part.end; ++i) {
      Vertex const from = labels.find(edge(i).from), to = labels.find(edge(i).to);
      if (from == to) continue;
      labels.link(from, from, to);
      chosen.add(edge(i).number);
      --left;
    }
  }

  // Hoare's, around the median of three. Neither side is empty.
  KOKKOS_FUNCTION std::uint64_t partition(Part const& part) const {
    std::uint64_t const middle = part.begin + (part.end - part.begin) / 2, last = part.end - 1;
    if (edge(middle) < edge(part.begin)) swap(middle, part.begin);
    if (edge(last) < edge(middle)) swap(last, middle);
    if (edge(middle) < edge(part.begin)) swap(middle, part.begin);
    Edge const pivot = edge(middle);
    for (std::uint64_t i = part.begin, j = last;; ++i, --j) {
      while (edge(i) < pivot) ++i;
      while (pivot < edge(j)) --j;
      if (i >= j) return j + 1;
      swap(i, j);
    }
  }

  KOKKOS_FUNCTION void insertion_sort(Part const& part) const {
    for (std::uint64_t i = part.begin + 1; i < part.end; ++i) {
      Edge const moved = edge(i);
      std::uint64_t place = i;
      for (; place > part.begin && moved < edge(place - 1); --place) edge(place) = edge(place - 1);
      edge(place) = moved;
    }
  }

  // For parts that bad pivots have left.
  KOKKOS_FUNCTION void heap_sort(Part const& part) const {
    std::uint64_t const size = part.end - part.begin;
    for (std::uint64_t i = size / 2; i > 0; --i) sift_down(part.begin, i - 1, size);
    for (std::uint64_t end = size - 1; end > 0; --end) {
      swap(part.begin, part.begin + end);
      sift_down(part.begin, 0, end);
    }
  }
  KOKKOS_FUNCTION void sift_down(std::uint64_t begin, std::uint64_t i, std::uint64_t end) const {
    for (std::uint64_t child = 2 * i + 1; child < end; child = 2 * i + 1) {
      if (child + 1 < end && edge(begin + child) < edge(begin + child + 1)) ++child;
      if (!(edge(begin + i) < edge(begin + child))) return;
      swap(begin + i, begin + child);
      i = child;
    }
  }
};

template <class Space, class Vertex, class Offset, class Word>
class FilterKruskal final : public Algorithm<Space, Vertex, Offset, Word> {
 public:
  FilterKruskal(Space const& exec, std::size_t vertices, std::size_t edges)
      : label_(make_buffer<Space, Vertex>(exec, "yoke::forest::labels", vertices)),
        edge_(make_buffer<Space, Edge<Vertex, Offset, Word>>(exec, "yoke::forest::edges", edges)),
        listed_(make_buffer<Space, std::uint64_t>(exec, "yoke::forest::listed", 1)) {}

  void run(Problem<Space, Vertex, Offset, Word> const& problem) override {
    PhaseTimer<Space> timer(problem.exec, problem.report);
    components::Labels<Space, Vertex> const labels{array_of(label_, problem.vertices), {}};
    Kokkos::parallel_for("yoke::forest::own_labels",
                         WideRange<Space>(problem.exec, 0, problem.vertices),
                         OwnLabels<Space, Vertex>{labels.label});
    auto const list = array_of(edge_);
    Band<Word> const all{static_cast<Word>(~Word(0)), false};
    std::uint64_t const edges = list_edges(problem, all, labels, list, array_of(listed_));
    timer.done("list edges");
    Kokkos::parallel_for("yoke::forest::sequential", Kokkos::RangePolicy<Space>(problem.exec, 0, 1),
                         KruskalOnOneThread<Space, Vertex, Offset, Word>{
                             list, edges, problem.vertices, labels, problem.chosen});
    timer.done("join");
  }

 private:
  Buffer<Space, Vertex> label_;
  Buffer<Space, Edge<Vertex, Offset, Word>> edge_;
  Buffer<Space, std::uint64_t> listed_;
};

}  // namespace yoke::detail::forest
