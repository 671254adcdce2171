#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "yoke/detail/checks.hpp"
#include "yoke/detail/frame/capability.hpp"
#include "yoke/detail/views.hpp"
#include "yoke/gather_strings_options.hpp"
#include "yoke/sort_strings_options.hpp"

namespace yoke::detail::strings {

using Byte = std::uint8_t;

struct StringsCapacity {
  std::size_t strings;
};

// How many strings so many offsets tell of.
inline std::size_t strings_of(std::size_t offsets) { return offsets == 0 ? 0 : offsets - 1; }

// The order of strings that stay where they are.
template <class Offset, class Index>
struct SortStrings {
  using Algorithm = SortStringsAlgorithm;
  using Options = SortStringsOptions;
  using Report = SortStringsReport;
  using Capacity = StringsCapacity;
  static constexpr auto const& algorithms = sort_strings_algorithms;
  static constexpr char const* name = "yoke::sort_strings";
  static constexpr RankForm ranks = RankForm::of_spaces;
  static constexpr bool numbers_all_ranks = true;
  static constexpr char const* busy = "sort";

  struct Arguments {
    RawArray<Byte const> characters;
    RawArray<Offset const> offsets;
    RawArray<Index> permutation;
    // The largest value of the caller's type of offsets: to those that are signed, what is negative
    // is larger.
    std::uint64_t largest_offset = std::numeric_limits<std::uint64_t>::max();

    static constexpr std::array names{"characters", "offsets", "permutation"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.characters, self.offsets, self.permutation);
    }
  };

  static void check_options(Options const& options) {
    check_choice(name, "options.order", options.order, SortOrder::descending);
  }
  static std::uint64_t numbered(Arguments const& arguments) { return arguments.permutation.size; }
  static void check(char const* caller, Arguments const& arguments) {
    check_same_size(caller, "the strings that offsets tell", strings_of(arguments.offsets.size),
                    "permutation", arguments.permutation.size);
  }
  static void check_fits(Arguments const& arguments, Capacity const& capacity) {
    check_capacity(name, "permutation", arguments.permutation.size, capacity.strings);
  }
  static bool is_empty(Arguments const& arguments) { return arguments.permutation.size == 0; }
};

struct NoCapacity {};

// Strings in another order.
template <class Offset, class Index>
struct GatherStrings {
  using Algorithm = OneAlgorithm;
  using Options = GatherStringsOptions;
  using Report = CallReport;
  using Capacity = NoCapacity;
  static constexpr char const* name = "yoke::gather_strings";
  static constexpr char const* busy = "gather";

  struct Arguments {
    RawArray<Byte const> characters;
    RawArray<Offset const> offsets;
    RawArray<Index const> permutation;
    RawArray<Byte> out_characters;
    RawArray<Offset> out_offsets;
    std::uint64_t largest_offset = std::numeric_limits<std::uint64_t>::max();

    static constexpr std::array names{"characters", "offsets", "permutation", "out_characters",
                                      "out_offsets"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.characters, self.offsets, self.permutation, self.out_characters,
                      self.out_offsets);
    }
  };

  static void check(char const* caller, Arguments const& arguments) {
    std::size_t const size = arguments.permutation.size;
    if (size == 0 && arguments.out_offsets.size == 0) return;
    check_same_size(caller, "permutation and one more", size + 1, "out_offsets",
                    arguments.out_offsets.size);
  }
  static void check_fits(Arguments const&, Capacity const&) {}
  // Without strings there is an offset to write.
  static bool is_empty(Arguments const& arguments) { return arguments.out_offsets.size == 0; }
};

// The View's elements, of any type of one byte, as bytes.
template <class V>
auto as_bytes(V const& view) {
  using T = typename V::value_type;
  static_assert(sizeof(T) == 1 && std::is_trivially_copyable_v<T>,
                "yoke: characters must be of one byte");
  static_assert(V::rank == 1, "yoke: arguments must be one-dimensional Views");
  using Element = std::conditional_t<std::is_const_v<T>, Byte const, Byte>;
  return Kokkos::View<Element*, Kokkos::LayoutStride, typename V::device_type,
                      Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      reinterpret_cast<Element*>(view.data()),
      Kokkos::LayoutStride(view.extent(0), view.stride(0)));
}

template <class Offset>
constexpr std::uint64_t largest_of() {
  return static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
}

}  // namespace yoke::detail::strings
