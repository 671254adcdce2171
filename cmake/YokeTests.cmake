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

# The tests that take longest with a GPU, and those of ranks of the tool. ctest starts them in this order,
# before all others: one that began last would run alone. The tool's ranks count as 4 processors each, which
# are seldom free at once. The driver starts one process at a time. Tests that start many stand beside tests
# that compute.
set(YOKE_LONG_TESTS
  weighted_distances weighted_distances_1 weighted_distances_2 tgz_consumer list_ranking_classic pruned_graph
  list_ranking mpi_tool_rank mpi_tool_histogram mpi_tool_generategraph mpi_tool_components mpi_tool_forest
  mpi_tool_paths mpi_tool_distances mpi_tool_sort mpi_tool_photons mpi_tool_searches mpi_tool_start
  mpi_tool_help mpi_tool_missinginputs mpi_tool_alone
  subdirectory_consumer deb_consumer tool_photons tool_graphs list_ranking_hybrid_1_threads sort_joint
  contracted_graph tool_directories sort_segments tool_random_numbers tool_outputs sort_streamed
  tool_documented_commands sort memory_figures tool_quality sort_payloads list_ranking_sets
  tool_end_to_end tool_sorting tool_command_line list_ranking_1_threads sort_joint_1_threads
  tool_photons_runs tool_signals tool_waiting)

# yoke_run_as_test(NAME [HAS_PRIORITY] [THREADS count] [ENVIRONMENT variable=value...] COMMAND program
# [argument...]): a test that says how many threads it uses (by default YOKE_TEST_THREADS), and whose threads
# sleep while they wait. The test named captures runs first. If it fails, no other test runs. In a build for
# CUDA tests run under nice, except those that have priority.
function(yoke_run_as_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "HAS_PRIORITY" "THREADS" "ENVIRONMENT;COMMAND")
  if(NOT arg_THREADS)
    set(arg_THREADS ${YOKE_TEST_THREADS})
  endif()
  if(Kokkos_ENABLE_CUDA AND NOT arg_HAS_PRIORITY)
    list(POP_FRONT arg_COMMAND program)
    if(TARGET ${program})
      set(program $<TARGET_FILE:${program}>)
    endif()
    list(PREPEND arg_COMMAND nice ${program})
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
  list(FIND YOKE_LONG_TESTS ${name} place)
  if(place GREATER_EQUAL 0)
    math(EXPR cost "1000 - ${place}")
    set_tests_properties(${name} PROPERTIES COST ${cost})
  endif()
  set_tests_properties(${name} PROPERTIES PROCESSORS ${cores} ENVIRONMENT "${arg_ENVIRONMENT}"
    ${order} captures)
endfunction()

# yoke_ranks_environment(VARIABLE TEST): the environment of a test on ranks, for Open MPI 4 and 5. As
# many ranks start as are asked for, as root too, bound to nothing. Each test has a TMPDIR of its own:
# one mpirun that ends removes the folder in which another one is about to make its own. What Open MPI
# keeps for itself is no leak of the tests.
function(yoke_ranks_environment variable test)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/tmp/${test})
  file(MAKE_DIRECTORY ${folder})
  set(${variable} TMPDIR=${folder}
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    PRTE_MCA_hwloc_default_binding_policy=none ASAN_OPTIONS=detect_leaks=0 PARENT_SCOPE)
endfunction()
