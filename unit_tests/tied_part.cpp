#include "strings/tied_part.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "support/seed.hpp"
#include "support/strings.hpp"
#include "yoke/detail/strings/capability.hpp"
#include "yoke/generate_strings.hpp"

namespace {

using Arguments = yoke::detail::strings::SortStrings<std::uint32_t, std::uint32_t>::Arguments;

template <class Strings>
Arguments arguments_of(Strings const& strings) {
  using yoke::detail::Place;
  Arguments arguments;
  arguments.characters = {reinterpret_cast<std::uint8_t const*>(strings.characters.data()),
                          strings.characters.extent(0), Place::host};
  arguments.offsets = {strings.offsets.data(), strings.offsets.extent(0), Place::host};
  arguments.permutation = {nullptr, strings.offsets.extent(0) - 1, Place::host};
  return arguments;
}

auto families(std::uint64_t strings, std::uint64_t family, std::uint64_t shared) {
  return yoke::generate_strings<std::uint32_t, Kokkos::HostSpace>(
      Kokkos::DefaultHostExecutionSpace(), {.kind = yoke::StringKind::protein,
                                            .strings = strings,
                                            .family = family,
                                            .shared = shared,
                                            .seed = yoke_test::base_seed()});
}

auto random_strings(std::uint64_t strings, std::uint64_t longest) {
  return yoke::generate_strings<std::uint32_t, Kokkos::HostSpace>(
      Kokkos::DefaultHostExecutionSpace(),
      {.strings = strings, .longest = longest, .seed = yoke_test::base_seed()});
}

TEST(TiedPart, IsSeenInASample) {
  using yoke::detail::strings::tied_part;
  EXPECT_GT(tied_part(arguments_of(families(100000, 64, 24))), 0.5);
  EXPECT_LT(tied_part(arguments_of(random_strings(100000, 500))), 0.01);
}

TEST(TiedPart, OfFewStringsIsExact) {
  using yoke::detail::strings::tied_part;
  yoke_test::StringList list{"one", "other", "the same", "the same", "the same"};
  auto const strings = yoke_test::views_of<Kokkos::HostSpace, std::uint32_t>(list);
  EXPECT_DOUBLE_EQ(tied_part(arguments_of(strings)), 0.6);
  auto const one = yoke_test::views_of<Kokkos::HostSpace, std::uint32_t>({"one"});
  EXPECT_DOUBLE_EQ(tied_part(arguments_of(one)), 0);
}

// They are refused later, by what reads them.
TEST(TiedPart, MalformedOffsetsAreNotRead) {
  auto strings = random_strings(1000, 50);
  for (std::size_t i = 1; i < strings.offsets.extent(0); i += 2) strings.offsets(i) = 0xfffffff0u;
  EXPECT_DOUBLE_EQ(yoke::detail::strings::tied_part(arguments_of(strings)), 1);
}

// Characters go up where they take the bus less time than the host's cores take for keys.
TEST(TiedPart, DecidesWhatGoesUp) {
  auto const goes_up = [](auto const& strings, bool is_pageable, int threads) {
    return yoke::detail::strings::characters_go_up(arguments_of(strings), is_pageable, threads);
  };
  auto const tied = families(10000, 64, 24);
  for (bool const is_pageable : {false, true}) {
    SCOPED_TRACE(is_pageable ? "pageable" : "pinned");
    EXPECT_TRUE(goes_up(tied, is_pageable, 16));
    for (std::uint64_t const longest : {16, 100, 200}) {
      EXPECT_TRUE(goes_up(random_strings(10000, longest), is_pageable, 16)) << longest;
    }
    for (std::uint64_t const longest : {500, 1000, 2000}) {
      EXPECT_FALSE(goes_up(random_strings(10000, longest), is_pageable, 16)) << longest;
    }
  }
  // Through the ring characters take longer.
  EXPECT_TRUE(goes_up(random_strings(10000, 320), false, 16));
  EXPECT_FALSE(goes_up(random_strings(10000, 320), true, 16));
  // Few cores make keys slowly, and copy pageable memory slowly too.
  EXPECT_TRUE(goes_up(random_strings(10000, 2000), false, 2));
  EXPECT_FALSE(goes_up(random_strings(10000, 2000), true, 2));
}

}  // namespace
