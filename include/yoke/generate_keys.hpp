#pragma once

#include <Kokkos_Core.hpp>
#include <type_traits>

#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/make_key.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/key_shape.hpp"
#include "yoke/random.hpp"

namespace yoke {

/// Fills `keys` with keys of the given shape.
///
/// @param keys  n elements: integers of 8 to 64 bits, float or double. For integers "every key" is
///   each of the type's values. For floating-point numbers it is each multiple of 2^-24 or 2^-53
///   from 0 to below 1. "Numbers" are small integers in any type.
/// @param random  draws the keys, in place of the shape's seed: any RandomGenerator whose engines
///   run in `exec`'s kernels. With Philox(seed) the keys are those of the seed. If a generator's
///   words can be had by number, most distributions take the words of one stream. With other
///   generators each key, or each block of randomised duplicates, has streams of its own. Kernels
///   for generators other than Philox are compiled in the caller's file.
///
/// Reproducible: a key is a function of the shape, the generator, n and its index. It has the same
/// bits on every space and for every number of threads. Work O(n), for randomised duplicates
/// O(n * shape.runs). No memory. A strided View is filled through a copy. Throws
/// std::invalid_argument if a field of the shape is out of its range.
template <detail::AnySpace Space, detail::AnyView Keys, RandomGenerator Generator>
void generate_keys(Space const& exec, Keys const& keys, KeyShape const& shape,
                   Generator const& random) {
  using Key = typename Keys::value_type;
  static_assert(detail::check_instantiated<Space>());
  static_assert(detail::sorting::is_sort_key<Key>,
                "yoke::generate_keys: keys must be integers of 8 to 64 bits, float or double, and "
                "not const");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Keys::memory_space>::accessible,
                "yoke::generate_keys: the execution space cannot access the keys");
  using Word = detail::sorting::GeneratedWord<Key>;
  auto const words = detail::sorting::words_of<Word>(keys);
  detail::StridedCopy copy;
  auto const array = copy.array<Word>(exec, words);
  if constexpr (std::is_same_v<Generator, Philox>) {
    detail::sorting::generate_keys(exec, array, detail::sorting::kind_of<Key>, shape, random);
  } else {
    detail::sorting::make_keys(exec, array, detail::sorting::kind_of<Key>, shape, random);
  }
  copy.write_back(exec, words);
}

/// The same with Philox of the shape's seed.
template <detail::AnySpace Space, detail::AnyView Keys>
void generate_keys(Space const& exec, Keys const& keys, KeyShape const& shape = {}) {
  generate_keys(exec, keys, shape, Philox(shape.seed));
}

}  // namespace yoke
