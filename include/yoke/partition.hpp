#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "yoke/counted.hpp"
#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::sorting {

// The compiled halves of yoke::label_by_splitters and yoke::partition. Both fence. The arrays lie
// where Space can access them, and their sizes fit each other.
template <class Space, class Word>
void label_by_splitters(Space const& exec, RawArray<Word const> values,
                        RawArray<Word const> splitters, KeyKind kind,
                        RawArray<std::uint32_t> labels);
template <class Space, class Word>
void partition(Space const& exec, RawArray<Word const> values, RawArray<std::uint32_t const> labels,
               std::size_t bins, RawArray<Word> out, RawArray<std::uint64_t> offsets);

}  // namespace yoke::detail::sorting

namespace yoke {

namespace detail::sorting {

template <class Space, class... Views>
constexpr void check_partition_types() {
  static_assert(check_instantiated<Space>());
  static_assert(((Views::rank == 1) && ...), "yoke: arguments must be one-dimensional Views");
  static_assert(
      (Kokkos::SpaceAccessibility<Space, typename Views::memory_space>::accessible && ...),
      "yoke: the execution space cannot access the memory of an argument");
}
template <class Labels>
inline constexpr bool are_labels = std::is_integral_v<typename Labels::value_type> &&
                                   sizeof(typename Labels::value_type) == 4;

}  // namespace detail::sorting

/// The first phase of a sample sort: labels(i) is the number of splitters that belong before
/// values(i). Equal values have one label, and labels ascend with the values.
///
/// @param values  n elements: 32- or 64-bit integers, float or double, in the order of yoke::sort:
///   every NaN last
/// @param splitters  k splitters, ascending, of the values' type, without a NaN
/// @param labels  n 32-bit integers, all written, from 0 to k
///
/// Work O(n log k), without branches; memory up to 4 elements per splitter. Strided Views are
/// copied. Throws std::invalid_argument if sizes differ, or if labels overlap the others or are too
/// narrow. Throws yoke::InvalidInput, which names the place, if splitters decrease or are NaN.
///
/// Source: Banerjee's thesis, Algorithm 2.
template <detail::AnySpace Space, detail::AnyView Values, detail::AnyView Splitters,
          detail::AnyView Labels>
void label_by_splitters(Space const& exec, Values const& values, Splitters const& splitters,
                        Labels const& labels) {
  using Key = typename Values::non_const_value_type;
  using Word = detail::sorting::WordFor<Key>;
  detail::sorting::check_partition_types<Space, Values, Splitters, Labels>();
  static_assert(
      detail::sorting::is_key<Key> && std::is_same_v<typename Splitters::non_const_value_type, Key>,
      "yoke::label_by_splitters: values and splitters must be of one type, an integer or "
      "floating-point type of 32 or 64 bits");
  static_assert(
      detail::sorting::are_labels<Labels> && !std::is_const_v<typename Labels::value_type>,
      "yoke::label_by_splitters: labels must be 32-bit integers, and not const");
  constexpr char const* caller = "yoke::label_by_splitters";
  detail::check_same_size(caller, "values", values.extent(0), "labels", labels.extent(0));
  detail::check_index_holds<typename Labels::value_type>(caller, "labels", splitters.extent(0));
  detail::check_apart(
      caller, {detail::bytes_of("labels", labels)},
      {detail::bytes_of("values", values), detail::bytes_of("splitters", splitters)});
  detail::StridedCopy values_in, splitters_in, labels_out;
  auto const label_words = detail::sorting::as_words(labels);
  detail::sorting::label_by_splitters<Space, Word>(
      exec, values_in.array<Word const>(exec, detail::sorting::as_words(values)),
      splitters_in.array<Word const>(exec, detail::sorting::as_words(splitters)),
      detail::sorting::kind_of<Key>, labels_out.array<std::uint32_t>(exec, label_words));
  labels_out.write_back(exec, label_words);
}

/// The second and the third phase: elements are grouped by label, and keep their order within a
/// group. Group b is out(offsets(b)), ..., out(offsets(b + 1) - 1).
///
/// @param values  n elements of 4 or 8 bytes. Give the places of the elements, 0 to n - 1, to get
///   the permutation that moves other arrays with them.
/// @param labels  n 32-bit integers from 0 to bins - 1
/// @param bins  number of groups; some may be empty
/// @param out  n elements of the values' type, all written
/// @param offsets  bins + 1 64-bit integers, all written
///
/// Deterministic. Work O(n log bins / log 256) on a host, for any labels; memory 4 words of the
/// index per element. Strided Views are copied. Throws std::invalid_argument if sizes do not fit
/// each other, or if an output overlaps another argument. Throws yoke::InvalidInput, which names
/// the element, if a label is not below `bins`; out and offsets are then unspecified.
///
/// Source: Banerjee's thesis, Algorithms 3 and 4.
template <detail::AnySpace Space, detail::AnyView Values, detail::AnyView Labels,
          detail::AnyView Out, detail::AnyView Offsets>
void partition(Space const& exec, Values const& values, Labels const& labels, std::size_t bins,
               Out const& out, Offsets const& offsets) {
  using Value = typename Values::non_const_value_type;
  detail::sorting::check_partition_types<Space, Values, Labels, Out, Offsets>();
  static_assert(
      detail::sorting::has_word<Value> && std::is_same_v<typename Out::value_type, Value>,
      "yoke::partition: values and out must be of one type, trivially copyable, of 4 or 8 "
      "bytes and aligned to them, and out not const");
  static_assert(detail::sorting::are_labels<Labels>,
                "yoke::partition: labels must be 32-bit integers");
  static_assert(std::is_integral_v<typename Offsets::value_type> &&
                    sizeof(typename Offsets::value_type) == 8 &&
                    !std::is_const_v<typename Offsets::value_type>,
                "yoke::partition: offsets must be 64-bit integers, and not const");
  using Word = detail::sorting::WordFor<Value>;
  constexpr char const* caller = "yoke::partition";
  detail::check_same_size(caller, "values", values.extent(0), "labels", labels.extent(0));
  detail::check_same_size(caller, "values", values.extent(0), "out", out.extent(0));
  if (bins == 0 || offsets.extent(0) == 0 || offsets.extent(0) - 1 != bins) {
    throw std::invalid_argument(std::string(caller) + ": bins is " + std::to_string(bins) +
                                " and offsets has " + show_count(offsets.extent(0), "element") +
                                "; there must be a bin, and one offset more than bins");
  }
  detail::check_apart(caller, {detail::bytes_of("out", out), detail::bytes_of("offsets", offsets)},
                      {detail::bytes_of("values", values), detail::bytes_of("labels", labels)});
  detail::StridedCopy values_in, labels_in, values_out, offsets_out;
  auto const out_words = detail::sorting::as_words(out);
  auto const offset_words = detail::sorting::as_words(offsets);
  detail::sorting::partition<Space, Word>(
      exec, values_in.array<Word const>(exec, detail::sorting::as_words(values)),
      labels_in.array<std::uint32_t const>(exec, detail::sorting::as_words(labels)), bins,
      values_out.array<Word>(exec, out_words),
      offsets_out.array<std::uint64_t>(exec, offset_words));
  values_out.write_back(exec, out_words);
  offsets_out.write_back(exec, offset_words);
}

}  // namespace yoke
