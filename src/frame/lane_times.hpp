#pragma once

#include <cstddef>

#include "yoke/timeline.hpp"

namespace yoke::detail {

// How long each lane was busy in one call, for its report: looks at the spans that were recorded
// since it was made, and at no others, however many a timeline of the user's holds.
class LaneTimes {
 public:
  explicit LaneTimes(Timeline const* timeline)
      : timeline_(timeline), first_(timeline == nullptr ? 0 : timeline->size()) {}

  // The timeline may be null: then nothing is known, and all is 0.
  template <class Report>
  void write(Report& report) const {
    report.device_busy = busy_seconds(Lane::device);
    report.host_busy = busy_seconds(Lane::host);
    report.copying = busy_seconds(Lane::upload) + busy_seconds(Lane::download);
  }

 private:
  double busy_seconds(Lane lane) const {
    return timeline_ == nullptr ? 0 : timeline_->busy_seconds(lane, first_);
  }

  Timeline const* timeline_;
  std::size_t first_;
};

}  // namespace yoke::detail
