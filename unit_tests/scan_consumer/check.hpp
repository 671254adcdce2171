#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>
#include <yoke/list_scan.hpp>

namespace consumer {

template <class T>
using OnDevice = Kokkos::View<T*, Kokkos::DefaultExecutionSpace>;

template <class T>
OnDevice<T> to_device(std::vector<T> const& values) {
  OnDevice<T> const copy("copy", values.size());
  Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const host(
      values.data(), values.size());
  Kokkos::deep_copy(copy, host);
  return copy;
}

// The list visits the nodes 0, 7, 14, ... modulo 2^15.
inline constexpr std::uint32_t nodes = 1u << 15;
inline std::uint32_t node_at(std::uint32_t position) { return position * 7u % nodes; }

template <class Index>
std::vector<Index> successors() {
  std::vector<Index> successor(nodes);
  for (std::uint32_t p = 0; p < nodes; ++p) {
    successor[node_at(p)] = static_cast<Index>(node_at(p + 1 < nodes ? p + 1 : p));
  }
  return successor;
}

// Scans value_of(node) from either end, by a plan that is used twice, and compares with one loop.
template <class Index, class Value, class Operator, class ValueOf>
bool scans_are_right(char const* who, Operator const& op, Value const& identity,
                     ValueOf const& value_of) {
  std::vector<Value> values(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) values[i] = value_of(i);
  auto const links = to_device(successors<Index>());
  auto const given = to_device(values);
  OnDevice<Value> const result("result", nodes);
  for (auto const from : {yoke::ScanFrom::head, yoke::ScanFrom::tail}) {
    yoke::ListScanPlan<Kokkos::DefaultExecutionSpace, Index, Value> plan(
        Kokkos::DefaultExecutionSpace(), nodes, {.from = from});
    plan(links, given, result, op, identity);
    plan(links, given, result, op, identity);
    auto const there = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), result);
    Value sum = identity;
    for (std::uint32_t k = 0; k < nodes; ++k) {
      bool const forward = from == yoke::ScanFrom::head;
      std::uint32_t const node = node_at(forward ? k : nodes - 1 - k);
      sum = forward ? op(sum, values[node]) : op(values[node], sum);
      if (there(node) == sum) continue;
      std::fprintf(stderr, "%s: node %u is WRONG\n", who, node);
      return false;
    }
  }
  return true;
}

}  // namespace consumer

bool is_right_in_first_source();
bool is_right_in_second_source();
