#include "all_pairs/data.hpp"
#include "capabilities/cases.hpp"

namespace yoke_perf {
namespace {

// An element is an addition with its minimum.
template <class Space>
struct AllPairsCases {
  static Cases all() {
    return {{"all_pairs_distances/i32", {200, 1024, 8192}, of<std::int32_t>},
            {"all_pairs_distances/float", {200, 1024, 8192}, of<float>}};
  }
  template <class Weight>
  static Ready of(std::uint64_t n) {
    return {n * n * n, all_pairs::planned<Space, Weight>(Space(), n, false)};
  }
};

}  // namespace

Cases all_pairs_cases(Side side) { return cases_of<AllPairsCases>(side); }

}  // namespace yoke_perf
