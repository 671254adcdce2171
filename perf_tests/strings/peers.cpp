#include "strings/peers.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#if defined(_OPENMP) && defined(__GLIBCXX__)
#include <parallel/algorithm>
#define YOKE_PERF_HAS_PARALLEL_SORT
#endif

namespace yoke_perf::strings {
namespace {

struct ComesBefore {
  char const* characters;
  std::int64_t const* offsets;

  std::string_view string(std::uint32_t i) const {
    return {characters + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
  }
  bool operator()(std::uint32_t one, std::uint32_t other) const {
    int const order = string(one).compare(string(other));
    return order < 0 || (order == 0 && one < other);
  }
};

}  // namespace

void standard_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size) {
  std::iota(permutation, permutation + size, 0u);
  std::sort(permutation, permutation + size, ComesBefore{characters, offsets});
}

#if defined(YOKE_PERF_HAS_PARALLEL_SORT)
bool has_parallel_sort() { return true; }
void parallel_sort(char const* characters, std::int64_t const* offsets, std::uint32_t* permutation,
                   std::uint64_t size) {
  std::iota(permutation, permutation + size, 0u);
  __gnu_parallel::sort(permutation, permutation + size, ComesBefore{characters, offsets});
}
#else
bool has_parallel_sort() { return false; }
void parallel_sort(char const*, std::int64_t const*, std::uint32_t*, std::uint64_t) {}
#endif

}  // namespace yoke_perf::strings
