#pragma once

#include <cstdint>

namespace yoke_perf::strings {

// The order of strings by the standard library's sort, and by that of libstdc++ for all cores.
void standard_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size);
// By a plain multikey quicksort.
void multikey_quicksort(char const* characters, std::int64_t const* offsets,
                        std::uint32_t* permutation, std::uint64_t size);
bool has_parallel_sort();
void parallel_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size);

}  // namespace yoke_perf::strings
