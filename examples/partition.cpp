// Groups values by splitters, the first phases of a sample sort: exam marks by their grade.
#include <array>
#include <iostream>
#include <vector>
#include <yoke/fill.hpp>
#include <yoke/partition.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  std::size_t const n = 10000, grades = 5;
  std::vector<float> bounds = {0.2f, 0.4f, 0.6f, 0.8f};
  Kokkos::View<float*> const mark("mark", n), grouped("grouped", n), splitter("splitter", 4);
  Kokkos::View<unsigned*> const grade("grade", n);
  Kokkos::View<std::uint64_t*> const first("first", grades + 1);
  Kokkos::deep_copy(splitter, Kokkos::View<float*, Kokkos::HostSpace>(bounds.data(), 4));
  yoke::fill(exec, mark, yoke::Philox(5));

  yoke::label_by_splitters(exec, mark, splitter, grade);  // how many splitters are before each mark
  yoke::partition(exec, mark, grade, grades, grouped, first);  // group g begins at first(g)

  // The same, one mark after the other: groups keep the order of their marks.
  auto const marks = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), mark);
  auto const groups = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), grouped);
  auto const begins = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first);
  std::size_t i = 0, wrong = 0;
  for (std::size_t g = 0; g < grades; ++g) {
    wrong += begins(g) != i;
    for (std::size_t k = 0; k < n; ++k) {
      bool const above = g == 0 || marks(k) > bounds[g - 1];
      bool const below = g == grades - 1 || marks(k) <= bounds[g];
      if (above && below) wrong += groups(i++) != marks(k);
    }
    std::cout << "grade " << grades - g << ": " << i - begins(g) << " marks\n";
  }
  return wrong == 0 && i == n ? 0 : 1;
}
