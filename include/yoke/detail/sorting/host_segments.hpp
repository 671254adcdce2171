#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "yoke/detail/sorting/element_steps.hpp"
#include "yoke/detail/sorting/serial_sort.hpp"
#include "yoke/detail/sorting/unordered.hpp"

namespace yoke::detail::sorting {

// One thread of a host sorts a block of segments.
template <class Element, class Less, class Offsets>
struct SortSegmentsOfBlock {
  Offsets offsets;
  Element *elements, *other;
  std::uint8_t* labels;
  std::uint64_t segments, in_a_block;
  SerialSort<Element, Less> sort;
  std::uint64_t most;  // longer ones are only noted
  std::uint64_t *longer, *longer_ones;

  void operator()(std::uint64_t block) const {
    // Short segments do not take their workspace through the caches.
    constexpr std::size_t near_elements = 4096 / sizeof(Element);
    alignas(Element)
        std::array<std::byte, sizeof(Element) * std::max<std::size_t>(near_elements, 1)>
            workspace;
    auto* const near = reinterpret_cast<Element*>(workspace.data());
    std::uint64_t const first = block * in_a_block, last = std::min(first + in_a_block, segments);
    for (std::uint64_t s = first, begin = at(first); s < last; ++s) {
      std::uint64_t const end = at(s + 1), size = end - begin;
      if (size > most) {
        longer[Kokkos::atomic_fetch_add(longer_ones, std::uint64_t(1))] = s;
      } else if (size > 2) {
        sort.sort(elements + begin, size <= near_elements ? near : other + begin, labels + begin,
                  size, false);
      } else if (size == 2) {
        sort.sort_pair(elements + begin);
      } else if (size == 1) {
        sort.look_at(elements[begin]);
      }
      begin = end;
    }
  }

 private:
  std::uint64_t at(std::uint64_t i) const { return static_cast<std::uint64_t>(offsets(i)); }
};

template <class Space, class Element, class Less, class Offsets>
class HostSegments final : public SegmentSteps<Space> {
 public:
  HostSegments(Offsets const& offsets, Less const& less, UnorderedMark mark)
      : offsets_(offsets), sort_(less, mark) {}

  std::uint64_t size() const override { return offsets_.extent(0) - 1; }
  std::uint64_t begin(std::uint64_t segment) const override {
    return static_cast<std::uint64_t>(offsets_(segment));
  }

  void sort(Space const& exec, void* elements, void* other, std::uint8_t* labels,
            std::uint64_t most, std::uint64_t* longer, std::uint64_t* longer_ones) const override {
    auto const in_a_block = std::clamp<std::uint64_t>(
        size() / (256 * static_cast<std::uint64_t>(exec.concurrency())), 1, 256);
    Kokkos::parallel_for(
        "yoke::sort::segments",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::uint64_t>,
                            Kokkos::Schedule<Kokkos::Dynamic>>(
            exec, 0, (size() + in_a_block - 1) / in_a_block, Kokkos::ChunkSize(1)),
        SortSegmentsOfBlock<Element, Less, Offsets>{offsets_, static_cast<Element*>(elements),
                                                    static_cast<Element*>(other), labels, size(),
                                                    in_a_block, sort_, most, longer, longer_ones});
  }

 private:
  Offsets offsets_;
  SerialSort<Element, Less> sort_;
};

}  // namespace yoke::detail::sorting
