#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <string>
#include <vector>

// Between vectors and Views in any memory space.
namespace yoke_test {

template <class Memory, class T>
Kokkos::View<T*, Memory> view_of(std::vector<T> const& values) {
  Kokkos::View<T*, Memory> const view(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("values")), values.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  std::copy(values.begin(), values.end(), mirror.data());
  Kokkos::deep_copy(view, mirror);
  return view;
}
template <class V>
auto vector_of(V const& view) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return std::vector<typename V::non_const_value_type>(mirror.data(),
                                                       mirror.data() + mirror.size());
}

}  // namespace yoke_test
