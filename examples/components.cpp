// Finds the islands of a map: pixels of land that touch each other are a connected component.
#include <iostream>
#include <string>
#include <string_view>
#include <yoke/connected_components.hpp>

constexpr unsigned width = 24, height = 3, n = width * height;
constexpr std::string_view sea =
    "....##..........###....."
    "....##....##......#..#.."
    "..#.......#####...####..";
constexpr std::string_view islands =
    "....EE..........QQQ....."
    "....EE....II......Q..Q.."
    "..Y.......IIIII...QQQQ..";

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<unsigned*> const from("from", 2 * n), to("to", 2 * n), label("label", n);
  auto const begin = Kokkos::create_mirror_view(from), end = Kokkos::create_mirror_view(to);
  for (unsigned edge = 0; edge < 2 * n; ++edge) {  // to the right and down; else a loop
    unsigned const pixel = edge / 2, next = pixel + (edge % 2 == 0 ? 1 : width);
    bool const inside = next < n && (edge % 2 == 1 || next % width != 0);
    begin(edge) = pixel;
    end(edge) = inside && sea[pixel] == '#' && sea[next] == '#' ? next : pixel;
  }
  Kokkos::deep_copy(from, begin);
  Kokkos::deep_copy(to, end);
  auto const graph = yoke::build_graph(exec, yoke::EdgeList<unsigned>{n, from, to});

  yoke::connected_components(exec, graph, label);  // the smallest pixel of each component

  auto const labels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), label);
  std::string found(sea);
  for (unsigned i = 0; i < n; ++i) found[i] = sea[i] == '#' ? char('A' + labels(i) % 26) : '.';
  for (unsigned y = 0; y < height; ++y) std::cout << found.substr(y * width, width) << '\n';
  return found == islands ? 0 : 1;
}
