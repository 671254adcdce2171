#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <yoke/sort.hpp>
#include <yoke/sort_segments.hpp>

#include "capabilities/cases.hpp"
#include "sorting/data.hpp"
#include "sorting/plans.hpp"

namespace yoke_perf {
namespace {

using sorting::Data;

template <class Space, class Offset>
struct NumberSegments {
  Numbers<Offset, typename Space::memory_space> offsets;
  std::uint64_t length, keys;
  KOKKOS_FUNCTION void operator()(std::uint64_t s) const {
    offsets(s) = static_cast<Offset>(s * length < keys ? s * length : keys);
  }
};

// Counts keys that are smaller than the one before in their segment.
template <class Space, class Key>
struct CountOutOfOrder {
  Numbers<Key, typename Space::memory_space> keys;
  std::uint64_t length;
  KOKKOS_FUNCTION void operator()(std::uint64_t i, std::uint64_t& faults) const {
    if (i % length != 0 && keys(i) < keys(i - 1)) ++faults;
  }
};

template <class Space>
struct SortCases {
  using Memory = typename Space::memory_space;

  static Cases all() {
    Sizes const sizes{1 << 17, 1 << 22, 1 << 26};
    return {{"sort/u32", sizes, keys<std::uint32_t>},
            {"sort/u64", sizes, keys<std::uint64_t>},
            {"sort/f64", sizes, keys<double>},
            {"sort_by_key/u32_u32", sizes, pairs<std::uint32_t>},
            {"sort_by_key/u64_u32", sizes, pairs<std::uint64_t>},
            {"sort_segments/u32_of_64", sizes, segments<std::uint32_t>},
            {"sort_segments/f64_of_64", sizes, segments<double>},
            {"sort/10_keys", ten, keys_once}};
  }

  template <class Key>
  static Ready keys(std::uint64_t size) {
    return sort<Key>(size, false);
  }
  static Ready keys_once(std::uint64_t size) {
    auto const data = std::make_shared<Data<std::uint32_t, Memory>>("uniform", size, false);
    return {size,
            {.prepare = [=] { data->fill(); },
             .run = [=] { yoke::sort(Space(), data->keys); },
             .find_fault = [=] { return data->find_fault(); }}};
  }
  template <class Key>
  static Ready pairs(std::uint64_t size) {
    return sort<Key>(size, true);
  }

  template <class Key>
  static Ready sort(std::uint64_t size, bool has_values) {
    auto const data = std::make_shared<Data<Key, Memory>>("uniform", size, has_values);
    return {size,
            {.prepare = [=] { data->fill(); },
             .run = sorting::planned(Space(), *data),
             .find_fault = [=] { return data->find_fault(); }},
            [=] {
              if (has_values) {
                yoke::sort_by_key(Space(), data->keys, data->values);
              } else {
                yoke::sort(Space(), data->keys);
              }
            }};
  }

  template <class Key>
  static Ready segments(std::uint64_t size) {
    constexpr std::uint64_t length = 64;
    auto const data = std::make_shared<Data<Key, Memory>>("uniform", size, false);
    std::uint64_t const count = (size + length - 1) / length;
    Numbers<std::uint64_t, Memory> const offsets("yoke_perf::offsets", count + 1);
    Kokkos::parallel_for("yoke_perf::segments", WideRange<Space>(Space(), 0, count + 1),
                         NumberSegments<Space, std::uint64_t>{offsets, length, size});
    auto const before = yoke::fingerprint(Space(), data->keys);
    auto const plan = std::make_shared<yoke::SortSegmentsPlan<Space, Key>>(Space(), size, count);
    return {size,
            {.prepare = [=] { data->fill(); },
             .run = [=] { (*plan)(offsets, data->keys); },
             .find_fault = [=] { return find_fault_in_segments<Key>(data->keys, before, length); }},
            [=] { yoke::sort_segments(Space(), offsets, data->keys); }};
  }

  template <class Key>
  static std::string find_fault_in_segments(Numbers<Key, Memory> const& keys,
                                            yoke::Fingerprint const& before, std::uint64_t length) {
    std::uint64_t faults = 0;
    Kokkos::parallel_reduce("yoke_perf::out_of_order", WideRange<Space>(Space(), 0, keys.extent(0)),
                            CountOutOfOrder<Space, Key>{keys, length}, faults);
    if (faults > 0) return std::to_string(faults) + " keys are out of order";
    bool const are_same = yoke::fingerprint(Space(), keys) == before;
    return are_same ? "" : "the keys are not those that were to be sorted";
  }
};

}  // namespace

Cases sort_cases(Side side) { return cases_of<SortCases>(side); }

}  // namespace yoke_perf
