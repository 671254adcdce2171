#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "frame/capability_use.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "primitives/findings.hpp"
#include "sorting/cub_segmented_sort.hpp"
#include "sorting/host_segmented_sort.hpp"
#include "yoke/detail/sorting/more_capabilities.hpp"

namespace yoke::detail::sorting {

// Does a segment end before it begins, or behind the keys?
struct IsBadSegment {
  std::uint64_t const* offsets;
  std::uint64_t keys;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    return offsets[i] > offsets[i + 1] || offsets[i + 1] > keys;
  }
};

// Throws where a segment's offsets are wrong.
template <class Space>
void check_segments(Space const& exec, std::uint64_t const* offsets, std::uint64_t segments,
                    std::uint64_t keys) {
  std::uint64_t const bad = first_node(exec, segments, IsBadSegment{offsets, keys});
  if (bad != segments) throw bad_segment(SortSegments<std::uint32_t>::name, bad, keys);
}

// The segmented sort of a space.
template <class Space, class Word>
struct SegmentedSortOn {
  using Type = HostSegmentedSort<Space, Word>;
};
#if defined(KOKKOS_ENABLE_CUDA)
template <class Word>
struct SegmentedSortOn<Kokkos::Cuda, Word> {
  using Type = CubSegmentedSort<Word>;
};
#endif

}  // namespace yoke::detail::sorting

namespace yoke::detail {

template <class Word, class Space>
class Solver<sorting::SortSegments<Word>, Space> {
  using Capability = sorting::SortSegments<Word>;

 public:
  Solver(Space const& exec, sorting::SegmentsCapacity const& capacity, SortOptions const& options,
         SortAlgorithm algorithm)
      : exec_(exec), order_(options.order), report_(options.report), sort_(exec, capacity) {
    if (algorithm == SortAlgorithm::radix) return;
    throw std::invalid_argument(std::string(Capability::name) + ": options.algorithm is " +
                                std::string(entry_of<Capability>(algorithm).name) +
                                "; segments are sorted by radix alone");
  }

  static SortAlgorithm choose(sorting::SegmentsCapacity const&, SortOptions const&) {
    return SortAlgorithm::radix;
  }

  std::size_t run(typename Capability::Arguments const& arguments) {
    std::uint64_t const segments = arguments.offsets.size - 1, keys = arguments.keys.size;
    PhaseTimer<Space> timer(exec_, report_);
    sorting::check_segments(exec_, arguments.offsets.data, segments, keys);
    timer.done("check offsets");
    if (keys == 0 || segments == 0) return keys;
    auto const offsets = array_on<Space>(arguments.offsets);
    sorting::SegmentRange const all{element(exec_, offsets, 0), element(exec_, offsets, segments),
                                    segments};
    if (all.begin == all.end) return keys;
    sort_.run(offsets, {arguments.keys.data, arguments.numbers.data}, all,
              {arguments.kind, order_});
    exec_.fence("yoke::sort_segments");
    timer.done("sort");
    return keys;
  }

 private:
  Space exec_;
  SortOrder order_;
  SortReport* report_;
  typename sorting::SegmentedSortOn<Space, Word>::Type sort_;
};

}  // namespace yoke::detail
