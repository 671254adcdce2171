// Depths, subtree sizes and preorder numbers of a family tree, given as each person's parent.
#include <array>
#include <iomanip>
#include <iostream>
#include <yoke/euler_tour.hpp>

struct Person {
  char const* name;
  int parent, depth, size, place;  // the last three are what the tree should give
};
constexpr std::array<Person, 7> family = {{{"Ada", 0, 0, 7, 0},  // the root is her own parent
                                           {"Ben", 0, 1, 4, 1},
                                           {"Cleo", 1, 2, 2, 2},
                                           {"Dan", 0, 1, 2, 5},
                                           {"Eve", 1, 2, 1, 4},
                                           {"Finn", 2, 3, 1, 3},
                                           {"Gus", 3, 2, 1, 6}}};

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<int*> const parent("parent", family.size());
  auto const parents = Kokkos::create_mirror_view(parent);
  for (std::size_t i = 0; i < family.size(); ++i) parents(i) = family[i].parent;
  Kokkos::deep_copy(parent, parents);

  auto const tree = yoke::tree_statistics(exec, parent);

  auto const depth = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tree.depth);
  auto const size = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tree.subtree_size);
  auto const place = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), tree.preorder);
  bool right = true;
  for (std::size_t i = 0; i < family.size(); ++i) {
    auto const& [name, parent_of, its_depth, its_size, its_place] = family[i];
    std::cout << std::setw(4) << name << ": generation " << depth(i) << ", " << size(i) - 1
              << " descendants, place " << place(i) << " in the family book\n";
    right = right && depth(i) == its_depth && size(i) == its_size && place(i) == its_place;
  }
  return right ? 0 : 1;
}
