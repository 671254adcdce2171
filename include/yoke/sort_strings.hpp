#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/sort_strings_options.hpp"
#include "yoke/strings.hpp"

namespace yoke {

/// The workspace for sorting up to `capacity` strings, of any length, so that repeated calls
/// allocate nothing. Executor is a Kokkos execution space or a yoke::Hybrid; Offset and Index are
/// the value types of the offsets and of the permutation: 32- or 64-bit integers, signed or not.
///
/// The instance that the plan was made with is the one that its calls run on. A Hybrid must outlive
/// its plans, and stay where it is. A plan may be used by one thread at a time.
template <class Executor, class Offset, class Index>
class SortStringsPlan
    : public detail::Plan<
          detail::strings::SortStrings<detail::WordOf<Offset>, detail::WordOf<Index>>, Executor> {
  static_assert(detail::is_index<Offset>,
                "yoke::sort_strings: offsets must be 32- or 64-bit integers");
  static_assert(detail::is_index<Index>,
                "yoke::sort_strings: the permutation must be of 32- or 64-bit integers");
  using Capability = detail::strings::SortStrings<detail::WordOf<Offset>, detail::WordOf<Index>>;
  using Base = detail::Plan<Capability, Executor>;
  using Arguments = typename Base::Arguments;

 public:
  /// Throws std::invalid_argument where an option is out of its range or where Index cannot number
  /// so many strings.
  SortStringsPlan(Executor const& executor, std::size_t capacity,
                  SortStringsOptions const& options = {})
      : Base(executor,
             {detail::checked_count<Index>(Capability::name, "permutation",
                                           detail::checked_capacity(Capability::name, capacity))},
             options) {}
  template <detail::TemporaryHybrid Temporary>
  SortStringsPlan(Temporary&& gone_too_soon, std::size_t, SortStringsOptions const& = {}) = delete;

  /// Sorts as yoke::sort_strings does. Throws std::invalid_argument where there are more strings
  /// than the capacity.
  template <class Characters, class Offsets, class Permutation>
  void operator()(Strings<Characters, Offsets> const& strings, Permutation const& permutation) {
    auto const bytes = detail::strings::as_bytes(strings.characters);
    this->call(Capability::name, {{}, {}, {}, detail::strings::largest_of<Offset>()}, {},
               std::tuple(detail::bind<&Arguments::characters>("characters", bytes),
                          detail::bind<&Arguments::offsets>("offsets", strings.offsets),
                          detail::bind<&Arguments::permutation>("permutation", permutation)));
  }
};

/// The order of strings that stay where they are: strings permutation(0), permutation(1), ... do
/// not fall, by their bytes as unsigned numbers, then by length; equal ones are in the order of
/// their indices.
///
/// @param permutation  as many 32- or 64-bit integers as there are strings, all written.
///
/// Deterministic: the result depends on the input alone. Work O(n + the characters that tell
/// strings apart): a prefix that all strings which tie have in common is read once, whatever its
/// length, and not sorted by; but on a host up to 8192 strings that tie are compared with each
/// other from there, by one thread. Memory beyond the arguments, in bytes a string: 52 with a
/// 32-bit permutation, 68 with a 64-bit one; a look-ahead takes up to 24 more, of 4 with a 32-bit
/// permutation up to 16; and for each of a host's threads 1/120 of 16 or 24 bytes a string and 1
/// MiB.
/// With both sides of a Hybrid it takes that on each, an index on the device, and 12 or 16 in
/// pinned memory. From long strings in host memory that rarely tie, then, 8 bytes a string go up
/// and not the characters.
///
/// Throws yoke::InvalidInput, naming the string, where offsets fall or leave the characters: before
/// anything is read by them. Throws std::invalid_argument where sizes differ, where the permutation
/// overlaps anything, where its type cannot number the strings, where the algorithm cannot run on
/// the executor, or where options.look_ahead is not 0, 4 or 8.
///
/// Sources: Banerjee's thesis, section 4.3 (a few characters beside the index, look-ahead);
/// Deshpande, Narayanan 2013 (radix sorts by growing prefixes, singletons leave).
template <class Executor, class Characters, class Offsets, detail::AnyView Permutation>
void sort_strings(Executor const& executor, Strings<Characters, Offsets> const& strings,
                  Permutation const& permutation, SortStringsOptions const& options = {}) {
  using Plan = SortStringsPlan<Executor, typename Offsets::non_const_value_type,
                               typename Permutation::non_const_value_type>;
  Plan(executor, strings.size(), options)(strings, permutation);
}

}  // namespace yoke
