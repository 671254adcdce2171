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

/// The place of work in a call. upload is the copy to the device and download the copy back.
/// exchange is the common work of several MPI ranks.
enum class Lane { device, host, upload, download, exchange };
/// In the order of the enumeration.
inline constexpr std::array all_lanes{Lane::device, Lane::host, Lane::upload, Lane::download,
                                      Lane::exchange};

/// The lane's name as reports and traces show it.
std::string_view name(Lane lane) noexcept;

/// The spans of each lane. Any thread may record at any time, and may ask while others record. Each
/// span takes about 60 bytes, and a name of more than 15 characters, until clear(). Call it between
/// calls if there are many. Asking for a time reads all spans.
///
/// Times are those of the host's steady clock, read before a phase is issued and after its fence. A
/// device span therefore includes its launch and its fence.
class Timeline {
 public:
  using Clock = std::chrono::steady_clock;  ///< the host's clock
  /// A span.
  struct Entry {
    Lane lane;                ///< where
    std::string name;         ///< the phase
    Clock::time_point begin;  ///< its beginning
    Clock::time_point end;    ///< its end
  };

  /// Throws std::invalid_argument if end is before begin.
  void record(Lane lane, std::string_view name, Clock::time_point begin, Clock::time_point end);

  /// All spans, in the order in which they were recorded.
  std::vector<Entry> entries() const;
  /// The number of spans.
  std::size_t size() const;

  /// From the beginning of the first span to the end of the last, in seconds; 0 without spans.
  double seconds() const;

  /// The time with at least one open span in the lane, in seconds and as a fraction of seconds().
  /// Nested and overlapping spans count once. Without spans both fractions are 0.
  double busy_seconds(Lane lane) const;
  /// The same for spans recorded when size() was `first`, or later.
  double busy_seconds(Lane lane, std::size_t first) const;
  /// The busy seconds as a fraction of seconds().
  double busy_fraction(Lane lane) const;
  /// The other part of 1.
  double idle_fraction(Lane lane) const;

  /// The fraction of seconds() with a copy under way, in either direction.
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

/// Records the time from its construction to its end. With a null timeline it does nothing, and
/// does not read the clock. `name` must outlive the span: a literal. First fence the work that the
/// span should include.
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
