# Which spaces Yoke is built for is decided by the Kokkos that is found, and by nothing else.
find_package(Kokkos CONFIG REQUIRED)
if(Kokkos_VERSION VERSION_LESS 4.6 OR Kokkos_VERSION VERSION_GREATER_EQUAL 6)
  message(FATAL_ERROR "Yoke needs Kokkos 4.6 to 5.x; found ${Kokkos_VERSION} in ${Kokkos_DIR}")
endif()

foreach(device IN LISTS YOKE_REQUIRED_DEVICES)
  if(NOT device IN_LIST Kokkos_DEVICES)
    list(JOIN Kokkos_DEVICES ", " devices)
    message(FATAL_ERROR "This build requires ${device}, but the Kokkos in ${Kokkos_DIR} has only: "
      "${devices}. Point CMAKE_PREFIX_PATH or Kokkos_ROOT at one that has it.")
  endif()
endforeach()

# Where the compiler is not nvcc, Kokkos hands each command to nvcc with a launcher of its own, which
# does not recognize a compiler behind another launcher (ccache).
get_property(kokkos_launcher GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
if(kokkos_launcher)
  set(CMAKE_CXX_COMPILER_LAUNCHER "")
endif()
