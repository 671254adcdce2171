// The smallest keys on a host, beside the standard library's selections. Every timed run is
// checked.

#include <benchmark/benchmark.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sorting/plans.hpp"
#include "sorting/top_k.hpp"
#include "support/program.hpp"
#include "yoke/top_k.hpp"

namespace yoke_perf::sorting {
namespace {

template <class Key>
struct Selection {
  Data<Key, Kokkos::HostSpace> data;
  Numbers<Key, Kokkos::HostSpace> selected;
  std::vector<Key> work, expected;

  Selection(std::string const& keys, std::uint64_t size, std::uint64_t k)
      : data(keys, size, false),
        selected("yoke_perf::selected", k),
        work(size),
        expected(begin(), end()) {
    std::sort(expected.begin(), expected.end());
  }

  Key const* begin() const { return data.keys.data(); }
  Key const* end() const { return data.keys.data() + data.keys.extent(0); }
  std::string find_fault() const {
    bool const is_right =
        std::equal(selected.data(), selected.data() + selected.extent(0), expected.begin());
    return is_right ? "" : "other keys are smaller";
  }
};

template <class Key>
std::function<void()> planned_selection(Selection<Key>& one) {
  using Plan = yoke::TopKPlan<Host, Key>;
  auto const plan = std::make_shared<Plan>(Host(), one.data.keys.extent(0), one.selected.extent(0));
  return [plan, &one] { (*plan)(one.data.keys, one.selected); };
}

template <class Key>
std::function<void()> partial_sort(Selection<Key>& one) {
  return [&one] {
    Key* const to = one.selected.data();
    std::partial_sort_copy(one.begin(), one.end(), to, to + one.selected.extent(0));
  };
}

template <class Key>
std::function<void()> nth_element(Selection<Key>& one) {
  return [&one] {
    std::copy(one.begin(), one.end(), one.work.begin());
    auto const end = one.work.begin() + static_cast<std::ptrdiff_t>(one.selected.extent(0));
    std::nth_element(one.work.begin(), end - 1, one.work.end());
    std::sort(one.work.begin(), end);
    std::copy(one.work.begin(), end, one.selected.data());
  };
}

template <class Key>
void add_way(Settings const& settings, std::string const& keys, std::uint64_t size, std::uint64_t k,
             std::string const& way, std::function<void()> (*make)(Selection<Key>&)) {
  std::string const name = "top_k/" + way + "/" + name_of_keys<Key>() + "/" + keys + "/" +
                           format_size(k) + "_of_" + format_size(size);
  add_benchmark(name, settings.runs, [=](benchmark::State& state) {
    Selection<Key> one(keys, size, k);
    Measured work;
    work.prepare = [&] { Kokkos::deep_copy(one.selected, Key(0)); };
    work.run = make(one);
    work.find_fault = [&] { return one.find_fault(); };
    measure(state, work, {size, 0});
  });
}

template <class Key>
void add_key(Settings const& settings, std::uint64_t size) {
  for (auto const& keys : settings.keys) {
    for (std::uint64_t const k : {std::uint64_t(10), std::uint64_t(1000), size / 10}) {
      add_way<Key>(settings, keys, size, k, name_of_space<Host>(), planned_selection);
      add_way<Key>(settings, keys, size, k, "std_partial_sort", partial_sort);
      add_way<Key>(settings, keys, size, k, "std_nth_element", nth_element);
    }
  }
}

}  // namespace

void add_selections(Settings const& settings, std::uint64_t size) {
  add_key<std::uint32_t>(settings, size);
  add_key<double>(settings, size);
}

}  // namespace yoke_perf::sorting
