#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "yoke/detail/frame/memory.hpp"
#include "yoke/detail/kokkos_ext/relaxed.hpp"
#include "yoke/errors.hpp"

// What a sort sees, by the way, of a comparator that is no strict weak order.
namespace yoke::detail::sorting {

// What kernels on either side set when they see it; null: nobody asks. Several may.
using UnorderedMark = std::uint32_t*;

KOKKOS_INLINE_FUNCTION void mark_unordered(UnorderedMark mark) {
  if (mark != nullptr) relaxed_store(mark, 1);
}

// No key comes before itself: of a few, by a team.
template <class Member, class Element, class Less>
KOKKOS_FUNCTION void look_at_few(Member const& member, Element const* elements, std::uint64_t size,
                                 Less const& less, UnorderedMark mark) {
  constexpr std::uint64_t few = 64;
  Kokkos::parallel_for(Kokkos::TeamThreadRange(member, size < few ? size : few),
                       [&](std::uint64_t i) {
                         if (less(elements[i], elements[i])) mark_unordered(mark);
                       });
}

// The first fault of a sorted result: 2 i where element i comes before the one that it stands
// behind, 2 i + 1 where it comes before itself.
template <class Columns, class Comparator>
struct FindUnordered {
  Columns columns;
  Comparator comparator;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& first) const {
    std::uint64_t fault = ~std::uint64_t(0);
    if (comparator(columns.sorted_key(i), columns.sorted_key(i))) fault = 2 * i + 1;
    if (i > 0 && comparator(columns.sorted_key(i), columns.sorted_key(i - 1))) fault = 2 * i;
    if (fault < first) first = fault;
  }
};

// Throws InvalidInput naming two elements of a sorted result that the comparator contradicts.
template <class Space, class Columns, class Comparator>
void validate_order(std::string const& caller, Space const& exec, Columns const& columns,
                    std::uint64_t size, Comparator const& comparator) {
  std::uint64_t fault = ~std::uint64_t(0);
  Kokkos::parallel_reduce("yoke::sort::validate", WideRange<Space>(exec, 0, size),
                          FindUnordered<Columns, Comparator>{columns, comparator},
                          Kokkos::Min<std::uint64_t>(fault));
  exec.fence("yoke::sort: validated");
  if (fault == ~std::uint64_t(0)) return;
  std::uint64_t const i = fault / 2;
  std::string const other = fault % 2 == 1 ? "itself" : "element " + std::to_string(i - 1);
  throw InvalidInput(caller + ": the comparator is no strict weak order: element " +
                         std::to_string(i) + " of the result comes before " + other,
                     i);
}

// A mark that lies where both sides reach it.
class UnorderedSeen {
 public:
  // A plan's, whose ledger is open.
  UnorderedSeen()
      : mark_(Kokkos::view_alloc(Kokkos::WithoutInitializing, std::string("yoke::sort::unordered")),
              1) {}

  UnorderedMark mark() const { return mark_.data(); }
  // For a call to come.
  UnorderedMark clear() const {
    *mark_.data() = 0;
    return mark_.data();
  }
  // Throws where the call saw it.
  void check(std::string const& caller) const {
    if (*mark_.data() == 0) return;
    throw std::invalid_argument(
        caller +
        ": the comparator is no strict weak order of these keys (no key may come before itself, as "
        "by <=): they are in some order now. options.validate names two of them");
  }

 private:
  Buffer<Kokkos::SharedHostPinnedSpace, std::uint32_t> mark_;
};

}  // namespace yoke::detail::sorting
