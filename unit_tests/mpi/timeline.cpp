#include "yoke/mpi/timeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "mpi/support.hpp"
#include "support/temporary_folder.hpp"

// One trace of all ranks.

namespace {

using std::chrono::seconds;
using yoke::Lane;
using yoke::Timeline;
using yoke_test::Device;
using Cluster = yoke::Distributed<Device>;

// The same moment on all ranks, which run on one machine.
Timeline::Clock::time_point moment_of_rank_0() {
  auto count = Timeline::Clock::now().time_since_epoch().count();
  static_assert(sizeof(count) == sizeof(std::int64_t));
  MPI_Bcast(&count, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
  return Timeline::Clock::time_point(Timeline::Clock::duration(count));
}

TEST(MpiTimeline, IsWrittenAsOneTraceOfAllRanks) {
  Timeline timeline;
  Cluster const cluster(MPI_COMM_WORLD, Device(), {.timeline = &timeline});
  timeline.clear();
  int const rank = cluster.rank(), ranks = cluster.ranks();
  // Ten seconds after those of the rank before, and long ago.
  auto const begin = moment_of_rank_0() + seconds(10 * rank - 1000);
  timeline.record(Lane::host, "work", begin, begin + seconds(2));
  cluster.network().sum(1);
  EXPECT_EQ(timeline.size(), 2u);
  yoke_test::TemporaryFolder const folder;  // rank 0 alone writes
  yoke::write_trace(cluster, folder / "trace.json", timeline);
  EXPECT_EQ(folder.count(), rank == 0 ? 1u : 0u);
  if (rank != 0) return;

  std::ifstream input(folder / "trace.json");
  auto const trace = nlohmann::json::parse(input);
  std::map<int, std::string> names;
  std::map<int, double> work, exchanges;
  for (auto const& event : trace.at("traceEvents")) {
    int const process = event.at("pid");
    if (event.at("name") == "process_name") names[process] = event.at("args").at("name");
    if (event.at("name") == "work") {
      work[process] = event.at("ts").get<double>() * 1e-6;
      EXPECT_NEAR(event.at("dur").get<double>() * 1e-6, 2, 1e-6);
    }
    if (event.at("name") == "exchange") exchanges[process] += event.at("dur").get<double>();
  }
  ASSERT_EQ(names.size(), static_cast<std::size_t>(ranks));
  for (int r = 0; r < ranks; ++r) {
    EXPECT_EQ(names.at(r + 1), "rank " + std::to_string(r));
    // They leave the barrier that aligns their clocks one after the other, where cores are few.
    EXPECT_NEAR(work.at(r + 1), 10 * r, 4);
    EXPECT_TRUE(exchanges.contains(r + 1));
  }
  EXPECT_NEAR(work.at(1), 0, 1e-6);
}

TEST(MpiTimeline, ThatCannotBeWrittenIsAnErrorOnAllRanks) {
  Cluster const cluster(MPI_COMM_WORLD);
  yoke_test::TemporaryFolder const folder;
  auto const message = yoke_test::message_of<std::runtime_error>(
      [&] { yoke::write_trace(cluster, folder / "missing" / "trace.json", Timeline()); });
  EXPECT_THAT(message, testing::HasSubstr("missing"));
}

}  // namespace
