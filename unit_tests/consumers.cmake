# Yoke as its users have it: from its packages, and as a part of their source tree; the examples that
# the documentation shows; and what stops a user's build.

find_package(Python3 COMPONENTS Interpreter)

# yoke_add_consumer(NAME HOW PROJECT KOKKOS_KERNELS [example...]): see consumer.cmake. The examples
# are those to build if PROJECT has several; none: all.
function(yoke_add_consumer name how project kokkos_kernels)
  list(JOIN ARGN "," examples)
  yoke_find_places(places ${nlohmann_json_DIR} ${ZLIB_INCLUDE_DIR} ${YOKE_highway_INCLUDE_DIR}
    ${YOKE_hwloc_INCLUDE_DIR})
  # A launcher of Kokkos names itself, its compiler for a GPU and the compiler that it stands for.
  get_property(kokkos_launcher GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  string(REPLACE " " ";" kokkos_launcher "${kokkos_launcher}")
  set(gpu_compiler "")
  if(kokkos_launcher)
    list(GET kokkos_launcher 1 gpu_compiler)
  endif()
  yoke_run_as_test(${name} COMMAND ${CMAKE_COMMAND}
    -D HOW=${how}
    -D PROJECT=${project}
    -D SOURCE=${PROJECT_SOURCE_DIR}
    -D BUILD=${PROJECT_BINARY_DIR}
    -D WORK=${CMAKE_CURRENT_BINARY_DIR}/${name}
    -D CONFIG=$<CONFIG>
    -D GENERATOR=${CMAKE_GENERATOR}
    -D COMPILER=${CMAKE_CXX_COMPILER}
    -D "GPU_COMPILER=${gpu_compiler}"
    -D "LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}"
    -D "PYTHON=${Python3_EXECUTABLE}"
    -D KOKKOS=${Kokkos_DIR}
    -D "KOKKOS_KERNELS=${kokkos_kernels}"
    -D "PREFIX_PATH=${CMAKE_PREFIX_PATH};${places}"
    -D PAGES=$<$<TARGET_EXISTS:yoke_tool_pages>:${PROJECT_BINARY_DIR}/src/tool/man/yoke.1>
    -D EXAMPLES=${examples}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/consumer.cmake)
  # Against a library full of sanitizers, a consumer without them does not link.
  set_tests_properties(${name} PROPERTIES LABELS release)
  if(Kokkos_ENABLE_CUDA)
    # nvcc takes a minute or more, and other tests leave processors idle while they wait for the GPU. ctest
    # starts a test as soon as its processors are free, so one that counted as many would begin last.
    math(EXPR builders "(${processors} + 1) / 2")
    set_tests_properties(${name} PROPERTIES PROCESSORS 1)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT
      CMAKE_BUILD_PARALLEL_LEVEL=${builders} CTEST_PARALLEL_LEVEL=4)
  else()
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)  # it builds with every processor
  endif()
endfunction()
# All examples are built once, with the Yoke of the archive. With its source tree a few show that this works.
set(consumers_kernels $<$<TARGET_EXISTS:Yoke::kokkos_kernels>:${KokkosKernels_DIR}>)
yoke_add_consumer(tgz_consumer tgz ${PROJECT_SOURCE_DIR}/examples "${consumers_kernels}")
yoke_add_consumer(subdirectory_consumer subdirectory ${PROJECT_SOURCE_DIR}/examples
  "${consumers_kernels}" rank_list hybrid comparator kokkos_kernels)
yoke_add_consumer(deb_consumer deb ${CMAKE_CURRENT_SOURCE_DIR}/scan_consumer "")
if(NOT Kokkos_ENABLE_CUDA)  # nvcc's own code has such warnings
  yoke_add_consumer(strict_consumer subdirectory ${CMAKE_CURRENT_SOURCE_DIR}/strict_consumer "")
endif()

if(TARGET demo_lists)
  yoke_run_as_test(demo_lists COMMAND demo_lists)
endif()

if(Python3_Interpreter_FOUND)
  yoke_run_as_test(shown_examples THREADS 1 COMMAND ${Python3_EXECUTABLE}
    ${PROJECT_SOURCE_DIR}/scripts/show_examples --check)
  yoke_run_as_test(header_lines THREADS 1 COMMAND ${Python3_EXECUTABLE}
    ${CMAKE_CURRENT_SOURCE_DIR}/header_lines.py ${PROJECT_SOURCE_DIR}/include)
  yoke_run_as_test(check_english THREADS 1 COMMAND ${Python3_EXECUTABLE}
    ${PROJECT_SOURCE_DIR}/scripts/check_english --self-test)
endif()

if(EXISTS /usr/bin/python3)  # which has what the system's packages bring
  foreach(picture plot_bars plot_scaling)
    yoke_run_as_test(${picture} THREADS 1 COMMAND /usr/bin/python3
      ${CMAKE_CURRENT_SOURCE_DIR}/${picture}.py ${PROJECT_SOURCE_DIR}/scripts)
    set_tests_properties(${picture} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()

if(Python3_Interpreter_FOUND)
  yoke_run_as_test(slurm_script THREADS 1 COMMAND ${Python3_EXECUTABLE}
    ${CMAKE_CURRENT_SOURCE_DIR}/slurm_script.py ${PROJECT_SOURCE_DIR}/docs/cluster.md)
endif()

yoke_run_as_test(timed_status THREADS 1
  COMMAND bash -c "source ${PROJECT_SOURCE_DIR}/scripts/common.sh && ! timed title false")

yoke_run_as_test(instantiate THREADS 1 COMMAND ${CMAKE_COMMAND}
  -D MODULE=${PROJECT_SOURCE_DIR}/cmake/YokeInstantiate.cmake
  -D WORK=${CMAKE_CURRENT_BINARY_DIR}/instantiate
  -P ${CMAKE_CURRENT_SOURCE_DIR}/instantiate.cmake)

if(NOT Kokkos_ENABLE_CUDA)  # there the compiler may be nvcc, which sets the macros itself
  yoke_run_as_test(compiler_check THREADS 1 COMMAND ${CMAKE_COMMAND}
    -D COMPILER=${CMAKE_CXX_COMPILER}
    -D INCLUDE=${PROJECT_SOURCE_DIR}/include
    -D WORK=${CMAKE_CURRENT_BINARY_DIR}/compiler_check
    -P ${CMAKE_CURRENT_SOURCE_DIR}/compiler_check.cmake)
endif()

if(Python3_Interpreter_FOUND)
  yoke_run_as_test(release THREADS 1 COMMAND ${Python3_EXECUTABLE}
    ${CMAKE_CURRENT_SOURCE_DIR}/release.py ${PROJECT_SOURCE_DIR})
endif()

# yoke_check_symbols(TARGET SHOWN): SHOWN is a symbol that users link.
function(yoke_check_symbols target shown)
  yoke_run_as_test(shared_symbols_of_${target} THREADS 1 COMMAND ${CMAKE_COMMAND}
    -D LIBRARY=$<TARGET_FILE:${target}>
    -D SONAME=lib${target}.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    -D NM=${CMAKE_NM}
    -D READELF=${CMAKE_READELF}
    -D SHOWN=${shown}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/shared_symbols.cmake)
endfunction()
if(BUILD_SHARED_LIBS AND CMAKE_READELF)
  yoke_check_symbols(yoke _ZN4yoke10git_commitEv)
  if(YOKE_ENABLE_MPI)
    yoke_check_symbols(yoke_mpi _ZN4yoke6detail3mpi12CommunicatorC1E)
  endif()
endif()
