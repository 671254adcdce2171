#include "graph_study.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <vector>
#include <yoke/connected_components.hpp>

#include "memory.hpp"

namespace yoke::tool {
namespace {

using Range = Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::uint64_t>>;

// What a vertex's row adds up to over the graph.
struct RowCounts {
  std::uint64_t loops = 0, repeated = 0, repeated_loops = 0, isolated = 0, pendant = 0;

  RowCounts& operator+=(RowCounts const& other) {
    loops += other.loops;
    repeated += other.repeated;
    repeated_loops += other.repeated_loops;
    isolated += other.isolated;
    pendant += other.pendant;
    return *this;
  }
};

template <class Word>
RowCounts count_row(HostGraph<Word> const& graph, std::uint64_t v) {
  Word const* begin = graph.neighbours().data() + graph.offsets()(v);
  Word const* end = graph.neighbours().data() + graph.offsets()(v + 1);
  RowCounts counts;
  counts.isolated = begin == end;
  counts.pendant = end - begin == 1 && *begin != v;
  std::vector<Word> sorted;
  if (!std::is_sorted(begin, end)) {
    sorted.assign(begin, end);
    std::ranges::sort(sorted);
    begin = sorted.data();
    end = begin + sorted.size();
  }
  for (Word const* u = begin; u != end; ++u) {
    bool const is_loop = *u == v, is_repeated = u != begin && *u == *(u - 1);
    counts.loops += is_loop;
    counts.repeated += is_repeated && !is_loop;
    counts.repeated_loops += is_repeated && is_loop;
  }
  return counts;
}

template <class Word>
void study_degrees(HostGraph<Word> const& graph, GraphStudy& study) {
  std::uint64_t const n = graph.vertices();
  std::vector<Word> degree(n);
  for (std::uint64_t v = 0; v < n; ++v) degree[v] = graph.offsets()(v + 1) - graph.offsets()(v);
  auto const [least, greatest] = std::ranges::minmax(degree);
  study.least_degree = least;
  study.greatest_degree = greatest;
  study.mean_degree = static_cast<double>(graph.arcs()) / static_cast<double>(n);
  auto const middle = degree.begin() + static_cast<std::ptrdiff_t>(n / 2);
  std::ranges::nth_element(degree, middle);
  study.median_degree = static_cast<double>(*middle);
  if (n % 2 == 0) {
    study.median_degree =
        (study.median_degree + static_cast<double>(*std::max_element(degree.begin(), middle))) / 2;
  }
}

template <class Word>
void study_components(HostGraph<Word> const& graph, GraphStudy& study) {
  auto const label = make_numbers<Word, Kokkos::HostSpace>("label", graph.vertices());
  study.components = connected_components(HostExec(), graph, label);
  std::vector<std::uint64_t> size(graph.vertices());
  for (std::uint64_t v = 0; v < graph.vertices(); ++v) ++size[label(v)];
  study.largest_component = *std::ranges::max_element(size);
}

}  // namespace

template <class Word>
GraphStudy study_graph(HostGraph<Word> const& graph) {
  GraphStudy study;
  study.vertices = graph.vertices();
  study.arcs = graph.arcs();
  if (graph.vertices() == 0) return study;
  RowCounts counts;
  Kokkos::parallel_reduce(
      "yoke::tool::graph_info", Range(HostExec(), 0, graph.vertices()),
      [graph](std::uint64_t v, RowCounts& sum) { sum += count_row(graph, v); }, counts);
  study.loops = counts.loops;
  study.edges = (study.arcs - study.loops) / 2 + study.loops;
  study.multi_edges = counts.repeated / 2 + counts.repeated_loops;
  study.isolated = counts.isolated;
  study.pendant = counts.pendant;
  study_degrees(graph, study);
  study_components(graph, study);
  return study;
}

template GraphStudy study_graph(HostGraph<std::uint32_t> const&);
template GraphStudy study_graph(HostGraph<std::uint64_t> const&);

}  // namespace yoke::tool
