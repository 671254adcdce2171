#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "strings/text.hpp"
#include "strings/traits.hpp"
#include "yoke/detail/primitives/hash.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::strings {

// The part of a sample of strings, one of each stretch, whose first key another of them has: what
// is seen of ties. Offsets that have not been checked, and are malformed, count as empty strings.
template <class Arguments>
double tied_part(Arguments const& arguments) {
  std::uint64_t const size = arguments.permutation.size;
  auto const samples = std::min(size, std::clamp<std::uint64_t>(size / 1024, 4096, 1 << 17));
  Text const text{arguments.characters.data, arguments.characters.size,
                  Offsets::of(arguments.offsets.data)};
  std::vector<std::uint64_t> keys(samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    std::uint64_t const first = size * i / samples, end = size * (i + 1) / samples;
    std::uint64_t const string = first + hash(i) % (end - first);
    std::uint64_t const begin = text.offsets(string), stop = text.offsets(string + 1);
    bool const is_good = begin <= stop && stop <= text.size;
    keys[i] = make_key(text, {is_good ? begin : 0, is_good ? stop - begin : 0}, 0, most_bytes);
  }
  std::sort(keys.begin(), keys.end());
  std::size_t tied = 0;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    if (end - begin > 1) tied += end - begin;
  }
  return static_cast<double>(tied) / static_cast<double>(samples);
}

// From host memory, are all characters to go to the device, rather than the first keys alone? The
// sample is looked at where it decides. (Of 2^22 strings in families of 64, 6% of it have a
// relative in it; of random ones of up to 500 characters 0.2% tie, the empty ones.)
template <class Arguments>
bool characters_go_up(Arguments const& arguments, bool is_pageable, int threads) {
  using Traits = HybridStringTraits;
  auto const characters = static_cast<double>(arguments.characters.size),
             strings = static_cast<double>(arguments.permutation.size);
  auto const is_less_than_keys = [&](bool most_tie) {
    return characters <= strings * Traits::most_characters(is_pageable, most_tie, threads);
  };
  if (is_less_than_keys(false)) return true;
  return is_less_than_keys(true) && tied_part(arguments) > Traits::few_tied;
}

}  // namespace yoke::detail::strings
