#pragma once

#include "bfs/bottom_up.hpp"

// One level bottom-up: every unreached vertex is asked.
namespace yoke::detail::bfs {

// For spaces of few threads. Fences.
template <class Space, class Vertex, class Offset>
BottomUpCount search_by_words(Space const& exec, BottomUp<Space, Vertex, Offset> const& kernel) {
  using Kernel = BottomUp<Space, Vertex, Offset>;
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                                     Kokkos::Schedule<Kokkos::Dynamic>, typename Kernel::ByWords>;
  std::uint64_t const words = kernel.next_frontier.words.extent(0);
  std::uint64_t const tasks = (words + kernel.words_of_task - 1) / kernel.words_of_task;
  BottomUpCount count;
  Kokkos::parallel_reduce("yoke::bfs::bottom_up", Policy(exec, 0, tasks, Kokkos::ChunkSize(1)),
                          kernel, Kokkos::Sum<BottomUpCount>(count));
  exec.fence("yoke::bfs: level searched");
  return count;
}

template <class Space, class Vertex, class Offset>
BottomUpCount search_long_rows(Space const& exec, BottomUp<Space, Vertex, Offset> const& kernel,
                               std::uint32_t rows) {
  using Kernel = BottomUp<Space, Vertex, Offset>;
  using Teams = Kokkos::TeamPolicy<Space, typename Kernel::ByLongRow>;
  BottomUpCount count;
  Kokkos::parallel_reduce("yoke::bfs::bottom_up_long_rows",
                          Teams(exec, static_cast<int>(rows), Kernel::long_row_team_size), kernel,
                          Kokkos::Sum<BottomUpCount>(count));
  exec.fence("yoke::bfs: long rows searched");
  return count;
}

// For others. The first vertices, if there is such a part, show whether it is worth while to ask
// the others: first_part, one element, gets what they counted. The host does not look in between,
// which would take longer than the kernel. Fences.
template <class Space, class Vertex, class Offset>
BottomUpCount search_by_vertex(Space const& exec, BottomUp<Space, Vertex, Offset> kernel,
                               std::uint64_t of_first_part,
                               Array<Space, BottomUpCount> const& first_part) {
  using Kernel = BottomUp<Space, Vertex, Offset>;
  // Counting takes the kernel beyond 32 registers, with which all of a processor's threads fit.
  using Bounds = Kokkos::LaunchBounds<256, 8>;
  using Index = Kokkos::IndexType<std::uint64_t>;
  using All = Kokkos::RangePolicy<Space, Index, Bounds, typename Kernel::ByVertex>;
  std::uint64_t const n = kernel.level.extent(0);
  BottomUpCount count;
  if (of_first_part == 0) {
    Kokkos::parallel_reduce("yoke::bfs::bottom_up", All(exec, 0, n), kernel,
                            Kokkos::Sum<BottomUpCount>(count));
  } else {
    using Second = Kokkos::RangePolicy<Space, Index, Bounds, typename Kernel::SecondPart>;
    Kokkos::View<BottomUpCount, typename Space::memory_space> const sum(first_part.data());
    Kokkos::parallel_reduce("yoke::bfs::bottom_up_first", All(exec, 0, of_first_part), kernel,
                            Kokkos::Sum<BottomUpCount, typename Space::memory_space>(sum));
    kernel.budget.first_part = first_part;
    Kokkos::parallel_reduce("yoke::bfs::bottom_up", Second(exec, of_first_part, n), kernel,
                            Kokkos::Sum<BottomUpCount>(count));
  }
  exec.fence("yoke::bfs: level searched");
  if (count.long_rows > 0) count += search_long_rows(exec, kernel, count.long_rows);
  return count;
}

}  // namespace yoke::detail::bfs
