#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "yoke/detail/frame/plan.hpp"
#include "yoke/detail/sorting/capability.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/errors.hpp"
#include "yoke/gather_strings.hpp"
#include "yoke/sort_strings_options.hpp"
#include "yoke/strings.hpp"

namespace yoke {

/// The workspace to sort up to `capacity` strings, of any length. Repeated calls allocate nothing,
/// unless they also write the strings.
/// Executor is a Kokkos execution space or a yoke::Hybrid. Offset and Index are the value types of
/// the offsets and of the permutation: 32- or 64-bit integers, signed or not.
///
/// Calls run on the instance that the plan was made with. A Hybrid must outlive its plans and must
/// not move. Only one thread at a time may use a plan.
///
/// If Executor is a yoke::Distributed of an execution space, each MPI rank has some of the strings,
/// with their characters. Each rank gets its part of the permutation of all strings: a number for
/// each of its own strings. The numbers count the strings of all ranks. The result is the same for
/// any number of ranks.
///
/// Each rank sorts its strings and gathers them in that order. The ranks find where their parts
/// begin as for keys by a comparator. Strings then go to their rank, with their numbers, and the
/// sorted pieces that arrive are merged in pairs.
///
/// A string that changes ranks is sent once: its characters, 8 bytes and its number. If the largest
/// part has m strings, there are log_16(m) rounds. In each round a rank sends 15 strings to each
/// other rank for each cut. Memory beyond that of a call on one execution space: the rank's
/// characters, the characters that come, and for each string 80 bytes, an offset and 4 numbers.
///
/// All ranks throw the errors of a call on one execution space. Errors number strings as their rank
/// does.
///
/// Source: multisequence selection after Varman et al., "Merging multiple lists on hierarchical
/// memory multiprocessors", 1991.
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
  /// Throws std::invalid_argument if an option is out of its range, or if Index cannot number
  /// `capacity` strings, or for 2^48 strings or more.
  SortStringsPlan(Executor const& executor, std::size_t capacity,
                  SortStringsOptions const& options = {})
      : Base(
            executor, call_name,
            [=] {
              return detail::checked_count<Index>(
                  Capability::name, "permutation",
                  detail::checked_capacity(Capability::name, capacity));
            },
            options),
        options_(options) {}
  template <detail::TemporaryHybrid Temporary>
  SortStringsPlan(Temporary&& gone_too_soon, std::size_t, SortStringsOptions const& = {}) = delete;

  /// Sorts as yoke::sort_strings does. Throws std::invalid_argument if there are more strings than
  /// the capacity.
  template <class Characters, class Offsets, class Permutation>
  void operator()(Strings<Characters, Offsets> const& strings, Permutation const& permutation) {
    auto const bytes = detail::strings::as_bytes(strings.characters);
    this->call(call_name, {{}, {}, {}, detail::strings::largest_of<Offset>()}, {},
               std::tuple(detail::bind<&Arguments::characters>("characters", bytes),
                          detail::bind<&Arguments::offsets>("offsets", strings.offsets),
                          detail::bind<&Arguments::permutation>("permutation", permutation)));
  }
  /// The same, and writes the strings in that order, as yoke::sort_strings does. Allocates the
  /// memory of yoke::gather_strings for each call, beyond workspace_bytes().
  template <class Characters, class Offsets, class Permutation, class Out, class OutOffsets>
  std::size_t operator()(Strings<Characters, Offsets> const& strings,
                         Permutation const& permutation, Strings<Out, OutOffsets> const& sorted) {
    static_assert(!detail::IsDistributed<Executor>::value,
                  "yoke::sort_strings: on several ranks only the permutation can be written");
    (*this)(strings, permutation);
    auto const& exec = this->template instance_for<typename Characters::memory_space>();
    using Space = std::remove_cvref_t<decltype(exec)>;
    CallReport gathered;
    detail::strings::GatherPlan<Space, Offset, Index> gather(
        exec, {.device_memory = options_.device_memory,
               .report = options_.report ? &gathered : nullptr,
               .timeline = options_.timeline});
    std::size_t const size = gather(strings, permutation, sorted.characters, sorted.offsets);
    if (options_.report) {
      for (auto const& phase : gathered.phases) {
        options_.report->phases.push_back({"gather: " + phase.name, phase.seconds});
      }
    }
    return size;
  }

 private:
  static constexpr auto call_name = detail::call_of<detail::Of<Offset, Index>>(Capability::name);

  SortStringsOptions options_;
};

/// The order of strings that stay in place: strings permutation(0), permutation(1), ... ascend, by
/// their bytes as unsigned numbers, then by length. Equal ones are in the order of their indices.
///
/// @param permutation  a 32- or 64-bit integer for each string, all written.
///
/// Deterministic: the result depends only on the input. Work O(n + the characters that distinguish
/// strings). A common prefix of all strings with equal keys is read once, whatever its length, and
/// is not sorted by. On a host one thread sorts up to 8192 strings with equal keys, or an eighth of
/// its part if that is more. It skips common prefixes likewise.
///
/// Memory beyond the arguments, in bytes per string:
/// - 52 with a 32-bit permutation, 68 with a 64-bit one;
/// - a look-ahead takes up to 24 more (up to 16 for a look-ahead of 4 with a 32-bit permutation);
/// - on a host, each thread takes 1 MiB and 1/120 of 16 or 24 bytes per string;
/// - with both sides of a Hybrid: the above on each, an index on the device, and 12 or 16 in pinned
///   memory. If strings in host memory are long and few keys are equal, only 8 bytes per string go
///   up, not the characters.
///
/// Throws yoke::InvalidInput, which names the string, if offsets decrease or exceed the number of
/// characters. This exception is thrown before any character is read. Throws std::invalid_argument
/// if sizes differ, if the permutation overlaps another argument, or if its type cannot number the
/// strings. Also throws it if the algorithm cannot run on the executor, or if options.look_ahead is
/// not 0, 4 or 8.
///
/// Sources: Banerjee's thesis, section 4.3 (a few characters beside the index, look-ahead);
/// Deshpande, Narayanan 2013 (radix sorts by growing prefixes, singletons leave); Bentley,
/// Sedgewick 1997 (multikey quicksort, by one thread of a host).
template <class Executor, class Characters, class Offsets, detail::AnyView Permutation>
void sort_strings(Executor const& executor, Strings<Characters, Offsets> const& strings,
                  Permutation const& permutation, SortStringsOptions const& options = {}) {
  using Plan = SortStringsPlan<Executor, typename Offsets::non_const_value_type,
                               typename Permutation::non_const_value_type>;
  Plan(executor, strings.size(), options)(strings, permutation);
}

/// The same, and the strings themselves in that order, one after the other.
///
/// @param sorted  room for the strings: at least their number of characters, and one offset more
///   than there are strings, of the width of strings.offsets. Offsets begin at 0. Characters after
///   the last string do not change.
///
/// Strings, permutation and `sorted` are on one side of the bus, where yoke::gather_strings then
/// runs. Returns the number of characters written. Several ranks cannot write strings.
///
/// Memory beyond the arguments: that of the order alone. Also throws the errors of
/// yoke::gather_strings. The permutation is then written, and `sorted` is not.
template <class Executor, class Characters, class Offsets, detail::AnyView Permutation, class Out,
          class OutOffsets>
std::size_t sort_strings(Executor const& executor, Strings<Characters, Offsets> const& strings,
                         Permutation const& permutation, Strings<Out, OutOffsets> const& sorted,
                         SortStringsOptions const& options = {}) {
  using Plan = SortStringsPlan<Executor, typename Offsets::non_const_value_type,
                               typename Permutation::non_const_value_type>;
  return Plan(executor, strings.size(), options)(strings, permutation, sorted);
}

}  // namespace yoke
