#include <algorithm>
#include <cstdint>
#include <string>

#include "contracts/figures.hpp"
#include "support/photon_cases.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate_keys.hpp"
#include "yoke/histogram.hpp"
#include "yoke/partition.hpp"
#include "yoke/photons.hpp"
#include "yoke/validate_sort.hpp"

// The figures of what counts, fills, groups and simulates: each is the sentence of its header.

namespace {

using yoke_test::expect_call_takes;
using yoke_test::expect_plan_takes;

template <class Space>
class FiguresOfArrays : public testing::Test {};
#define YOKE_SPACE(Space) , Space
TYPED_TEST_SUITE(FiguresOfArrays, yoke_test::SpacesAfter<void YOKE_FOR_EACH_SPACE(YOKE_SPACE)>);

template <class Space>
struct Cases {
  static constexpr bool on_host = yoke::detail::runs_on_host<Space>;
  static constexpr std::size_t n = 1 << 20;
  template <class T>
  using Array = Kokkos::View<T*, typename Space::memory_space>;

  // yoke::histogram, of so many bins, even or between bounds.
  template <class Value>
  static double histogram_holds(std::size_t bins, bool has_bounds) {
    double const tree = has_bounds ? 2.0 * sizeof(Value) * static_cast<double>(bins + 2) : 0;
    if (!on_host) return 4.0 * static_cast<double>(bins) + tree;
    double const threads = Space().concurrency(), all = static_cast<double>(bins),
                 few = std::min(all, 2048.0);
    return threads * (std::max(4 * all, 16 * few) + 128) + tree;
  }
  template <class Value>
  static void histogram() {
    SCOPED_TRACE("values of " + std::to_string(sizeof(Value)));
    Array<Value> const values("values", n);
    yoke::generate_keys(Space(), values);
    for (std::size_t const bins : {10, 2048, 4096, 100000, 1 << 20}) {
      SCOPED_TRACE(std::to_string(bins) + " bins");
      Array<std::uint64_t> const counts("counts", bins);
      Array<Value> const bounds("bounds", bins + 1);
      Kokkos::parallel_for("bounds", Kokkos::RangePolicy<Space>(0, bins + 1),
                           SetBounds<Value>{bounds});
      Kokkos::fence();
      for (auto const algorithm :
           {yoke::HistogramAlgorithm::automatic, yoke::HistogramAlgorithm::sequential}) {
        bool const sequential = algorithm == yoke::HistogramAlgorithm::sequential;
        if (sequential && !on_host) continue;
        SCOPED_TRACE(sequential ? "sequential" : "automatic");
        auto const make = [&] {
          return yoke::HistogramPlan<Space, Value>(Space(), n, bins, {.algorithm = algorithm});
        };
        double const all = histogram_holds<Value>(bins, true),
                     even = histogram_holds<Value>(bins, false);
        expect_plan_takes("even", sequential ? 0 : even, make, [&](auto& plan) {
          plan(values, yoke::EvenBins<Value>{0, 1000000}, counts);
        });
        expect_plan_takes("bounds", sequential ? all - even : all, make,
                          [&](auto& plan) { plan(values, bounds, counts); });
      }
    }
  }
  template <class Value>
  struct SetBounds {
    Array<Value> bounds;
    KOKKOS_FUNCTION void operator()(std::uint64_t i) const { bounds(i) = static_cast<Value>(i); }
  };

  static void fill() {
    Array<std::uint32_t> const words("words", n);
    auto const make = [] { return yoke::FillPlan<Space, std::uint32_t>(Space(), n); };
    expect_plan_takes("fill by Philox", 0, make, [&](auto& plan) { plan(words, yoke::Philox(1)); });
    expect_plan_takes("fill by expanders", 0, make,
                      [&](auto& plan) { plan(words, yoke::ExpanderStreams(1)); });
    expect_call_takes("generate_keys", 0, [&] { yoke::generate_keys(Space(), words); });
    expect_call_takes("fingerprint and validate_sort", 0, [&] {
      auto const before = yoke::fingerprint(Space(), words);
      try {
        yoke::validate_sort(Space(), words, before);
      } catch (yoke::InvalidInput const&) {
      }
    });
  }

  template <class Value>
  static void partition() {
    Array<Value> const values("values", n), out("out", n);
    for (std::size_t const bins : {100, 5000}) {
      Array<std::uint32_t> const labels("labels", n);
      Kokkos::parallel_for("labels", Kokkos::RangePolicy<Space>(0, n),
                           SetLabels{labels, static_cast<std::uint32_t>(bins)});
      Kokkos::fence();
      Array<std::uint64_t> const offsets("offsets", bins + 1);
      expect_call_takes("partition into " + std::to_string(bins), 4.0 * 4 * n + (1 << 20),
                        [&] { yoke::partition(Space(), values, labels, bins, out, offsets); });
    }
  }
  struct SetLabels {
    Array<std::uint32_t> labels;
    std::uint32_t bins;
    KOKKOS_FUNCTION void operator()(std::uint32_t i) const { labels(i) = i * 2654435761u % bins; }
  };

  static void photons() {
    auto const given = photon_cases::slab();
    yoke::PhotonTallies<typename Space::memory_space> const tallies(given.tissue, given.grid);
    auto const& grid = given.grid;
    double const counts = static_cast<double>(grid.nr * grid.nz + 2 * grid.nr * grid.na);
    double const threads = Space().concurrency();
    expect_plan_takes(
        "simulate_photons", on_host ? 8 * counts * threads : 3 << 20,
        [&] { return yoke::PhotonPlan<Space>(Space(), given.tissue, grid); },
        [&](auto& plan) { plan(0, 2000, tallies); });
  }
};

TYPED_TEST(FiguresOfArrays, OfHistograms) {
  using C = Cases<TypeParam>;
  C::template histogram<std::uint32_t>();
  C::template histogram<double>();
}

TYPED_TEST(FiguresOfArrays, OfWhatFillsGroupsAndSimulates) {
  using C = Cases<TypeParam>;
  C::fill();
  C::template partition<std::uint32_t>();
  C::template partition<std::uint64_t>();
  C::photons();
}

}  // namespace
