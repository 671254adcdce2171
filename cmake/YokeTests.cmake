# How ctest runs what this project tests: side by side with other tests, also on a machine of many
# cores, where a team of every core for each of them would take minutes for what takes seconds.
include(ProcessorCount)
ProcessorCount(processors)
set(default_threads 4)
if(processors GREATER 0 AND processors LESS default_threads)
  set(default_threads ${processors})
endif()
set(YOKE_TEST_THREADS ${default_threads} CACHE STRING
  "Threads that each test may use, unless it tests numbers of threads")

# yoke_run_as_test(NAME [THREADS count] [ENVIRONMENT variable=value...] COMMAND program [argument...]):
# a test that says how many threads it uses (by default YOKE_TEST_THREADS), and whose threads sleep
# while they wait. The test named captures runs first, and where it fails, no other does.
function(yoke_run_as_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "THREADS" "ENVIRONMENT;COMMAND")
  if(NOT arg_THREADS)
    set(arg_THREADS ${YOKE_TEST_THREADS})
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  list(APPEND arg_ENVIRONMENT OMP_NUM_THREADS=${arg_THREADS} OMP_WAIT_POLICY=passive)
  # More threads than there are cores take no more than all of them.
  set(cores ${arg_THREADS})
  if(processors GREATER 0 AND processors LESS cores)
    set(cores ${processors})
  endif()
  # Where there is a GPU, threads wait for it most of the time.
  if(Kokkos_ENABLE_CUDA AND cores GREATER 2)
    set(cores 2)
  endif()
  if(name STREQUAL "captures")
    set(order FIXTURES_SETUP)
  else()
    set(order FIXTURES_REQUIRED)
  endif()
  set_tests_properties(${name} PROPERTIES PROCESSORS ${cores} ENVIRONMENT "${arg_ENVIRONMENT}"
    ${order} captures)
endfunction()
