#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace yoke {

/// Where something happens in a call. upload is the copy to the device, download the copy back;
/// exchange is what several ranks do together.
enum class Lane { device, host, upload, download, exchange };
/// In the order of the enumeration.
inline constexpr std::array all_lanes{Lane::device, Lane::host, Lane::upload, Lane::download,
                                      Lane::exchange};

/// The lane's name as reports and traces show it.
std::string_view name(Lane lane) noexcept;

/// What each lane did and when. Any thread may record at any time; asking while others record is
/// safe. Grows with every span, by some 60 bytes and a name of more than 15 characters, until it is
/// cleared: clear it between calls where there are many. To ask for a time reads all spans.
///
/// Times are the host's steady clock, read before a phase is issued and after it has been fenced: a
/// device span is as long as the host saw it, launch and fence included.
class Timeline {
 public:
  using Clock = std::chrono::steady_clock;  ///< the host's
  /// A span.
  struct Entry {
    Lane lane;                ///< where
    std::string name;         ///< what
    Clock::time_point begin;  ///< from
    Clock::time_point end;    ///< to
  };

  /// Throws std::invalid_argument if end is before begin.
  void record(Lane lane, std::string_view name, Clock::time_point begin, Clock::time_point end);

  /// All spans, in the order in which they were recorded.
  std::vector<Entry> entries() const;
  /// How many spans.
  std::size_t size() const;

  /// From the begin of the first span to the end of the last, in seconds; 0 without spans.
  double seconds() const;

  /// The time during which at least one span of the lane was open (nested and overlapping spans
  /// count once), in seconds and as a fraction of seconds(). Of nothing at all, nothing is busy or
  /// idle: 0.
  double busy_seconds(Lane lane) const;
  /// The same of the spans that were recorded when size() was `first`, or later.
  double busy_seconds(Lane lane, std::size_t first) const;
  /// The busy seconds as a fraction of seconds().
  double busy_fraction(Lane lane) const;
  /// What is left of 1.
  double idle_fraction(Lane lane) const;

  /// The fraction of seconds() during which a copy, in either direction, was under way.
  double copy_fraction() const;

  /// Writes the spans in the trace event format that ui.perfetto.dev and chrome://tracing open. The
  /// file appears whole or not at all. Throws std::runtime_error naming the file and the reason.
  void write_trace(std::filesystem::path const& path) const;

  /// Forgets all spans.
  void clear();

 private:
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
};

/// Records the time from its construction to its end. With a null timeline it does nothing, not
/// even read the clock. `name` must outlive the span: a literal. Fence what the span is to include
/// first.
class Span {
 public:
  /// Begins a span.
  Span(Timeline* timeline, Lane lane, std::string_view name)
      : timeline_(timeline), lane_(lane), name_(name) {
    if (timeline_ != nullptr) begin_ = Timeline::Clock::now();
  }
  ~Span() { finish(); }
  Span(Span const&) = delete;
  Span& operator=(Span const&) = delete;

  /// Ends the span before its scope does.
  void finish() {
    if (timeline_ == nullptr) return;
    timeline_->record(lane_, name_, begin_, Timeline::Clock::now());
    timeline_ = nullptr;
  }

 private:
  Timeline* timeline_;
  Lane lane_;
  std::string_view name_;
  Timeline::Clock::time_point begin_;
};

}  // namespace yoke
