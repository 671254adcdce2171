#pragma once

#include <cstddef>
#include <tuple>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/gather_strings_options.hpp"
#include "yoke/strings.hpp"

namespace yoke {

namespace detail::strings {

template <class Space, class Offset, class Index>
class GatherPlan : public Plan<GatherStrings<WordOf<Offset>, WordOf<Index>>, Space> {
  static_assert(is_index<Offset>, "yoke::gather_strings: offsets must be 32- or 64-bit integers");
  static_assert(is_index<Index>,
                "yoke::gather_strings: the permutation must be of 32- or 64-bit integers");
  using Capability = GatherStrings<WordOf<Offset>, WordOf<Index>>;
  using Base = Plan<Capability, Space>;
  using Arguments = typename Base::Arguments;

 public:
  GatherPlan(Space const& exec, GatherStringsOptions const& options) : Base(exec, {}, options) {}

  template <class Source, class Permutation, class Characters, class Offsets>
  std::size_t operator()(Source const& source, Permutation const& permutation,
                         Characters const& out_characters, Offsets const& out_offsets) {
    auto const bytes = as_bytes(source.characters);
    auto const out_bytes = as_bytes(out_characters);
    return this->call(Capability::name, {{}, {}, {}, {}, {}, largest_of<Offset>()}, {},
                      std::tuple(bind<&Arguments::characters>("characters", bytes),
                                 bind<&Arguments::offsets>("offsets", source.offsets),
                                 bind<&Arguments::permutation>("permutation", permutation),
                                 bind<&Arguments::out_characters>("out_characters", out_bytes),
                                 bind<&Arguments::out_offsets>("out_offsets", out_offsets)));
  }
};

}  // namespace detail::strings

/// Writes strings permutation(0), permutation(1), ... one after the other.
///
/// @param permutation  m numbers of strings: all strings in another order, or some of them, also
///   more than once.
/// @param out_characters  at least the number of characters of these strings. Elements behind them
///   do not change.
/// @param out_offsets  m + 1 offsets, of the width of strings.offsets, from 0 on.
///
/// Returns the number of characters written. Work O(m + characters). No memory beyond the
/// arguments.
///
/// Throws yoke::InvalidInput, which names the string, if offsets decrease or exceed the number of
/// characters. Throws it also, with the place, if an element of the permutation is no string's
/// number. Throws std::invalid_argument if sizes differ, out_characters is too small, an offset
/// would not fit its type, or an output overlaps another argument. All these are thrown before
/// anything is written.
template <detail::AnySpace Space, class Characters, class Offsets, detail::AnyView Permutation,
          detail::AnyView OutCharacters, detail::AnyView OutOffsets>
std::size_t gather_strings(Space const& exec, Strings<Characters, Offsets> const& strings,
                           Permutation const& permutation, OutCharacters const& out_characters,
                           OutOffsets const& out_offsets,
                           GatherStringsOptions const& options = {}) {
  using Plan = detail::strings::GatherPlan<Space, typename Offsets::non_const_value_type,
                                           typename Permutation::non_const_value_type>;
  return Plan(exec, options)(strings, permutation, out_characters, out_offsets);
}

}  // namespace yoke
