#pragma once

#include <Kokkos_Core.hpp>

namespace yoke::detail {

// Host memory that a GPU copies from and to at the link's full speed, without stopping the thread
// that asks for the copy.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
using PinnedSpace = Kokkos::SharedHostPinnedSpace;
#else
using PinnedSpace = Kokkos::HostSpace;
#endif

}  // namespace yoke::detail
