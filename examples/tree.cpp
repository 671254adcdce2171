// Depths, subtree sizes and preorder numbers of a family tree, given as each person's parent.
#include <array>
#include <iomanip>
#include <iostream>
#include <yoke/euler_tour.hpp>

struct Person {
  char const* name;
  unsigned parent;  // the founder is her own
  unsigned depth, subtree_size, preorder;
};

constexpr std::array<Person, 7> family = {{
    {"Ada", 0, 0, 7, 0},
    {"Ben", 0, 1, 4, 1},
    {"Cleo", 1, 2, 2, 2},
    {"Dan", 0, 1, 2, 5},
    {"Eve", 1, 2, 1, 4},
    {"Finn", 2, 3, 1, 3},
    {"Gus", 3, 2, 1, 6},
}};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<unsigned*> const parent("parent", family.size());
  auto const parent_on_host = Kokkos::create_mirror_view(parent);
  for (std::size_t i = 0; i < family.size(); ++i) parent_on_host(i) = family[i].parent;
  Kokkos::deep_copy(parent, parent_on_host);

  auto const statistics = yoke::tree_statistics(exec, parent);

  auto const depth = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), statistics.depth);
  auto const size =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), statistics.subtree_size);
  auto const preorder =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), statistics.preorder);
  bool right = true;
  for (std::size_t i = 0; i < family.size(); ++i) {
    auto const& person = family[i];
    std::cout << std::setw(4) << person.name << ": generation " << depth(i) << ", " << size(i) - 1
              << " descendants, place " << preorder(i) << " in the family book\n";
    right = right && depth(i) == person.depth && size(i) == person.subtree_size &&
            preorder(i) == person.preorder;
  }
  return right ? 0 : 1;
}
