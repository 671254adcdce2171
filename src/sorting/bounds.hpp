#pragma once

#include <cstdint>
#include <string>

#include "frame/raw_arrays.hpp"
#include "primitives/findings.hpp"
#include "sorting/element.hpp"
#include "sorting/show_key.hpp"
#include "yoke/errors.hpp"

namespace yoke::detail::sorting {

template <class Word>
struct FirstWrongBound {
  Word const* bounds;
  KeyOrder<Word> order;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& smallest) const {
    if (i >= smallest) return;
    bool const is_nan = order.is_floating() && order.is_nan(bounds[i]);
    if (is_nan || (i > 0 && order.rank(bounds[i]) < order.rank(bounds[i - 1]))) smallest = i;
  }
};

// Throws InvalidInput, naming the place, where bounds ("bound") fall or are NaN.
template <class Space, class Word>
void check_bounds(Space const& exec, std::string const& caller, std::string const& what,
                  RawArray<Word const> bounds, KeyKind kind) {
  KeyOrder<Word> const order(kind, SortOrder::ascending);
  std::uint64_t const wrong =
      smallest("yoke::check_bounds", exec, bounds.size, FirstWrongBound<Word>{bounds.data, order});
  if (wrong == nothing_found) return;
  auto const show = [&](std::uint64_t i) {
    return show_key(element(exec, array_on<Space>(bounds), i), kind);
  };
  std::string message = caller + ": " + what + " " + std::to_string(wrong) + " is " + show(wrong);
  if (wrong > 0) message += ", and the " + what + " before it is " + show(wrong - 1);
  throw InvalidInput(message + "; " + what + "s must ascend", wrong);
}

template <class Word>
struct RankOfBound {
  Word const* bounds;
  KeyOrder<Word> order;
  KOKKOS_FUNCTION Word operator()(std::uint64_t i) const { return order.rank(bounds[i]); }
};

}  // namespace yoke::detail::sorting
