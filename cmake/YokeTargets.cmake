# What every target of this project shares: the language level and the warnings.
function(yoke_configure_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(YOKE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(Kokkos_ENABLE_CUDA AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # To nvcc a kernel that calls a host function, which it then does not, is no more than a warning.
    target_compile_options(${target} PRIVATE -Werror=cross-execution-space-call)
  endif()
endfunction()

# yoke_configure_library(TARGET): its names and symbols where libraries are shared (BUILD_SHARED_LIBS).
function(yoke_configure_library target)
  # Before 1.0 a minor version may change the interface, so it is a part of the library's name.
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL SHARED_LIBRARY AND UNIX AND NOT APPLE)
    set(map ${PROJECT_SOURCE_DIR}/cmake/yoke.map)
    target_link_options(${target} PRIVATE LINKER:--version-script=${map})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
  endif()
endfunction()

# yoke_precompile(TARGET header...): these headers are read once for all of the target's files. With
# g++ 12, reading Kokkos takes 3 s a file. (nvcc reads no such headers.)
function(yoke_precompile target)
  if(NOT Kokkos_ENABLE_CUDA)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# yoke_compile_together(TARGET source... FOLDERS folder...): g++ compiles the sources of each of these
# folders of src/ as one file. They see the same templates, and g++ reads and instantiates these once. nvcc
# takes a minute or two for each file: with it, all files compile side by side.
function(yoke_compile_together target)
  if(Kokkos_ENABLE_CUDA)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS")
  foreach(folder IN LISTS arg_FOLDERS)
    set(together ${arg_UNPARSED_ARGUMENTS})
    list(FILTER together INCLUDE REGEX "/src/${folder}/")
    set_source_files_properties(${together} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_AFTER_INCLUDE "#undef YOKE_INSTANTIATE\n#undef YOKE_INSTANTIATE_FOR")
endfunction()
