# The list of test executables: one line a capability.

yoke_add_test(hybrid hybrid.cpp)
# Where threads run depends on the OpenMP environment: each way it can be set is a test of its own.
add_test(NAME hybrid_unbound COMMAND hybrid)
add_test(NAME hybrid_bound COMMAND hybrid)
add_test(NAME hybrid_one_thread COMMAND hybrid)
add_test(NAME hybrid_oversubscribed COMMAND hybrid)
set_tests_properties(hybrid_unbound PROPERTIES ENVIRONMENT "OMP_PROC_BIND=false")
set_tests_properties(hybrid_bound PROPERTIES ENVIRONMENT "OMP_PROC_BIND=spread;OMP_PLACES=threads")
set_tests_properties(hybrid_one_thread PROPERTIES ENVIRONMENT "OMP_NUM_THREADS=1")
set_tests_properties(hybrid_oversubscribed PROPERTIES ENVIRONMENT
  "OMP_NUM_THREADS=4;OMP_PROC_BIND=spread;OMP_PLACES=threads")
