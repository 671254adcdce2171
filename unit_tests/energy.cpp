// Counters of energy, played by files as Linux has them.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <yoke/energy.hpp>

#include "support/temporary_folder.hpp"

namespace {

using yoke::EnergyMeter;
namespace fs = std::filesystem;

class Powercap : public testing::Test {
 protected:
  fs::path root() const { return folder_.path(); }

  void put(std::string const& zone, std::string const& name, std::uint64_t microjoules,
           std::uint64_t range = 1'000'000'000) {
    fs::create_directories(root() / zone);
    std::ofstream(root() / zone / "name") << name << '\n';
    std::ofstream(root() / zone / "max_energy_range_uj") << range << '\n';
    set(zone, microjoules);
  }
  void set(std::string const& zone, std::uint64_t microjoules) {
    std::ofstream(root() / zone / "energy_uj") << microjoules << '\n';
  }

 private:
  yoke_test::TemporaryFolder folder_;
};

TEST_F(Powercap, CountsPackagesAndTheirMemoryOnce) {
  put("intel-rapl:0", "package-0", 5'000'000);
  put("intel-rapl:0:0", "core", 1'000'000);
  put("intel-rapl:0:1", "dram", 2'000'000);
  put("intel-rapl:1", "package-1", 0);
  put("intel-rapl:2", "psys", 0);
  put("intel-rapl-mmio:0", "package-0", 5'000'000);
  EnergyMeter meter(root());
  EXPECT_EQ(meter.used().host, 0);
  EXPECT_TRUE(meter.why_no_host().empty());
  set("intel-rapl:0", 8'000'000);
  set("intel-rapl:0:0", 3'000'000);
  set("intel-rapl:0:1", 2'500'000);
  set("intel-rapl:1", 250'000);
  set("intel-rapl:2", 9'000'000);
  set("intel-rapl-mmio:0", 8'000'000);
  EXPECT_DOUBLE_EQ(meter.used().host.value(), 3.75);
  EXPECT_DOUBLE_EQ(meter.used().host.value(), 3.75);
}

TEST_F(Powercap, FollowsACounterRoundItsRange) {
  put("intel-rapl:0", "package-0", 9'000'000, 10'000'000);
  EnergyMeter meter(root());
  set("intel-rapl:0", 1'000'000);
  EXPECT_DOUBLE_EQ(meter.used().host.value(), 2);
  set("intel-rapl:0", 500'000);
  EXPECT_DOUBLE_EQ(meter.used().host.value(), 11.5);
}

TEST_F(Powercap, SaysWhyThereIsNone) {
  EnergyMeter nothing(root());
  EXPECT_FALSE(nothing.used().host);
  EXPECT_NE(nothing.why_no_host().find(root().string()), std::string::npos);
  EnergyMeter no_folder(root() / "missing");
  EXPECT_FALSE(no_folder.used().host);

  put("intel-rapl:0", "package-0", 0);
  set("intel-rapl:0", 1);
  std::ofstream(root() / "intel-rapl:0" / "energy_uj") << "none\n";
  EnergyMeter unreadable(root());
  EXPECT_FALSE(unreadable.used().host);
  EXPECT_NE(unreadable.why_no_host().find("energy_uj"), std::string::npos);
}

// Whoever opens a pipe waits for its other end.
TEST_F(Powercap, ThatIsAPipeIsNone) {
  put("intel-rapl:0", "package-0", 0);
  for (auto const* const file : {"name", "energy_uj"}) {
    auto const path = root() / "intel-rapl:0" / file;
    fs::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(EnergyMeter(root()).used().host);
    fs::remove(path);
    std::ofstream(path) << "package-0\n";
  }
}

TEST_F(Powercap, ThatVanishesIsNoneFromThenOn) {
  put("intel-rapl:0", "package-0", 0);
  EnergyMeter meter(root());
  fs::remove(root() / "intel-rapl:0" / "energy_uj");
  EXPECT_FALSE(meter.used().host);
  EXPECT_FALSE(meter.why_no_host().empty());
  set("intel-rapl:0", 1'000'000);
  EXPECT_FALSE(meter.used().host);
}

TEST_F(Powercap, WhatPreparesTakesNoPartInTheEnergyOfACall) {
  put("intel-rapl:0", "package-0", 0);
  EnergyMeter meter(root());
  std::uint64_t microjoules = 0;
  auto const draw = [&](std::uint64_t more) { set("intel-rapl:0", microjoules += more); };
  for (auto const at_least : {std::chrono::milliseconds(0), std::chrono::milliseconds(20)}) {
    int calls = 0;
    bool is_prepared = false, is_done = false;
    auto const prepare = [&] {
      draw(3'000'000);
      is_prepared = true;
      is_done = false;
    };
    auto const work = [&] {
      EXPECT_TRUE(is_prepared);
      draw(5'000'000);
      ++calls;
      is_prepared = false;
      is_done = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    };
    auto const energy = yoke::measure_energy(prepare, work, meter, at_least);
    EXPECT_DOUBLE_EQ(energy.host.value(), 5);
    EXPECT_TRUE(is_done);  // and not what it begins with
    EXPECT_GE(calls, at_least.count() == 0 ? 2 : 3);
    EXPECT_LE(calls, at_least.count() == 0 ? 2 : 5);
  }
}

// Of whatever this machine has: a counter never falls, and where there is none it says why.
TEST(Energy, OfThisMachineIsThereOrExplained) {
  EnergyMeter meter;
  auto const first = meter.used();
  auto const second = meter.used();
  EXPECT_EQ(first.host.has_value(), meter.why_no_host().empty());
  EXPECT_EQ(first.device.has_value(), meter.why_no_device().empty());
  if (first.host) {
    EXPECT_GE(second.host.value(), *first.host);
  }
  if (first.device) {
    EXPECT_GE(second.device.value(), *first.device);
  }
}

}  // namespace
