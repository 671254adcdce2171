#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/make_key.hpp"
#include "yoke/detail/sorting/wide_keys.hpp"
#include "yoke/detail/views.hpp"

namespace yoke::detail::sorting {

// Where the counts of runs go: to words of 32 or of 64 bits, or nowhere.
struct RunCounts {
  std::uint32_t* narrow = nullptr;
  std::uint64_t* wide = nullptr;
};

// The compiled half of yoke::unique. Fences. The arrays lie where Space can access them.
template <class Space, class Word>
std::size_t unique(Space const& exec, RawArray<Word const> keys, KeyKind kind,
                   RawArray<Word> unique_keys, RunCounts const& counts);

template <class Space, class Keys, class Unique>
constexpr void check_unique_types() {
  using Key = typename Keys::non_const_value_type;
  static_assert(check_instantiated<Space>());
  static_assert(Keys::rank == 1 && Unique::rank == 1,
                "yoke::unique: keys and unique_keys must be one-dimensional Views");
  static_assert(is_sort_key<Key>,
                "yoke::unique: keys must be integers of 8 to 64 bits, float or double");
  static_assert(std::is_same_v<typename Unique::value_type, Key>,
                "yoke::unique: unique_keys must be of the keys' type, and not const");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Keys::memory_space>::accessible &&
                    Kokkos::SpaceAccessibility<Space, typename Unique::memory_space>::accessible,
                "yoke::unique: the execution space cannot access the memory of an argument");
}

// The rest of a call whose counts are known.
template <class Space, class Keys, class Unique>
std::size_t unique_of_views(Space const& exec, Keys const& keys, Unique const& unique_keys,
                            RunCounts const& counts) {
  using Key = typename Keys::non_const_value_type;
  using Word = GeneratedWord<Key>;
  auto const unique_words = words_of<Word>(unique_keys);
  StridedCopy keys_in, unique_out;
  // Elements behind the last run stay, in a strided View too.
  std::size_t const runs =
      unique<Space, Word>(exec, keys_in.array<Word const>(exec, words_of<Word>(keys)), kind_of<Key>,
                          unique_out.array<Word, true>(exec, unique_words), counts);
  unique_out.write_back(exec, unique_words);
  return runs;
}

}  // namespace yoke::detail::sorting

namespace yoke {

/// The key of each run of equal keys. If keys are sorted, these are the different keys.
///
/// @param keys  n elements of a type that yoke::sort sorts, in any order. They stay.
/// @param unique_keys  elements of the keys' type, one for each run or more. Those after the last
///   run do not change.
/// @return the number of runs
///
/// Keys are equal as in yoke::sort: -0 equals +0, and every NaN equals every NaN. A run of zeros is
/// written as +0, and one of NaNs as a quiet NaN.
///
/// Deterministic. Work O(n). Memory: on a host 32 bytes for each 16384 keys; on CUDA the memory
/// that CUB asks for. Strided Views are copied.
///
/// Throws std::invalid_argument, with the number of runs, if unique_keys is too short for them. Its
/// elements are then unspecified. Throws std::invalid_argument if arguments overlap.
template <detail::AnySpace Space, detail::AnyView Keys, detail::AnyView Unique>
std::size_t unique(Space const& exec, Keys const& keys, Unique const& unique_keys) {
  detail::sorting::check_unique_types<Space, Keys, Unique>();
  detail::check_apart("yoke::unique", {detail::bytes_of("unique_keys", unique_keys)},
                      {detail::bytes_of("keys", keys)});
  return detail::sorting::unique_of_views(exec, keys, unique_keys, {});
}

/// The same, with the length of each run: counts(r) keys equal unique_keys(r). If keys are sorted,
/// counts(r) is how often this key occurs.
///
/// @param counts  32- or 64-bit integers, one for each element of unique_keys
///
/// Throws std::invalid_argument also if sizes differ, or if the counts' type cannot hold n.
template <detail::AnySpace Space, detail::AnyView Keys, detail::AnyView Unique,
          detail::AnyView Counts>
std::size_t unique(Space const& exec, Keys const& keys, Unique const& unique_keys,
                   Counts const& counts) {
  using Count = typename Counts::value_type;
  detail::sorting::check_unique_types<Space, Keys, Unique>();
  static_assert(
      Counts::rank == 1 && detail::is_index<Count> && !std::is_const_v<Count>,
      "yoke::unique: counts must have one dimension and 32- or 64-bit integers, not const");
  static_assert(Kokkos::SpaceAccessibility<Space, typename Counts::memory_space>::accessible,
                "yoke::unique: the execution space cannot access the memory of the counts");
  constexpr char const* caller = "yoke::unique";
  detail::check_same_size(caller, "unique_keys", unique_keys.extent(0), "counts", counts.extent(0));
  detail::check_index_holds<Count>(caller, "counts", keys.extent(0));
  detail::check_apart(
      caller, {detail::bytes_of("unique_keys", unique_keys), detail::bytes_of("counts", counts)},
      {detail::bytes_of("keys", keys)});
  using Word = detail::WordOf<Count>;
  auto const count_words = detail::sorting::words_of<Word>(counts);
  detail::StridedCopy counts_out;
  auto const array = counts_out.array<Word, true>(exec, count_words);
  detail::sorting::RunCounts run_counts;
  if constexpr (sizeof(Count) == 4) {
    run_counts.narrow = array.data;
  } else {
    run_counts.wide = array.data;
  }
  std::size_t const runs = detail::sorting::unique_of_views(exec, keys, unique_keys, run_counts);
  counts_out.write_back(exec, count_words);
  return runs;
}

}  // namespace yoke
