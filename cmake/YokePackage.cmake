# `cpack` in the build folder makes a .tar.gz, and a .deb where there is dpkg, of what is installed.
set(CPACK_PACKAGE_NAME yoke)
set(CPACK_PACKAGE_VENDOR "The Yoke developers")
set(CPACK_PACKAGE_CONTACT "The Yoke developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_FILE_NAME yoke-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR TGZ)

find_program(YOKE_DPKG dpkg)
find_program(YOKE_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(YOKE_DPKG YOKE_DPKG_SHLIBDEPS)
if(YOKE_DPKG)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "List ranking, connected components, breadth-first search, sorting, random numbers
and light transport, on the host's cores, on a GPU, or on both at once. This
package has the library, its headers and the command-line tool.")

# A package cannot depend on what no package has: those of Debian are named where Kokkos is Debian's.
if(Kokkos_DIR MATCHES "^/usr/" AND NOT Kokkos_DIR MATCHES "^/usr/local/")
  # The library fits the Kokkos that it was built with, and no other.
  math(EXPR after "${Kokkos_VERSION_PATCH} + 1")
  set(depends "libkokkos-dev (>= ${Kokkos_VERSION})"
    "libkokkos-dev (<< ${Kokkos_VERSION_MAJOR}.${Kokkos_VERSION_MINOR}.${after})")
  # What users link with a static library.
  foreach(pair IN ITEMS ZLIB:zlib1g-dev HIGHWAY:libhwy-dev HWLOC:libhwloc-dev)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 library)
    list(GET pair 1 package)
    if(Yoke_NEEDS_${library})
      list(APPEND depends ${package})
    endif()
  endforeach()
  if(YOKE_ENABLE_MPI)
    list(APPEND depends mpi-default-dev)
  endif()
  list(JOIN depends ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
  if(YOKE_DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  endif()
endif()
include(CPack)
