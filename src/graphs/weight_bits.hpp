#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "primitives/findings.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::graphs {

// Weights by their bits: what checks are compiled for, once for each width.
template <class Space, class Word>
struct WeightBits {
  Array<Space, Word const> words;
  bool is_floating;

  // Without its sign.
  KOKKOS_FUNCTION Word magnitude(std::uint64_t i) const { return static_cast<Word>(words(i) << 1); }
  KOKKOS_FUNCTION bool is_nan(std::uint64_t i) const {
    constexpr Word infinity = static_cast<Word>(
        sizeof(Word) == 4 ? std::uint64_t(0xff000000) : std::uint64_t(0xffe0000000000000));
    return is_floating && magnitude(i) > infinity;
  }
  // The same of equal numbers: of both zeros too.
  KOKKOS_FUNCTION std::uint64_t of_number(std::uint64_t i) const {
    return is_floating && magnitude(i) == 0 ? 0 : words(i);
  }
};

template <class Weight>
using WeightWord = std::conditional_t<sizeof(Weight) == 4, std::uint32_t, std::uint64_t>;

template <class Space, class Weight>
WeightBits<Space, WeightWord<Weight>> bits_of(Weight const* weights, std::uint64_t size) {
  using Word = WeightWord<Weight>;
  return {Array<Space, Word const>(reinterpret_cast<Word const*>(weights), size),
          std::is_floating_point_v<Weight>};
}
template <class Space, class Weight>
WeightBits<Space, WeightWord<Weight>> bits_of(RawArray<Weight const> weights) {
  return bits_of<Space>(weights.data, weights.size);
}

template <class Space, class Word>
struct FirstNan {
  WeightBits<Space, Word> weights;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    if (weights.is_nan(i) && i < first) first = i;
  }
};

// The place of the first NaN, or nothing_found.
template <class Space, class Word>
std::uint64_t find_nan(Space const& exec, WeightBits<Space, Word> const& weights) {
  if (!weights.is_floating) return nothing_found;
  return smallest("yoke::graph::find_nan", exec, weights.words.extent(0),
                  FirstNan<Space, Word>{weights});
}

}  // namespace yoke::detail::graphs
