#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/kept_buffer.hpp"
#include "yoke/gather_strings.hpp"
#include "yoke/mpi/detail/numbering.hpp"
#include "yoke/mpi/detail/plan.hpp"
#include "yoke/mpi/detail/string_order.hpp"
#include "yoke/sort_strings.hpp"

namespace yoke {

/// The order of strings of which each rank has some, with characters of its own:
/// yoke::sort_strings(cluster, strings, permutation) makes one of these. Each rank gets as many
/// numbers as it has strings: its part of the permutation of all strings, which are numbered
/// through the ranks; the same for any number of ranks.
///
/// Each rank sorts its strings and gathers them in that order. Where the ranks' parts begin is
/// found exactly, as for keys by a comparator, with strings in place of keys. Strings then go to
/// their rank, with their numbers, and the sorted pieces that come are merged in pairs.
///
/// Sends the characters of each string that changes ranks once, 8 bytes and its number; and in each
/// of log_16 of the largest part's strings rounds 15 strings to each other rank for each cut.
/// Memory beyond that of yoke::sort_strings: the rank's characters, those that come, and for each
/// string 80 bytes and an offset, and 4 times a number.
///
/// Throws, on all ranks, what the plan of one space throws on any of them; strings are numbered as
/// that rank numbers them.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991.
template <class Space, class Offset, class Index>
class SortStringsPlan<Distributed<Space>, Offset, Index> {
  using Memory = typename Space::memory_space;
  static constexpr char const* name = "yoke::sort_strings";

 public:
  /// For up to `capacity` strings on this rank.
  SortStringsPlan(Distributed<Space> const& cluster, std::size_t capacity,
                  SortStringsOptions const& options = {})
      : plan_(
            cluster,
            detail::mpi::Call::plan(name, types())
                .same("options.algorithm", options.algorithm, {"automatic", "sequential", "radix"})
                .same("options.order", options.order, detail::mpi::order_names)
                .same("options.look_ahead", options.look_ahead),
            options, capacity),
        is_descending_(options.order == SortOrder::descending) {}

  /// Sorts as yoke::sort_strings does. Throws std::invalid_argument, on all ranks, where Index
  /// cannot number the strings of all ranks.
  template <class Characters, class Offsets, class Permutation>
  void operator()(Strings<Characters, Offsets> const& strings, Permutation const& permutation) {
    static_assert(detail::is_accessible<Space, typename Characters::memory_space>() &&
                      detail::is_accessible<Space, typename Offsets::memory_space>() &&
                      detail::is_accessible<Space, typename Permutation::memory_space>(),
                  "yoke::sort_strings: on several ranks arguments lie where the space works");
    auto& ranks = plan_.network();
    detail::Ledger::Opened const opened(plan_.ledger());
    ranks.begin_call(detail::mpi::Call::run(name, types()),
                     [&] { plan_.own()(strings, permutation); });
    auto const sizes = ranks.gather(strings.size());
    std::uint64_t begin = 0, all = 0;
    for (std::size_t r = 0; r < sizes.size(); ++r) {
      if (r == static_cast<std::size_t>(ranks.rank())) begin = all;
      all += sizes[r];
    }
    detail::check_index_holds<Index>(name, "permutation", all);  // the same on all ranks
    if (ranks.ranks() == 1) return;
    detail::mpi::agreed(ranks, [&] { gather(ranks.exec(), strings, permutation, begin); });
    order_.run(ranks, characters_, offsets_, numbers_, sizes, is_descending_, permutation);
  }

  /// What the plan holds beyond the caller's arrays.
  std::size_t workspace_bytes() const { return plan_.workspace_bytes(); }

 private:
  static std::string types() { return detail::mpi::types_text<Offset, Index>(); }

  // This rank's strings in their order, and their numbers.
  template <class Characters, class Offsets, class Permutation>
  void gather(Space const& exec, Strings<Characters, Offsets> const& strings,
              Permutation const& permutation, std::uint64_t begin) {
    using detail::strings::Byte;
    std::size_t const size = strings.size();
    std::uint64_t const total =
        size == 0 ? 0 : at(exec, strings.offsets, size) - at(exec, strings.offsets, 0);
    auto const characters =
        characters_room_.template room<Byte, Memory>(exec, "yoke::mpi::strings", total);
    auto const offsets =
        offsets_room_.template room<Offset, Memory>(exec, "yoke::mpi::offsets", size + 1);
    auto const numbers =
        numbers_room_.template room<Index, Memory>(exec, "yoke::mpi::numbers", size);
    gather_strings(exec, strings, permutation, characters, offsets);
    Kokkos::parallel_for(
        "yoke::mpi::sort_strings::shift", detail::WideRange<Space>(exec, 0, size),
        detail::mpi::ShiftNumbers<Permutation, Index>{permutation, begin, numbers.data()});
    exec.fence("yoke::mpi::sort_strings: gathered");
    characters_ = characters.data();
    offsets_ = offsets.data();
    numbers_ = numbers.data();
  }

  template <class Offsets>
  static std::uint64_t at(Space const& exec, Offsets const& offsets, std::size_t i) {
    typename Offsets::non_const_value_type value = 0;
    Kokkos::deep_copy(exec, value, Kokkos::subview(offsets, i));
    exec.fence("yoke::mpi::sort_strings: offset");
    return static_cast<std::uint64_t>(value);
  }

  detail::mpi::RankPlan<Space, SortStringsPlan<Space, Offset, Index>> plan_;
  detail::mpi::StringOrder<Space, Offset, Index> order_;
  bool is_descending_;
  detail::strings::Byte* characters_ = nullptr;
  Offset* offsets_ = nullptr;
  Index* numbers_ = nullptr;
  detail::KeptBuffer characters_room_, offsets_room_, numbers_room_;
};

}  // namespace yoke
