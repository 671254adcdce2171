#pragma once

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/arguments.hpp"
#include "support/measured.hpp"
#include "support/spaces.hpp"

// Each capability once, on one space: perf_summary times these cases, perf_instructions counts
// them.
namespace yoke_perf {

// A case with all that it needs allocated.
struct Ready {
  std::uint64_t elements;  // that rates and counts are of
  Measured work;
  std::function<void()> plain = {};  // what the work's plan does, by a plain call; not of all
};

// How much a case takes: few elements where instructions are counted, more where time is measured.
// What an element is, the case knows; of graphs this is the scale.
struct Sizes {
  std::uint64_t counted, host, device;
  bool are_scales = false;
};

// Where a call's own cost shows: of a plain call, which makes its plan.
inline constexpr Sizes ten{10, 10, 10};

struct Case {
  std::string name;
  Sizes sizes;
  std::function<Ready(std::uint64_t size)> make;
};
using Cases = std::vector<Case>;

enum class Side { host, device };

char const* name_of(Side side);
// The device first, where there is one.
std::vector<Side> sides_here();
// "host" or "device". Throws UsageError.
std::vector<Side> parse_sides(std::string_view text);

// CasesOn<Space>::all() of a side's space. Without a device both sides are the host.
template <template <class Space> class CasesOn>
Cases cases_of(Side side) {
  if constexpr (has_device) {
    if (side == Side::device) return CasesOn<Device>::all();
  }
  return CasesOn<Host>::all();
}

// What to say of the first number that is not the expected one: "visit 3 is 5, not 4".
template <class Found, class Expected>
std::string find_difference(std::string const& what, Found const& found, Expected const& expected) {
  auto const here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  for (std::size_t i = 0; i < expected.extent(0); ++i) {
    if (here(i) == expected(i)) continue;
    return what + " " + std::to_string(i) + " is " + std::to_string(here(i)) + ", not " +
           std::to_string(expected(i));
  }
  return "";
}

Cases list_cases(Side side);
Cases tree_cases(Side side);
Cases graph_cases(Side side);
Cases shortest_paths_cases(Side side);
Cases all_pairs_cases(Side side);
Cases distance_cases(Side side);
Cases sort_cases(Side side);
Cases comparator_cases(Side side);
Cases string_cases(Side side);
Cases histogram_cases(Side side);
Cases random_cases(Side side);
Cases photon_cases(Side side);

// All of them, in this order.
Cases every_case(Side side);

// The main function of a program that takes options alone. measure() says whether all went well.
int run_program(std::string const& name, int argc, char** argv, std::vector<Option> const& options,
                std::function<bool()> const& measure);

// Those whose names begin with one of these; all, where there are none.
Cases cases_named(Cases cases, std::vector<std::string> const& beginnings);

}  // namespace yoke_perf
