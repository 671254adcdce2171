// Segments of one length on a host, beside a loop of the standard library's sort over them, as a
// program would write it. Every timed run is checked.

#include "sorting/segments.hpp"

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sorting/plans.hpp"
#include "support/program.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_segments_comparator.hpp"

namespace yoke_perf::sorting {
namespace {

using Offsets = Numbers<std::uint64_t, Kokkos::HostSpace>;

// The last segment may be shorter.
Offsets offsets_of(std::uint64_t keys, std::uint64_t length) {
  Offsets const offsets("yoke_perf::offsets", (keys + length - 1) / length + 1);
  for (std::uint64_t s = 0; s < offsets.extent(0); ++s) offsets(s) = std::min(s * length, keys);
  return offsets;
}

// Both are to leave the same keys: a loop of std::stable_sort's.
template <class Key>
class SegmentData {
 public:
  Data<Key, Kokkos::HostSpace> data;
  Offsets offsets;

  SegmentData(std::uint64_t size, std::uint64_t length, bool has_values)
      : data("uniform", size, has_values),
        offsets(offsets_of(size, length)),
        expected_("yoke_perf::expected", size) {
    Kokkos::deep_copy(expected_, data.keys);
    for (std::uint64_t s = 0; s + 1 < offsets.extent(0); ++s) {
      std::stable_sort(expected_.data() + offsets(s), expected_.data() + offsets(s + 1));
    }
  }

  std::string find_fault() const {
    for (std::uint64_t i = 0; i < expected_.extent(0); ++i) {
      if (data.keys(i) != expected_(i)) return "key " + std::to_string(i) + " is out of order";
    }
    return "";
  }

 private:
  Numbers<Key, Kokkos::HostSpace> expected_;
};

template <class Key>
std::function<void()> planned_segments(SegmentData<Key> const& data) {
  using Plan = yoke::SortSegmentsPlan<Host, Key>;
  auto const plan =
      std::make_shared<Plan>(Host(), data.data.keys.extent(0), data.offsets.extent(0) - 1);
  if (data.data.values.extent(0) == 0) return [=] { (*plan)(data.offsets, data.data.keys); };
  return [=] { (*plan)(data.offsets, data.data.keys, yoke::payloads(data.data.values)); };
}

// As a user's comparator, which the library does not know.
struct Less {
  template <class Key>
  KOKKOS_FUNCTION bool operator()(Key const& one, Key const& other) const {
    return one < other;
  }
};

template <class Key>
std::function<void()> planned_segments_by_comparator(SegmentData<Key> const& data) {
  std::size_t const keys = data.data.keys.extent(0), segments = data.offsets.extent(0) - 1;
  if (data.data.values.extent(0) == 0) {
    using Plan = yoke::ComparatorSortSegmentsPlan<Host, Key>;
    auto const plan = std::make_shared<Plan>(Host(), keys, segments);
    return [=] { (*plan)(data.offsets, data.data.keys, Less()); };
  }
  using Plan = yoke::ComparatorSortSegmentsPlan<Host, Key, std::uint32_t>;
  auto const plan = std::make_shared<Plan>(Host(), keys, segments);
  return [=] { (*plan)(data.offsets, data.data.keys, yoke::payloads(data.data.values), Less()); };
}

template <class Key>
std::function<void()> stable_loop(SegmentData<Key> const& data) {
  return [&data] {
    Key* const keys = data.data.keys.data();
    for (std::uint64_t s = 0; s + 1 < data.offsets.extent(0); ++s) {
      std::stable_sort(keys + data.offsets(s), keys + data.offsets(s + 1), Less());
    }
  };
}

template <class Key>
std::function<void()> std_loop(SegmentData<Key> const& data) {
  return [&data] {
    Key* const keys = data.data.keys.data();
    for (std::uint64_t s = 0; s + 1 < data.offsets.extent(0); ++s) {
      std::sort(keys + data.offsets(s), keys + data.offsets(s + 1));
    }
  };
}

template <class Key>
void add_way(int runs, std::uint64_t size, std::uint64_t length, bool has_values,
             std::string const& way, std::function<void()> (*make)(SegmentData<Key> const&)) {
  std::string const name = "sort_segments/" + way + "/" + name_of_keys<Key>() +
                           (has_values ? "+u32/" : "/") + format_size(length) + "_each/" +
                           format_size(size);
  add_benchmark(name, runs, [=](benchmark::State& state) {
    SegmentData<Key> const data(size, length, has_values);
    Measured work;
    work.prepare = [&] { data.data.fill(); };
    work.run = make(data);
    work.find_fault = [&] { return data.find_fault(); };
    measure(state, work, {size, 0});
  });
}

template <class Key>
void add_comparators(Settings const& settings, std::uint64_t size, std::uint64_t length) {
  std::string const way = name_of_space<Host>() + std::string("_by_comparator");
  add_way<Key>(settings.runs, size, length, false, way, planned_segments_by_comparator);
  add_way<Key>(settings.runs, size, length, true, way, planned_segments_by_comparator);
  add_way<Key>(settings.runs, size, length, false, "std_stable_sort_loop", stable_loop);
}

template <class Key>
void add_key(Settings const& settings, std::uint64_t size, std::uint64_t length) {
  add_way<Key>(settings.runs, size, length, false, name_of_space<Host>(), planned_segments);
  add_way<Key>(settings.runs, size, length, true, name_of_space<Host>(), planned_segments);
  add_way<Key>(settings.runs, size, length, false, "std_sort_loop", std_loop);
}

}  // namespace

void add_segments(Settings const& settings, Lengths const& lengths, std::uint64_t size) {
  for (auto const length : lengths) {
    add_key<std::uint32_t>(settings, size, length);
    add_key<std::int32_t>(settings, size, length);
    add_key<std::uint64_t>(settings, size, length);
    add_key<float>(settings, size, length);
    add_key<double>(settings, size, length);
    add_comparators<std::uint32_t>(settings, size, length);
    add_comparators<std::uint64_t>(settings, size, length);
  }
}

}  // namespace yoke_perf::sorting
