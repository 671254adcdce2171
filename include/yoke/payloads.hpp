#pragma once

#include <Kokkos_Core.hpp>
#include <tuple>
#include <type_traits>

#include "yoke/detail/views.hpp"

namespace yoke {

/// Views whose elements move with the keys of a sort: made by yoke::payloads.
template <detail::AnyView... Views>
struct Payloads {
  static_assert(sizeof...(Views) > 0, "yoke::payloads: at least one View");
  static_assert(((Views::rank == 1) && ...),
                "yoke::payloads: payloads must be one-dimensional Views");
  static_assert((!std::is_const_v<typename Views::value_type> && ...),
                "yoke::payloads: payloads are written, so their elements cannot be const");
  static_assert((std::is_trivially_copyable_v<typename Views::value_type> && ...),
                "yoke::payloads: payloads must be trivially copyable");

  std::tuple<Views...> views;  ///< in the order given
};

/// Any number of one-dimensional Views that move together with the keys of a sort: element i of
/// each belongs to keys(i), before and after. Their elements are trivially copyable, of any size.
/// The Views may be strided, and must have the number of elements of the keys.
template <detail::AnyView... Views>
Payloads<Views...> payloads(Views const&... views) {
  return {{views...}};
}

}  // namespace yoke
