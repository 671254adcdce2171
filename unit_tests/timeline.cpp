#include "yoke/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "support/temporary_folder.hpp"

namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using yoke::Lane;
using yoke::Span;
using yoke::Timeline;

// Milliseconds after an arbitrary moment.
Timeline::Clock::time_point at(int ms) {
  return Timeline::Clock::time_point(std::chrono::hours(1)) + milliseconds(ms);
}

TEST(Timeline, IsEmptyAtFirst) {
  Timeline const timeline;
  EXPECT_TRUE(timeline.entries().empty());
  EXPECT_EQ(timeline.seconds(), 0);
  EXPECT_EQ(timeline.busy_fraction(Lane::host), 0);
  EXPECT_EQ(timeline.idle_fraction(Lane::host), 0);
  EXPECT_EQ(timeline.copy_fraction(), 0);
}

TEST(Timeline, AddsUpEachLane) {
  Timeline timeline;
  timeline.record(Lane::host, "walk", at(0), at(30));
  timeline.record(Lane::device, "walk", at(10), at(90));
  timeline.record(Lane::host, "finish", at(80), at(100));
  EXPECT_DOUBLE_EQ(timeline.seconds(), 0.1);
  EXPECT_DOUBLE_EQ(timeline.busy_seconds(Lane::host), 0.05);
  EXPECT_DOUBLE_EQ(timeline.busy_fraction(Lane::host), 0.5);
  EXPECT_DOUBLE_EQ(timeline.idle_fraction(Lane::host), 0.5);
  EXPECT_DOUBLE_EQ(timeline.busy_fraction(Lane::device), 0.8);
  EXPECT_DOUBLE_EQ(timeline.busy_fraction(Lane::upload), 0);
  EXPECT_DOUBLE_EQ(timeline.idle_fraction(Lane::upload), 1);
}

// Of a timeline that grows, a call looks at its own part, whatever other spans were open meanwhile.
TEST(Timeline, AddsUpWhatWasRecordedSince) {
  Timeline timeline;
  timeline.record(Lane::host, "everything", at(0), at(1000));
  timeline.record(Lane::device, "before", at(0), at(100));
  std::size_t const first = timeline.size();
  EXPECT_EQ(first, 2u);
  EXPECT_EQ(timeline.busy_seconds(Lane::host, first), 0);
  timeline.record(Lane::host, "walk", at(10), at(30));
  timeline.record(Lane::host, "walk", at(20), at(40));
  timeline.record(Lane::device, "walk", at(200), at(250));
  EXPECT_DOUBLE_EQ(timeline.busy_seconds(Lane::host, first), 0.03);
  EXPECT_DOUBLE_EQ(timeline.busy_seconds(Lane::device, first), 0.05);
  EXPECT_DOUBLE_EQ(timeline.busy_seconds(Lane::device), 0.15);
  timeline.clear();
  EXPECT_EQ(timeline.size(), 0u);
  EXPECT_EQ(timeline.busy_seconds(Lane::host, first), 0);
}

TEST(Timeline, CountsNestedAndOverlappingSpansOnce) {
  Timeline timeline;
  timeline.record(Lane::device, "second", at(40), at(100));
  timeline.record(Lane::device, "first", at(0), at(50));
  timeline.record(Lane::device, "nested", at(10), at(20));
  EXPECT_DOUBLE_EQ(timeline.busy_seconds(Lane::device), 0.1);

  timeline.record(Lane::upload, "copy", at(0), at(20));
  timeline.record(Lane::download, "copy", at(10), at(30));
  EXPECT_DOUBLE_EQ(timeline.copy_fraction(), 0.3);
}

TEST(Timeline, RefusesASpanThatEndsBeforeItBegins) {
  Timeline timeline;
  EXPECT_THROW(timeline.record(Lane::host, "wrong", at(1), at(0)), std::invalid_argument);
  EXPECT_TRUE(timeline.entries().empty());
}

TEST(Timeline, ClearForgetsAll) {
  Timeline timeline;
  timeline.record(Lane::host, "walk", at(0), at(30));
  timeline.clear();
  EXPECT_TRUE(timeline.entries().empty());
}

TEST(Timeline, SpanRecordsItsScope) {
  Timeline timeline;
  {
    Span outer(&timeline, Lane::host, "outer");
    std::this_thread::sleep_for(milliseconds(5));
    Span const inner(&timeline, Lane::upload, "inner");
    outer.finish();
    outer.finish();
  }
  auto const entries = timeline.entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "outer");
  EXPECT_EQ(entries[0].lane, Lane::host);
  EXPECT_GE(entries[0].end - entries[0].begin, milliseconds(5));
  EXPECT_EQ(entries[1].name, "inner");
  EXPECT_LE(entries[0].end, entries[1].end);
}

TEST(Timeline, SpanWithoutTimelineDoesNothing) {
  Span span(nullptr, Lane::host, "nobody listens");
  EXPECT_NO_THROW(span.finish());
}

TEST(Timeline, TakesSpansFromManyThreads) {
  Timeline timeline;
  constexpr int each = 1000;
  std::vector<std::thread> threads;
  threads.reserve(std::size(yoke::all_lanes));
  for (Lane const lane : yoke::all_lanes) {
    threads.emplace_back([&timeline, lane] {
      for (int i = 0; i < each; ++i) Span const span(&timeline, lane, "step");
    });
  }
  for (int i = 0; i < 100; ++i) EXPECT_LE(timeline.busy_fraction(Lane::host), 1);
  for (auto& thread : threads) thread.join();

  std::map<Lane, int> count;
  for (auto const& entry : timeline.entries()) ++count[entry.lane];
  for (Lane const lane : yoke::all_lanes) EXPECT_EQ(count[lane], each) << name(lane);
}

TEST(Timeline, WritesATrace) {
  yoke_test::TemporaryFolder const folder;
  auto const file = folder / "trace.json";
  Timeline timeline;
  timeline.record(Lane::device, "walk \"fast\"\n", at(2), at(5));
  timeline.record(Lane::host, "no UTF-8: \xff", at(0), at(1));
  timeline.write_trace(file);
  timeline.write_trace(file);
  EXPECT_EQ(folder.count(), 1u) << "a temporary file was left behind";

  std::ifstream input(file);
  auto const trace = nlohmann::json::parse(input);
  std::map<int, std::string> lane_names;
  std::vector<nlohmann::json> spans;
  for (auto const& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X") spans.push_back(event);
    if (event.at("name") == "thread_name") {
      lane_names[event.at("tid").get<int>()] = event.at("args").at("name");
    }
  }
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].at("name"), "walk \"fast\"\n");
  EXPECT_DOUBLE_EQ(spans[0].at("ts").get<double>(), 2000);
  EXPECT_DOUBLE_EQ(spans[0].at("dur").get<double>(), 3000);
  EXPECT_EQ(lane_names[spans[0].at("tid").get<int>()], "device");
  EXPECT_EQ(lane_names[spans[1].at("tid").get<int>()], "host");
}

TEST(Timeline, SaysWhichTraceCannotBeWritten) {
  yoke_test::TemporaryFolder const folder;
  auto const file = folder / "missing" / "trace.json";
  auto const message =
      yoke_test::message_of<std::runtime_error>([&] { Timeline().write_trace(file); });
  EXPECT_THAT(message, HasSubstr(file.string()));
  EXPECT_THAT(message, HasSubstr("No such file or directory"));
}

// The target is a folder, so that only the last step, the renaming, fails.
TEST(Timeline, LeavesNothingBehindWhenTheRenamingFails) {
  yoke_test::TemporaryFolder const folder;
  std::filesystem::create_directory(folder / "trace.json");
  EXPECT_THROW(Timeline().write_trace(folder / "trace.json"), std::runtime_error);
  EXPECT_EQ(folder.count(), 1u);
}

}  // namespace
