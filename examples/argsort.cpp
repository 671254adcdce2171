// The order of keys that stay where they are: rivers, the longest first.
#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <yoke/sort.hpp>

constexpr std::array names = {"Rhine", "Amazon", "Nile", "Danube", "Congo", "Yangtze", "Volga"};
constexpr std::array lengths = {1233, 6400, 6650, 2850, 4700, 6300, 3531};  // in km

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const length("length", lengths.size()), order("order", lengths.size());
  auto const given = Kokkos::create_mirror_view(length);
  std::copy(lengths.begin(), lengths.end(), given.data());
  Kokkos::deep_copy(length, given);

  yoke::argsort(exec, length, order, {.order = yoke::SortOrder::descending});

  auto const river = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), order);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::cout << names[river(i)] << ' ' << lengths[river(i)] << " km\n";
  }
  std::array<int, lengths.size()> expected;
  std::iota(expected.begin(), expected.end(), 0);
  std::stable_sort(expected.begin(), expected.end(),
                   [](int a, int b) { return lengths[a] > lengths[b]; });
  return std::equal(expected.begin(), expected.end(), river.data()) ? 0 : 1;
}
