#pragma once

#include <cstddef>
#include <tuple>

#include "yoke/detail/frame/capability.hpp"

// What of a capability the compiled half of the frame asks for.
namespace yoke::detail {

// Are its arguments copied while its solvers work on them?
template <class Capability>
concept CopiesInRanges = requires {
  Capability::arrives;
  Capability::leaves;
};

template <class Capability>
constexpr auto const& entry_of(typename Capability::Algorithm algorithm) {
  return Capability::algorithms[static_cast<std::size_t>(algorithm)];
}

// Is there nothing to do?
template <class Capability>
bool is_empty(typename Capability::Arguments const& arguments) {
  if constexpr (requires { Capability::is_empty(arguments); }) {
    return Capability::is_empty(arguments);
  } else {
    return std::get<0>(Capability::Arguments::arrays(arguments)).size == 0;
  }
}

// Throws where a plan of any capability cannot be made with such options.
template <class Capability>
void check_options(typename Capability::Options const& options) {
  if constexpr (HasAlgorithms<Capability>) {
    check_choice(Capability::name, "options.algorithm", options.algorithm,
                 Capability::algorithms.back().algorithm);
  }
  if constexpr (requires { Capability::check_options(options); }) {
    Capability::check_options(options);
  }
}

}  // namespace yoke::detail
