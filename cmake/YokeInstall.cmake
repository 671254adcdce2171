include(CMakePackageConfigHelpers)

install(TARGETS yoke EXPORT YokeTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/yoke DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  PATTERN mpi EXCLUDE
  PATTERN ranks EXCLUDE)
install(EXPORT YokeTargets NAMESPACE Yoke::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(YOKE_ENABLE_MPI)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/yoke/mpi
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/yoke)
  # What compiles for ranks in users' files lives with its capability.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/yoke/detail
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/yoke
    FILES_MATCHING REGEX "/ranks/[a-z_]*\\.hpp$")
  install(TARGETS yoke_mpi EXPORT YokeMpiTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT YokeMpiTargets NAMESPACE Yoke::
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
endif()

# A static library's users link what it is made with.
get_target_property(yoke_type yoke TYPE)
get_target_property(yoke_definitions yoke COMPILE_DEFINITIONS)
foreach(library IN ITEMS ZLIB HIGHWAY HWLOC)
  set(Yoke_NEEDS_${library} OFF)
  if(yoke_type STREQUAL STATIC_LIBRARY AND YOKE_HAS_${library} IN_LIST yoke_definitions)
    set(Yoke_NEEDS_${library} ON)
  endif()
endforeach()
yoke_find_places(Yoke_PLACES ${ZLIB_INCLUDE_DIR} ${YOKE_highway_INCLUDE_DIR} ${YOKE_hwloc_INCLUDE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/YokeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/YokeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/YokeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/YokeConfig.cmake ${PROJECT_BINARY_DIR}/YokeConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/YokeKokkosKernels.cmake
  ${PROJECT_SOURCE_DIR}/cmake/YokeLibraries.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
