#include "frame/raw_arrays.hpp"
#include "yoke/validate_sort_strings.hpp"

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <string>

#include "strings/check.hpp"
#include "yoke/detail/checks.hpp"

namespace yoke::detail::strings {
namespace {

// Byte by byte: nothing of what sorts.
template <class Index>
struct IsMisplaced {
  Text text;
  Index const* permutation;
  std::uint64_t size;
  bool is_descending;

  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const {
    Index const here = permutation[i];
    if (here >= size) return true;
    if (i == 0) return false;
    Index const before = permutation[i - 1];
    if (before >= size) return true;
    auto const one = text[before], other = text[here];
    std::uint64_t k = 0;
    while (k < one.length && k < other.length &&
           text.characters[one.begin + k] == text.characters[other.begin + k]) {
      ++k;
    }
    if (k == one.length && k == other.length) return here <= before;
    bool const falls = k == other.length || (k < one.length && text.characters[other.begin + k] <
                                                                   text.characters[one.begin + k]);
    return falls != is_descending;
  }
};

}  // namespace

template <class Space, class Offset, class Index>
void validate_sort_strings(Space const& exec, OrderToCheck<Offset, Index> const& arguments,
                           SortOrder order) {
  std::string const caller = "yoke::validate_sort_strings";
  check_choice(caller, "order", order, SortOrder::descending);
  Kokkos::Profiling::ScopedRegion const region(caller);
  Text const text = checked_text(caller.c_str(), exec, arguments);
  std::uint64_t const size = arguments.permutation.size;
  std::uint64_t const wrong = first_node(
      exec, size,
      IsMisplaced<Index>{text, arguments.permutation.data, size, order == SortOrder::descending});
  if (wrong == size) return;
  auto const index = element(exec, array_on<Space>(arguments.permutation), wrong);
  throw InvalidInput(caller + ": string " + std::to_string(index) + ", at place " +
                         std::to_string(wrong) +
                         ", does not belong behind the one before, or is none",
                     wrong);
}

#define YOKE_INSTANTIATE_FOR(Space, Offset, Index) \
  template void validate_sort_strings(Space const&, OrderToCheck<Offset, Index> const&, SortOrder);
#define YOKE_INSTANTIATE(Space)                             \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint32_t, std::uint64_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t, std::uint32_t) \
  YOKE_INSTANTIATE_FOR(Space, std::uint64_t, std::uint64_t)
YOKE_FOR_EACH_SPACE(YOKE_INSTANTIATE)

}  // namespace yoke::detail::strings
