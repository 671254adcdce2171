# The list of test executables: one line a capability.

# yoke_vary_threads(TEST [argument...]): the test once more with one thread and with four. Other
# numbers reach the same code: under the sanitizers they would only take time.
function(yoke_vary_threads test)
  foreach(threads 1 4)
    add_test(NAME ${test}_${threads}_threads COMMAND ${test} ${ARGN})
    set_tests_properties(${test}_${threads}_threads PROPERTIES LABELS release
      ENVIRONMENT "OMP_NUM_THREADS=${threads}")
  endforeach()
endfunction()

yoke_add_test(timeline timeline.cpp)
target_link_libraries(timeline PRIVATE nlohmann_json::nlohmann_json)
yoke_add_test(tuner tuner.cpp)
yoke_add_test(hybrid hybrid.cpp)
yoke_add_test(pipeline pipeline.cpp)
# Where threads run depends on the OpenMP environment: each way it can be set is a test of its own.
foreach(test hybrid pipeline)
  foreach(way unbound bound one_thread oversubscribed)
    add_test(NAME ${test}_${way} COMMAND ${test})
  endforeach()
  set_tests_properties(${test}_unbound PROPERTIES ENVIRONMENT "OMP_PROC_BIND=false")
  set_tests_properties(${test}_bound PROPERTIES ENVIRONMENT
    "OMP_PROC_BIND=spread;OMP_PLACES=threads")
  set_tests_properties(${test}_one_thread PROPERTIES ENVIRONMENT "OMP_NUM_THREADS=1")
  set_tests_properties(${test}_oversubscribed PROPERTIES ENVIRONMENT
    "OMP_NUM_THREADS=4;OMP_PROC_BIND=spread;OMP_PLACES=threads")
endforeach()
yoke_add_test(list_ranking_sets list_ranking_sets.cpp)
yoke_add_test(jump jump.cpp)
yoke_add_test(list_ranking_classic list_ranking_classic.cpp list_ranking_classic_faults.cpp)
yoke_add_test(partition partition.cpp)
yoke_add_test(list_scan list_scan.cpp)
yoke_add_test(euler_tour euler_tour.cpp)
yoke_add_test(pairwise pairwise.cpp)
yoke_add_test(list_ranking list_ranking.cpp list_ranking_faults.cpp list_ranking_memory.cpp)
yoke_add_test(list_ranking_hybrid list_ranking_hybrid.cpp)
yoke_vary_threads(list_ranking --gtest_filter=-*SixteenMillion*)
yoke_vary_threads(list_ranking_hybrid --gtest_filter=-*SixteenMillion*)

yoke_add_test(graph graph.cpp)
yoke_add_test(generate_graph generate_graph.cpp)
find_package(KokkosKernels CONFIG QUIET)
if(KokkosKernels_FOUND)
  yoke_add_test(kokkos_kernels kokkos_kernels.cpp)
  target_link_libraries(kokkos_kernels PRIVATE Kokkos::kokkoskernels)
endif()
yoke_add_test(graph_io graph_io.cpp graph_io_faults.cpp graph_io_write.cpp graph_io_binary.cpp
  graph_io_data.cpp)
target_compile_definitions(graph_io PRIVATE YOKE_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
if(YOKE_ENABLE_FUZZING)
  add_subdirectory(fuzz)
endif()
yoke_add_test(prune prune.cpp)
yoke_add_test(connected_components connected_components.cpp)
yoke_vary_threads(connected_components)
yoke_add_test(connected_components_hybrid connected_components_hybrid.cpp)
yoke_vary_threads(connected_components_hybrid)
