#pragma once

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "frame/phase_timer.hpp"
#include "frame/raw_arrays.hpp"
#include "frame/solver.hpp"
#include "strings/check.hpp"
#include "yoke/counted.hpp"
#include "yoke/detail/strings/capability.hpp"

namespace yoke::detail::strings {

// Strings, and the numbers of those to be gathered.
template <class Index>
struct Gathered {
  Text text;
  Index const* permutation;
  std::uint64_t size;
  KOKKOS_FUNCTION Text::String operator[](std::uint64_t i) const { return text[permutation[i]]; }
};

template <class Index>
struct IsNoString {
  Index const* permutation;
  std::uint64_t strings;
  KOKKOS_FUNCTION bool operator()(std::uint64_t i) const { return permutation[i] >= strings; }
};

// A sum beyond 2^64 stays at the largest number: the same strings may be gathered many times.
template <class Index>
struct AddLengths {
  using value_type = std::uint64_t;
  Gathered<Index> gathered;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum) const {
    join(sum, gathered[i].length);
  }
  KOKKOS_FUNCTION void init(std::uint64_t& sum) const { sum = 0; }
  KOKKOS_FUNCTION void join(std::uint64_t& sum, std::uint64_t const& more) const {
    sum += more;
    if (sum < more) sum = ~std::uint64_t(0);
  }
};

template <class Index, class Offset>
struct ScanLengths {
  Gathered<Index> gathered;
  Offset* offsets;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& sum, bool last) const {
    if (last) offsets[i] = static_cast<Offset>(sum);
    if (i < gathered.size) sum += gathered[i].length;
  }
};

// A thread of a host copies a string; of a device a team of a warp, so that what its threads read
// and write together lies together.
template <class Space, class Index, class Offset, bool OnHost = runs_on_host<Space>>
struct CopyStrings {
  Gathered<Index> gathered;
  Offset const* offsets;
  Byte* characters;

  void operator()(std::uint64_t i) const {
    auto const string = gathered[i];
    if (string.length == 0) return;
    std::memcpy(characters + offsets[i], gathered.text.characters + string.begin, string.length);
  }
  void run(Space const& exec) const {
    Kokkos::parallel_for("yoke::gather_strings::copy", WideRange<Space>(exec, 0, gathered.size),
                         *this);
  }
};
template <class Space, class Index, class Offset>
struct CopyStrings<Space, Index, Offset, false> {
  using Policy = Kokkos::TeamPolicy<Space>;
  using Member = typename Policy::member_type;
  static constexpr int warps = 8, warp_size = 32;
  static constexpr std::uint64_t most_teams = 1u << 20;

  Gathered<Index> gathered;
  Offset const* offsets;
  Byte* characters;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::uint64_t const all = static_cast<std::uint64_t>(member.league_size()) * warps;
    std::uint64_t const first =
        static_cast<std::uint64_t>(member.league_rank()) * warps + member.team_rank();
    for (std::uint64_t i = first; i < gathered.size; i += all) {
      auto const string = gathered[i];
      Byte const* const from = gathered.text.characters + string.begin;
      Byte* const to = characters + offsets[i];
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, string.length),
                           [&](std::uint64_t k) { to[k] = from[k]; });
    }
  }
  void run(Space const& exec) const {
    std::uint64_t const teams = std::min((gathered.size + warps - 1) / warps, most_teams);
    if (teams == 0) return;
    Kokkos::parallel_for("yoke::gather_strings::copy",
                         Policy(exec, static_cast<int>(teams), warps, warp_size), *this);
  }
};

}  // namespace yoke::detail::strings

namespace yoke::detail {

template <class Offset, class Index, class Space>
class Solver<strings::GatherStrings<Offset, Index>, Space> {
  using Capability = strings::GatherStrings<Offset, Index>;
  using Arguments = typename Capability::Arguments;
  using Gathered = strings::Gathered<Index>;

 public:
  Solver(Space const& exec, strings::NoCapacity const&, GatherStringsOptions const& options,
         OneAlgorithm)
      : exec_(exec), report_(options.report) {}

  std::size_t run(Arguments const& arguments) {
    PhaseTimer<Space> timer(exec_, report_);
    Gathered const gathered = checked(arguments);
    std::uint64_t const characters = checked_length(gathered, arguments);
    timer.done("check");
    Offset* const offsets = arguments.out_offsets.data;
    Kokkos::parallel_scan("yoke::gather_strings::offsets",
                          WideRange<Space>(exec_, 0, gathered.size + 1),
                          strings::ScanLengths<Index, Offset>{gathered, offsets});
    timer.done("offsets");
    strings::CopyStrings<Space, Index, Offset>{gathered, offsets, arguments.out_characters.data}
        .run(exec_);
    exec_.fence(Capability::name);
    timer.done("copy");
    return characters;
  }

 private:
  Gathered checked(Arguments const& arguments) const {
    std::uint64_t const size = arguments.permutation.size;
    std::uint64_t const strings = strings::strings_of(arguments.offsets.size);
    Index const* const permutation = arguments.permutation.data;
    auto const text = strings > 0 ? strings::checked_text(Capability::name, exec_, arguments)
                                  : strings::Text{nullptr, 0, {nullptr, false}};
    std::uint64_t const wrong =
        first_node(exec_, size, strings::IsNoString<Index>{permutation, strings});
    if (wrong == size) return {text, permutation, size};
    auto const index = element(exec_, array_on<Space>(arguments.permutation), wrong);
    throw InvalidInput(std::string(Capability::name) + ": permutation(" + std::to_string(wrong) +
                           ") is " + std::to_string(index) + ", of " +
                           show_count(strings, "string"),
                       wrong);
  }

  std::uint64_t checked_length(Gathered const& gathered, Arguments const& arguments) const {
    std::uint64_t sum = 0;
    Kokkos::parallel_reduce("yoke::gather_strings::length",
                            WideRange<Space>(exec_, 0, gathered.size),
                            strings::AddLengths<Index>{gathered}, sum);
    exec_.fence("yoke::gather_strings: length");
    if (sum <= std::min<std::uint64_t>(arguments.out_characters.size, arguments.largest_offset)) {
      return sum;
    }
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    throw std::invalid_argument(std::string(Capability::name) + ": the strings have " +
                                (sum == most ? "2^64 or more" : std::to_string(sum)) +
                                " characters, out_characters " +
                                std::to_string(arguments.out_characters.size) +
                                ", and offsets go to " + std::to_string(arguments.largest_offset));
  }

  Space exec_;
  CallReport* report_;
};

}  // namespace yoke::detail
