#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>
#include <yoke/messages.hpp>

#include "output.hpp"

namespace yoke::tool {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::seconds(1);
constexpr auto period = std::chrono::milliseconds(200);
constexpr auto erase = "\r\x1b[K";
// A line that a terminal breaks in two could not be erased.
constexpr std::size_t longest_text = 50, longest_before_rate = 30;

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)), unit_(std::move(unit)), total_(total) {
  what_ = printable(what_);
  std::size_t const longest = unit_.empty() ? longest_text : longest_before_rate;
  if (what_.size() > longest) what_ = what_.substr(0, longest - 3) + "...";
  if (isatty(STDERR_FILENO) != 0) {
    thread_ = std::jthread([this](std::stop_token const& stop) { show(stop); });
  }
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void Progress::show(std::stop_token const& stop) {
  auto const begin = Clock::now();
  std::unique_lock lock(mutex_);
  auto const never = [] { return false; };
  stopped_.wait_for(lock, stop, patience, never);
  if (stop.stop_requested()) return;
  while (!stop.stop_requested()) {
    fmt::print(stderr, "{}{}", erase,
               line(std::chrono::duration<double>(Clock::now() - begin).count()));
    std::fflush(stderr);
    stopped_.wait_for(lock, stop, period, never);
  }
  fmt::print(stderr, "{}", erase);
}

std::string Progress::line(double seconds) const {
  if (total_ == 0) return fmt::format("{}: {:.0f} s", what_, seconds);
  auto const done = std::min(done_.load(std::memory_order_relaxed), total_);
  double const percent = 100.0 * static_cast<double>(done) / static_cast<double>(total_);
  auto const text = fmt::format("{}: {:.0f}%, {:.0f} s", what_, percent, seconds);
  if (unit_.empty() || done == 0) return text;
  double const rate = static_cast<double>(done) / seconds;
  return fmt::format("{}, {}, {:.0f} s left", text, format_rate(rate, unit_),
                     static_cast<double>(total_ - done) / rate);
}

}  // namespace yoke::tool
