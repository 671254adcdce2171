// How many moves a knight needs from a corner of the board to each square: a breadth-first search.
#include <algorithm>
#include <iostream>
#include <vector>
#include <yoke/bfs.hpp>

constexpr int moves[4][2] = {{1, 2}, {-1, 2}, {2, 1}, {-2, 1}};  // and the same back

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  int const squares = 64, edges = 4 * squares;
  Kokkos::View<int*> const from("from", edges), to("to", edges), level("level", squares);
  auto const begin = Kokkos::create_mirror_view(from), end = Kokkos::create_mirror_view(to);
  for (int edge = 0; edge < edges; ++edge) {
    int const square = edge / 4, x = square % 8 + moves[edge % 4][0],
              y = square / 8 + moves[edge % 4][1];
    begin(edge) = square;
    end(edge) = x >= 0 && x < 8 && y < 8 ? 8 * y + x : square;  // off the board: a loop
  }
  Kokkos::deep_copy(from, begin);
  Kokkos::deep_copy(to, end);

  auto const graph = yoke::build_graph(exec, yoke::EdgeList<int>{squares, from, to});
  std::size_t const reached = yoke::bfs(exec, graph, 0, level);

  std::vector<int> least(squares, squares);  // the same by relaxing all edges, again and again
  least[0] = 0;
  for (int round = 0; round < squares; ++round) {
    for (int edge = 0; edge < edges; ++edge) {
      int &a = least[begin(edge)], &b = least[end(edge)];
      a = std::min(a, b + 1);
      b = std::min(b, a + 1);
    }
  }
  auto const levels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), level);
  for (int i = 0; i < squares; ++i) std::cout << levels(i) << (i % 8 == 7 ? '\n' : ' ');
  return reached == 64 && std::equal(least.begin(), least.end(), levels.data()) ? 0 : 1;
}
