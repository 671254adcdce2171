#include "yoke/tuner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/temporary_folder.hpp"
#include "yoke/share_trial.hpp"

namespace {

using testing::HasSubstr;
using yoke::choose_host_share;
using yoke::ShareTrial;
using yoke::Split;
using yoke::TunedCall;
using yoke::TunedPlace;
using yoke::TunerOptions;
using yoke::TuningTable;
using yoke::TuningTables;
using yoke_test::message_of;

TunerOptions const few{.host_shares = {0.2, 0.4, 0.6}, .repetitions = 3};

TunedCall const walk{.capability = "walk"};
TunedCall const jump{.capability = "jump"};

double best_host_share(std::size_t size, yoke::MeasureShare const& measure,
                       TunerOptions const& options) {
  return choose_host_share(size, measure, options).host_share;
}

// The slower side decides: the device alone takes device_seconds, the host alone host_seconds.
yoke::MeasureShare sides_at_once(double device_seconds, double host_seconds) {
  return [=](std::size_t, double host_share) {
    return std::max((1 - host_share) * device_seconds, host_share * host_seconds);
  };
}

TEST(Tuner, FindsTheBestSplit) {
  EXPECT_EQ(best_host_share(1000, sides_at_once(1, 4), few), 0.2);
  EXPECT_EQ(best_host_share(1000, sides_at_once(3, 2), few), 0.6);
}

TEST(Tuner, PrefersOneSideUnlessTheSplitIsClearlyBetter) {
  auto const all_alike = [](std::size_t, double) { return 1.0; };
  EXPECT_EQ(best_host_share(1000, all_alike, few), 0);
  auto const gains = [](double gain) {
    return [=](std::size_t, double host_share) { return host_share == 0.4 ? 1 - gain : 1.0; };
  };
  EXPECT_EQ(best_host_share(1000, gains(0.019), few), 0);
  EXPECT_EQ(best_host_share(1000, gains(0.021), few), 0.4);
}

TEST(Tuner, TakesTheSideWithTheLowerMedian) {
  auto const host_takes = [](double seconds) {
    return [=](std::size_t, double host_share) {
      return host_share == 0 ? 1 : host_share == 1 ? seconds : 2;
    };
  };
  EXPECT_EQ(best_host_share(1000, host_takes(1.01), few), 0);
  EXPECT_EQ(best_host_share(1000, host_takes(1), few), 0);
  EXPECT_EQ(best_host_share(1000, host_takes(0.99), few), 1);
  EXPECT_EQ(best_host_share(1000, host_takes(0.5), few), 1);
  // A split has to beat the faster of them.
  auto const split_saves = [](std::size_t, double host_share) {
    return host_share == 0 ? 1 : host_share == 1 ? 0.99 : host_share == 0.4 ? 0.975 : 2;
  };
  EXPECT_EQ(best_host_share(1000, split_saves, few), 1);
}

// The first run of each candidate is slower by far; neither the choice nor the figures show it.
TEST(Tuner, SaysWhatItMeasuredWithoutTheFirstRun) {
  std::map<double, int> calls;
  auto const measure = [&](std::size_t, double host_share) {
    double const seconds[] = {100, 3, 1, 2, 100, 100};
    return seconds[calls[host_share]++] + host_share;
  };
  auto const choice = choose_host_share(1000, measure, {.host_shares = {0.5}, .repetitions = 3});
  ASSERT_EQ(choice.candidates.size(), 3u);
  EXPECT_EQ(choice.host_share, 0);
  for (double const share : {0.0, 0.5, 1.0}) {
    EXPECT_EQ(choice.at(share).host_share, share);
    EXPECT_DOUBLE_EQ(choice.at(share).median, 2 + share);
    EXPECT_DOUBLE_EQ(choice.at(share).scatter, 1);
  }
  EXPECT_THROW(choice.at(0.25), std::invalid_argument);
}

// 10 % faster on the median, but each measurement is 20 % off.
TEST(Tuner, ScatterHidesASmallGain) {
  std::map<double, int> calls;
  auto const scattered = [&](std::size_t, double host_share) {
    double const off[] = {1.0, 0.8, 1.2};
    return off[calls[host_share]++ % 3] * (host_share == 0.4 ? 0.9 : 1.0);
  };
  EXPECT_EQ(best_host_share(1000, scattered, few), 0);
}

TEST(Tuner, OneOutlierDoesNotCount) {
  int calls_at_best = 0;
  auto const disturbed_once = [&](std::size_t, double host_share) {
    if (host_share != 0.4) return 1.0;
    return ++calls_at_best == 2 ? 50.0 : 0.5;
  };
  EXPECT_EQ(best_host_share(1000, disturbed_once, few), 0.4);
}

TEST(Tuner, MeasuresCandidatesInTurn) {
  std::vector<double> order;
  auto const measure = [&](std::size_t size, double host_share) {
    EXPECT_EQ(size, 7u);
    order.push_back(host_share);
    return 1.0;
  };
  best_host_share(7, measure, {.host_shares = {1, 0.5, 0.5, 0}, .repetitions = 2});
  EXPECT_EQ(order, (std::vector<double>{0, 1, 0.5, 0, 1, 0.5, 0, 1, 0.5}));
}

TEST(Tuner, RefusesNonsense) {
  auto const fine = [](std::size_t, double) { return 1.0; };
  EXPECT_THROW(best_host_share(1, fine, {.repetitions = 0}), std::invalid_argument);
  EXPECT_THROW(best_host_share(1, fine, {.host_shares = {1.5}}), std::invalid_argument);
  EXPECT_THROW(best_host_share(1, fine, {.host_shares = {std::nan("")}}), std::invalid_argument);
  EXPECT_THROW(best_host_share(1, fine, {.least_gain = 1}), std::invalid_argument);
  for (double const wrong : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    auto const broken = [wrong](std::size_t, double) { return wrong; };
    EXPECT_THROW(best_host_share(1, broken, few), std::invalid_argument) << wrong;
  }
}

// The untuned share 0.4 takes 1 - gain seconds, 0.6 takes `other`, one side 1.
TEST(Tuner, LeavesTheUntunedShareUnlessAnotherIsClearlyBetter) {
  auto options = few;
  options.untuned = 0.4;
  auto const chosen = [&](double gain, double other) {
    auto const measure = [=](std::size_t, double host_share) {
      return host_share == 0.4 ? 1 - gain : host_share == 0.6 ? other : 1.0;
    };
    return best_host_share(1000, measure, options);
  };
  EXPECT_EQ(chosen(0.01, 2), 0.4) << "a side alone would lose";
  EXPECT_EQ(chosen(-0.01, 2), 0);
  EXPECT_EQ(chosen(0.01, 0.98), 0.4) << "less than 2% of it";
  EXPECT_EQ(chosen(0.01, 0.96), 0.6);
  options.untuned = 0.3;  // no candidate
  auto const untuned_wins = [](std::size_t, double host_share) {
    return host_share == 0.3 ? 0.5 : 1.0;
  };
  EXPECT_EQ(best_host_share(1000, untuned_wins, options), 0.3);
  options.untuned = 1.5;
  EXPECT_THROW(best_host_share(1000, untuned_wins, options), std::invalid_argument);
}

// The fastest share scatters; the next one is clearly better than a side, too.
TEST(Tuner, TakesAClearGainBeforeAnUnclearOne) {
  std::map<double, int> calls;
  auto const measure = [&](std::size_t, double host_share) {
    double const off[] = {1.0, 0.5, 1.5};
    if (host_share == 0.4) return 0.7 * off[calls[host_share]++ % 3];
    return host_share == 0.6 ? 0.8 : 1.0;
  };
  EXPECT_EQ(best_host_share(1000, measure, few), 0.6);
}

TEST(Tuner, TriesSharesOfACall) {
  TunedCall const call{.capability = "walk", .place = TunedPlace::pinned, .host_threads = 3};
  auto const seconds = [&] {
    double const share = yoke::host_share(Split::automatic(), call, 1000, 1);
    return sides_at_once(1, 4)(1000, share);
  };
  auto const tried = yoke::try_shares(seconds, few);
  ASSERT_TRUE(tried);
  EXPECT_EQ(tried->asked.call, call);
  EXPECT_EQ(tried->asked.size, 1000u);
  EXPECT_EQ(tried->asked.untuned, 1);
  EXPECT_EQ(tried->choice.host_share, 0.2);
  EXPECT_DOUBLE_EQ(tried->gain(), 0.8);
  int calls = 0;
  EXPECT_FALSE(yoke::try_shares([&] { return ++calls; }, few)) << "nothing was asked";
  EXPECT_EQ(calls, 1);
}

TEST(TuningTable, InterpolatesOverTheLogarithmOfTheSize) {
  TuningTable table;
  EXPECT_EQ(table.lookup(walk, 1 << 10), std::nullopt);
  table.set(walk, 1 << 10, 0.2);
  table.set(walk, 1 << 20, 0.4);
  EXPECT_EQ(table.lookup(jump, 1 << 10), std::nullopt);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, 1 << 10), 0.2);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, 1 << 15), 0.3);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, 1 << 20), 0.4);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, 0), 0.2);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, 1), 0.2);
  EXPECT_DOUBLE_EQ(*table.lookup(walk, std::numeric_limits<std::size_t>::max()), 0.4);
}

TEST(TuningTable, TakesTheNearerPointNextToOneSideAlone) {
  TuningTable table;
  table.set(walk, 1 << 10, 0);
  table.set(walk, 1 << 20, 0.4);
  table.set(walk, 1 << 30, 1);
  EXPECT_EQ(table.lookup(walk, 1 << 14), 0);
  EXPECT_EQ(table.lookup(walk, 1 << 16), 0.4);
  EXPECT_EQ(table.lookup(walk, 1 << 24), 0.4);
  EXPECT_EQ(table.lookup(walk, 1 << 26), 1);
}

TEST(TuningTable, TakesTheNearestNumberOfArcs) {
  TuningTable table;
  auto const with_arcs = [](int arcs) {
    TunedCall call = walk;
    call.arcs_per_vertex = arcs;
    return call;
  };
  table.set(with_arcs(4), 1000, 0.4);
  table.set(with_arcs(64), 1000, 0.1);
  for (auto const& [arcs, share] : {std::pair(0, 0.4),
                                    {1, 0.4},
                                    {4, 0.4},
                                    {8, 0.4},
                                    {15, 0.4},
                                    {17, 0.1},
                                    {64, 0.1},
                                    {1 << 30, 0.1}}) {
    EXPECT_EQ(table.lookup(with_arcs(arcs), 1000), share) << arcs;
  }
  // Whose number is unknown, as in a file without it: it counts as 1.
  table.set(walk, 1000, 0.7);
  EXPECT_EQ(table.lookup(with_arcs(1), 1000), 0.7);
  EXPECT_EQ(table.lookup(with_arcs(4), 1000), 0.4);
  table.set(with_arcs(1), 1000, 0.6);
  EXPECT_EQ(table.lookup(with_arcs(1), 1000), 0.6) << "known exactly";
  TuningTable old;
  old.set(walk, 1000, 0.7);
  EXPECT_EQ(old.lookup(with_arcs(32), 1000), 0.7);
}

TEST(TuningTable, ListsItsRows) {
  TuningTable table;
  table.set(walk, 2000, 0.5, 0.25);
  table.set(walk, 1000, 0);
  table.set(jump, 7, 1, 0.0);
  auto const rows = table.entries();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].call, jump);
  EXPECT_EQ(rows[0].share, (yoke::TunedShare{1, 0.0}));
  EXPECT_EQ(rows[1].size, 1000u);
  EXPECT_EQ(rows[1].share, (yoke::TunedShare{0, std::nullopt}));
  EXPECT_EQ(rows[2].size, 2000u);
  EXPECT_EQ(rows[2].share, (yoke::TunedShare{0.5, 0.25}));
}

TEST(TuningTable, RefusesWhatIsNoShare) {
  TuningTable table;
  EXPECT_THROW(table.set(walk, 0, 0.5), std::invalid_argument);
  EXPECT_THROW(table.set(walk, 1, -0.5), std::invalid_argument);
  EXPECT_THROW(table.set(walk, 1, 0.5, -0.1), std::invalid_argument);
  EXPECT_THROW(table.set(walk, 1, 0.5, 1.1), std::invalid_argument);
  EXPECT_THROW(table.set(walk, 1, 0.5, std::nan("")), std::invalid_argument);
  EXPECT_TRUE(table.empty());
}

// What a file could not say, or would be refused with.
TEST(TuningTable, RefusesWhatIsNoCall) {
  TuningTable table;
  std::pair<TunedCall, char const*> const calls[] = {
      {{.capability = "w\xff"}, "capability"},
      {{.capability = "walk", .place = static_cast<TunedPlace>(4)}, "place"},
      {{.capability = "walk", .index_bits = 33}, "index_bits is 33"},
      {{.capability = "walk", .index_bits = -32}, "index_bits is -32"},
      {{.capability = "walk", .host_threads = 0}, "host_threads is 0"},
      {{.capability = "walk", .host_threads = -2}, "host_threads is -2"},
      {{.capability = "walk", .arcs_per_vertex = -1}, "arcs_per_vertex is -1"}};
  for (auto const& bad : calls) {
    EXPECT_THAT(message_of<std::invalid_argument>([&] { table.set(bad.first, 1, 0.5); }),
                HasSubstr(bad.second));
  }
  EXPECT_TRUE(table.empty());
}

// What was measured for one kind of call says nothing of another.
TEST(TuningTable, KeepsCallsApart) {
  TuningTable table;
  TunedCall const call{"walk", TunedPlace::pinned, 32, 15};
  table.set(call, 1000, 0.3);
  EXPECT_EQ(table.lookup(call, 1000), 0.3);
  TunedCall const others[] = {
      {"jump", TunedPlace::pinned, 32, 15},  {"walk", TunedPlace::pageable, 32, 15},
      {"walk", TunedPlace::managed, 32, 15}, {"walk", TunedPlace::device, 32, 15},
      {"walk", TunedPlace::pinned, 64, 15},  {"walk", TunedPlace::pinned, 32, 16}};
  for (auto const& other : others) EXPECT_EQ(table.lookup(other, 1000), std::nullopt);
}

TEST(TuningTables, SurviveTheirFile) {
  yoke_test::TemporaryFolder const folder;
  TuningTables tables;
  auto& ours = tables.of("a \"machine\", 7 host threads");
  ours.set(walk, 1000, 0.1);
  ours.set(walk, 1000000, 1.0 / 3);
  ours.set({"walk", TunedPlace::device, 64, 3}, 1000, 0.7);
  ours.set({"jump", TunedPlace::pinned, 32, 1}, 5, 0);
  ours.set({"search", TunedPlace::pinned, 32, 1, 16}, 5, 0.5, 0.125);
  ours.set({"search", TunedPlace::pinned, 32, 1, 64}, 5, 0.25, 0.0);
  ours.set({"search", TunedPlace::pinned, 32, 1, 64}, 6, 0.5, 0.5, yoke::TunedBy::energy);
  tables.of("another").set(walk, 1000, 0.9);
  auto const file = folder / "new folder" / "tuning.json";
  tables.save(file);
  auto const loaded = TuningTables::load(file);
  EXPECT_EQ(loaded, tables);
  EXPECT_EQ(loaded.machines(),
            (std::vector<std::string>{"a \"machine\", 7 host threads", "another"}));
  EXPECT_EQ(loaded.find("another")->lookup(walk, 1000), 0.9);
  EXPECT_EQ(loaded.find("a third"), nullptr);
  TuningTables().save(file);
  EXPECT_EQ(TuningTables::load(file), TuningTables());
  tables.of("m\xff");
  EXPECT_THAT(message_of<std::runtime_error>([&] { tables.save(file); }), HasSubstr("machine"));
  EXPECT_EQ(TuningTables::load(file), TuningTables()) << "as it was";
}

TEST(TuningTables, SayWhichFileIsMalformedAndWhy) {
  yoke_test::TemporaryFolder const folder;
  auto const file = folder / "tuning.json";
  auto const message = [&] {
    return message_of<std::runtime_error>([&] { TuningTables::load(file); });
  };
  EXPECT_THAT(message(), HasSubstr(file.string())) << "there is none yet";

  std::string const head = R"({"format": "yoke tuning 2", "machines": )";
  auto const with_call = [&](std::string const& bits, std::string const& place,
                             std::string const& shares) {
    return head + R"({"m": [{"capability": "walk", "host_threads": 2, "index_bits": )" + bits +
           R"(, "place": )" + place + R"(, "shares": )" + shares + "}]}}";
  };
  auto const with_shares = [&](std::string const& shares) {
    return with_call("32", R"("pinned")", shares);
  };
  auto const with_threads = [&](std::string const& threads) {
    return head + R"({"m": [{"capability": "walk", "index_bits": 32, "place": "pinned",
        "shares": [{"size": 1, "host_share": 0}], "host_threads": )" +
           threads + "}]}}";
  };
  std::pair<std::string, char const*> const broken[] = {
      {"", "it is empty"},
      {" \n\t\n", "it is empty"},
      {"[1, 2", "no JSON from line 1 on"},
      {"[]", "\"format\" should be"},
      {"{}", "format"},
      {R"({"format": "other"})", "other"},
      {head + "3}", "\"machines\" is no object"},
      {head + R"({"m": 3}})", "table is no array"},
      {head + R"({"m": [{"capability": "walk"}]}})", "shares"},
      {with_shares(R"([{"size": 10}])"), "host_share"},
      {with_shares(R"([{"size": -1, "host_share": 0.5}])"), "-1"},
      {with_shares(R"([{"size": 1.5, "host_share": 0.5}])"), "1.5"},
      {with_shares(R"([{"size": 10, "host_share": 1.5}])"), "1.5"},
      {with_shares(R"([{"size": 10, "host_share": "half"}])"), "host_share is \"half\", no number"},
      {with_shares(R"([{"size": 10, "host_share": 0.5, "gain": "most"}])"), "gain"},
      {with_shares(R"([{"size": 10, "host_share": 0.5, "gain": 2}])"), "gain is 2"},
      {with_shares(R"([{"size": 10, "host_share": 0.5, "by": "moon"}])"), "\"moon\" is no by"},
      {with_call("32, \"arcs_per_vertex\": -1", R"("pinned")", R"([{"size": 1, "host_share": 0}])"),
       "arcs_per_vertex"},
      {with_call("-32", R"("pinned")", R"([{"size": 1, "host_share": 0}])"), "index_bits"},
      {with_call("33", R"("pinned")", R"([{"size": 1, "host_share": 0}])"), "index_bits is 33"},
      {with_call("32", "3", R"([{"size": 1, "host_share": 0}])"), "place"},
      {with_call("32", "\"\xff\"", "[]"), "place"},
      {with_threads("-2"), "host_threads is -2"},
      {with_threads("0"), "host_threads is 0"},
      {with_threads("99999999999"), "host_threads is 99999999999"},
      {with_threads("\"two\""), "host_threads"},
      {head + R"({"m": [{"capability": 7, "shares": []}]}})", "capability"},
      {head + "{\"m\": [{\"capability\": \"w\xff\"}]}}", "capability"},
      {head + "{\"\xff\": []}}", "machines"},
      {with_call("32", R"("moon")", R"([{"size": 1, "host_share": 0}])"), "moon"},
      {head + "{}} trailing", "no JSON from line 1 on, after \"machines\""},
  };
  yoke_test::write_text(file, with_shares(R"([{"size": 10, "host_share": 0.5}])"));
  EXPECT_NO_THROW(TuningTables::load(file));
  for (auto const& [text, reason] : broken) {
    yoke_test::write_text(file, text);
    EXPECT_THAT(message(), HasSubstr(file.string())) << text;
    EXPECT_THAT(message(), HasSubstr("cannot be used")) << text;
    EXPECT_THAT(message(), HasSubstr(reason)) << text;
  }
}

// Shares that do not say where the data lay cannot be used; the way out is named.
TEST(TuningTables, RefuseAFileOfYoke010) {
  yoke_test::TemporaryFolder const folder;
  auto const file = folder / "tuning.json";
  yoke_test::write_text(file, R"({"format": "yoke tuning 1", "machine": "m, 2 host threads",
    "host_share": {"list_rank": [{"size": 65536, "host_share": 0.1}]}})");
  auto const message = message_of<std::runtime_error>([&] { TuningTables::load(file); });
  EXPECT_THAT(message, HasSubstr(file.string()));
  EXPECT_THAT(message, HasSubstr("Yoke 0.1.0"));
  EXPECT_THAT(message, HasSubstr("yoke tune"));
}

// Sets variables for one test.
class TuningFile : public testing::Test {
 protected:
  void SetUp() override {
    for (char const* name : {"YOKE_TUNING", "XDG_CONFIG_HOME", "HOME"}) {
      if (char const* value = std::getenv(name)) saved_[name] = value;
      unsetenv(name);
    }
  }
  void TearDown() override {
    for (auto const& [name, value] : saved_) setenv(name.c_str(), value.c_str(), 1);
  }

  yoke_test::TemporaryFolder folder_;

 private:
  std::map<std::string, std::string> saved_;
};

TEST_F(TuningFile, IsFoundThroughTheEnvironment) {
  EXPECT_EQ(yoke::tuning_file(), "");
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(yoke::tuning_file(), "/home/me/.config/yoke/tuning.json");
  setenv("XDG_CONFIG_HOME", "/config", 1);
  EXPECT_EQ(yoke::tuning_file(), "/config/yoke/tuning.json");
  setenv("YOKE_TUNING", "/else/where.json", 1);
  EXPECT_EQ(yoke::tuning_file(), "/else/where.json");
  unsetenv("YOKE_TUNING");
}

TEST_F(TuningFile, AnswersForThisMachineOnly) {
  EXPECT_EQ(yoke::tuned_host_share(walk, 1000), std::nullopt) << "there is no file";

  TuningTables tables;
  tables.of(yoke::describe_machine()).set(walk, 1000, 0.25);
  tables.of("another machine").set(jump, 1000, 0.25);
  tables.save(folder_ / "both.json");
  setenv("YOKE_TUNING", (folder_ / "both.json").c_str(), 1);
  EXPECT_EQ(yoke::tuned_host_share(walk, 1000), 0.25);
  EXPECT_EQ(yoke::tuned_host_share(jump, 1000), std::nullopt);
  EXPECT_EQ(yoke::host_share(Split::automatic(), walk, 1000, 0.5), 0.25);
  EXPECT_EQ(yoke::host_share(Split::automatic(), jump, 1000, 0.5), 0.5);
  EXPECT_EQ(yoke::host_share(Split(0.75), walk, 1000, 0.5), 0.75);

  TuningTables theirs;
  theirs.of("another machine").set(walk, 1000, 0.25);
  theirs.save(folder_ / "theirs.json");
  setenv("YOKE_TUNING", (folder_ / "theirs.json").c_str(), 1);
  EXPECT_EQ(yoke::tuned_host_share(walk, 1000), std::nullopt);
  unsetenv("YOKE_TUNING");
}

TEST_F(TuningFile, ATrialAnswersInItsPlace) {
  TuningTables tables;
  tables.of(yoke::describe_machine()).set(walk, 1000, 0.25);
  tables.of(yoke::describe_machine()).set(jump, 1000, 0.75);
  tables.save(folder_ / "tables.json");
  setenv("YOKE_TUNING", (folder_ / "tables.json").c_str(), 1);
  auto const asked = [](TunedCall const& call) {
    return yoke::host_share(Split::automatic(), call, 1000, 0.5);
  };
  {
    ShareTrial const trial(0.1);
    EXPECT_EQ(yoke::host_share(Split(0.9), walk, 1000, 0.5), 0.9);
    EXPECT_FALSE(trial.question()) << "that call asked nothing";
    EXPECT_EQ(asked(walk), 0.1);
    EXPECT_EQ(asked(jump), 0.75) << "not what asked first";
    EXPECT_EQ(yoke::host_share(Split(), walk, 7, 0.5), 0.1);
    ASSERT_TRUE(trial.question());
    EXPECT_EQ(trial.question()->call, walk);
    EXPECT_EQ(trial.question()->size, 7u) << "the latest";
    EXPECT_EQ(trial.question()->untuned, 0.5);
    {
      ShareTrial const later(0.2);
      EXPECT_EQ(asked(walk), 0.2);
    }
    EXPECT_EQ(asked(walk), 0.1);
    double elsewhere = 0;
    std::thread([&] { elsewhere = asked(walk); }).join();
    EXPECT_EQ(elsewhere, 0.25);
  }
  EXPECT_EQ(asked(walk), 0.25);
  EXPECT_THROW(ShareTrial(1.5), std::invalid_argument);
  EXPECT_EQ(asked(walk), 0.25);
  unsetenv("YOKE_TUNING");
}

TEST_F(TuningFile, WarnsOnceIfBrokenAndGoesOn) {
  auto const file = folder_ / "broken.json";
  yoke_test::write_text(file, "{");
  setenv("YOKE_TUNING", file.c_str(), 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(yoke::tuned_host_share(walk, 1000), std::nullopt);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr(file.string()));
  testing::internal::CaptureStderr();
  EXPECT_EQ(yoke::tuned_host_share(walk, 1000), std::nullopt);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  unsetenv("YOKE_TUNING");
}

TEST(DescribeMachine, NamesTheProcessor) {
  std::ifstream cpus("/proc/cpuinfo");
  std::string name;
  for (std::string line; name.empty() && std::getline(cpus, line);) {
    if (line.starts_with("model name")) name = line.substr(line.find(": ") + 2);
  }
  if (name.empty()) GTEST_SKIP() << "the system does not name its processor";
  EXPECT_THAT(yoke::describe_machine(), HasSubstr(name + ", "));
}

TEST(DescribeMachine, CountsTheHostsThreads) {
  auto const threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  EXPECT_THAT(yoke::describe_machine(), HasSubstr(std::to_string(threads) + " host thread"));
}

}  // namespace
