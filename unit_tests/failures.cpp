#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "support/photon_cases.hpp"
#include "support/rounds.hpp"
#include "support/tools.hpp"
#include "support/views.hpp"
#include "yoke/bfs.hpp"
#include "yoke/connected_components.hpp"
#include "yoke/errors.hpp"
#include "yoke/euler_tour.hpp"
#include "yoke/expander.hpp"
#include "yoke/fill.hpp"
#include "yoke/generate.hpp"
#include "yoke/generate_graph.hpp"
#include "yoke/generate_strings.hpp"
#include "yoke/histogram.hpp"
#include "yoke/hybrid.hpp"
#include "yoke/list_ranking.hpp"
#include "yoke/list_scan.hpp"
#include "yoke/photons.hpp"
#include "yoke/sort.hpp"
#include "yoke/sort_comparator.hpp"
#include "yoke/sort_segments.hpp"
#include "yoke/sort_strings.hpp"

// Memory runs out at each place where a call takes some, or a kernel cannot be started, whichever
// thread or lane that is on: the call throws, or does without, and the same plan's next calls are
// right.

namespace {

using yoke_test::FailingAllocation;
using yoke_test::vector_of;

constexpr std::uint32_t few = 100, many = yoke_test::is_sanitized ? 10000 : 40000;

// What a call has written.
using Call = std::function<std::vector<std::uint32_t>()>;
// Makes a plan; returns a call of it with many elements. What a plan keeps is taken by its first
// call, or has to grow after one with few.
using Maker = std::function<Call()>;

// A call during which `Failure` number `number` happens, and two after it. Returns whether it did.
template <class Failure, class Thrown>
bool expect_recovery_of(Maker const& make, std::vector<std::uint32_t> const& expected, int number) {
  Call const call = make();
  bool thrown = false, failed = false;
  {
    Failure const failing(number);
    try {
      EXPECT_EQ(call(), expected);
    } catch (Thrown const&) {
      thrown = true;
    }
    failed = failing.has_failed();
  }
  EXPECT_TRUE(failed || !thrown);
  if (!failed) return false;
  for (int time = 0; time < 2; ++time)
    EXPECT_EQ(call(), expected) << (thrown ? "threw" : "went on");
  return true;
}

struct FailingLaunch : yoke_test::FailingKernel {
  explicit FailingLaunch(int number) : FailingKernel("yoke", number) {}
};

// Returns how many failures there were.
int expect_recovery(Maker const& make) {
  auto const expected = make()();
  int failures = 0;
  for (int number = 1; number < 400; ++number, ++failures) {
    SCOPED_TRACE("allocation " + std::to_string(number));
    if (!expect_recovery_of<FailingAllocation, std::bad_alloc>(make, expected, number)) break;
  }
  // The first ones, and ever fewer of the others.
  for (int number = 0; number < 2000;
       number += (yoke_test::is_sanitized ? 4 : 1) + number / 2, ++failures) {
    SCOPED_TRACE("kernel " + std::to_string(number));
    if (!expect_recovery_of<FailingLaunch, FailingLaunch::Fault>(make, expected, number)) break;
  }
  EXPECT_LT(failures, 500);
  return failures;
}

struct Sum {
  KOKKOS_FUNCTION std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};
struct Less {
  KOKKOS_FUNCTION bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

// Inputs in Memory, made while nothing fails.
template <class Memory>
struct Inputs {
  using Exec = typename Memory::execution_space;
  using Words = Kokkos::View<std::uint32_t*, Memory>;
  using Graph = yoke::Graph<std::uint32_t, std::uint32_t, Memory>;

  static Words list_of(std::uint32_t size) {
    Words const successor("successor", size);
    yoke::generate_lists(Exec(), successor);
    return successor;
  }
  static Graph graph_of(std::uint32_t vertices) {
    auto const edges = yoke::generate_edges<std::uint32_t, Memory>(
        Exec(), yoke::UniformShape{.vertices = vertices, .edges = 2 * vertices, .seed = 1});
    return yoke::build_graph(Exec(), edges);
  }
  static Words keys_of(std::uint32_t size) {
    Words const keys("keys", size);
    yoke::fill(Exec(), keys, yoke::Philox(1));
    return keys;
  }

  Words short_list = list_of(few), list = list_of(many);
  Words short_keys = keys_of(few), keys = keys_of(many);
  Graph short_graph = graph_of(few), graph = graph_of(many);
  // Vertex 0 is the root.
  Words parent = [] {
    std::vector<std::uint32_t> parents(many);
    for (std::uint32_t i = 1; i < many; ++i) parents[i] = i / 2;
    return yoke_test::view_of<Memory>(parents);
  }();
};

// Calls of what runs on any executor.
template <class Executor, class Memory>
class Calls {
  using Words = typename Inputs<Memory>::Words;

 public:
  Calls(Executor const& executor, yoke::Split const& split, std::size_t device_memory, bool first)
      : executor_(executor), split_(split), device_memory_(device_memory), first_(first) {}

  // Not every algorithm can be shared out.
  bool can_share(yoke::Strategy strategy) const {
    return split_.is_automatic() || split_.host_share() == 0 || split_.host_share() == 1 ||
           strategy == yoke::Strategy::cut;
  }

  Maker list_rank(yoke::ListRankAlgorithm algorithm, bool submitted = false) const {
    auto options = with(yoke::ListRankOptions());
    options.algorithm = algorithm;
    return [=, this] {
      auto const plan =
          std::make_shared<yoke::ListRankPlan<Executor, std::uint32_t>>(executor_, many, options);
      if (!first_) (*plan)(in_.short_list, Words("rank", few));
      return [=, this] {
        Words const rank("rank", many);
        if constexpr (yoke::detail::IsHybrid<Executor>::value) {
          if (submitted) {
            auto const ticket = plan->submit(in_.list, rank);
            ticket.wait();
            return vector_of(rank);
          }
        }
        (*plan)(in_.list, rank);
        return vector_of(rank);
      };
    };
  }

  // Which edges a forest has is not told.
  Maker components(yoke::ComponentsAlgorithm algorithm, bool forest) const {
    auto options = with(yoke::ComponentsOptions());
    options.algorithm = algorithm;
    return [=, this] {
      auto const plan = std::make_shared<yoke::ConnectedComponentsPlan<Executor, std::uint32_t>>(
          executor_, many, in_.graph.arcs(), options);
      if (!first_) (*plan)(in_.short_graph, Words("label", few));
      return [=, this] {
        Words const label("label", many), from("from", many), to("to", many);
        if (forest) {
          (*plan)(in_.graph, label, from, to);
        } else {
          (*plan)(in_.graph, label);
        }
        return vector_of(label);
      };
    };
  }

  Maker bfs(yoke::BfsAlgorithm algorithm) const {
    auto options = with(yoke::BfsOptions());
    options.algorithm = algorithm;
    return [=, this] {
      auto const plan = std::make_shared<yoke::BfsPlan<Executor, std::uint32_t>>(
          executor_, many, in_.graph.arcs(), options);
      if (!first_) (*plan)(in_.short_graph, 0, Words("level", few));
      return [=, this] {
        Words const level("level", many);
        (*plan)(in_.graph, 0, level);
        return vector_of(level);
      };
    };
  }

  Maker sort() const {
    return [=, this] {
      auto const plan = std::make_shared<yoke::SortPlan<Executor, std::uint32_t>>(
          executor_, many, with(yoke::SortOptions()));
      if (!first_) (*plan)(copy_of(in_.short_keys));
      return [=, this] {
        Words const keys = copy_of(in_.keys);
        (*plan)(keys);
        return vector_of(keys);
      };
    };
  }

  Maker sort_by_key() const {
    return [=, this] {
      auto const plan =
          std::make_shared<yoke::SortByKeyPlan<Executor, std::uint32_t, std::uint32_t>>(
              executor_, many, with(yoke::SortOptions()));
      if (!first_) (*plan)(copy_of(in_.short_keys), copy_of(in_.short_list));
      return [=, this] {
        Words const values = copy_of(in_.list);
        (*plan)(copy_of(in_.keys), values);
        return vector_of(values);
      };
    };
  }

  Maker argsort() const {
    return [=, this] {
      auto const plan = std::make_shared<yoke::ArgsortPlan<Executor, std::uint32_t, std::uint32_t>>(
          executor_, many, with(yoke::SortOptions()));
      if (!first_) (*plan)(in_.short_keys, Words("permutation", few));
      return [=, this] {
        Words const permutation("permutation", many);
        (*plan)(in_.keys, permutation);
        return vector_of(permutation);
      };
    };
  }

  Maker sort_by_comparator() const {
    return [=, this] {
      auto const plan = std::make_shared<yoke::ComparatorSortPlan<Executor, std::uint32_t>>(
          executor_, many, with(yoke::SortOptions()));
      if (!first_) (*plan)(copy_of(in_.short_keys), Less());
      return [=, this] {
        Words const keys = copy_of(in_.keys);
        (*plan)(keys, Less());
        return vector_of(keys);
      };
    };
  }

  Maker sort_strings() const {
    auto const strings_of = [](std::uint32_t count) {
      return yoke::generate_strings<std::uint32_t, Memory>(
          typename Memory::execution_space(),
          yoke::StringShape{.strings = count, .longest = 40, .seed = 1});
    };
    return [=, this, short_strings = strings_of(few), strings = strings_of(many)] {
      auto const plan =
          std::make_shared<yoke::SortStringsPlan<Executor, std::uint32_t, std::uint32_t>>(
              executor_, many, with(yoke::SortStringsOptions()));
      if (!first_) (*plan)(short_strings, Words("permutation", few));
      return [=] {
        Words const permutation("permutation", many);
        (*plan)(strings, permutation);
        return vector_of(permutation);
      };
    };
  }

  Maker histogram() const {
    return [=, this] {
      auto const plan = std::make_shared<yoke::HistogramPlan<Executor, std::uint32_t>>(
          executor_, many, 1000, with(yoke::HistogramOptions()));
      Kokkos::View<std::uint64_t*, Memory> const counts("counts", 1000);
      yoke::EvenBins<std::uint32_t> const bins{0, ~0u};
      if (!first_) (*plan)(in_.short_keys, bins, counts);
      return [=, this] {
        (*plan)(in_.keys, bins, counts);
        auto const wide = vector_of(counts);
        return std::vector<std::uint32_t>(wide.begin(), wide.end());
      };
    };
  }

  Maker fill() const {
    return [=, this] {
      auto const plan = std::make_shared<yoke::FillPlan<Executor, std::uint32_t>>(
          executor_, many, with(yoke::FillOptions()));
      if (!first_) (*plan)(Words("numbers", few), yoke::ExpanderStreams(1));
      return [=] {
        Words const numbers("numbers", many);
        (*plan)(numbers, yoke::ExpanderStreams(1));
        return vector_of(numbers);
      };
    };
  }

  Maker photons() const {
    return [=, this] {
      auto const slab = photon_cases::slab();
      auto options = with(yoke::PhotonOptions());
      options.arithmetic = yoke::PhotonArithmetic::reproducible;
      auto const plan =
          std::make_shared<yoke::PhotonPlan<Executor>>(executor_, slab.tissue, slab.grid, options);
      if (!first_) (*plan)(0, few, yoke::PhotonTallies<Memory>(slab.tissue, slab.grid));
      return [=] {
        yoke::PhotonTallies<Memory> const tallies(slab.tissue, slab.grid);
        (*plan)(0, 4000, tallies);
        auto const wide = vector_of(tallies.sums);
        return std::vector<std::uint32_t>(wide.begin(), wide.end());
      };
    };
  }

 private:
  template <class Options>
  Options with(Options options) const {
    options.split = split_;
    options.device_memory = device_memory_;
    return options;
  }
  static Words copy_of(Words const& words) {
    Words const copy("copy", words.extent(0));
    Kokkos::deep_copy(copy, words);
    return copy;
  }

  Executor const& executor_;
  yoke::Split split_;
  std::size_t device_memory_;
  bool first_;
  Inputs<Memory> in_;
};

int expect_recovery(char const* what, Maker const& make) {
  SCOPED_TRACE(what);
  try {
    return expect_recovery(make);
  } catch (yoke::DeviceMemoryExceeded const&) {
    return 0;  // nothing fits: there is no call to fail
  }
}

// Returns how many failures there were.
template <class Memory, class Executor>
int expect_all_recover(Executor const& executor, yoke::Split const& split,
                       std::size_t device_memory = 0) {
  int failed = 0;
  for (bool const first : {false, true}) {
    SCOPED_TRACE(first ? "a plan's first call" : "a call after a short one");
    Calls<Executor, Memory> const calls(executor, split, device_memory, first);
    for (auto const& entry : yoke::list_rank_algorithms) {
      if (!calls.can_share(entry.strategy)) continue;
      failed += expect_recovery(entry.name.data(), calls.list_rank(entry.algorithm));
    }
    if (yoke::detail::IsHybrid<Executor>::value) {
      failed += expect_recovery("a submitted list_rank",
                                calls.list_rank(yoke::ListRankAlgorithm::automatic, true));
    }
    for (auto const& entry : yoke::components_algorithms) {
      if (!calls.can_share(entry.strategy)) continue;
      failed += expect_recovery(entry.name.data(), calls.components(entry.algorithm, false));
      failed += expect_recovery(entry.name.data(), calls.components(entry.algorithm, true));
    }
    for (auto const& entry : yoke::bfs_algorithms) {
      if (!calls.can_share(entry.strategy)) continue;
      failed += expect_recovery(entry.name.data(), calls.bfs(entry.algorithm));
    }
    failed += expect_recovery("sort", calls.sort());
    failed += expect_recovery("sort_by_key", calls.sort_by_key());
    failed += expect_recovery("argsort", calls.argsort());
    failed += expect_recovery("sort by a comparator", calls.sort_by_comparator());
    failed += expect_recovery("sort_strings", calls.sort_strings());
    failed += expect_recovery("histogram", calls.histogram());
    failed += expect_recovery("fill", calls.fill());
    failed += expect_recovery("simulate_photons", calls.photons());
  }
  return failed;
}

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;

TEST(Failures, OfOneSpaceLeaveThePlanRight) {
  EXPECT_GT(expect_all_recover<Host::memory_space>(Host(), yoke::Split::automatic()), 0);
  if (!std::is_same_v<Device, Host>) {
    EXPECT_GT(expect_all_recover<Device::memory_space>(Device(), yoke::Split::automatic()), 0);
  }
}

TEST(Failures, OfAHybridLeaveThePlanRight) {
  yoke::Hybrid<> const hybrid;
  for (double const share : {0.4, 0.0, 1.0}) {
    if (yoke_test::is_sanitized && share != 0.4) break;
    SCOPED_TRACE("share " + std::to_string(share));
    EXPECT_GT(expect_all_recover<Kokkos::HostSpace>(hybrid, yoke::Split(share)), 0);
  }
  expect_all_recover<Kokkos::SharedHostPinnedSpace>(hybrid, yoke::Split::automatic());
}

// What goes through the device in parts where little of its memory is allowed.
TEST(Failures, OfABoundedHybridLeaveThePlanRight) {
  yoke::Hybrid<> const hybrid;
  if (yoke_test::is_sanitized) return;  // without a device nothing is bounded
  for (std::size_t const bytes_an_element : {5, 10, 20}) {
    SCOPED_TRACE(std::to_string(bytes_an_element) + " bytes an element");
    expect_all_recover<Kokkos::SharedHostPinnedSpace>(hybrid, yoke::Split::automatic(),
                                                      bytes_an_element * many);
  }
}

// What runs on one space alone.
TEST(Failures, OfScansAndTreesLeaveThePlanRight) {
  using Words = Kokkos::View<std::uint32_t*, Device::memory_space>;
  Inputs<Device::memory_space> const in;
  Device const exec;
  expect_recovery("list_scan", [&] {
    auto const plan =
        std::make_shared<yoke::ListScanPlan<Device, std::uint32_t, std::uint32_t>>(exec, many);
    (*plan)(in.short_list, in.short_keys, Words("result", few), Sum(), 0u);
    return [=, &in] {
      Words const result("result", many);
      (*plan)(in.list, in.keys, result, Sum(), 0u);
      return vector_of(result);
    };
  });
  expect_recovery("list_to_array", [&] {
    auto const plan = std::make_shared<yoke::ListToArrayPlan<Device, std::uint32_t>>(exec, many);
    (*plan)(in.short_list, Words("order", few));
    return [=, &in] {
      Words const order("order", many);
      (*plan)(in.list, order);
      return vector_of(order);
    };
  });
  expect_recovery("tree_statistics", [&] {
    auto const plan = std::make_shared<yoke::TreeStatisticsPlan<Device, std::uint32_t>>(exec, many);
    return [=, &in] {
      yoke::TreeStatistics<std::uint32_t, Device::memory_space> const result(exec, many);
      (*plan)(in.parent, result);
      return vector_of(result.preorder);
    };
  });
  expect_recovery("sort_segments", [&] {
    auto const plan =
        std::make_shared<yoke::SortSegmentsPlan<Device, std::uint32_t>>(exec, many, 3);
    return [=, &in] {
      Words const keys("keys", many);
      Kokkos::deep_copy(keys, in.keys);
      (*plan)(yoke_test::view_of<Device::memory_space>(
                  std::vector<std::uint32_t>{0, 3, many / 4 * 3, many}),
              keys);
      return vector_of(keys);
    };
  });
}

}  // namespace
