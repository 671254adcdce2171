# The list of test executables: one line a capability.

# yoke_vary_threads(TEST [argument...]): the test once more with one thread and with four, if these are not
# the threads that it has anyway. Other numbers reach the same code: under the sanitizers they would only take
# time. Cases of a GPU, which the host's threads do not reach, run once.
function(yoke_vary_threads test)
  set(numbers 1 4)
  list(REMOVE_ITEM numbers ${YOKE_TEST_THREADS})
  foreach(threads IN LISTS numbers)
    yoke_run_as_test(${test}_${threads}_threads THREADS ${threads}
      ENVIRONMENT YOKE_TEST_HOST_THREADS=${threads} COMMAND ${test} ${ARGN})
    set_tests_properties(${test}_${threads}_threads PROPERTIES LABELS release)
  endforeach()
endfunction()

yoke_add_test(captures captures.cpp)
yoke_add_test(two_sources two_sources/two_sources.cpp two_sources/first.cpp two_sources/second.cpp)
yoke_add_test(timeline timeline.cpp)
target_link_libraries(timeline PRIVATE nlohmann_json::nlohmann_json)
yoke_add_test(output_files output_files.cpp)
yoke_add_test(huge_pages huge_pages.cpp)
yoke_add_test(messages messages.cpp)
yoke_add_test(version version.cpp)
yoke_add_test(tuner tuner.cpp)
yoke_add_test(energy energy.cpp)
yoke_add_test(hybrid hybrid.cpp topology.cpp)
yoke_add_test(pipeline pipeline.cpp pipeline_lanes.cpp pipeline_faults.cpp)
# Where threads run depends on the OpenMP environment: each way it can be set is a test of its own.
foreach(test hybrid pipeline)
  yoke_run_as_test(${test}_unbound ENVIRONMENT OMP_PROC_BIND=false COMMAND ${test})
  yoke_run_as_test(${test}_bound
    ENVIRONMENT OMP_PROC_BIND=spread OMP_PLACES=threads COMMAND ${test})
  yoke_run_as_test(${test}_one_thread THREADS 1 COMMAND ${test})
  yoke_run_as_test(${test}_oversubscribed THREADS 4
    ENVIRONMENT OMP_PROC_BIND=spread "OMP_PLACES=threads(2)" COMMAND ${test})
endforeach()
yoke_add_test(copy_ring copy_ring.cpp)
# The frame, by the smallest capability that stands on it. Its files lie as those of the library's
# capabilities do, and scripts/new_capability begins a new one with them.
set(toy ${CMAKE_CURRENT_SOURCE_DIR}/toy)
yoke_add_test(frame toy/unit_tests/prefix_sum.cpp toy/src/prefix_sum/plans.cpp
  toy/src/prefix_sum/hybrid_plans.cpp falls.cpp)
target_include_directories(frame PRIVATE ${toy}/include ${toy}/src)
yoke_add_test(ways ways.cpp)
target_compile_definitions(ways PRIVATE YOKE_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
add_test(NAME new_capability COMMAND ${CMAKE_COMMAND} -E env python3
  ${CMAKE_CURRENT_SOURCE_DIR}/new_capability.py)
# What every capability promises: its place among the work of others, its memory, its arguments.
yoke_add_test(contracts contracts/order.cpp contracts/overlap.cpp contracts/memory.cpp
  contracts/device_memory.cpp contracts/choices.cpp contracts/arrays.cpp contracts/sizes.cpp
  contracts/plain_calls.cpp)
yoke_add_test(keep_workspace keep_workspace.cpp)
# What the public headers say of memory, in a program of its own: it counts what `new` hands out.
yoke_add_test(memory_figures contracts/figures.cpp contracts/figures_of_arrays.cpp
  contracts/figures_of_graphs.cpp contracts/figures_of_hybrids.cpp contracts/figures_of_sorts.cpp)
# Sizes near 2^64 are asked for. AddressSanitizer ends a program that does, unless it is told not to.
set_property(TEST contracts APPEND PROPERTY ENVIRONMENT
  ASAN_OPTIONS=handle_sigill=1:allocator_may_return_null=1)
# What Kokkos had allocated when a callback threw is nobody's.
yoke_add_test(failures failures.cpp)
set_property(TEST failures APPEND PROPERTY ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
yoke_add_test(list_ranking_sets list_ranking_sets.cpp bit_generators.cpp)
# Of one file alone: both folders have a support/.
set_source_files_properties(bit_generators.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/perf_tests)
yoke_add_test(random random.cpp counter_random.cpp random_values.cpp random_draws.cpp random_pool.cpp expander.cpp)
target_compile_definitions(random PRIVATE YOKE_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
yoke_add_test(fill fill.cpp fed_expander.cpp)
yoke_vary_threads(fill)
yoke_add_test(jump jump.cpp)
yoke_add_test(list_ranking_classic list_ranking_classic.cpp list_ranking_classic_faults.cpp)
yoke_add_test(partition partition.cpp partition_by_label.cpp label_scatter.cpp)
yoke_add_test(list_scan list_scan.cpp list_scan_adversary.cpp list_scan_plans.cpp)
yoke_add_test(euler_tour euler_tour.cpp tree_plans.cpp)
yoke_add_test(pairwise pairwise.cpp)
yoke_add_test(list_ranking list_ranking.cpp list_ranking_adversary.cpp list_ranking_faults.cpp
  list_ranking_memory.cpp)
yoke_add_test(list_ranking_hybrid list_ranking_hybrid.cpp)
yoke_add_test(list_ranking_two_pass list_ranking_two_pass.cpp)
yoke_add_test(list_ranking_submit list_ranking_submit.cpp)
yoke_add_test(list_ranking_ranges list_ranking_ranges.cpp packing.cpp)
yoke_vary_threads(list_ranking_submit)
yoke_add_test(list_ranking_any_input list_ranking_any_input.cpp)
yoke_vary_threads(list_ranking_any_input)
yoke_vary_threads(list_ranking --gtest_filter=-*SixteenMillion*)
yoke_vary_threads(list_ranking_hybrid --gtest_filter=-*SixteenMillion*)

yoke_add_test(validate_ranks validate_ranks.cpp)

yoke_add_test(validate_sort validate_sort.cpp)
yoke_add_test(generate_keys generate_keys.cpp)
yoke_add_test(generate_by generate_by.cpp generate_graph_by.cpp)
yoke_vary_threads(generate_by)
yoke_add_test(sort sort.cpp short_sort.cpp)
yoke_add_test(sort_joint sort_joint.cpp)
yoke_add_test(sort_payloads sort_payloads.cpp)
yoke_add_test(sort_narrow sort_narrow.cpp)
yoke_add_test(top_k top_k.cpp)
yoke_add_test(unique unique.cpp)
yoke_vary_threads(unique --gtest_filter=UniqueOn*)
yoke_add_test(sort_segments sort_segments.cpp team_segments.cpp)
yoke_add_test(sort_segments_comparator sort_segments_comparator.cpp)
yoke_add_test(sort_segments_hybrid sort_segments_hybrid.cpp)
yoke_add_test(sort_joint_levels sort_joint_levels.cpp)
yoke_vary_threads(sort_joint_levels --gtest_filter=-*ByTeams)
yoke_add_test(sort_streamed sort_streamed.cpp sort_out_of_core.cpp)
foreach(test sort sort_joint sort_segments)
  yoke_vary_threads(${test})
endforeach()
yoke_add_test(sort_strings sort_strings.cpp tied_part.cpp)
yoke_vary_threads(sort_strings)
yoke_add_test(strings strings.cpp)

yoke_add_test(photons photons.cpp photons_beams.cpp photons_by_carry.cpp photons_exact.cpp
  photons_fed.cpp photons_mcml.cpp photons_near_counts.cpp photons_physics.cpp work_queue.cpp)
set_source_files_properties(photons_by_carry.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/perf_tests)
yoke_add_test(histogram histogram.cpp histogram_counters.cpp)
yoke_vary_threads(histogram)
# A file for each part, as nvcc compiles each for minutes.
yoke_add_test(sort_comparator sort_comparator.cpp sort_comparator_hybrid.cpp
  sort_comparator_no_order.cpp sort_comparator_plans.cpp sort_comparator_steps.cpp)
yoke_vary_threads(sort_comparator)
yoke_add_test(sort_comparator_joint sort_comparator_joint.cpp)
yoke_vary_threads(sort_comparator_joint)

yoke_add_test(graph graph.cpp graph_rows.cpp)
yoke_add_test(weighted_graph weighted_graph.cpp)
yoke_vary_threads(weighted_graph)
yoke_add_test(generate_graph generate_graph.cpp)
if(TARGET Yoke::kokkos_kernels)
  yoke_add_test(kokkos_kernels kokkos_kernels.cpp)
  target_link_libraries(kokkos_kernels PRIVATE Yoke::kokkos_kernels)
endif()
yoke_add_test(graph_io graph_io.cpp graph_io_faults.cpp graph_io_write.cpp graph_io_binary.cpp
  graph_io_data.cpp graph_io_foreign.cpp graph_io_peers.cpp graph_io_sources.cpp graph_io_tables.cpp)
yoke_add_test(weighted_graph_io
  weighted_graph_io.cpp weighted_graph_io_write.cpp weighted_graph_io_binary.cpp)
yoke_add_test(read_strings read_strings.cpp)
yoke_add_test(mcml_io read_later_mci.cpp read_mci.cpp write_mco.cpp)
find_package(ZLIB QUIET)
if(ZLIB_FOUND)
  foreach(test graph_io read_strings)
    target_link_libraries(${test} PRIVATE ZLIB::ZLIB)
    target_compile_definitions(${test} PRIVATE YOKE_HAS_ZLIB)
  endforeach()
endif()
target_compile_definitions(graph_io PRIVATE YOKE_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}")
if(YOKE_ENABLE_FUZZING)
  add_subdirectory(fuzz)
endif()
yoke_add_test(prune prune.cpp)
yoke_add_test(contracted_graph contracted_graph.cpp)
yoke_add_test(pruned_graph pruned_graph.cpp)
yoke_vary_threads(pruned_graph)
yoke_add_test(pruned_distances pruned_distances.cpp)
yoke_vary_threads(pruned_distances)
yoke_add_test(connected_components connected_components.cpp)
yoke_vary_threads(connected_components)
yoke_add_test(connected_components_steps connected_components_steps.cpp)
yoke_vary_threads(connected_components_steps)
yoke_add_test(connected_components_hybrid connected_components_hybrid.cpp streamed_components.cpp)
yoke_vary_threads(connected_components_hybrid)
yoke_add_test(validate_components validate_components.cpp)
yoke_add_test(minimum_spanning_forest minimum_spanning_forest.cpp minimum_spanning_forest_hybrid.cpp)
yoke_vary_threads(minimum_spanning_forest)
yoke_add_test(validate_bfs validate_bfs.cpp)
yoke_add_test(bfs bfs.cpp bfs_memory.cpp bfs_work.cpp)
yoke_vary_threads(bfs)
yoke_add_test(bfs_hybrid bfs_hybrid.cpp bfs_in_place.cpp)
yoke_vary_threads(bfs_hybrid)
yoke_add_test(resident_teams resident_teams.cpp)
yoke_add_test(shortest_paths
  shortest_paths.cpp shortest_paths_negative.cpp validate_shortest_paths.cpp)
yoke_vary_threads(shortest_paths --gtest_filter=ShortestPaths*/0.*)
yoke_add_test(distances eccentricities.cpp closeness.cpp distances_hybrid.cpp)
yoke_vary_threads(distances)
yoke_add_test(distance_matrix distance_matrix.cpp)
yoke_vary_threads(distance_matrix)
yoke_add_test(weighted_distances weighted_distances.cpp weighted_distances_bounds.cpp)
yoke_vary_threads(weighted_distances)
if(Kokkos_ENABLE_CUDA)  # a device makes thousands of searches for each type of weights: in three parts
  foreach(part 1 2)
    yoke_run_as_test(weighted_distances_${part}
      ENVIRONMENT GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=${part} COMMAND weighted_distances)
  endforeach()
  set_property(TEST weighted_distances APPEND PROPERTY
    ENVIRONMENT GTEST_TOTAL_SHARDS=3 GTEST_SHARD_INDEX=0)
endif()
yoke_add_test(all_pairs_distances
  all_pairs_distances.cpp all_pairs_next.cpp
  all_pairs_of_graphs.cpp all_pairs_searches.cpp all_pairs_team_searches.cpp)
if(NOT Kokkos_ENABLE_CUDA)  # a device runs them itself
  foreach(name
      all_pairs_device_kernels shortest_paths_device_kernels weighted_distances_device_kernels)
    yoke_add_test(${name} ${name}.cpp)
    set_tests_properties(${name} PROPERTIES LABELS release)  # sanitizers know no fibers
  endforeach()
endif()
yoke_vary_threads(all_pairs_distances --gtest_filter=AllPairs*/0.*)
yoke_add_test(all_pairs_hybrid all_pairs_hybrid.cpp)
yoke_vary_threads(all_pairs_hybrid)
yoke_add_test(all_pairs_streamed all_pairs_streamed.cpp)
yoke_vary_threads(all_pairs_streamed --gtest_filter=StreamedAllPairs/0.*)
