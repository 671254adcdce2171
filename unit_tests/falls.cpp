#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

#include "frame/engine.hpp"
#include "yoke/report.hpp"

// A capability that only notes what its ways are told: what the frame does if their memory ends.
namespace falls {

using yoke::Way;

// What happened, and what is to fail.
struct Log {
  std::string steps = {};
  Way without_memory = Way::none, full_in_its_run = Way::none;

  void step(char const* name, Way way) {
    steps += (steps.empty() ? "" : ", ") + std::string(name) + " " + std::string(to_string(way));
  }
  static void fail_if(bool fails) {
    if (fails) throw yoke::DeviceMemoryExceeded("falls: no room", 2, 1);
  }
};

enum class Algorithm { automatic };
inline constexpr auto algorithms_table = std::to_array<yoke::AlgorithmEntry<Algorithm>>(
    {{Algorithm::automatic, "automatic", yoke::Strategy::cut}});

struct Report : yoke::CallReport {
  Algorithm algorithm = Algorithm::automatic;
  int begun = 0;  // ways
};
struct Options {
  Algorithm algorithm = Algorithm::automatic;
  yoke::Split split = {};
  std::size_t device_memory = 0;
  Report* report = nullptr;
  yoke::Timeline* timeline = nullptr;
  Log* log = nullptr;
  std::optional<Way> expected = {};
};

// Its calls write over what they read, or only write.
template <bool updates>
struct Falls {
  using Algorithm = falls::Algorithm;
  using Options = falls::Options;
  using Report = falls::Report;
  static constexpr auto const& algorithms = algorithms_table;
  static constexpr char const* name = "falls";
  static constexpr char const* busy = "fall";
  struct Capacity {};
  struct Arguments {
    using Numbers = yoke::detail::RawArray<std::uint64_t>;
    std::conditional_t<updates, yoke::detail::InOutArray<std::uint64_t>, Numbers> numbers;

    static constexpr std::array names{"numbers"};
    template <class Self>
    static auto arrays(Self& self) {
      return std::tie(self.numbers);
    }
  };
};

}  // namespace falls

namespace yoke::detail {

template <bool updates>
struct WaysOf<falls::Falls<updates>> {
  static Ways of(typename falls::Falls<updates>::Arguments const&,
                 typename falls::Falls<updates>::Capacity const&, falls::Options const&,
                 NodeSides const&) {
    return Ways(CallWay{Way::both, 0.5}).then({Way::streamed}).then({Way::host, 1});
  }
  static std::optional<Way> expected(typename falls::Falls<updates>::Capacity const&,
                                     falls::Options const& options, NodeSides const&) {
    return options.expected;
  }
};

template <bool updates, class Space>
class Solver<falls::Falls<updates>, Space> {
 public:
  template <class... Other>
  Solver(Space const&, typename falls::Falls<updates>::Capacity const&,
         falls::Options const& options, Other const&...)
      : log_(options.log) {}
  static falls::Algorithm choose(typename falls::Falls<updates>::Capacity const&,
                                 falls::Options const&) {
    return falls::Algorithm::automatic;
  }
  std::size_t run(typename falls::Falls<updates>::Arguments const&) {
    log_->step("run", Way::host);
    return 7;
  }

 private:
  falls::Log* log_;
};

template <bool updates, class Device, class Host>
class HybridSolver<falls::Falls<updates>, Device, Host> {
 public:
  HybridSolver(Hybrid<Device, Host> const&, typename falls::Falls<updates>::Capacity const&,
               falls::Options const& options)
      : log_(options.log), report_(options.report) {}
  void prepare(Way way) {
    log_->step("prepare", way);
    falls::Log::fail_if(way == log_->without_memory);
  }
  void release(Way way) { log_->step("release", way); }
  std::size_t run(typename falls::Falls<updates>::Arguments const&, CallWay const& way) {
    log_->step("run", way.name);
    if (report_) ++report_->begun;
    falls::Log::fail_if(way.name == log_->full_in_its_run);
    return 5;
  }
  falls::Algorithm algorithm() const { return falls::Algorithm::automatic; }

 private:
  falls::Log* log_;
  falls::Report* report_;
};

}  // namespace yoke::detail

#define YOKE_TEST_MAKE_SIDES(Space, ...)                                             \
  template <>                                                                        \
  yoke::detail::OneSidePtr<__VA_ARGS__> yoke::detail::make_side<__VA_ARGS__, Space>( \
      Space const& exec, __VA_ARGS__::Capacity const& capacity,                      \
      __VA_ARGS__::Options const& options, yoke::Lane lane) {                        \
    using Side = yoke::detail::Side<__VA_ARGS__, Space>;                             \
    return std::make_unique<Side>(exec, capacity, options, lane);                    \
  }
YOKE_FOR_EACH_SPACE(YOKE_TEST_MAKE_SIDES, falls::Falls<true>)
YOKE_FOR_EACH_SPACE(YOKE_TEST_MAKE_SIDES, falls::Falls<false>)

namespace {

using falls::Log;
using yoke::Way;

// Calls of one plan, which is made for an expected way.
template <bool updates>
class Calls {
 public:
  Calls() = default;
  Calls(Way expected, Log const& at_first)
      : log(at_first),
        engine_(hybrid_, {}, {.report = &report, .log = &log, .expected = expected}) {}

  std::size_t operator()() {
    log.steps.clear();
    report = {};
    return engine_.run({});
  }

  Log log;
  falls::Report report;

 private:
  using Device = yoke::Hybrid<>::DeviceSpace;
  using Host = yoke::Hybrid<>::HostSpace;

  yoke::Hybrid<> hybrid_;
  yoke::detail::BothSides<falls::Falls<updates>, Device, Host> engine_{
      hybrid_, {}, {.report = &report, .log = &log}};
};

TEST(Falls, TheFirstWayIsReported) {
  Calls<false> calls;
  EXPECT_EQ(calls(), 5u);
  EXPECT_EQ(calls.log.steps, "prepare both, run both");
  EXPECT_EQ(calls.report.way, Way::both);
  EXPECT_EQ(calls.report.host_share, 0.5);
}

TEST(Falls, APlanMakesTheExpectedWayIfThereIsRoom) {
  Calls<false> calls(Way::streamed, {});
  EXPECT_EQ(calls.log.steps, "prepare streamed");
  Calls<false> without_room(Way::both, {.without_memory = Way::both});
  EXPECT_EQ(without_room.log.steps, "prepare both, release both");
  EXPECT_EQ(without_room(), 5u);
  EXPECT_EQ(without_room.report.way, Way::streamed);
}

TEST(Falls, AWayWithoutMemoryIsReleasedAndNotTakenAgain) {
  Calls<false> calls;
  calls.log.without_memory = Way::both;
  EXPECT_EQ(calls(), 5u);
  EXPECT_EQ(calls.log.steps, "prepare both, release both, prepare streamed, run streamed");
  EXPECT_EQ(calls.report.way, Way::streamed);
  EXPECT_EQ(calls.report.host_share, 0);
  calls.log.without_memory = Way::streamed;
  EXPECT_EQ(calls(), 7u);
  EXPECT_EQ(calls.log.steps, "prepare streamed, release streamed, run host");
  EXPECT_EQ(calls.report.way, Way::host);
  EXPECT_EQ(calls.report.host_share, 1);
}

TEST(Falls, MemoryMayEndInARunOfWhichNothingIsReported) {
  Calls<false> calls;
  calls.log.full_in_its_run = Way::both;
  EXPECT_EQ(calls(), 5u);
  EXPECT_EQ(calls.log.steps,
            "prepare both, run both, release both, prepare streamed, run streamed");
  EXPECT_EQ(calls.report.begun, 1);
}

TEST(Falls, ACallThatHasBegunToWriteOverItsInputDoesNotBeginAgain) {
  Calls<true> calls;
  calls.log.without_memory = Way::both;
  EXPECT_EQ(calls(), 5u);
  EXPECT_EQ(calls.report.way, Way::streamed);
  calls.log.full_in_its_run = Way::streamed;
  EXPECT_THROW(calls(), yoke::DeviceMemoryExceeded);
  EXPECT_EQ(calls.log.steps, "prepare streamed, run streamed");
}

}  // namespace
