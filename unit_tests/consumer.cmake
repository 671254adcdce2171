# Builds PROJECT, a folder, as a project of its own that uses Yoke, and runs its tests.
#   cmake -D HOW=tgz ...           Yoke is unpacked from the .tar.gz that cpack makes, and found with
#                                  find_package
#   cmake -D HOW=deb ...           the same with the .deb, or as tgz where there is no dpkg
#   cmake -D HOW=subdirectory ...  Yoke is a source tree, and added with add_subdirectory
# Also needed: SOURCE, BUILD (Yoke's build), WORK (a folder for this test), CONFIG, GENERATOR,
# COMPILER, LAUNCHER; for a package PAGES, one of the tool's manual pages, if it has any; for a
# subdirectory KOKKOS, PREFIX_PATH, and PYTHON and GPU_COMPILER, which may be empty; and KOKKOS_KERNELS,
# which is empty where Yoke was built without or where PROJECT has no program for it.
# EXAMPLES are the programs to build, separated by commas; empty: all of PROJECT.
cmake_minimum_required(VERSION 3.22)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# A project of this language that asks for Yoke by these arguments is told why it gets none.
function(expect_refusal language arguments reason)
  file(REMOVE_RECURSE ${WORK}/refused)
  file(WRITE ${WORK}/refused/CMakeLists.txt "cmake_minimum_required(VERSION 3.22)\n"
    "project(refused LANGUAGES ${language})\nfind_package(Yoke ${arguments})\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK}/refused -B ${WORK}/refused/build ${configure}
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE said)
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  string(FIND "${said}" "${reason}" place)
  if(status EQUAL 0 OR place EQUAL -1)
    message(FATAL_ERROR "status ${status}, and no \"${reason}\" in: ${said}")
  endif()
endfunction()

set(configure -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${CONFIG})
if(EXAMPLES)
  list(APPEND configure -DYOKE_EXAMPLES=${EXAMPLES})
endif()
# Fresh each time: a file that is no longer installed must not be found.
file(REMOVE_RECURSE ${WORK})
if(HOW STREQUAL "deb")
  find_program(DPKG_DEB dpkg-deb)
  if(NOT DPKG_DEB)
    set(HOW tgz)
  endif()
endif()
if(HOW MATCHES "^(tgz|deb)$")
  # A build of chosen targets may lack them. A whole build is left alone: other tests run its programs.
  if(PAGES AND NOT EXISTS ${PAGES})
    run(${CMAKE_COMMAND} --build ${BUILD} --config ${CONFIG} --target yoke_tool_pages)
  endif()
  string(TOUPPER ${HOW} generator)
  run(${CMAKE_CPACK_COMMAND} -G ${generator} -C ${CONFIG} --config ${BUILD}/CPackConfig.cmake
    -B ${WORK}/packages)
  file(GLOB package ${WORK}/packages/*.deb ${WORK}/packages/*.tar.gz)
  file(MAKE_DIRECTORY ${WORK}/unpacked)
  if(HOW STREQUAL "deb")
    run(${DPKG_DEB} --info ${package})
    run(${DPKG_DEB} --extract ${package} ${WORK}/unpacked)
  else()
    run(${CMAKE_COMMAND} -E chdir ${WORK}/unpacked ${CMAKE_COMMAND} -E tar xf ${package})
  endif()
  file(GLOB prefix ${WORK}/unpacked/*)  # usr, or the archive's one folder
  if(EXISTS ${prefix}/bin/yoke)
    run(${prefix}/bin/yoke --version)
  endif()
  # The project's own code is small, and compiling it is most of the test.
  list(APPEND configure "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
  # Other packages are found through Yoke's own package file, and nlohmann_json is not needed.
  unset(ENV{CMAKE_PREFIX_PATH})
  list(APPEND configure -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)
  expect_refusal(CXX "CONFIG REQUIRED COMPONENTS mpj" "it has no component mpj.")
  expect_refusal(C "CONFIG REQUIRED" "Yoke needs C++")
else()
  list(APPEND configure -DYOKE_SOURCE=${SOURCE} "-DCMAKE_PREFIX_PATH=${PREFIX_PATH}"
    -DKokkos_DIR=${KOKKOS} -DKokkosKernels_DIR=${KOKKOS_KERNELS})
  # To compile the library again takes minutes. Where the project's commands for it are those of
  # Yoke's own build, so are the objects.
  if(PYTHON AND EXISTS ${BUILD}/compile_commands.json)
    list(PREPEND LAUNCHER ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/reuse_object.py ${BUILD})
    list(APPEND configure -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
    # Kokkos's launcher hands a command to nvcc only if no other launcher stands before the compiler.
    if(GPU_COMPILER)
      list(APPEND configure -DCMAKE_CXX_COMPILER=${GPU_COMPILER})
      set(ENV{NVCC_WRAPPER_DEFAULT_COMPILER} ${COMPILER})
    endif()
  else()
    list(APPEND configure -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
  endif()
endif()

set(ENV{CMAKE_CXX_COMPILER_LAUNCHER} "${LAUNCHER}")
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/build ${configure})
run(${CMAKE_COMMAND} --build ${WORK}/build --config ${CONFIG})
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -C ${CONFIG} --output-on-failure
  --no-tests=error)
if(KOKKOS_KERNELS)  # its example is among them
  run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -C ${CONFIG} -N -R kokkos_kernels
    --no-tests=error)
endif()
