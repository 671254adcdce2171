#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)
#include <cub/device/device_merge_sort.cuh>
#include <stdexcept>
#include <string>
#endif

namespace yoke::detail::sorting {

// The merge sort that comes with a space, for comparators that are known to be strict weak orders:
// by others it may read out of bounds. Most spaces have none.
template <class Space, class Element, class Less>
struct LibraryMerge {
  // What it needs for so many elements; 0 where there is none.
  static std::size_t bytes(Space const&, std::uint64_t, Less const&) { return 0; }
  static void sort(Space const&, Element*, std::uint64_t, Less const&, void*, std::size_t) {}
};

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)
template <class Element, class Less>
struct LibraryMerge<Kokkos::Cuda, Element, Less> {
  static std::size_t bytes(Kokkos::Cuda const& exec, std::uint64_t size, Less const& less) {
    std::size_t bytes = 0;
    call(exec, nullptr, size, less, nullptr, bytes);
    return bytes;
  }
  static void sort(Kokkos::Cuda const& exec, Element* elements, std::uint64_t size,
                   Less const& less, void* room, std::size_t bytes) {
    call(exec, elements, size, less, room, bytes);
  }

 private:
  // CUB is tuned for sizes that an int holds.
  static void call(Kokkos::Cuda const& exec, Element* elements, std::uint64_t size,
                   Less const& less, void* room, std::size_t& bytes) {
    cudaError_t const error = cub::DeviceMergeSort::StableSortKeys(
        room, bytes, elements, static_cast<int>(size), less, exec.cuda_stream());
    if (error == cudaSuccess) return;
    throw std::runtime_error(std::string("yoke::sort: CUB: ") + cudaGetErrorString(error));
  }
};
#endif

}  // namespace yoke::detail::sorting
