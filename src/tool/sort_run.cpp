#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <yoke/errors.hpp>
#include <yoke/hybrid.hpp>
#include <yoke/sort.hpp>
#include <yoke/validate_sort.hpp>

#include "memory.hpp"
#include "progress.hpp"
#include "ranks.hpp"
#include "run.hpp"
#include "sort.hpp"
#include "value_output.hpp"

namespace yoke::tool {
namespace {

using SortRuns = TimedRuns<SortArguments, SortOutcome>;
using HostMemory = Kokkos::HostSpace;

template <class Executor>
using FileMemory = std::conditional_t<std::is_same_v<WorkMemory<Executor>, HostMemory>, HostMemory,
                                      Kokkos::SharedHostPinnedSpace>;

template <class Validate>
std::optional<std::string> fault_of(Validate const& validate) {
  return find_fault("key", 0, [&] {
    validate();
    return std::uint64_t(0);
  });
}

// Sorts the keys; each run sorts what was read.
template <class Executor, class Keys>
void sort_keys(Executor const& executor, Keys const& keys, SortRuns& runs,
               SortArguments const& arguments, SortOutcome& outcome) {
  using Key = typename Keys::value_type;
  using Memory = WorkMemory<Executor>;
  constexpr bool is_there = std::is_same_v<Memory, typename Keys::memory_space>;
  Numbers<Key, Memory> work;
  if constexpr (is_there) {
    if (arguments.repeat == 1 && !arguments.energy) work = keys;
  }
  bool const is_copy = work.data() == nullptr;
  if (is_copy) work = make_numbers<Key, Memory>("keys", keys.extent(0));
  SortPlan<Executor, Key> plan(executor, keys.extent(0), runs.options());
  auto const bring = [&] {
    if (!is_copy) return;
    double const seconds = timed_copy(executor, work, keys);
    if (!is_there) outcome.upload = seconds;
  };
  runs.run("sorting", plan, bring, [&] { plan(work); });
  add_traffic_of(executor, outcome.traffic);
  if (!is_copy) return;
  double const seconds = timed_copy(executor, keys, work);
  if (!is_there) outcome.download = seconds;
}

// The keys' order; the keys stay.
template <class Executor, class Keys, class Permutation>
void order_keys(Executor const& executor, Keys const& keys, Permutation const& permutation,
                SortRuns& runs, SortOutcome& outcome) {
  using Key = typename Keys::value_type;
  using Index = typename Permutation::value_type;
  using Memory = WorkMemory<Executor>;
  ArgsortPlan<Executor, Key, Index> plan(executor, keys.extent(0), runs.options());
  if constexpr (std::is_same_v<Memory, typename Keys::memory_space>) {
    runs.run("sorting", plan, [&] { plan(keys, permutation); });
  } else {
    auto const keys_there = make_numbers<Key, Memory>("keys", keys.extent(0));
    auto const order_there = make_numbers<Index, Memory>("permutation", keys.extent(0));
    outcome.upload = timed_copy(executor, keys_there, keys);
    runs.run("sorting", plan, [&] { plan(keys_there, order_there); });
    outcome.download = timed_copy(executor, permutation, order_there);
  }
  add_traffic_of(executor, outcome.traffic);
}

template <class Key, class Keys>
void write_sorted(Outputs& outputs, SortArguments const& arguments, Keys const& keys) {
  if (arguments.output.empty()) return;
  std::span<Key const> const all(keys.data(), keys.extent(0));
  write_keys<Key>(outputs.part(arguments.output, all.size_bytes()), all);
}

template <class Key, class Executor>
void sort_on(Executor const& executor, SortArguments const& arguments, KeyFile& file,
             Outputs& outputs, SortOutcome& outcome) {
  auto const keys = make_numbers<Key, FileMemory<Executor>>("keys", own_part(file.size()).size);
  file.read(span_of(keys));
  Fingerprint before;
  if (arguments.verify) before = fingerprint(HostExec(), keys);
  SortRuns runs(arguments, "sort", outcome);
  sort_keys(executor, keys, runs, arguments, outcome);
  if (arguments.verify) {
    outcome.fault =
        fault_of([&] { validate_sort(HostExec(), keys, before, arguments.options.order); });
    if (outcome.fault) return;
  }
  write_sorted<Key>(outputs, arguments, keys);
  runs.write_trace(outputs);
}

template <class Index, class Key, class Executor>
void order_on(Executor const& executor, SortArguments const& arguments, KeyFile& file,
              Outputs& outputs, SortOutcome& outcome) {
  using Memory = FileMemory<Executor>;
  std::size_t const size = own_part(file.size()).size;
  auto const keys = make_numbers<Key, Memory>("keys", size);
  auto const permutation = make_numbers<Index, Memory>("permutation", size);
  file.read(span_of(keys));
  Fingerprint before;
  if (arguments.verify) {
    for (std::size_t i = 0; i < size; ++i) permutation(i) = static_cast<Index>(i);
    before = fingerprint(HostExec(), keys, permutation);
  }
  SortRuns runs(arguments, "argsort", outcome);
  order_keys(executor, keys, permutation, runs, outcome);
  if (arguments.verify || !arguments.output.empty()) {
    auto const sorted = make_numbers<Key, HostMemory>("sorted", size);
    outcome.fault = fault_of([&] {
      for (std::size_t i = 0; i < size; ++i) {
        if (permutation(i) >= size) throw InvalidInput("a place is none of the keys'", i);
        sorted(i) = keys(permutation(i));
      }
      if (!arguments.verify) return;
      validate_sort(HostExec(), sorted, permutation, before, arguments.options.order);
    });
    if (outcome.fault) return;
    write_sorted<Key>(outputs, arguments, sorted);
  }
  write_output(outputs, arguments.permutation, arguments.permutation_type, permutation);
  runs.write_trace(outputs);
}

// What is held in this machine's memory, less the few bytes that do not grow with the keys.
double bytes_held(SortArguments const& arguments, std::size_t key_bytes, std::uint64_t keys) {
  // Narrow keys are sorted as words, which stand beside them. A GPU needs none; what is counted
  // does not depend on the space.
  std::size_t const width = std::max(key_bytes, sizeof(std::uint32_t));
  double each = 2.0 * static_cast<double>(width);  // the keys and the sort's copy
  if (key_bytes < width) each += static_cast<double>(key_bytes);
  bool const is_joint = arguments.options.algorithm == SortAlgorithm::joint_sample;
  // Each side's two copies and labels, with several levels a copy more. Those of a device are not
  // held here.
  double const more_copies = arguments.options.joint.levels > 1 ? (has_device ? 1 : 2) : 0;
  if (is_joint) {
    each +=
        ((has_device ? 1 : 3) + more_copies) * static_cast<double>(width) + (has_device ? 1 : 2);
  }
  if (arguments.repeat > 1) each += static_cast<double>(key_bytes);
  if (!arguments.permutation.empty()) {
    double const index = keys > std::numeric_limits<std::uint32_t>::max() ? 8 : 4;
    each += static_cast<double>(width) + 2 * index;
    // Its copies are then of keys with their places, as wide as twice the wider of the two.
    if (is_joint) {
      double const record = 2 * std::max(static_cast<double>(width), index);
      each += static_cast<double>(width) + ((has_device ? 2 : 4) + more_copies) * record;
    }
  }
  return each * static_cast<double>(keys);
}

}  // namespace

SortOutcome sort_file(SortArguments const& arguments, Outputs& outputs) {
  SortOutcome outcome;
  outcome.type = key_type_of(arguments.input, arguments.type);
  if (key_type_named(arguments.output) != key_type_named(arguments.input)) {
    is_raw(arguments.output, to_string(outcome.type), "sorted keys have INPUT's type");
  }
  KeyFile file(arguments.input, outcome.type, "--lines without --type sorts its lines");
  outcome.keys = file.size();
  check_fits_in_memory(file.name(), "to sort it",
                       bytes_held(arguments, width_of(outcome.type), own_part(file.size()).size));
  bool const is_wide = file.size() > std::numeric_limits<std::uint32_t>::max();
  on_key_type(outcome.type, [&](auto key) {
    using Key = decltype(key);
    on_ranks_or_space(arguments.space, [&](auto const& executor) {
      if (arguments.permutation.empty()) {
        sort_on<Key>(executor, arguments, file, outputs, outcome);
      } else if (is_wide) {
        order_on<std::uint64_t, Key>(executor, arguments, file, outputs, outcome);
      } else {
        order_on<std::uint32_t, Key>(executor, arguments, file, outputs, outcome);
      }
    });
  });
  return outcome;
}

}  // namespace yoke::tool
