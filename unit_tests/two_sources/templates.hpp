#pragma once

#include <vector>

#include "support/lists.hpp"
#include "trees/tour.hpp"
#include "yoke/detail/spaces.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/generate.hpp"

// What two source files ask of the same templates of the library, for the same types.
namespace yoke_test::two_sources {

struct Answers {
  std::uint64_t lists, root, tail_of_tour;
  std::vector<std::uint64_t> successor, depth;
  bool operator==(Answers const&) const = default;
};

template <class V>
std::vector<std::uint64_t> to_numbers(V const& view) {
  auto const values = to_vector(view);
  return {values.begin(), values.end()};
}

// Two lists that lead downwards, and a heap whose root is its last node. Source is a type of the
// source file's own, so that each has this template for itself.
template <class Source, class Space, class Index>
Answers ask(Space const& exec, std::uint64_t n) {
  using View = Kokkos::View<Index*, typename Space::memory_space>;
  using Const = yoke::detail::Array<Space, Index const>;
  std::vector<Index> up(n);
  for (std::uint64_t v = 0; v < n; ++v) {
    std::uint64_t const below_root = n - 1 - v;
    up[v] = static_cast<Index>(v + 1 == n ? v : n - 1 - (below_root - 1) / 2);
  }
  View const parent = to_space<Space>(up), successor("successor", n), tour("tour", 2 * n);
  Answers answers;
  // The library's own calls of check_parents first: what a call from here sets would serve them.
  yoke::euler_tour(exec, parent, tour);
  answers.tail_of_tour = to_numbers(tour).back();
  answers.depth = to_numbers(yoke::tree_statistics(exec, parent).depth);
  answers.root = yoke::detail::trees::check_parents<Space, Index>(
      "two_sources", exec, Const(parent.data(), n), {0, true});
  answers.lists =
      yoke::generate_lists(exec, successor, {.order = yoke::ListOrder::reversed, .lists = 2});
  answers.successor = to_numbers(successor);
  return answers;
}

// The answers of every space, for indices of 32 and 64 bits, from this source file and that one.
std::vector<Answers> ask_in_first_source(std::uint64_t n);
std::vector<Answers> ask_in_second_source(std::uint64_t n);

}  // namespace yoke_test::two_sources
