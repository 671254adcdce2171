#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "yoke/detail/frame/kept_buffer.hpp"

namespace yoke::detail {

// A View of a result to be checked, as the compiled check takes it. Space can access it.
template <class Element, class Space, class V>
RawArray<Element const> array_to_check(Space const& exec, StridedCopy& copy, V const& view) {
  using Given = typename V::non_const_value_type;
  static_assert(V::rank == 1 && (std::is_same_v<Given, Element> ||
                                 (std::is_integral_v<Given> && std::is_integral_v<Element> &&
                                  sizeof(Given) == sizeof(Element))),
                "yoke: results to be checked must be one-dimensional Views of the graph's weights, "
                "or of integers as wide as Vertex");
  static_assert(Kokkos::SpaceAccessibility<Space, typename V::memory_space>::accessible,
                "yoke: the execution space cannot access a result to be checked");
  return copy.array<Element const>(exec, view);
}

}  // namespace yoke::detail
