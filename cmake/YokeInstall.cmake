include(CMakePackageConfigHelpers)

install(TARGETS yoke EXPORT YokeTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/yoke DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT YokeTargets NAMESPACE Yoke::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/YokeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/YokeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/YokeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/YokeConfig.cmake ${PROJECT_BINARY_DIR}/YokeConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/YokeKokkosKernels.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Yoke)
