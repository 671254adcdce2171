#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "contracts/figures.hpp"
#include "yoke/gather_strings.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"
#include "yoke/validate_sort_strings.hpp"

// The figures of what sorts: each is the sentence of its header.

namespace {

using yoke_test::expect_call_takes;
using yoke_test::expect_plan_takes;

template <class Space>
class FiguresOfSorts : public testing::Test {
 protected:
  static constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  using Memory = typename Space::memory_space;
  template <class T>
  using Array = Kokkos::View<T*, Memory>;
  // More than what is held for any number of elements.
  static constexpr std::size_t n = 1 << 20;

  template <class T>
  static Array<T> random(std::size_t size = n) {
    Array<T> const array("array", size);
    if constexpr (yoke::detail::sorting::is_key<T>) yoke::generate_keys(Space(), array);
    return array;
  }

  // yoke::sort, of elements of so many bytes: a key beside its value, as wide as a multiple of the
  // wider one on a host, side by side on a device.
  template <class Key, class Value = void>
  static constexpr std::size_t element() {
    if constexpr (std::is_void_v<Value>) {
      return sizeof(Key);
    } else {
      struct Both {
        Key key;
        Value value;
      };
      return on_host ? sizeof(Both) : sizeof(Key) + sizeof(Value);
    }
  }
  static double sort_holds(std::size_t bytes, std::size_t size = n) {
    double const all = static_cast<double>(bytes * size);
    if (!on_host) return all + 0.3 * static_cast<double>(size) + (1 << 20);
    double const threads = Space().concurrency();
    double const room =
        std::max(all / 120, static_cast<double>(bytes * std::min<std::size_t>(size, 32768)));
    return all * (1 + 1.0 / 80) + threads * (room + 0.6 * (1 << 20));
  }
  // By a comparator, of elements of so many bytes. A sample of 4352 elements on a host.
  static double comparator_holds(std::size_t bytes, std::size_t gathered = 0) {
    double const other = static_cast<double>(std::max(bytes, gathered) * n);
    double const beside = on_host       ? n + 4352.0 * static_cast<double>(bytes) + (1 << 16)
                          : bytes >= 12 ? 16.0 * n * 1.01 + 4e6
                                        : 1e6;
    return other + beside;
  }
};
#define YOKE_SPACE(Space) , Space
using EverySpace = yoke_test::SpacesAfter<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>;
TYPED_TEST_SUITE(FiguresOfSorts, EverySpace);

template <class Space>
struct Cases : FiguresOfSorts<Space> {
  using Base = FiguresOfSorts<Space>;
  using Base::n;
  using Base::on_host;
  template <class T>
  using Array = typename Base::template Array<T>;
  void TestBody() override {}

  template <class Key>
  static void sort() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)));
    Array<Key> const keys = Base::template random<Key>();
    expect_plan_takes(
        "sort", Base::sort_holds(sizeof(Key)),
        [] { return yoke::SortPlan<Space, Key>(Space(), n); },
        [&](auto& plan) {
          yoke::generate_keys(Space(), keys, {.seed = 5});
          plan(keys);
        });
    if (!on_host) return;
    yoke::SortOptions const sequential{.algorithm = yoke::SortAlgorithm::sequential};
    expect_plan_takes(
        "sequential sort", 1.5 * sizeof(Key) * n,
        [&] { return yoke::SortPlan<Space, Key>(Space(), n, sequential); },
        [&](auto& plan) {
          yoke::generate_keys(Space(), keys, {.seed = 5});
          plan(keys);
        });
  }

  template <class Key, class Value>
  static void sort_by_key() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)) + ", values of " +
                 std::to_string(sizeof(Value)));
    Array<Key> const keys = Base::template random<Key>();
    Array<Value> const values = Base::template random<Value>();
    std::size_t const element = Base::template element<Key, Value>();
    expect_plan_takes(
        "sort_by_key", Base::sort_holds(element),
        [] { return yoke::SortByKeyPlan<Space, Key, Value>(Space(), n); },
        [&](auto& plan) { plan(keys, values); });
    // Keys as they are sorted stay beside.
    expect_plan_takes(
        "argsort", Base::sort_holds(element) + static_cast<double>(sizeof(Key) * n),
        [] { return yoke::ArgsortPlan<Space, Key, Value>(Space(), n); },
        [&](auto& plan) { plan(keys, values); });
  }

  struct Big {
    std::uint32_t words[10];
  };
  template <class Key>
  static void sort_payloads() {
    Array<Key> const keys = Base::template random<Key>();
    Array<Big> const big("big", n);
    Array<std::uint8_t> const small("small", n);
    double const said =
        Base::sort_holds(Base::template element<Key, std::uint32_t>()) + (4.0 + sizeof(Big)) * n;
    expect_call_takes("sort_by_key of payloads", said,
                      [&] { yoke::sort_by_key(Space(), keys, yoke::payloads(big, small)); });
  }

  struct Less {
    template <class Key>
    KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
      return one % 1000003 < other % 1000003;
    }
  };
  template <std::size_t words>
  struct Payload {
    std::uint32_t word[words];
  };

  template <class Key, std::size_t words>
  static void sort_by_comparator() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)) + ", payloads of " +
                 std::to_string(4 * words));
    Array<Key> const keys = Base::template random<Key>();
    Array<Payload<words>> const payload("payload", n);
    // A payload of up to 16 bytes moves, else a number of 8.
    std::size_t const carried = words <= 4 ? 4 * words : 8, align = words <= 4 ? 4 : 8;
    std::size_t const widest = std::max(align, alignof(Key));
    std::size_t const element = (sizeof(Key) + carried + widest - 1) / widest * widest;
    expect_plan_takes(
        "sort_by_key",
        static_cast<double>(element * n) +
            Base::comparator_holds(element, words <= 4 ? 0 : 4 * words),
        [] { return yoke::ComparatorSortByKeyPlan<Space, Key, Payload<words>>(Space(), n); },
        [&](auto& plan) { plan(keys, payload, Less()); });
  }
  template <class Key>
  static void sort_keys_by_comparator() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)));
    Array<Key> const keys = Base::template random<Key>();
    expect_plan_takes(
        "sort", Base::comparator_holds(sizeof(Key)),
        [] { return yoke::ComparatorSortPlan<Space, Key>(Space(), n); },
        [&](auto& plan) { plan(keys, Less()); });
    Kokkos::View<Key* [2], Kokkos::LayoutRight, typename Space::memory_space> const two("two", n);
    auto const strided = Kokkos::subview(two, Kokkos::ALL, 0);
    expect_plan_takes(
        "sort of a strided View", sizeof(Key) * n + Base::comparator_holds(sizeof(Key)),
        [] { return yoke::ComparatorSortPlan<Space, Key>(Space(), n); },
        [&](auto& plan) { plan(strided, Less()); });
  }
  template <class Key, class Index>
  static void argsort_by_comparator() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)) + ", indices of " +
                 std::to_string(sizeof(Index)));
    Array<Key> const keys = Base::template random<Key>();
    Array<Index> const permutation("permutation", n);
    struct Both {
      Key key;
      Index index;
    };
    expect_plan_takes(
        "argsort", sizeof(Both) * n + Base::comparator_holds(sizeof(Both)),
        [] { return yoke::ComparatorArgsortPlan<Space, Key, Index>(Space(), n); },
        [&](auto& plan) { plan(keys, Less(), permutation); });
  }

  template <class Key>
  static void sort_segments() {
    SCOPED_TRACE("keys of " + std::to_string(sizeof(Key)));
    Array<Key> const keys = Base::template random<Key>();
    std::size_t const segments = n / 64;
    Array<std::uint64_t> const wide("wide", segments + 1);
    Array<std::uint32_t> const narrow("narrow", segments + 1);
    Kokkos::parallel_for("offsets", Kokkos::RangePolicy<Space>(0, segments + 1),
                         SetOffsets{wide, narrow});
    Kokkos::fence();
    double const said =
        on_host ? Base::sort_holds(sizeof(Key))
                : n * (2.0 * sizeof(Key) + (std::is_floating_point_v<Key> ? 8 : 0)) + 1e6;
    auto const make = [&] { return yoke::SortSegmentsPlan<Space, Key>(Space(), n, segments); };
    expect_plan_takes("offsets of 64 bits", said, make, [&](auto& plan) { plan(wide, keys); });
    expect_plan_takes("offsets of 32 bits", said + 8.0 * (segments + 1), make,
                      [&](auto& plan) { plan(narrow, keys); });
    // The pairs, the numbers and a copy of the largest payload; beside them what keys alone take.
    Array<Big> const big("big", n);
    double const pairs =
        on_host ? Base::sort_holds(Base::template element<Key, std::uint32_t>()) : 8.0 * n;
    expect_plan_takes("with payloads", said + pairs + (4.0 + sizeof(Big)) * n, make,
                      [&](auto& plan) { plan(wide, keys, yoke::payloads(big)); });
  }
  struct SetOffsets {
    Array<std::uint64_t> wide;
    Array<std::uint32_t> narrow;
    KOKKOS_FUNCTION void operator()(std::uint64_t i) const {
      wide(i) = 64 * i;
      narrow(i) = static_cast<std::uint32_t>(64 * i);
    }
  };

  template <class Offset, class Index>
  static void sort_strings() {
    SCOPED_TRACE("offsets of " + std::to_string(sizeof(Offset)) + ", indices of " +
                 std::to_string(sizeof(Index)));
    std::size_t const strings = 200000;
    auto const text = yoke::generate_strings<Offset, typename Space::memory_space>(
        Space(), {.kind = yoke::StringKind::protein, .strings = strings});
    Array<Index> const permutation("permutation", strings);
    double const threads = on_host ? Space().concurrency() : 0;
    for (int const ahead : {0, 4, 8}) {
      bool const is_wide = sizeof(Index) == 8 || ahead == 8;
      double const bytes = (sizeof(Index) == 4 ? 52 : 68) + (ahead == 0 ? 0 : is_wide ? 24 : 16);
      double const moved = ahead > 0 && is_wide ? 24 : sizeof(Index) == 8 ? 24 : 16;
      double const of_threads = threads * (strings * moved / 120 + (1 << 20));
      yoke::SortStringsOptions const options{.look_ahead = ahead};
      expect_plan_takes(
          "sort_strings, look-ahead " + std::to_string(ahead),
          bytes * strings + of_threads + (on_host ? 0 : 1e6),
          [&] { return yoke::SortStringsPlan<Space, Offset, Index>(Space(), strings, options); },
          [&](auto& plan) { plan(text, permutation); });
    }
    yoke::sort_strings(Space(), text, permutation);
    Array<char> const characters("characters", text.characters.extent(0));
    Array<Offset> const offsets("offsets", strings + 1);
    expect_call_takes("gather_strings", 0, [&] {
      yoke::gather_strings(Space(), text, permutation, characters, offsets);
    });
    expect_call_takes("validate_sort_strings", 0,
                      [&] { yoke::validate_sort_strings(Space(), text, permutation); });
  }
};

TYPED_TEST(FiguresOfSorts, OfKeys) {
  using C = Cases<TypeParam>;
  C::template sort<std::uint32_t>();
  C::template sort<double>();
  C::template sort_by_key<std::uint32_t, std::uint32_t>();
  C::template sort_by_key<std::uint32_t, std::uint64_t>();
  C::template sort_by_key<std::uint64_t, std::uint32_t>();
  C::template sort_by_key<std::uint64_t, std::uint64_t>();
  C::template sort_payloads<std::uint32_t>();
  C::template sort_payloads<double>();
}

TYPED_TEST(FiguresOfSorts, OfComparators) {
  using C = Cases<TypeParam>;
  C::template sort_keys_by_comparator<std::uint32_t>();
  C::template sort_keys_by_comparator<std::uint64_t>();
  C::template sort_by_comparator<std::uint32_t, 1>();
  C::template sort_by_comparator<std::uint64_t, 1>();
  C::template sort_by_comparator<std::uint32_t, 4>();
  C::template sort_by_comparator<std::uint32_t, 10>();
  C::template sort_by_comparator<std::uint32_t, 16>();
  C::template sort_by_comparator<std::uint64_t, 16>();
  C::template argsort_by_comparator<std::uint32_t, std::uint32_t>();
  C::template argsort_by_comparator<std::uint64_t, std::uint32_t>();
  C::template argsort_by_comparator<std::uint32_t, std::uint64_t>();
}

TYPED_TEST(FiguresOfSorts, OfSegments) {
  using C = Cases<TypeParam>;
  C::template sort_segments<std::uint32_t>();
  C::template sort_segments<double>();
}

TYPED_TEST(FiguresOfSorts, OfStrings) {
  using C = Cases<TypeParam>;
  C::template sort_strings<std::uint32_t, std::uint32_t>();
  C::template sort_strings<std::uint64_t, std::uint64_t>();
}

}  // namespace
