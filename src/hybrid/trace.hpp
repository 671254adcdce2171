#pragma once

#include <string>
#include <vector>

#include "yoke/output_files.hpp"
#include "yoke/timeline.hpp"

namespace yoke::detail {

// What viewers show as one process: a rank of several, or, without a name, the only one.
struct TraceProcess {
  int number = 1;
  std::string name;
};

// The events of a process in the trace event format, with commas between them, at their times after
// `start`.
std::string trace_events(std::vector<Timeline::Entry> const& entries, TraceProcess const& process,
                         Timeline::Clock::time_point start);

// A trace of such events, of one process or, with commas between them too, of several.
void write_trace(OutputFile& file, std::string const& events);

}  // namespace yoke::detail
