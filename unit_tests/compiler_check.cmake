# The check of nvcc and Kokkos in yoke/detail/compiler_check.hpp, by the macros that it looks at; and
# that every public header with kernels reaches it.
#   cmake -D COMPILER=... -D INCLUDE=(Yoke's include folder) -D WORK=(a folder for this test) -P ...
cmake_minimum_required(VERSION 3.22)

# A Kokkos without anything: the check looks only at macros.
file(WRITE ${WORK}/empty/Kokkos_Core.hpp "")

# check(stops|passes NVCC KOKKOS [MACRO...]): both versions as major and minor with a dot.
function(check expected nvcc kokkos)
  set(definitions ${ARGN})
  list(TRANSFORM definitions PREPEND -D)
  string(REPLACE "." ";" kokkos_parts ${kokkos})
  list(GET kokkos_parts 0 major)
  list(GET kokkos_parts 1 minor)
  math(EXPR version "${major} * 10000 + ${minor} * 100")
  list(APPEND definitions -DKOKKOS_VERSION=${version} -DKOKKOS_VERSION_MAJOR=${major}
    -DKOKKOS_VERSION_MINOR=${minor})
  if(nvcc)
    string(REPLACE "." ";" nvcc_parts ${nvcc})
    list(GET nvcc_parts 0 major)
    list(GET nvcc_parts 1 minor)
    list(APPEND definitions -D__CUDACC_VER_MAJOR__=${major} -D__CUDACC_VER_MINOR__=${minor})
  endif()
  execute_process(
    COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${definitions} -I${WORK}/empty -I${INCLUDE}
      -x c++ ${INCLUDE}/yoke/detail/compiler_check.hpp
    RESULT_VARIABLE result ERROR_VARIABLE text)
  if(result EQUAL 0)
    set(found passes)
  elseif(text MATCHES "nvcc ${nvcc} and Kokkos ${kokkos} .*Take Kokkos 5.0 or newer")
    set(found stops)
  else()
    set(found "says something else")
  endif()
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "nvcc ${nvcc}, Kokkos ${kokkos}, ${ARGN}: ${found}, not ${expected}\n${text}")
  endif()
endfunction()

foreach(attribute IN ITEMS MDSPAN_IMPL_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS
    _MDSPAN_USE_ATTRIBUTE_NO_UNIQUE_ADDRESS)
  check(stops 13.0 4.7 ${attribute}=1)
  check(stops 12.9 4.6 ${attribute}=1)
  check(passes 12.8 4.7 ${attribute}=1)
  check(passes 13.0 5.0 ${attribute}=1)
  check(passes 13.0 4.7 ${attribute}=1 KOKKOS_ENABLE_IMPL_VIEW_LEGACY)
  check(passes "" 4.7 ${attribute}=1)
endforeach()
check(passes 13.0 4.7)

file(GLOB headers ${INCLUDE}/yoke/*.hpp)
set(with_kernels 0)
foreach(header IN LISTS headers)
  # What it includes; Kokkos's headers pass for files that are yet to be made.
  execute_process(COMMAND ${COMPILER} -std=c++20 -M -MG -I${INCLUDE} -x c++ ${header}
    OUTPUT_VARIABLE includes COMMAND_ERROR_IS_FATAL ANY)
  if(includes MATCHES "Kokkos_Core.hpp")
    math(EXPR with_kernels "${with_kernels} + 1")
    if(NOT includes MATCHES "yoke/detail/compiler_check.hpp")
      message(SEND_ERROR "${header} includes Kokkos without yoke/detail/compiler_check.hpp")
    endif()
  endif()
endforeach()
if(with_kernels LESS 10)
  message(SEND_ERROR "only ${with_kernels} public headers include Kokkos: are they looked at?")
endif()
