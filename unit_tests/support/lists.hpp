#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/seed.hpp"
#include "yoke/generate.hpp"

namespace yoke_test {

// The sequential oracle: ranks every list by following it, in the plainest way there is. Works on
// host vectors and shares no code with the library.
template <class Index>
std::vector<Index> oracle_ranks(std::vector<Index> const& successor, yoke::Tail tail,
                                yoke::RankFrom from) {
  std::size_t const n = successor.size();
  auto const is_tail = [&](std::size_t i) {
    return tail.is_self_loop() ? static_cast<std::size_t>(successor[i]) == i
                               : successor[i] == static_cast<Index>(tail.end_value());
  };
  std::vector<bool> has_predecessor(n, false);
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_tail(i)) has_predecessor[static_cast<std::size_t>(successor[i])] = true;
  }
  std::vector<Index> rank(n);
  std::vector<std::size_t> order;
  for (std::size_t head = 0; head < n; ++head) {
    if (has_predecessor[head]) continue;
    order.clear();
    std::size_t node = head;
    for (; !is_tail(node); node = static_cast<std::size_t>(successor[node])) order.push_back(node);
    order.push_back(node);
    for (std::size_t k = 0; k < order.size(); ++k) {
      rank[order[k]] = static_cast<Index>(from == yoke::RankFrom::head ? k : order.size() - 1 - k);
    }
  }
  return rank;
}

template <class Index>
std::vector<Index> make_list(std::size_t n, yoke::ListShape const& shape) {
  std::vector<Index> successor(n);
  Kokkos::View<Index*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const view(
      successor.data(), n);
  yoke::generate_lists(Kokkos::DefaultHostExecutionSpace(), view, shape);
  return successor;
}

template <class Space, class T>
Kokkos::View<T*, typename Space::memory_space> to_space(std::vector<T> const& values) {
  Kokkos::View<T*, typename Space::memory_space> view(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "test input"), values.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      values.data(), values.size());
  Kokkos::deep_copy(view, host);
  return view;
}

template <class V>
std::vector<typename V::non_const_value_type> to_vector(V const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<typename V::non_const_value_type> values(view.extent(0));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = host(i);
  return values;
}

// The nodes without a predecessor, in ascending order.
template <class Index>
std::vector<Index> heads_of(std::vector<Index> const& successor, yoke::Tail tail) {
  std::vector<bool> has_predecessor(successor.size());
  for (std::size_t i = 0; i < successor.size(); ++i) {
    bool const is_tail = tail.is_self_loop() ? static_cast<std::size_t>(successor[i]) == i
                                             : successor[i] == static_cast<Index>(tail.end_value());
    if (!is_tail) has_predecessor[static_cast<std::size_t>(successor[i])] = true;
  }
  std::vector<Index> heads;
  for (std::size_t i = 0; i < successor.size(); ++i) {
    if (!has_predecessor[i]) heads.push_back(static_cast<Index>(i));
  }
  return heads;
}

}  // namespace yoke_test
