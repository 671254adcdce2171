# yoke_find_kokkos_kernels(VARIABLE): finds Kokkos Kernels and sets VARIABLE to its target, which has
# another name where it comes with Trilinos; to "" where there is none. Yoke's build and its package
# file both use this. A macro: what find_package sets is for the caller.
macro(yoke_find_kokkos_kernels variable)
  set(${variable} "")
  find_package(KokkosKernels CONFIG QUIET ${ARGN})
  if(KokkosKernels_FOUND)
    foreach(target IN ITEMS KokkosKernels::all_libs Kokkos::kokkoskernels)
      if(TARGET ${target})
        set(${variable} ${target})
      endif()
    endforeach()
  endif()
endmacro()
