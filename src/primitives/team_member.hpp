#pragma once

#include <Kokkos_Core.hpp>

namespace yoke::detail {

// What a kernel by teams is called with. Tests run kernels of a device on a host, with a member of
// their own (unit_tests/support/team_fibers.hpp).
template <class Space>
struct TeamMemberOf {
  using type = typename Kokkos::TeamPolicy<Space>::member_type;
};
template <class Space>
using TeamMember = typename TeamMemberOf<Space>::type;

}  // namespace yoke::detail
