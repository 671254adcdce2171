#pragma once

#include <Kokkos_Core.hpp>
#include <functional>
#include <string>
#include <vector>

#include "yoke/detail/spaces.hpp"

namespace yoke_test {

// Every kind of execution space instance that a caller may have, to be chosen from at run time:
// calls work(instance) for the chosen one.
template <class Work>
struct Executor {
  std::string name;
  std::function<void(Work const&)> run;
};

template <class Work>
std::vector<Executor<Work>> every_executor() {
  std::vector<Executor<Work>> all;
#define YOKE_ADD(Space) all.push_back({#Space, [](Work const& work) { work(Space()); }});
  YOKE_FOR_EACH_SPACE(YOKE_ADD)
#undef YOKE_ADD
#if defined(KOKKOS_ENABLE_OPENMP)
  for (int threads = 1; threads <= std::min(2, Kokkos::OpenMP().concurrency()); ++threads) {
    all.push_back({"Kokkos::OpenMP(" + std::to_string(threads) + ")",
                   [threads](Work const& work) { work(Kokkos::OpenMP(threads)); }});
  }
#endif
#if defined(KOKKOS_ENABLE_CUDA)
  all.push_back({"a stream of its own", [](Work const& work) {
                   work(Kokkos::Experimental::partition_space(Kokkos::Cuda(), 1, 1)[1]);
                 }});
#endif
  return all;
}

}  // namespace yoke_test
