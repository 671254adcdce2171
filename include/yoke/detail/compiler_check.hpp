#pragma once

#include <Kokkos_Core.hpp>

// Stops a build that would compute garbage without a word. nvcc 12.9 and newer lay out the captures
// of a lambda differently on host and device where Views have members without unique addresses:
// those of Kokkos before 5.0 that are made of mdspan (Kokkos pull request 8615). The macros are
// mdspan's own; the second one is its older name.
#if defined(__CUDACC_VER_MAJOR__) && !defined(KOKKOS_ENABLE_IMPL_VIEW_LEGACY) && \
    (defined(MDSPAN_IMPL_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS) ||                     \
     defined(_MDSPAN_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS))
#define YOKE_TEXT(MACROS) YOKE_TEXT_OF(MACROS)
#define YOKE_TEXT_OF(TOKENS) #TOKENS
// clang-format off
static_assert(
    KOKKOS_VERSION >= 50000 || __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ < 1209,
    "Yoke: with nvcc " YOKE_TEXT(__CUDACC_VER_MAJOR__.__CUDACC_VER_MINOR__)
    " and Kokkos " YOKE_TEXT(KOKKOS_VERSION_MAJOR.KOKKOS_VERSION_MINOR)
    " kernels that capture several Views read garbage. Take Kokkos 5.0 or newer, or nvcc 12.8 or "
    "older, or build Kokkos with Kokkos_ENABLE_IMPL_VIEW_LEGACY=ON.");
// clang-format on
#undef YOKE_TEXT
#undef YOKE_TEXT_OF
#endif
